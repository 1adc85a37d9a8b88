package document

import (
	"html"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A plainBuilder collects the plain text and the markers of a block's inline nodes.
type plainBuilder struct {
	source   string
	bytes    []byte // the same
	holes    []hole
	pos, end int // what of the source is read; where the block ends
	out      text.Builder
	markers  []Marker
	verbatim bool // no escapes and entities: plain text
	cited    bool // a stranger's document
	block    citestone.Span
	links    []Marker // what links to a definition
}

// children adds the inline nodes below n.
func (b *plainBuilder) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.node(c)
	}
}

func (b *plainBuilder) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		b.text(n.Segment.Start, n.Segment.Stop)
		switch {
		case b.masked(n.Segment.Stop):
		case n.HardLineBreak():
			b.lineBreak(n.Segment.Stop, "\n")
		case n.SoftLineBreak():
			b.lineBreak(n.Segment.Stop, " ")
		}
	case *ast.CodeSpan:
		b.code(n)
	case *ast.AutoLink:
		b.pos = max(b.pos, n.Pos())
		b.find(string(n.Label(b.bytes)))
	case *ast.Image, *ast.RawHTML, *east.TaskCheckBox:
	case *ast.Link:
		b.link(n)
	default:
		b.children(n)
	}
}

// masked reports whether what stands at i is within a hole.
func (b *plainBuilder) masked(i int) bool {
	k := sort.Search(len(b.holes), func(k int) bool { return b.holes[k].End > i })
	return k < len(b.holes) && b.holes[k].Start < i
}

// code adds a code span as it is written, with its line breaks as spaces.
func (b *plainBuilder) code(n *ast.CodeSpan) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			continue
		}
		s := b.source[t.Segment.Start:t.Segment.Stop]
		b.add(strings.ReplaceAll(s, "\n", " "), t.Segment.Start, t.Segment.Stop)
	}
}

// link adds the text of a link, or a marker if its text is one, as in [[1]](url)
// and [1](url).
func (b *plainBuilder) link(n *ast.Link) {
	inner := plainBuilder{source: b.source, bytes: b.bytes, holes: b.holes, pos: n.Pos() + 1, end: b.end}
	inner.children(n)
	keys := linkKeys(inner.out.Mapped().Text, b.cited)
	if len(inner.markers) == 1 && inner.out.Len() == 0 {
		keys = inner.markers[0].Keys
	}
	end := b.linkEnd(n, inner.pos)
	if keys == nil || end <= n.Pos() {
		b.children(n)
		b.defined(n, b.referenceEnd(n, inner.pos))
		return
	}
	b.markers = append(b.markers, Marker{
		Span: citestone.Span{Start: n.Pos(), End: end}, Text: b.source[n.Pos():end], Style: LinkedStyle, Keys: keys,
		URL: webAddress(string(n.Destination)),
	})
	b.pos = end
}

// webAddress returns url if it leads out of the document, else "".
func webAddress(url string) string {
	if strings.HasPrefix(url, "#") {
		return ""
	}
	return url
}

// linkKeys returns the keys that the text of a link is, or nil.
func linkKeys(s string, cited bool) []string {
	if !cited {
		return numericKeys(s)
	}
	keys, _ := sourceKeys(unbracketed(s))
	return keys
}

// referenceEnd returns the end of the reference link n whose text ends at i, with the
// brackets behind it, or 0.
func (b *plainBuilder) referenceEnd(n *ast.Link, i int) int {
	if n.Reference == nil {
		return 0
	}
	rest := b.source[min(i, b.end):b.end]
	shut := strings.IndexByte(rest, ']')
	if shut < 0 {
		return 0
	}
	if n.Reference.Type == ast.ReferenceLinkShortcut {
		return i + shut + 1
	}
	if last := strings.IndexByte(rest[shut+1:], ']'); last >= 0 && strings.HasPrefix(rest[shut+1:], "[") {
		return i + shut + 1 + last + 1
	}
	return 0
}

// linkEnd returns the end of the link n whose text ends at i, or 0.
func (b *plainBuilder) linkEnd(n *ast.Link, i int) int {
	rest := b.source[min(i, b.end):b.end]
	switch {
	case strings.HasPrefix(rest, "]("):
		if end := destinationEnd(rest); end > 0 {
			return i + end
		}
	case strings.HasPrefix(rest, "]") && n.Reference != nil:
		return i + 1
	}
	return 0
}

// destinationEnd returns the length of the "](destination)" that s begins with, or 0.
func destinationEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\n':
			return 0
		}
	}
	return 0
}

// find adds s where it stands next in the source.
func (b *plainBuilder) find(s string) {
	if i := strings.Index(b.source[min(b.pos, b.end):b.end], s); i >= 0 {
		b.add(s, b.pos+i, b.pos+i+len(s))
	}
}

// lineBreak adds the break at the end of a line that ends at i.
func (b *plainBuilder) lineBreak(i int, s string) {
	b.out.Add(s, citestone.Span{Start: i, End: min(i+1, len(b.source))})
	b.pos = max(b.pos, i)
}

func (b *plainBuilder) add(s string, start, end int) {
	b.out.Add(s, citestone.Span{Start: start, End: end})
	b.pos = end
}

// text adds the source text [start, end), less what is masked there.
func (b *plainBuilder) text(start, end int) {
	i := sort.Search(len(b.holes), func(i int) bool { return b.holes[i].End > start })
	for ; i < len(b.holes) && b.holes[i].Start < end; i++ {
		h := b.holes[i]
		b.literal(start, b.before(h, start))
		if h.keys != nil && h.Start >= start {
			b.markers = append(b.markers, Marker{Span: h.Span, Text: b.source[h.Start:h.End], Style: h.style, Keys: h.keys, URL: h.url})
			b.out.Add(h.plain, h.Span)
		}
		start = min(h.End, end)
	}
	b.literal(start, end)
	b.pos = end
}

// before returns where the text in front of a hole ends: without the space before
// a marker that punctuation, another marker or nothing follows.
func (b *plainBuilder) before(h hole, start int) int {
	end := max(h.Start, start)
	if h.keys == nil || h.plain != "" {
		return end
	}
	next := b.source[min(h.End, b.end):b.end]
	if r, _ := utf8.DecodeRuneInString(next); next == "" || strings.ContainsRune(" \n.,;:!?)[。，；：、！？）", r) {
		for end > start && (b.source[end-1] == ' ' || h.style == LaTeXStyle && b.source[end-1] == '~') {
			end--
		}
	}
	return end
}

// literal adds source text in which no markup is left but escapes and entities.
func (b *plainBuilder) literal(start, end int) {
	for i := start; i < end && !b.verbatim; i++ {
		switch b.source[i] {
		case '\\':
			if i+1 < end && punctuation(b.source[i+1]) {
				b.add(b.source[start:i], start, i)
				start = i + 1
				i++
			}
		case '&':
			semicolon := strings.IndexByte(b.source[i:min(end, i+maxEntity)], ';')
			if semicolon < 0 {
				continue
			}
			raw := b.source[i : i+semicolon+1]
			if decoded := html.UnescapeString(raw); decoded != raw {
				b.add(b.source[start:i], start, i)
				b.add(decoded, i, i+len(raw))
				start = i + len(raw)
				i = start - 1
			}
		}
	}
	if start < end {
		b.add(b.source[start:end], start, end)
	}
}

// maxEntity is the longest entity in bytes: &CounterClockwiseContourIntegral;
const maxEntity = 34

func punctuation(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
