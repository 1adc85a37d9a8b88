package reader

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// readHTML converts the main text of an HTML page to Markdown.
func readHTML(name string, data []byte) (string, document.Meta, error) {
	data, err := decodeHTML(name, data)
	if err != nil {
		return "", document.Meta{}, err
	}
	root, err := html.Parse(bytes.NewReader(data)) // refuses nesting beyond 512 elements
	if err != nil {
		return "", document.Meta{}, citestone.Errorf(citestone.BadInput, "%s: cannot parse the HTML: %w", name, err)
	}
	meta := htmlMeta(root)
	dropFurniture(root)
	main := mainElement(root)
	if meta.Title == "" {
		meta.Title = textOf(find(main, atom.H1))
	}
	conv := converter.NewConverter(converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin()))
	markdown, err := conv.ConvertNode(main, converter.WithDomain(meta.URL))
	if err != nil {
		return "", meta, citestone.Errorf(citestone.BadInput, "%s: cannot convert the HTML: %w", name, err)
	}
	return string(bytes.TrimSpace(markdown)) + "\n", meta, nil
}

// decodeHTML returns data as UTF-8, by the page's own word for its encoding.
func decodeHTML(name string, data []byte) ([]byte, error) {
	e, _, certain := charset.DetermineEncoding(data[:min(len(data), 1024)], "")
	if e != encoding.Nop && (certain || !utf8.Valid(data)) {
		decoded, err := e.NewDecoder().Bytes(data)
		if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "%s: cannot decode the page: %w", name, err)
		}
		data = decoded
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, citestone.Errorf(citestone.BadInput, "%s: a binary file: zero byte at offset %d", name, i)
	}
	return bytes.ToValidUTF8(data, []byte("\uFFFD")), nil
}

// htmlMeta reads title, author, date, description, address and language of a page.
func htmlMeta(root *html.Node) document.Meta {
	var m document.Meta
	for n := range root.Descendants() {
		switch n.DataAtom {
		case atom.Html:
			m.Language = attribute(n, "lang")
		case atom.Title:
			if m.Title == "" && n.Namespace == "" {
				m.Title = textOf(n)
			}
		case atom.Link:
			if attribute(n, "rel") == "canonical" {
				m.URL = attribute(n, "href")
			}
		case atom.Time:
			if m.Date == "" {
				m.Date = attribute(n, "datetime")
			}
		case atom.Meta:
			setMeta(&m, strings.ToLower(attribute(n, "name")+attribute(n, "property")), strings.TrimSpace(attribute(n, "content")))
		}
	}
	return m
}

// setMeta takes over a <meta> element; the first of a kind counts, but that its
// date goes before one found in the text.
func setMeta(m *document.Meta, name, content string) {
	if content == "" {
		return
	}
	first := func(field *string) {
		if *field == "" {
			*field = content
		}
	}
	switch name {
	case "author", "article:author", "citation_author", "dc.creator":
		m.Authors = append(m.Authors, content)
	case "date", "article:published_time", "citation_publication_date", "dc.date", "dcterms.date":
		m.Date = content
	case "description", "og:description":
		first(&m.Summary)
	case "og:url":
		first(&m.URL)
	case "og:site_name":
		first(&m.Publisher)
	case "og:title":
		first(&m.Title)
	case "keywords":
		for tag := range strings.SplitSeq(content, ",") {
			m.Tags = append(m.Tags, strings.TrimSpace(tag))
		}
	}
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textOf returns the text below n on one line.
func textOf(n *html.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// find returns the first element of the kind below n, or nil.
func find(n *html.Node, kind atom.Atom) *html.Node {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && c.DataAtom == kind {
			return c
		}
	}
	return nil
}

// dropFurniture removes what is not part of a page's text.
func dropFurniture(root *html.Node) {
	var drop []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.CommentNode || n.Type == html.ElementNode && furniture(n) {
			drop = append(drop, n)
		}
	}
	for _, n := range drop {
		n.Parent.RemoveChild(n)
	}
}

func furniture(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Nav, atom.Footer, atom.Aside, atom.Noscript, atom.Template, atom.Head, atom.Iframe, atom.Svg, atom.Button:
		return true
	case atom.Form: // some pages stand in one as a whole
		return find(n, atom.P) == nil
	case atom.Header: // of the page, not of the article
		for p := n.Parent; p != nil; p = p.Parent {
			if p.DataAtom == atom.Article || p.DataAtom == atom.Main {
				return false
			}
		}
		return true
	}
	return false
}

// mainElement returns the main element, else the only article, else the body.
func mainElement(root *html.Node) *html.Node {
	if n := find(root, atom.Main); n != nil {
		return n
	}
	articles := 0
	for n := range root.Descendants() {
		if n.DataAtom == atom.Article {
			articles++
		}
	}
	if articles == 1 {
		return find(root, atom.Article)
	}
	if n := find(root, atom.Body); n != nil {
		return n
	}
	return root
}
