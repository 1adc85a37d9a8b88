package text

import (
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Mapped is a plain string with the origin of every byte in another string, such
// as the text of a Markdown paragraph with its markup left out. Its zero value is
// the empty string. A Mapped is immutable; slices of it share its table, whose
// size is the number of places where text and origin stop running in step.
type Mapped struct {
	Text string

	runs []run
	base int // offset of Text in the text that the runs describe
}

// A run maps text from at up to the next run's at. A linear run maps byte by byte
// from from.Start on; any other maps each of its bytes to the whole of from.
type run struct {
	at     int
	from   citestone.Span
	linear bool
}

// Identity returns s mapped to itself.
func Identity(s string) Mapped {
	var b Builder
	b.Add(s, citestone.Span{Start: 0, End: len(s)})
	return b.Mapped()
}

// Origin returns the smallest original span that covers both ends of [start, end) of m.Text.
// An empty range maps to an empty span. Bounds outside of the text are clamped.
func (m Mapped) Origin(start, end int) citestone.Span {
	start = min(max(start, 0), len(m.Text))
	end = min(max(end, start), len(m.Text))
	if len(m.runs) == 0 {
		return citestone.Span{}
	}
	if start == end {
		if start > 0 {
			p := m.byteOrigin(start - 1).End
			return citestone.Span{Start: p, End: p}
		}
		p := m.byteOrigin(0).Start
		return citestone.Span{Start: p, End: p}
	}
	first, last := m.byteOrigin(start), m.byteOrigin(end-1)
	return citestone.Span{Start: min(first.Start, last.Start), End: max(first.End, last.End)}
}

// byteOrigin returns the origin of the byte at i.
func (m Mapped) byteOrigin(i int) citestone.Span {
	r := m.runs[m.runAt(i)]
	if !r.linear {
		return r.from
	}
	p := r.from.Start + m.base + i - r.at
	return citestone.Span{Start: p, End: p + 1}
}

// runAt returns the index of the run that holds byte i.
func (m Mapped) runAt(i int) int {
	next := sort.Search(len(m.runs), func(k int) bool { return m.runs[k].at > m.base+i })
	return max(next-1, 0)
}

// Slice returns the part [start, end) of m with its origins. Bounds outside of
// the text are clamped.
func (m Mapped) Slice(start, end int) Mapped {
	start = min(max(start, 0), len(m.Text))
	end = min(max(end, start), len(m.Text))
	s := Mapped{Text: m.Text[start:end], base: m.base + start}
	if start < end {
		s.runs = m.runs[m.runAt(start) : m.runAt(end-1)+1]
	}
	return s
}

// Fold returns m in the form in which texts are compared: lower-case, each run of
// white space one space, quotation marks and apostrophes straight, dashes hyphens,
// invisible characters left out. Origins are kept.
func (m Mapped) Fold() Mapped {
	var b Builder
	b.buf = make([]byte, 0, len(m.Text))
	space := -1 // start of the white space before i
	for i := 0; i < len(m.Text); {
		r, n := utf8.DecodeRuneInString(m.Text[i:])
		if unicode.IsSpace(r) {
			if space < 0 {
				space = i
			}
			i += n
			continue
		}
		if f := foldRune(r); f != "" {
			if space >= 0 {
				b.Add(" ", m.Origin(space, i))
				space = -1
			}
			b.Add(f, m.Origin(i, i+n))
		}
		i += n
	}
	if space >= 0 {
		b.Add(" ", m.Origin(space, len(m.Text)))
	}
	return b.Mapped()
}

// foldRune returns the folded form of r, "" for an invisible character.
func foldRune(r rune) string {
	switch {
	case r >= 'A' && r <= 'Z':
		return lowerASCII[r-'A' : r-'A'+1]
	case r < utf8.RuneSelf:
		return string(r)
	case r == '“', r == '”', r == '„', r == '«', r == '»', r == '″':
		return `"`
	case r == '‘', r == '’', r == '‚', r == '′', r == 'ʼ':
		return "'"
	case r >= '‐' && r <= '―', r == '−':
		return "-"
	case r == '…':
		return "..."
	case r == utf8.RuneError:
		return "\uFFFD"
	case unicode.Is(unicode.Cf, r):
		return ""
	}
	return string(unicode.ToLower(r))
}

const lowerASCII = "abcdefghijklmnopqrstuvwxyz"

// Builder puts a Mapped together from left to right. Origins rise, but that what stands
// out of order, such as a footnote, may be added at another place. The zero value is ready to use.
type Builder struct {
	buf  []byte
	runs []run
}

// Add appends text that stands for from of the original. Text of the same length
// as from is mapped byte by byte, any other as a whole.
func (b *Builder) Add(text string, from citestone.Span) {
	if text == "" {
		return
	}
	r := run{at: len(b.buf), from: from, linear: len(text) == from.End-from.Start}
	b.buf = append(b.buf, text...)
	if n := len(b.runs); n > 0 && r.linear {
		if last := b.runs[n-1]; last.linear && last.from.Start+r.at-last.at == from.Start {
			return
		}
	}
	b.runs = append(b.runs, r)
}

// Cut returns m without the ranges of its text, which are in order and apart.
func (m Mapped) Cut(ranges []citestone.Span) Mapped {
	var b Builder
	at := 0
	for _, r := range ranges {
		b.join(m.Slice(at, r.Start))
		at = r.End
	}
	b.join(m.Slice(at, len(m.Text)))
	return b.Mapped()
}

// join appends m with its origins.
func (b *Builder) join(m Mapped) {
	for k, r := range m.runs {
		from, to := max(r.at-m.base, 0), len(m.Text)
		if k+1 < len(m.runs) {
			to = min(m.runs[k+1].at-m.base, to)
		}
		if r.linear {
			b.Add(m.Text[from:to], m.Origin(from, to))
			continue
		}
		b.AddWhole(m.Text[from:to], r.from)
	}
}

// AddWhole appends text each byte of which stands for the whole of from.
func (b *Builder) AddWhole(text string, from citestone.Span) {
	if text != "" {
		b.runs = append(b.runs, run{at: len(b.buf), from: from})
		b.buf = append(b.buf, text...)
	}
}

// Len returns the number of bytes of text added so far.
func (b *Builder) Len() int { return len(b.buf) }

// Mapped returns what was added so far.
func (b *Builder) Mapped() Mapped {
	return Mapped{Text: string(b.buf), runs: b.runs[:len(b.runs):len(b.runs)]}
}
