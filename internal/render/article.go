package render

import (
	"bytes"
	"html"
	"net/url"
	"path"
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
	case n.SoftLineBreak() && w.entryFollows(n.Segment.Stop, source):
		_, _ = b.WriteString("<br>\n") // or a list of references reads as one paragraph
	case n.SoftLineBreak():
		_ = b.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}
