package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone/internal/text"
)

// maxRecord bounds what is read of an entry, in bytes.
const maxRecord = 4000

// A record is the text of an entry without its markup and with white space folded,
// and what was marked in it.
type record struct {
	text  string
	marks []mark // in order and apart
}

// A mark is a part of a record's text: a link, emphasis or a quotation.
type mark struct {
	start, end int // of what is inside
	from, to   int // with its quotation marks
	kind       markKind
}

type markKind int

const (
	linkMark markKind = iota
	emphasisMark
	quoteMark
)

// newRecord reads the source of an entry.
func newRecord(source string) record {
	if len(source) > maxRecord {
		source = source[:maxRecord]
	}
	w := recordWriter{emphasis: -1}
	for i := 0; i < len(source); {
		i += w.step(source, i)
	}
	r := record{text: strings.TrimRight(w.b.String(), " "), marks: w.marks}
	for i := range r.marks { // one may have ended behind the spaces
		m, n := &r.marks[i], len(r.text)
		m.from, m.start, m.end, m.to = min(m.from, n), min(m.start, n), min(m.end, n), min(m.to, n)
	}
	if len(r.marks) == 1 && r.marks[0].kind == emphasisMark && r.marks[0].end-r.marks[0].start > len(r.text)*9/10 {
		r.marks = nil // all of the entry is bold
	}
	r.quote()
	return r
}

// A recordWriter takes the markup off an entry.
type recordWriter struct {
	b          strings.Builder
	marks      []mark
	links      []int // where the open brackets stand in the text
	emphasis   int   // where the open emphasis begins, or -1
	emphasised byte
}

// step takes over what stands at i and returns its length.
func (w *recordWriter) step(s string, i int) int {
	c := s[i]
	switch {
	case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		w.space()
	case c == '\\' && i+1 < len(s) && punctuation(s[i+1]):
		w.b.WriteByte(s[i+1])
		return 2
	case c == '*', c == '_' && (i == 0 || !wordByte(s[i-1]) || i+1 == len(s) || !wordByte(s[i+1])) && !w.inAddress():
		n := len(s[i:]) - len(strings.TrimLeft(s[i:], string(c)))
		w.toggle(c)
		return n
	case c == '`':
	case c == '<':
		return w.tag(s, i)
	case c == '[':
		w.links = append(w.links, w.b.Len())
		w.b.WriteByte(c)
	case c == ']' && len(w.links) > 0:
		return w.closeLink(s, i)
	default:
		w.b.WriteByte(c)
	}
	return 1
}

// space writes one space for any number of them.
func (w *recordWriter) space() {
	if s := w.b.String(); s != "" && s[len(s)-1] != ' ' {
		w.b.WriteByte(' ')
	}
}

// inAddress reports whether an address is being written.
func (w *recordWriter) inAddress() bool {
	s := w.b.String()
	return strings.Contains(s[strings.LastIndexByte(s, ' ')+1:], "://")
}

// toggle opens or closes emphasis.
func (w *recordWriter) toggle(c byte) {
	switch {
	case w.emphasis < 0:
		w.emphasis, w.emphasised = w.b.Len(), c
	case w.emphasised == c:
		w.add(emphasisMark, w.emphasis)
		w.emphasis = -1
	}
}

// add marks the text from start on. A mark around others takes their place.
func (w *recordWriter) add(kind markKind, start int) {
	end := w.b.Len()
	if start >= end {
		return
	}
	for len(w.marks) > 0 && w.marks[len(w.marks)-1].start >= start {
		w.marks = w.marks[:len(w.marks)-1]
	}
	w.marks = append(w.marks, mark{start, end, start, end, kind})
}

// tag leaves out a tag and takes the brackets off an address.
func (w *recordWriter) tag(s string, i int) int {
	end := strings.IndexByte(s[i:min(len(s), i+maxAddress)], '>')
	if end < 2 || !startsWithLetter(s[i+1:]) && s[i+1] != '/' {
		w.b.WriteByte('<')
		return 1
	}
	switch name := strings.ToLower(s[i+1 : i+end]); {
	case strings.Contains(name, "://"):
		w.b.WriteString(s[i+1 : i+end])
	case name == "i" || name == "em" || name == "cite" || name == "b" || name == "strong":
		w.emphasis, w.emphasised = w.b.Len(), '<'
	case w.emphasis >= 0 && w.emphasised == '<' && name[0] == '/':
		w.toggle('<')
	}
	return end + 1
}

// closeLink makes a mark of the link whose text ends at i, or leaves the bracket.
func (w *recordWriter) closeLink(s string, i int) int {
	open := w.links[len(w.links)-1]
	w.links = w.links[:len(w.links)-1]
	end := 0
	if strings.HasPrefix(s[i:], "](") {
		end = destinationEnd(s[i:])
	}
	if end == 0 {
		w.b.WriteByte(']')
		return 1
	}
	inner := w.b.String()[open+1:]
	before := w.b.String()[:open]
	w.b.Reset()
	w.b.WriteString(before)
	w.b.WriteString(inner)
	if w.emphasis > open {
		w.emphasis--
	}
	for len(w.marks) > 0 && w.marks[len(w.marks)-1].start > open {
		w.marks = w.marks[:len(w.marks)-1]
	}
	w.add(linkMark, open)
	return end
}

// quote adds the quotations to the marks, where nothing is marked.
func (r *record) quote() {
	var quotes []mark
	for _, q := range text.Quotations(r.text) {
		_, open := utf8.DecodeLastRuneInString(r.text[:q.Start])
		_, shut := utf8.DecodeRuneInString(r.text[q.End:])
		quotes = append(quotes, mark{q.Start, q.End, q.Start - open, q.End + shut, quoteMark})
	}
	if len(quotes) == 0 {
		return
	}
	var all []mark
	for _, m := range r.marks {
		for len(quotes) > 0 && quotes[0].from < m.from {
			all = append(all, quotes[0])
			quotes = quotes[1:]
		}
		if n := len(all); n > 0 && all[n-1].kind == quoteMark && all[n-1].to > m.start {
			continue // inside of a quotation
		}
		for len(quotes) > 0 && quotes[0].from < m.to {
			quotes = quotes[1:]
		}
		all = append(all, m)
	}
	r.marks = append(all, quotes...)
}

// next returns the first mark that starts at or behind at.
func (r *record) next(at int) (mark, bool) {
	for _, m := range r.marks {
		if m.from >= at {
			return m, true
		}
	}
	return mark{}, false
}

// address returns where the first address at or behind at starts, or the end.
func (r *record) address(at int) int {
	n := len(r.text)
	for _, sign := range [...]string{"http://", "https://", "doi:", "DOI:", "www.", "arXiv:", "doi.org/"} {
		if i := strings.Index(r.text[at:n], sign); i >= 0 {
			n = at + i
		}
	}
	return n
}

// letters reports whether s holds words, not only digits and signs.
func letters(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter)
}
