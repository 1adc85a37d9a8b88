package document

import (
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown parses the blocks and markers of Markdown into d.
func (d *Document) markdown(r holeReader) {
	m := maskSource(d.Source, r)
	w := walker{doc: d, bytes: []byte(d.Source), mask: m, cited: r.cited}
	if m.frontMatter.End > 0 {
		w.block(FrontMatter, m.frontMatter, 0, identity(d.Source, m.frontMatter))
	}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList),
		goldmark.WithParserOptions(parser.WithHeadingAttribute(),
			// Only the definitions: the marks in the text are markers.
			parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999))))
	w.walk(md.Parser().Parse(gtext.NewReader(m.source)), place{kind: Paragraph})
}

// identity returns the span of source mapped to itself.
func identity(source string, span citestone.Span) text.Mapped {
	var b text.Builder
	b.Add(source[span.Start:span.End], span)
	return b.Mapped()
}

// A walker turns goldmark's tree into blocks.
type walker struct {
	doc   *Document
	bytes []byte // its source
	mask  mask
	cited bool // markers are a stranger's
}

// place is where in the structure a block stands.
type place struct {
	kind  BlockKind // of a paragraph there
	level int       // depth of lists and quotations
}

// walk adds the blocks below n.
func (w *walker) walk(n ast.Node, p place) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Heading:
			w.inline(c, Heading, c.Level)
		case *ast.Paragraph, *ast.TextBlock:
			w.inline(c, p.kind, p.level)
		case *ast.ListItem:
			w.walk(c, place{within(p.kind, ListItem), p.level + 1})
		case *ast.Blockquote:
			w.walk(c, place{within(p.kind, Quote), p.level + 1})
		case *east.Footnote:
			first := len(w.doc.Blocks) + 1
			w.walk(c, place{Definition, p.level})
			for i := first; i < len(w.doc.Blocks); i++ {
				w.doc.Blocks[i].more = true
			}
		case *east.TableCell:
			w.inline(c, TableCell, 0)
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			w.raw(c, Code)
		case *ast.HTMLBlock:
			w.raw(c, HTML)
		case *ast.LinkReferenceDefinition:
			w.raw(c, Definition)
		default:
			w.walk(c, p)
		}
	}
}

// within returns the kind of a paragraph in a list or quotation that stands in a
// place of the kind outer. What belongs to a definition stays one.
func within(outer, inner BlockKind) BlockKind {
	if outer == Definition {
		return Definition
	}
	return inner
}

// extent returns the source range of the lines of n.
func extent(n ast.Node) (citestone.Span, bool) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return citestone.Span{}, false
	}
	span := citestone.Span{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	return span, span.Start <= span.End
}

// raw adds a block whose text is its lines.
func (w *walker) raw(n ast.Node, kind BlockKind) {
	span, ok := extent(n)
	if !ok || trimSpan(w.doc.Source, span).Start == span.End {
		return
	}
	var b text.Builder
	for i := range n.Lines().Len() {
		l := n.Lines().At(i)
		b.Add(w.doc.Source[l.Start:l.Stop], citestone.Span{Start: l.Start, End: l.Stop})
	}
	w.block(kind, span, 0, b.Mapped())
}

// inline adds a block whose text is its inline nodes.
func (w *walker) inline(n ast.Node, kind BlockKind, level int) {
	span, ok := extent(n)
	if !ok {
		return
	}
	span = trimSpan(w.doc.Source, span)
	b := plainBuilder{source: w.doc.Source, bytes: w.bytes, holes: w.mask.holes, pos: span.Start, end: span.End, cited: w.cited, block: span}
	b.children(n)
	w.doc.Markers = append(w.doc.Markers, b.markers...)
	w.doc.links = append(w.doc.links, b.links...)
	if plain := trimMapped(b.out.Mapped()); plain.Text != "" || len(b.markers) > 0 {
		w.block(kind, span, level, plain)
	}
}

func (w *walker) block(kind BlockKind, span citestone.Span, level int, plain text.Mapped) {
	w.doc.Blocks = append(w.doc.Blocks, Block{Kind: kind, Span: span, Level: level, Plain: plain})
}

// trimSpan returns the span without the white space at its ends.
func trimSpan(source string, s citestone.Span) citestone.Span {
	body := source[s.Start:s.End]
	left := strings.TrimLeft(body, " \t\r\n")
	s.Start = s.End - len(left)
	s.End -= len(left) - len(strings.TrimRight(left, " \t\r\n"))
	return s
}

// trimMapped returns m without the white space at its ends.
func trimMapped(m text.Mapped) text.Mapped {
	s := trimSpan(m.Text, citestone.Span{Start: 0, End: len(m.Text)})
	return m.Slice(s.Start, s.End)
}
