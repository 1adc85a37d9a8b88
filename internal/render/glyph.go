package render

import (
	"sort"
	"strings"
	"unicode"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/width"
)

// tabWidth is the number of columns that a tab is shown as.
const tabWidth = 4

// glyphs is text for a terminal, a grapheme cluster each, without what could control it.
type glyphs []glyph

type glyph struct {
	text       string
	width      int // columns
	start, end int // bytes in the text it was laid out from
}

// glyphsOf lays out text of one line. What has no column of its own and nothing to
// stand on, such as a control character, is left out.
func glyphsOf(s string) glyphs {
	out := make(glyphs, 0, len(s))
	if narrow(s) {
		for i := range len(s) {
			out = append(out, glyph{s[i : i+1], 1, i, i + 1})
		}
		return out
	}
	for it := graphemes.FromString(s); it.Next(); {
		g := it.Value()
		if g == "\t" {
			g = strings.Repeat(" ", tabWidth)
		} else {
			g = strings.Map(safeRune, g)
		}
		if w := columns(g); w > 0 {
			out = append(out, glyph{g, w, it.Start(), it.End()})
		}
	}
	return out
}

// safeRune drops characters that control a terminal or the direction of text.
func safeRune(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
		return -1
	}
	return r
}

// columns returns the columns of a grapheme cluster: those of its widest character,
// and two where a flag or an emoji is made of narrow ones.
func columns(cluster string) int {
	widest, flags, spaces := 0, 0, 0
	for _, r := range cluster {
		switch {
		case r == ' ':
			spaces++
		case r >= 0x1f1e6 && r <= 0x1f1ff:
			flags++
			widest = max(widest, 1)
		case r == 0xfe0f && widest > 0:
			widest = 2
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case wide(r):
			widest = 2
		default:
			widest = max(widest, 1)
		}
	}
	if flags > 1 {
		widest = 2
	}
	return max(widest, spaces)
}

func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// around splits what stands in, or partly in, a byte range from what stands around it.
func (c glyphs) around(start, end int) (before, in, after glyphs) {
	i := sort.Search(len(c), func(i int) bool { return c[i].end > start })
	j := sort.Search(len(c), func(j int) bool { return c[j].start >= end })
	j = max(i, j)
	return c[:i], c[i:j], c[j:]
}

func (c glyphs) width() int {
	n := 0
	for _, x := range c {
		n += x.width
	}
	return n
}

func (c glyphs) String() string {
	var b strings.Builder
	for _, x := range c {
		b.WriteString(x.text)
	}
	return b.String()
}

// head returns the first glyphs that fit into n columns.
func (c glyphs) head(n int) glyphs {
	for i, x := range c {
		if n -= x.width; n < 0 {
			return c[:i]
		}
	}
	return c
}

// tail returns the last glyphs that fit into n columns.
func (c glyphs) tail(n int) glyphs {
	for i := len(c); i > 0; i-- {
		if n -= c[i-1].width; n < 0 {
			return c[i:]
		}
	}
	return c
}
