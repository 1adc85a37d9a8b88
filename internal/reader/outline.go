package reader

import (
	"html"
	"strconv"
	"strings"

	"github.com/citestone/citestone/internal/document"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// An outline is what has to be known of a page before it is converted.
type outline struct {
	mains, articles int
	layout          map[int]bool   // tables that only place parts of the page
	notes           map[string]int // ids of footnotes and references, as indexes into labels
	labels          []string
	links           map[int]local // links inside of the page, by offset
	dropped         map[int]string
}

// local is a link inside of the page.
type local struct {
	id, text      string
	before, after textToken // right in front of it and behind it
	at            int
}

type textToken struct{ start, end int }

// A target is an element that a link may lead to.
type target struct {
	at    int
	entry bool // it may be a footnote or an entry of a list of references
	group string
}

// A tag is a start or end tag, or text, with its place.
type tag struct {
	kind       nethtml.TokenType
	atom       atom.Atom
	start, end int
	attrs      map[string]string
}

func (t tag) id() string {
	if t.attrs["id"] == "" && t.atom == atom.A {
		return t.attrs["name"]
	}
	return t.attrs["id"]
}

// eachTag calls f for the tags and texts of a page. What is in elements that are no
// part of its text is left out.
func eachTag(src string, f func(tag)) {
	z := nethtml.NewTokenizer(strings.NewReader(src))
	var skip skipper
	for at := 0; ; {
		kind := z.Next()
		if kind == nethtml.ErrorToken {
			return
		}
		t := tag{kind: kind, start: at, end: at + len(z.Raw())}
		at = t.end
		if kind == nethtml.StartTagToken || kind == nethtml.EndTagToken || kind == nethtml.SelfClosingTagToken {
			name, more := z.TagName()
			t.atom = atom.Lookup(name)
			for n := 0; more && n < maxAttributes; n++ {
				var key, value []byte
				if key, value, more = z.TagAttr(); wanted(string(key)) {
					if t.attrs == nil {
						t.attrs = map[string]string{}
					}
					t.attrs[string(key)] = string(value)
				}
			}
		}
		if skip.keeps(t) {
			f(t)
		}
	}
}

const maxAttributes = 100

func wanted(attribute string) bool {
	switch attribute {
	case "id", "name", "href", "class", "role", "start", "value", "hidden", "style", "type":
		return true
	}
	return false
}

// A skipper leaves out the elements that are no part of a page's text.
type skipper struct {
	inside atom.Atom // the element that is left out
	depth  int       // how often it is open
	body   int       // main and article elements that are open
}

func (s *skipper) keeps(t tag) bool {
	if s.depth > 0 {
		switch {
		case t.atom != s.inside:
		case t.kind == nethtml.StartTagToken:
			s.depth++
		case t.kind == nethtml.EndTagToken:
			s.depth--
		}
		return false
	}
	if t.atom == atom.Main || t.atom == atom.Article {
		switch t.kind {
		case nethtml.StartTagToken:
			s.body++
		case nethtml.EndTagToken:
			s.body--
		}
	}
	if t.kind == nethtml.StartTagToken && !void(t.atom) && s.drops(t) {
		s.inside, s.depth = t.atom, 1
		return false
	}
	return true
}

// drops reports whether an element is left out: what is furniture, what is hidden, and
// what leads back from a footnote.
func (s *skipper) drops(t tag) bool {
	class, role := t.attrs["class"], t.attrs["role"]
	notes := strings.Contains(class, "footnote") || strings.Contains(role, "endnote") || strings.Contains(t.attrs["id"], "footnote")
	switch t.atom {
	case atom.Nav, atom.Aside, atom.Footer:
		return !notes
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Head, atom.Iframe, atom.Svg, atom.Button, atom.Select, atom.Textarea, atom.Title, atom.Annotation:
		return true
	case atom.Header:
		return s.body <= 0
	case atom.Input:
		return false
	}
	if _, hidden := t.attrs["hidden"]; hidden || strings.Contains(strings.ReplaceAll(t.attrs["style"], " ", ""), "display:none") || role == "doc-backlink" {
		return true
	}
	for name := range strings.FieldsSeq(class) {
		switch name {
		case "mw-editsection", "mw-cite-backlink", "cite-accessibility-label", "noprint", "mw-jump-link", "footnote-back", "footnote-backref":
			return true
		}
	}
	return false
}

func void(a atom.Atom) bool {
	switch a {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// outlineOf reads what has to be known of a page beforehand.
func outlineOf(src string) *outline {
	o := &outline{layout: map[int]bool{}, notes: map[string]int{}, links: map[int]local{}, dropped: map[int]string{}}
	targets := map[string]target{}
	var tables, lists []int
	var texts []textToken // of the link at hand
	var open, closed *local
	var links []*local
	var last textToken
	eachTag(src, func(t tag) {
		start, end := t.kind == nethtml.StartTagToken, t.kind == nethtml.EndTagToken
		if id := t.id(); id != "" && t.kind != nethtml.EndTagToken {
			if _, twice := targets[id]; !twice {
				targets[id] = targetOf(t, id, lists)
			}
		}
		switch {
		case t.kind == nethtml.TextToken:
			this := textToken{t.start, t.end}
			if open != nil {
				texts = append(texts, this)
			} else {
				if closed != nil {
					closed.after, closed = this, nil
				}
				last = this
			}
		case t.atom == atom.Main && start:
			o.mains++
		case t.atom == atom.Article && start:
			o.articles++
		case t.atom == atom.Table && start:
			if len(tables) > 0 {
				o.layout[tables[len(tables)-1]] = true
			}
			tables = append(tables, t.start)
		case t.atom == atom.Table && end:
			tables = tables[:max(0, len(tables)-1)]
		case (t.atom == atom.Ol || t.atom == atom.Ul) && start:
			lists = append(lists, t.start)
		case (t.atom == atom.Ol || t.atom == atom.Ul) && end:
			lists = lists[:max(0, len(lists)-1)]
		case headingLevel(t.atom) > 0 && start && len(tables) > 0:
			o.layout[tables[len(tables)-1]] = true
		case t.atom == atom.A && start:
			if id, ok := strings.CutPrefix(t.attrs["href"], "#"); ok {
				open, texts = &local{id: id, at: t.start, before: last}, nil
			}
		case t.atom == atom.A && end && open != nil:
			open.text = joined(src, texts)
			links = append(links, open)
			open, closed = nil, open
		}
	})
	o.resolve(src, links, targets)
	return o
}

// targetOf describes an element with an id.
func targetOf(t tag, id string, lists []int) target {
	g := target{at: t.start, group: strings.TrimRight(id, "0123456789")}
	switch t.atom {
	case atom.Li:
		g.entry = true
		if len(lists) > 0 {
			g.group = "list " + strconv.Itoa(lists[len(lists)-1])
		}
	case atom.A, atom.P, atom.Div, atom.Aside, atom.Section, atom.Span, atom.Dd, atom.Dt, atom.Tr, atom.Td, atom.Cite:
		g.entry = noteID(id)
	}
	return g
}

// noteID reports whether an id is one that footnotes and references get: fn1, _ftn1,
// cite_note-1, ref-CR1, bib.bib1.
func noteID(id string) bool {
	name := strings.ToLower(strings.TrimLeft(id, "_"))
	for _, prefix := range []string{"fn", "ftn", "edn", "sdfootnote", "sdendnote", "footnote", "endnote", "note", "cite", "cit", "ref", "bib", "cr", "b", "r", "en", "id"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && (len(prefix) > 2 || strings.Trim(rest, ":-_.0123456789") == "" || prefix == "cr") && !strings.Contains(name, "fnref") && !strings.Contains(name, "ftnref") {
			return true
		}
	}
	return false
}

// joined returns the start of the texts on one line.
func joined(src string, texts []textToken) string {
	var b strings.Builder
	for _, t := range texts {
		if b.Len() > maxLabel {
			break
		}
		b.WriteString(src[t.start:min(t.end, t.start+maxLabel)])
	}
	return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
}

// maxLabel bounds what is looked at of a link's text in bytes.
const maxLabel = 60

// resolve finds the links that cite: their text is a label, and they lead forward to
// an entry.
func (o *outline) resolve(src string, links []*local, targets map[string]target) {
	used := map[string]string{} // label -> id
	groups := map[string]int{}
	for _, l := range links {
		t, ok := targets[l.id]
		name := labelOf(l.text)
		o.links[l.at] = *l
		if !ok || !t.entry || name == "" || t.at < l.at {
			continue
		}
		if _, known := o.notes[l.id]; !known {
			if other, taken := used[name]; taken && other != l.id {
				name = strings.NewReplacer(" ", "-", "[", "", "]", "", "^", "").Replace(l.id)
			}
			used[name] = l.id
			o.notes[l.id] = len(o.labels)
			o.labels = append(o.labels, name)
		}
		groups[t.group]++
	}
	o.drop(src, links)
}

// drop finds the brackets around the links that cite and what stands between them.
func (o *outline) drop(src string, links []*local) {
	for i, l := range links {
		index, ok := o.notes[l.id]
		if !ok || labelOf(l.text) == "" {
			continue
		}
		before, after := src[l.before.start:l.before.end], src[l.after.start:l.after.end]
		if strings.HasSuffix(before, "[") && l.before.end <= l.at {
			o.dropped[l.before.end-1] = ""
		}
		if strings.HasPrefix(after, "]") {
			o.dropped[l.after.start] = ""
		}
		if i+1 < len(links) && links[i+1].before == l.after && l.after.end > 0 && len(after) < 12 {
			next, cites := o.notes[links[i+1].id]
			if between := html.UnescapeString(after); cites && strings.Trim(between, " ,;–-—\u00a0\n\u2009") == "" {
				for k := range len(after) {
					o.dropped[l.after.start+k] = ""
				}
				if strings.ContainsAny(between, "–-") {
					o.dropped[l.after.start] = o.between(index, next)
				}
			}
		}
	}
}

// between returns the markers of the notes between two.
func (o *outline) between(first, last int) string {
	from, err1 := strconv.Atoi(o.labels[first])
	to, err2 := strconv.Atoi(o.labels[last])
	if err1 != nil || err2 != nil || to-from > maxRange {
		return ""
	}
	var b strings.Builder
	for n := from + 1; n < to; n++ {
		b.WriteString("[^" + strconv.Itoa(n) + "]")
	}
	return b.String()
}

// maxRange is how many references a range like 3–9 may span.
const maxRange = 100

// labelOf returns the label that the text of a link is: of [1], 1, a, * or [note 1].
// It returns "" for other text.
func labelOf(s string) string {
	s = strings.Trim(s, "[]()^ .\u00a0")
	if s == "" || len(s) > 12 {
		return ""
	}
	if name, number, ok := strings.Cut(s, " "); ok && (name == "note" || name == "nb" || name == "Note" || name == "n") && digits(number) {
		return name + "-" + number
	}
	switch {
	case digits(s) && len(s) <= 4, len(s) == 1 && letter(s[0]), strings.Trim(s, "*†‡§¶") == "", strings.Trim(s, "ivxIVX") == "":
		return s
	}
	return ""
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func headingLevel(a atom.Atom) int {
	switch a {
	case atom.H1:
		return 1
	case atom.H2:
		return 2
	case atom.H3:
		return 3
	case atom.H4:
		return 4
	case atom.H5:
		return 5
	case atom.H6:
		return 6
	}
	return 0
}

// pageMeta reads what the head of a page says of it.
func pageMeta(src string) document.Meta {
	head := src[:min(len(src), maxHead)]
	if i := strings.Index(strings.ToLower(head), "</head"); i >= 0 {
		head = head[:i]
	}
	root, err := nethtml.Parse(strings.NewReader(head))
	if err != nil {
		return document.Meta{}
	}
	return htmlMeta(root)
}

// maxHead bounds the head of a page in bytes.
const maxHead = 1 << 20
