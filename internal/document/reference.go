package document

import (
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Reference is an entry of a reference list.
type Reference struct {
	ID    string // unique in the document unless two entries of one list share it; what Marker.Keys hold
	Label string // what markers call it, as written; equal to ID where that is enough
	citestone.Span
	External  bool // listed in a file of its own (.bib), without a Span
	Text      string
	Title     string
	URL       string
	DOI       string
	ArXiv     string // 1706.03762, without version
	Published string // ISO date, or a part of one
	Authors   []string
	SHA256    string // hash of the source's snapshot

	year string // with its letter, as author-year markers write it
}

// references reads the entries of the reference sections. One without a label has the
// number behind that of the entry before; in a list with numbers it must name a work, or
// it only speaks of the list.
func (d *Document) references() {
	last, numbered := 0, d.numbered()
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.more && d.extend(b) {
			continue
		}
		footnote := ""
		if b.Kind == Definition {
			footnote = d.label(b.Start)
		}
		if !b.reference && footnote == "" || b.own {
			continue
		}
		for k, e := range d.entries(b) {
			if k == 0 && footnote != "" {
				e.ids, e.Start = []string{footnote}, strings.LastIndex(d.Source[:b.Start], "[^")
			}
			if len(e.ids) == 0 && (d.names != nil || d.continues(e) || numbered && !names(d.Source[e.Start:e.End])) {
				continue
			}
			if len(e.ids) == 0 {
				e.ids = []string{strconv.Itoa(last + 1)}
			}
			if n, err := strconv.Atoi(e.ids[len(e.ids)-1]); err == nil {
				last = n
			}
			d.list(b, e)
		}
	}
}

// list adds the references of an entry, one for each of its ids. Dashes stand for the
// authors of the entry before.
func (d *Document) list(b *Block, e entry) {
	for _, id := range e.ids {
		r := d.reference(b, e)
		r.ID, r.Label = id, id
		if n := len(d.References); n > 0 && repeated(r.Text) {
			r.Authors = d.References[n-1].Authors
		}
		d.References = append(d.References, r)
	}
}

// numbered reports whether an entry in the reference sections has a number.
func (d *Document) numbered() bool {
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if !b.reference || b.own {
			continue
		}
		first, _, _ := strings.Cut(d.Source[b.Start:b.End], "\n")
		if ids, _ := d.entryIDs(first); len(ids) > 0 || d.listNumber(b.Start) != nil {
			return true
		}
	}
	return false
}

// names reports whether s names a work, by an address or a year, and does not only
// speak of the list that it stands in.
func names(s string) bool {
	return addressed(s) || FindDOI(s) != "" || published(s) != ""
}

// extend adds a further paragraph of a footnote to the last reference.
func (d *Document) extend(b *Block) bool {
	n := len(d.References)
	if n == 0 || d.References[n-1].Start > b.Start {
		return false
	}
	r := &d.References[n-1]
	r.End = max(r.End, b.End)
	r.Text += "\n" + b.Plain.Text
	if body := d.Source[b.Start:b.End]; r.URL == "" {
		r.URL = firstURL(body)
	}
	return true
}

// label returns the label of the footnote whose text starts at i, or "".
func (d *Document) label(i int) string {
	line := d.Source[strings.LastIndexByte(d.Source[:i], '\n')+1 : i]
	return definedLabel(strings.TrimLeft(line, " >"))
}

// continues reports whether an entry is only the address of the reference before it,
// and if so adds it to that.
func (d *Document) continues(e entry) bool {
	n := len(d.References)
	body := d.Source[e.Start:e.End]
	if n == 0 || !onlyURL(body) {
		return false
	}
	last := d.References[n-1]
	url := firstURL(body)
	number, _ := entryIDs(d.Source[last.Start:last.End])
	if last.URL != url && (last.URL != "" || len(number) == 0) {
		return false
	}
	for k := n - 1; k >= 0 && d.References[k].Start == last.Start; k-- {
		d.References[k].End, d.References[k].URL = e.End, url
	}
	return true
}

// An entry is the source range of a reference, with the ids before its text.
type entry struct {
	citestone.Span
	ids  []string
	body int // where the text starts
}

// entries splits a block into the entries in it: one, or one for each line that
// begins with an id.
func (d *Document) entries(b *Block) []entry {
	var list []entry
	at := b.Start
	for line := range strings.Lines(d.Source[b.Start:b.End]) {
		ids, n := d.entryIDs(line)
		if len(list) == 0 || len(ids) > 0 || len(list[0].ids) == 0 && beginsWork(line) {
			list = append(list, entry{Span: citestone.Span{Start: at}, ids: ids, body: at + n})
		}
		at += len(line)
		last := &list[len(list)-1]
		last.End = at - len(line) + len(strings.TrimRight(line, " \t\r\n"))
		last.body = min(last.body, last.End)
	}
	if len(list) > 0 && len(list[0].ids) == 0 {
		list[0].ids = d.listNumber(b.Start)
	}
	return list
}

// listNumber returns the number of the list item whose text starts at i.
func (d *Document) listNumber(i int) []string {
	line := d.Source[strings.LastIndexByte(d.Source[:i], '\n')+1 : i]
	number := strings.TrimRight(strings.TrimLeft(line, " \t>"), " \t")
	if number == "" || number[len(number)-1] != '.' && number[len(number)-1] != ')' {
		return nil
	}
	if n, ok := ordinal(number[:len(number)-1]); ok {
		return []string{strconv.Itoa(n)}
	}
	return nil
}

// reference reads the fields of an entry.
func (d *Document) reference(b *Block, e entry) Reference {
	source := d.Source[e.body:e.End]
	r := Reference{Span: e.Span, Text: plainOf(b.Plain, citestone.Span{Start: e.body, End: e.End})}
	if b.Plain.Text == "" || strings.TrimSpace(r.Text) == "" {
		r.Text = source
	}
	r.Text = strings.TrimSpace(r.Text)
	r.URL = firstURL(source)
	r.DOI = FindDOI(source)
	r.SHA256 = findHash(source)
	r.ArXiv = FindArXiv(source)
	f := readFields(source)
	r.Title, r.Authors, r.year = f.title, f.authors, f.year
	r.Published = r.published(f)
	return r
}

// plainOf returns the part of m that stems from the source range.
func plainOf(m text.Mapped, source citestone.Span) string {
	s := plainRange(m, source)
	return m.Text[s.Start:s.End]
}

// plainRange returns the range of m that stems from the source range.
func plainRange(m text.Mapped, source citestone.Span) citestone.Span {
	at := func(offset int) int {
		return sort.Search(len(m.Text), func(i int) bool { return m.Origin(i, i+1).Start >= offset })
	}
	return citestone.Span{Start: at(source.Start), End: max(at(source.Start), at(source.End))}
}

// repeated reports whether an entry has a dash for the authors of the one before it.
func repeated(s string) bool {
	s = strings.TrimLeft(s, "\\")
	for _, dashes := range [...]string{"---", "———", "——", "___"} {
		if strings.HasPrefix(s, dashes) {
			return true
		}
	}
	return false
}

// firstURL returns the first http or https address in s, or "".
func firstURL(s string) string {
	start := -1
	for _, scheme := range []string{"https://", "http://"} {
		if i := strings.Index(s, scheme); i >= 0 && (start < 0 || i < start) {
			start = i
		}
	}
	if start < 0 {
		return ""
	}
	url := s[start:]
	depth := 0
	for i, r := range url {
		if r == '(' {
			depth++
		} else if r == ')' {
			depth--
		}
		if unicode.IsSpace(r) || strings.ContainsRune("<>\"|`]}”’", r) || depth < 0 {
			url = url[:i]
			break
		}
	}
	return strings.TrimRight(url, ".,;:!?*_'")
}

// findHash returns the hexadecimal digits behind "sha256:" in s, all or the first
// few of a SHA-256, or "".
func findHash(s string) string {
	i := strings.LastIndex(s, "sha256:") // a title may hold one too
	if i < 0 {
		return ""
	}
	rest := s[i+len("sha256:"):]
	rest = strings.TrimLeft(rest, " `")
	end := strings.IndexFunc(rest, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) })
	if end < 0 {
		end = len(rest)
	}
	if end < 8 || end > 64 {
		return ""
	}
	return rest[:end]
}
