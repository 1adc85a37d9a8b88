package render

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"sort"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/citestone/citestone/internal/document"
)

// article renders the text of a report with its annotations. Raw HTML and images of
// the Markdown are left out, links are limited to safe schemes.
func article(markdown string, doc *document.Document, a annotations) (string, error) {
	w := newAnnotator(a)
	md := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList, extension.NewFootnote()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(w, 1))))
	source := []byte(markdown)
	root := md.Parser().Parse(text.NewReader(source))
	ids := map[int]string{}
	for _, r := range doc.References {
		ids[r.Start] = "ref-" + r.ID
	}
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			w.see(n, ids)
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	if err == nil {
		err = md.Renderer().Render(&out, source, root)
	}
	return out.String(), err
}

// annotator renders the nodes that hold text, and with them the annotations. The
// others are rendered as goldmark does. It works piece by piece, so that a sentence
// whose markup nests in any way yields well-formed HTML.
type annotator struct {
	annotations
	edges []int // where marks and markers begin and end, in order
	last  []int // end of the last piece of text of each mark
}

func newAnnotator(a annotations) *annotator {
	w := &annotator{annotations: a, last: make([]int, len(a.marks))}
	for _, m := range a.marks {
		w.edges = append(w.edges, m.Start, m.End)
	}
	for _, c := range a.cites {
		w.edges = append(w.edges, c.Start, c.End)
	}
	sort.Ints(w.edges)
	return w
}

// see notes what rendering needs to know beforehand: where the text of each mark ends,
// and which block is which reference.
func (w *annotator) see(n ast.Node, ids map[int]string) {
	if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
		if id := ids[n.Lines().At(0).Start]; id != "" {
			n.SetAttributeString("id", []byte(id))
		}
	}
	t, ok := n.(*ast.Text)
	if !ok || within(n, ast.KindLink) {
		return
	}
	for at := t.Segment.Start; at < t.Segment.Stop; at = w.nextEdge(at) {
		if i := w.markAt(at); i >= 0 {
			w.last[i] = min(w.marks[i].End, t.Segment.Stop)
		}
	}
}

func within(n ast.Node, kind ast.NodeKind) bool {
	for ; n != nil; n = n.Parent() {
		if n.Kind() == kind {
			return true
		}
	}
	return false
}

func (w *annotator) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindText, w.text)
	r.Register(ast.KindCodeSpan, element("code"))
	r.Register(ast.KindImage, func(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
		return ast.WalkContinue, nil // only its description is shown
	})
	r.Register(ast.KindRawHTML, nothing)
	r.Register(ast.KindHTMLBlock, nothing)
	r.Register(extast.KindTable, func(b util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		open := `<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>`
		return tag(b, entering, open, "</table></div>\n")
	})
}

func nothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}

func element(name string) renderer.NodeRendererFunc {
	return func(b util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		return tag(b, entering, "<"+name+">", "</"+name+">")
	}
}

func tag(b util.BufWriter, entering bool, open, end string) (ast.WalkStatus, error) {
	if !entering {
		open = end
	}
	_, err := b.WriteString(open)
	return ast.WalkContinue, err
}

func (w *annotator) text(b util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.Text)
	raw := n.IsRaw() || within(n, ast.KindCodeSpan)
	w.pieces(n.Segment.Start, n.Segment.Stop, within(n, ast.KindLink), func(start, end int) {
		if raw {
			goldhtml.DefaultWriter.RawWrite(b, source[start:end])
		} else {
			goldhtml.DefaultWriter.Write(b, source[start:end])
		}
	}, func(s string) { _, _ = b.WriteString(s) })
	switch {
	case n.HardLineBreak():
		_, _ = b.WriteString("<br>\n")
	case n.SoftLineBreak():
		_ = b.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

// pieces writes the text from start to end, cut where a mark or a marker begins or
// ends. In a link, which may hold no other, the text has marks but no links.
func (w *annotator) pieces(start, end int, inLink bool, plain func(start, end int), write func(string)) {
	for at := start; at < end; {
		m, stop := w.markAt(at), min(end, w.nextEdge(at))
		if c, ok := w.citeAt(at); ok && !inLink {
			if stop = min(end, c.End); at == c.Start {
				write(c.html())
			}
		} else if m >= 0 {
			write(w.open(m))
			plain(at, stop)
			write("</span>")
		} else {
			plain(at, stop)
		}
		if m >= 0 && stop == w.last[m] && !inLink {
			write(w.marks[m].badge())
		}
		at = stop
	}
}

// open returns the start tag of a piece of a mark; the first carries its id.
func (w *annotator) open(m int) string {
	k := &w.marks[m]
	id := ""
	if !k.opened {
		k.opened = true
		id = ` id="claim-` + html.EscapeString(k.ids[0]) + `"`
	}
	return fmt.Sprintf(`<span%s class="claim %s">`, id, html.EscapeString(string(k.status)))
}

// badge leads from a sentence to the evidence of its first claim.
func (m mark) badge() string {
	name := "Claim " + m.ids[0]
	if n := len(m.ids); n > 1 {
		name = "Claims " + m.ids[0] + " to " + m.ids[n-1]
	}
	label := html.EscapeString(name + ": " + string(m.status) + ". Show the evidence")
	return fmt.Sprintf(`<a class="badge %s" href="#evidence-%s" title="%s" aria-label="%s">%s</a>`,
		html.EscapeString(string(m.status)), html.EscapeString(m.ids[0]), label, label, symbol(m.status))
}

func (c cite) html() string {
	var b strings.Builder
	for _, l := range c.links {
		title := html.EscapeString(l.title)
		fmt.Fprintf(&b, `<a class="cite" href="%s" title="%s" aria-label="%s">[%s]</a>`,
			html.EscapeString(l.href), title, title, html.EscapeString(l.key))
	}
	return b.String()
}

// markAt returns the index of the mark that covers the offset, or -1.
func (w *annotator) markAt(at int) int {
	i := sort.Search(len(w.marks), func(i int) bool { return w.marks[i].End > at })
	if i < len(w.marks) && w.marks[i].Start <= at {
		return i
	}
	return -1
}

func (w *annotator) citeAt(at int) (cite, bool) {
	i := sort.Search(len(w.cites), func(i int) bool { return w.cites[i].End > at })
	if i < len(w.cites) && w.cites[i].Start <= at {
		return w.cites[i], true
	}
	return cite{}, false
}

// nextEdge returns the nearest offset after at where a mark or a marker begins or ends.
func (w *annotator) nextEdge(at int) int {
	if i := sort.SearchInts(w.edges, at+1); i < len(w.edges) {
		return w.edges[i]
	}
	return math.MaxInt
}
