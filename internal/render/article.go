package render

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"net/url"
	"path"
	"slices"
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

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// article renders the text of a document with its annotations. Raw HTML and images of
// the Markdown are left out, links are limited to web and mail addresses. Afterwards
// the marks know whether they are shown, and no card leads to one that is not.
func article(d *document.Document, a *annotations) (string, error) {
	w := newAnnotator(a)
	var out bytes.Buffer
	var err error
	if strings.EqualFold(path.Ext(d.Name), ".txt") {
		w.lines(&out, d)
	} else {
		err = w.markdown(&out, d)
	}
	a.settle()
	return out.String(), err
}

func (w *annotator) markdown(out *bytes.Buffer, d *document.Document) error {
	md := goldmark.New(
		goldmark.WithExtensions(
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.TaskList, extension.NewFootnote()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(w, 1))))
	source := withoutFrontMatter(d)
	root := md.Parser().Parse(text.NewReader(source))
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			mergeText(n, source)
		}
		if t, ok := n.(*ast.Text); ok && entering {
			w.seeText(t.Segment.Start, t.Segment.Stop, within(n, ast.KindLink))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	return md.Renderer().Render(out, source, root)
}

// withoutFrontMatter blanks the document's front matter, so that offsets stay.
func withoutFrontMatter(d *document.Document) []byte {
	source := []byte(d.Source)
	for _, b := range d.Blocks {
		if b.Kind != document.FrontMatter {
			continue
		}
		for i := b.Start; i < b.End; i++ {
			if source[i] != '\n' {
				source[i] = ' '
			}
		}
	}
	return source
}

// lines renders a document of plain text, whose blocks are its paragraphs.
func (w *annotator) lines(out *bytes.Buffer, d *document.Document) {
	for _, b := range d.Blocks {
		w.seeText(b.Start, b.End, false)
	}
	for _, b := range d.Blocks {
		name := "p"
		if b.Kind == document.Heading {
			name = "h2"
		}
		out.WriteString("<" + name + ` class="plain">`)
		w.pieces(b.Start, b.End, false, func(start, end int) {
			out.WriteString(html.EscapeString(d.Source[start:end]))
		}, func(s string) { out.WriteString(s) })
		out.WriteString("</" + name + ">\n")
	}
}

// annotator renders the nodes that hold text, and with them the annotations. The
// others are rendered as goldmark does. It works piece by piece, so that a sentence
// whose markup nests in any way yields well-formed HTML.
type annotator struct {
	*annotations
	edges []int           // where anything begins and ends, in order
	last  map[*mark]int   // end of the last piece of text of each mark
	shown map[string]bool // ids of the references whose text the page has
}

func newAnnotator(a *annotations) *annotator {
	w := &annotator{annotations: a, last: map[*mark]int{}, shown: map[string]bool{}}
	for _, m := range slices.Concat(a.marks, a.flags) {
		w.edges = append(w.edges, m.Start, m.End)
	}
	for _, c := range a.cites {
		w.edges = append(w.edges, c.Start, c.End)
	}
	for _, e := range a.entries {
		w.edges = append(w.edges, e.Start, e.End)
	}
	sort.Ints(w.edges)
	return w
}

// seeText notes what rendering needs to know beforehand: where the text of each mark
// ends, and which references are shown.
func (w *annotator) seeText(start, end int, inLink bool) {
	for at := start; at < end; at = w.nextEdge(at) {
		if e := covering(w.entries, at); e != nil {
			for _, id := range e.ids {
				w.shown[id] = true
			}
		}
		for _, m := range w.over(at) {
			if !inLink {
				w.last[m] = min(m.End, end)
			}
		}
	}
}

// mergeText makes one piece of the pieces that a node's text was parsed in, so that a marker
// is in one.
func mergeText(n ast.Node, source []byte) {
	for c := n.FirstChild(); c != nil; {
		next := c.NextSibling()
		t, ok := c.(*ast.Text)
		if ok && next != nil && t.Segment.Stop > 0 && t.Merge(next, source) {
			n.RemoveChild(n, next)
			continue
		}
		c = next
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
	r.Register(ast.KindLink, safeLink)
	r.Register(ast.KindAutoLink, autoLink)
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

// safeLink renders a link to the web or to a mail address, and of any other its text.
func safeLink(b util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	address := linkable(string(node.(*ast.Link).Destination))
	if address == "" {
		return ast.WalkContinue, nil
	}
	return tag(b, entering, `<a href="`+html.EscapeString(address)+`">`, "</a>")
}

func autoLink(b util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.AutoLink)
	label, address := html.EscapeString(string(n.Label(source))), string(n.URL(source))
	if n.AutoLinkType == ast.AutoLinkEmail {
		address = "mailto:" + strings.TrimPrefix(address, "mailto:")
	}
	if address = linkable(address); address == "" {
		return tag(b, true, label, "")
	}
	return tag(b, true, `<a href="`+html.EscapeString(address)+`">`+label+"</a>", "")
}

// linkable returns the address of a link that a page may have, "" for any other.
func linkable(address string) string {
	if u, err := url.Parse(address); err == nil && u.Scheme == "mailto" && u.Opaque != "" {
		return u.String()
	}
	return safeURL(address)
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

// pieces writes the text from start to end, cut where something begins or ends. In a
// link, which may hold no other, the text has marks but no links.
func (w *annotator) pieces(start, end int, inLink bool, plain func(start, end int), write func(string)) {
	for at := start; at < end; {
		if e := covering(w.entries, at); e != nil {
			write(e.open())
		}
		marks, stop := w.over(at), min(end, w.nextEdge(at))
		c := covering(w.cites, at)
		if c != nil && !inLink && !c.written {
			if stop = min(end, c.End); at == c.Start {
				write(w.numbers(c))
			}
		} else {
			write(w.open(marks))
			before, after := "", ""
			if c != nil && !inLink {
				before, after = w.link(c.links)
			}
			write(before)
			plain(at, stop)
			write(after + strings.Repeat("</span>", len(marks)))
		}
		for _, m := range marks {
			if stop == w.last[m] && !inLink {
				write(m.badge())
			}
		}
		at = stop
	}
}

// open returns the start tags of a piece of marks; the first of a mark carries its id.
func (w *annotator) open(marks []*mark) string {
	var b strings.Builder
	for _, m := range marks {
		b.WriteString("<span")
		if !m.opened {
			m.opened = true
			fmt.Fprintf(&b, ` id="%s"`, html.EscapeString(m.anchor()))
		}
		fmt.Fprintf(&b, ` class="%s %s"`, m.kind, html.EscapeString(m.class))
		if w.script {
			fmt.Fprintf(&b, ` data-ids="%s"`, html.EscapeString(strings.Join(m.ids, " ")))
		}
		b.WriteString(">")
	}
	return b.String()
}

// open returns what the links of markers lead to, once.
func (e *entry) open() string {
	var b strings.Builder
	for _, id := range e.ids {
		fmt.Fprintf(&b, `<span id="%s"></span>`, html.EscapeString(id))
	}
	e.ids = nil
	return b.String()
}

// badge leads from the text to the card of the first claim or finding.
func (m *mark) badge() string {
	name, what := "Claim "+m.ids[0], "Show the evidence"
	switch n := len(m.ids); {
	case m.kind == flagKind:
		name, what = "Finding", "Show what is wrong"
	case n > 1:
		name = "Claims " + m.ids[0] + " to " + m.ids[n-1]
	}
	label := html.EscapeString(name + ": " + m.class + ". " + what)
	return fmt.Sprintf(`<a class="badge %s" href="#%s" title="%s" aria-label="%s">%s</a>`,
		html.EscapeString(m.class), html.EscapeString(m.ids[0]), label, label, symbol(m.class))
}

// numbers returns a marker as the numbers of its references.
func (w *annotator) numbers(c *cite) string {
	var b strings.Builder
	for i, l := range c.links {
		before, after := w.link(c.links[i:])
		b.WriteString(before + "[" + html.EscapeString(l.key) + "]" + after)
	}
	return b.String()
}

// link returns the tags around the text that stands for the first of the references. A
// reference that is neither on the web nor on the page is only named.
func (w *annotator) link(links []citeLink) (before, after string) {
	if len(links) == 0 {
		return "", ""
	}
	title, href := html.EscapeString(links[0].title), links[0].href
	if id, local := strings.CutPrefix(href, "#"); local && !w.shown[id] {
		href = links[0].url
	}
	if href == "" {
		return fmt.Sprintf(`<span class="cite" title="%s">`, title), "</span>"
	}
	return fmt.Sprintf(`<a class="cite" href="%s" title="%s" aria-label="%s">`, html.EscapeString(href), title, title), "</a>"
}

// over returns the marks that cover the offset.
func (w *annotator) over(at int) []*mark {
	var out []*mark
	for _, marks := range [][]mark{w.marks, w.flags} {
		if m := covering(marks, at); m != nil {
			out = append(out, m)
		}
	}
	return out
}

// covering returns the element that covers the offset, or nil. The elements are in
// order and do not overlap.
func covering[T any, P interface {
	*T
	span() citestone.Span
}](list []T, at int) P {
	i := sort.Search(len(list), func(i int) bool { return P(&list[i]).span().End > at })
	if i < len(list) && P(&list[i]).span().Start <= at {
		return &list[i]
	}
	return nil
}

// nextEdge returns the nearest offset after at where something begins or ends.
func (w *annotator) nextEdge(at int) int {
	if i := sort.SearchInts(w.edges, at+1); i < len(w.edges) {
		return w.edges[i]
	}
	return math.MaxInt
}
