package document

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
)

// minMatched is how many author-year markers must stand for entries before others
// that read like them are taken for markers whose entry is missing.
const minMatched = 3

// An authorYear is what reads like an author-year marker in a block.
type authorYear struct {
	block   int
	names   string
	span    citestone.Span // of the block's plain text
	cut     citestone.Span // of it: what the plain text is to lose
	keys    []string
	matched bool // one of its works is listed
}

// authorYears makes markers of the citations by author and year, if the document
// lists works by author and cites mostly in this way. A marker in brackets spans
// them. A marker that is a part of its sentence, "Doe et al. (2024)", spans names and
// year; the names stay in the plain text.
func (d *Document) authorYears(listed []Reference) {
	w := newWorks(slices.Concat(d.References, listed))
	if len(w.named) == 0 && len(w.titled) == 0 {
		return
	}
	var found []authorYear
	matched, doubtful := 0, 0
	for i, b := range d.Blocks {
		if !prose(b.Kind) && b.Kind != TableCell || b.own {
			continue
		}
		s := scanner{works: w, text: b.Plain.Text, block: i}
		s.scan()
		d.linkedYears(&s, b)
		found = append(found, d.outsideCode(s.found, b)...)
	}
	for _, f := range found {
		if f.matched {
			matched++
		} else {
			doubtful++
		}
	}
	if matched == 0 || matched <= d.resolved() {
		return
	}
	if matched < minMatched || doubtful > matched {
		found = slices.DeleteFunc(found, func(f authorYear) bool { return !f.matched })
	}
	names := d.rename()
	for i := range found {
		for k, key := range found[i].keys {
			found[i].keys[k] = cmp.Or(names[key], key)
		}
	}
	d.mark(d.plausible(found))
}

// outsideCode leaves out what stands in code spans.
func (d *Document) outsideCode(found []authorYear, b Block) []authorYear {
	if len(found) == 0 || !strings.Contains(d.Source[b.Start:b.End], "`") {
		return found
	}
	slices.SortStableFunc(found, func(x, y authorYear) int { return cmp.Compare(x.span.Start, y.span.Start) })
	at := b.Start // up to where code was looked for
	return slices.DeleteFunc(found, func(f authorYear) bool {
		start := b.Plain.Origin(f.span.Start, f.span.End).Start
		for at < start {
			if d.Source[at] == '`' {
				at += CodeSpan(d.Source[at:b.End])
			} else {
				at++
			}
		}
		return at > start
	})
}

// plausible leaves out the markers without an entry whose name is that of a place or
// a thing in the text.
func (d *Document) plausible(found []authorYear) []authorYear {
	doubt := map[string]bool{}
	for _, f := range found {
		if !f.matched {
			doubt[f.names] = true
		}
	}
	if len(doubt) == 0 {
		return found
	}
	for _, b := range d.Blocks {
		if prose(b.Kind) {
			unlikely(b.Plain.Text, doubt)
		}
	}
	return slices.DeleteFunc(found, func(f authorYear) bool { return !f.matched && !doubt[f.names] })
}

// unlikely takes back the doubt about names that stand behind "in", "the" and the like.
func unlikely(s string, doubt map[string]bool) {
	for i := 0; i < len(s); i++ {
		k := strings.IndexByte(s[i:], ' ')
		if k < 0 {
			return
		}
		word := s[i : i+k]
		i += k
		switch word {
		case "in", "In", "at", "the", "The", "into", "near", "to", "using", "across", "outside", "within", "via", "with":
			name := s[i+1 : i+1+nameWord(s[i+1:])]
			if rest := s[i+1+len(name):]; doubt[name] && !strings.HasPrefix(rest, " (") && etAl(strings.TrimLeft(rest, " ")) == 0 && separator(rest) == 0 {
				delete(doubt, name)
			}
		}
	}
}

// rename names the entries after author and year, and returns the new ids by the old.
func (d *Document) rename() map[string]string {
	names, used := map[string]string{}, map[string]int{}
	for i := range d.References {
		r := &d.References[i]
		year := cmp.Or(r.year, r.Published[:min(len(r.Published), 4)])
		if strings.HasPrefix(d.Source[r.Start:r.End], "[^") || strings.HasPrefix(d.Source[r.Start:r.End], "[@") || year == "" || names[r.ID] != "" {
			continue
		}
		label := cmp.Or(shortName(r.Authors), firstWords(r.Title)) + " " + year
		if used[label] > 0 && len(r.Authors) == 2 {
			label = bylineNames(r.Authors) + " " + year
		}
		r.Label = label
		names[r.ID] = unused(label, used)
		r.ID = names[r.ID]
	}
	for i := range d.Markers {
		for k, key := range d.Markers[i].Keys {
			d.Markers[i].Keys[k] = cmp.Or(names[key], key)
		}
	}
	return names
}

// unused returns the label, with a number if it was used before.
func unused(label string, used map[string]int) string {
	used[label]++
	if n := used[label]; n > 1 {
		return unused(label+" ("+strconv.Itoa(n)+")", used)
	}
	return label
}

func shortName(authors []string) string {
	if len(authors) == 0 {
		return ""
	}
	return surname(authors[0])
}

// firstWords returns the beginning of a title.
func firstWords(s string) string {
	words := strings.Fields(s)
	return strings.Join(words[:min(len(words), 4)], " ")
}

// mark adds the markers and takes them out of the plain text.
func (d *Document) mark(found []authorYear) {
	slices.SortStableFunc(found, func(a, b authorYear) int {
		return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End))
	})
	for i := 0; i < len(found); {
		b := &d.Blocks[found[i].block]
		var cuts []citestone.Span
		end := 0
		for block := found[i].block; i < len(found) && found[i].block == block; i++ {
			f := found[i]
			if f.span.Start < end {
				continue
			}
			end = f.span.End
			cuts = append(cuts, f.cut)
			m := d.linked(b.Plain.Origin(f.span.Start, f.span.End), b.Span)
			m.Style, m.Keys, m.Text = AuthorYearStyle, f.keys, d.Source[m.Start:m.End]
			d.Markers = append(d.Markers, m)
		}
		b.Plain = trimMapped(b.Plain.Cut(cuts))
	}
	slices.SortStableFunc(d.Markers, func(a, b Marker) int { return cmp.Compare(a.Start, b.Start) })
}

// linked returns the marker at span, widened by the link that it is the text of.
func (d *Document) linked(span, block citestone.Span) Marker {
	m := Marker{Span: span}
	if open, shut := strings.HasSuffix(d.Source[block.Start:span.Start], "["), strings.HasPrefix(d.Source[span.End:block.End], "]("); open && shut {
		if n := destinationEnd(d.Source[span.End:block.End]); n > 0 {
			m.Span = citestone.Span{Start: span.Start - 1, End: span.End + n}
		}
	}
	if i := strings.Index(d.Source[m.Start:m.End], "]("); i >= 0 && strings.Count(d.Source[m.Start:m.End], "](") == 1 {
		m.URL = firstURL(d.Source[m.Start+i : m.End])
	}
	if m.Start > block.Start && d.Source[m.Start-1] == '\\' && d.Source[m.Start] == '[' {
		m.Start--
	}
	return m
}

// linkedYears finds the markers that are the text of a link, without brackets.
func (d *Document) linkedYears(s *scanner, b Block) {
	source := d.Source[b.Start:b.End]
	for i := 0; ; {
		k := strings.Index(source[i:], "](")
		if k < 0 {
			return
		}
		i += k
		open := linkStart(source[:i+2])
		if open >= 0 && i-open < maxInside {
			from := plainRange(b.Plain, citestone.Span{Start: b.Start + open + 1, End: b.Start + i})
			s.bare(from)
		}
		i += 2
	}
}
