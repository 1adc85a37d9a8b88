package corpus

import (
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Sizes of passages. Words are those of the text; code in a passage does not count.
const (
	enoughWords = 80   // a passage of so many may end
	fullWords   = 160  // and does before the block that would bring it above this
	maxWords    = 250  // a longer block is divided
	fewWords    = 40   // a passage without a heading is joined to the one before it
	maxBytes    = 8000 // what a passage holds at most, its code included
	pieceBytes  = 1500 // length of the pieces of text that has no sentences
)

// passage is a part of a document that is searched as one: a byte range of the
// stored text.
type passage struct {
	citestone.Span
	Section string `json:"section,omitempty"`
	Tokens  int    `json:"tokens"` // length for BM25

	headed bool // begins with its heading
	words  int
	plain  []string
}

// unit is text that is not divided further.
type unit struct {
	citestone.Span
	plain   string
	section string
	words   int  // 0 for code and headings
	heading bool // begins a passage
	cell    bool // of a table
}

// passages divides a document along its blocks. A heading begins a passage; the front
// matter is in none. Ranges are whole lines, except where a long block is divided,
// and do not overlap.
func passages(d *document.Document) []*passage {
	var out []*passage
	for _, u := range units(d) {
		p := &passage{}
		if n := len(out); n > 0 && !out[n-1].ends(d.Source, u) {
			p = out[n-1]
		} else {
			*p = passage{Span: u.Span, headed: u.heading}
			out = append(out, p)
		}
		p.add(u)
	}
	out = joinShort(out)
	for i, p := range out {
		p.wholeLines(d.Source, out[:i])
	}
	return out
}

func (p *passage) add(u unit) {
	if p.words == 0 {
		p.Section = u.section // of the first text below one heading or several
	}
	p.End = max(p.End, u.End)
	p.words += u.words
	p.plain = append(p.plain, u.plain)
}

// ends reports whether the passage ends before u.
func (p *passage) ends(source string, u unit) bool {
	words := p.words + u.words
	switch {
	case u.End-p.Start > maxBytes || words > maxWords:
		return true
	case u.heading:
		return p.words > 0
	case p.words < enoughWords || words <= fullWords:
		return false
	}
	return !u.cell || u.Start < p.End || strings.Contains(source[p.End:u.Start], "\n") // not within a row
}

// joinShort joins what is left over at the end of a section to the passage before it.
func joinShort(list []*passage) []*passage {
	var out []*passage
	for _, p := range list {
		if n := len(out); n > 0 && !p.headed && p.words < fewWords && out[n-1].words+p.words <= maxWords && p.End-out[n-1].Start <= maxBytes {
			prev := out[n-1]
			prev.End = p.End
			prev.words += p.words
			prev.plain = append(prev.plain, p.plain...)
			continue
		}
		out = append(out, p)
	}
	return out
}

// indexed returns the text that a passage is found by: its own and its heading.
func (p *passage) indexed() string {
	text := strings.Join(p.plain, "\n")
	if !p.headed {
		text += "\n" + p.Section
	}
	return text
}

// wholeLines widens a passage to the lines it begins and ends on, as far as no other
// passage has a part of them.
func (p *passage) wholeLines(source string, before []*passage) {
	start := strings.LastIndexByte(source[:p.Start], '\n') + 1
	if len(before) == 0 || before[len(before)-1].End <= start {
		p.Start = start
	}
	if rest, _, _ := strings.Cut(source[p.End:], "\n"); strings.TrimSpace(rest) == "" {
		p.End += len(strings.TrimRight(rest, " \t\r"))
	}
}

// units returns what passages are made of, in order.
func units(d *document.Document) []unit {
	sentences := map[int][]document.Sentence{}
	for _, s := range d.Sentences {
		sentences[s.Block] = append(sentences[s.Block], s)
	}
	var out []unit
	for i, b := range d.Blocks {
		if b.Kind == document.FrontMatter || b.Start == b.End {
			continue
		}
		u := unit{Span: b.Span, plain: b.Plain.Text, section: b.Section,
			heading: b.Kind == document.Heading, cell: b.Kind == document.TableCell}
		if b.Kind != document.Code && !u.heading {
			u.words = countWords(u.plain)
		}
		switch {
		case u.words <= maxWords && u.End-u.Start <= maxBytes:
			out = append(out, u)
		case len(sentences[i]) > 1:
			for _, s := range sentences[i] {
				part := unit{Span: s.Span, plain: s.Plain.Text, section: b.Section}
				out = append(out, part.pieces(d.Source)...)
			}
		default:
			out = append(out, u.pieces(d.Source)...)
		}
	}
	return out
}

// pieces divides a unit that is too long for a passage at white space.
func (u unit) pieces(source string) []unit {
	u.words = countWords(u.plain)
	if u.words <= maxWords && u.End-u.Start <= maxBytes {
		return []unit{u}
	}
	var out []unit
	for u.Start < u.End {
		end := cut(source, u.Start, u.End)
		piece := source[u.Start:end]
		out = append(out, unit{Span: citestone.Span{Start: u.Start, End: end}, plain: piece, section: u.section, words: countWords(piece)})
		u.Start = end
	}
	return out
}

// cut returns where a piece that begins at start ends: behind the last white space
// within reach, else between two characters.
func cut(source string, start, end int) int {
	if end-start <= pieceBytes {
		return end
	}
	at := start + pieceBytes
	if i := strings.LastIndexAny(source[start:at], " \t\r\n"); i > 0 {
		return start + i + 1
	}
	for at > start+1 && !utf8.RuneStart(source[at]) {
		at--
	}
	return at
}

func countWords(s string) int { return len(strings.Fields(s)) }
