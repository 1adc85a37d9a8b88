package reader

import (
	"html"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A page converts HTML to Markdown. A link from the text to a footnote or to an entry
// of a list of references becomes a footnote of Markdown, so that it cites what it
// leads to.
type page struct {
	composer
	*outline
	src   string
	stack []element

	body    int // elements open that hold the text of the page
	pre     int // where the text of a <pre> starts; -1 outside of one
	preText strings.Builder
	silent  atom.Atom // a link that is left out
	entry   int       // depth of the stack where an entry began; 0 outside of one
	lead    string    // the label that an entry may begin with
	raised  bool      // in a <sup> that is written
}

// An element is one that is open.
type element struct {
	atom   atom.Atom
	nested int // containers around it
	number int // of the next item of an ordered list; 0 in others
	layout bool
}

// maxElements bounds how deep elements are followed.
const maxElements = 400

// convertPage converts the main text of a page.
func convertPage(src string) *page {
	p := &page{src: src, outline: outlineOf(src), pre: -1}
	eachTag(src, func(t tag) {
		switch t.kind {
		case nethtml.TextToken:
			p.chars(t)
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			p.opens(t)
		case nethtml.EndTagToken:
			p.closes(t.atom, t.start)
		case nethtml.CommentToken:
			p.remark(t)
		}
	})
	p.end()
	return p
}

// inText reports whether what is at hand is part of the page's text.
func (p *page) inText() bool {
	return p.body > 0 || p.entry > 0 || p.mains == 0 && p.articles != 1
}

func (p *page) holds(a atom.Atom) bool {
	return a == atom.Main || a == atom.Article && p.mains == 0 && p.articles == 1
}

// remark keeps what a comment says to Citestone.
func (p *page) remark(t tag) {
	raw := p.src[t.start:t.end]
	if strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(raw, "<!--"), " "), "citestone-") && strings.HasSuffix(raw, "-->") && p.cells == 0 {
		p.end()
		p.separate(citestone.Span{Start: t.start, End: t.start})
		p.add(strings.ReplaceAll(raw, "\n", " "), citestone.Span{Start: t.start, End: t.end})
		p.end()
	}
}

// chars writes text.
func (p *page) chars(t tag) {
	if !p.inText() || p.silent != 0 {
		return
	}
	if p.pre >= 0 {
		p.preText.WriteString(html.UnescapeString(p.src[t.start:t.end]))
		return
	}
	start := t.start
	if p.lead != "" {
		start += p.skipLead(p.src[t.start:t.end])
	}
	for i := start; i < t.end; {
		if s, ok := p.dropped[i]; ok {
			if s != "" {
				p.markup(s, citestone.Span{Start: i, End: i + 1})
			}
			i++
		} else if p.src[i] == '&' {
			i += p.entity(i, t.end)
		} else {
			n := p.run(i, t.end)
			p.text(p.src[i:i+n], citestone.Span{Start: i, End: i + n})
			i += n
		}
	}
}

// run returns how many bytes from i on are text without entities and dropped bytes.
func (p *page) run(i, end int) int {
	if len(p.dropped) == 0 {
		if n := strings.IndexByte(p.src[i:end], '&'); n >= 0 {
			return n
		}
		return end - i
	}
	for k := i + 1; k < end; k++ {
		if _, ok := p.dropped[k]; ok || p.src[k] == '&' {
			return k - i
		}
	}
	return end - i
}

// entity writes the character reference at i, or the ampersand, and returns its length.
func (p *page) entity(i, end int) int {
	raw := p.src[i:min(end, i+maxEntity)]
	if n := strings.IndexByte(raw, ';'); n > 0 {
		raw = raw[:n+1]
	} else if len(raw) > 1 {
		raw = raw[:1+len(raw[1:])-len(strings.TrimLeft(raw[1:], "#0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
	}
	decoded := html.UnescapeString(raw)
	if decoded == raw {
		raw, decoded = "&", "&"
	}
	p.decoded(strings.ReplaceAll(decoded, "\x00", "\uFFFD"), citestone.Span{Start: i, End: i + len(raw)})
	return len(raw)
}

// maxEntity is the longest character reference in bytes.
const maxEntity = 34

// skipLead returns the length of the label that the text of an entry begins with.
func (p *page) skipLead(s string) int {
	rest := strings.TrimLeft(s, " \t\r\n\u00a0[(^")
	if rest == "" {
		return len(s)
	}
	rest, ok := strings.CutPrefix(rest, p.lead)
	if !ok || rest != "" && wordRune(rune(rest[0])) {
		p.lead = ""
		return 0
	}
	p.lead = ""
	return len(s) - len(strings.TrimLeft(rest, "]).: \t\r\n\u00a0"))
}

// opens reads a start tag.
func (p *page) opens(t tag) {
	at := citestone.Span{Start: t.start, End: t.end}
	if p.holds(t.atom) {
		p.body++
	}
	p.closeImplied(t)
	e := element{atom: t.atom, nested: len(p.nested)}
	p.openBlock(t, &e)
	if !void(t.atom) && t.kind == nethtml.StartTagToken && tracked(t.atom) && len(p.stack) < maxElements {
		p.stack = append(p.stack, e)
	}
	if i, ok := p.notes[t.id()]; ok && t.id() != "" {
		p.begins(p.labels[i], t)
	}
	if p.inText() && p.silent == 0 {
		p.openInline(t, at)
	}
}

// tracked reports whether the end of an element means something.
func tracked(a atom.Atom) bool {
	switch a {
	case atom.Ol, atom.Ul, atom.Li, atom.Blockquote, atom.Table, atom.Tr, atom.Td, atom.Th, atom.P, atom.Div, atom.Section, atom.Aside, atom.Dd, atom.Dt, atom.Caption, atom.Figcaption:
		return true
	}
	return headingLevel(a) > 0
}

// openBlock begins the blocks that an element makes.
func (p *page) openBlock(t tag, e *element) {
	level := headingLevel(t.atom)
	if !p.inText() {
		return
	}
	switch {
	case p.entry > 0 || p.cells > 0 && t.atom != atom.Td && t.atom != atom.Th && t.atom != atom.Tr:
		if blockElement(t.atom) || level > 0 {
			p.text(" ", citestone.Span{Start: t.start, End: t.start})
		}
	case level > 0:
		p.begin(strings.Repeat("#", level)+" ", true)
	case t.atom == atom.Ol || t.atom == atom.Ul:
		p.end()
		if t.atom == atom.Ol {
			e.number = 1
			if n, err := strconv.Atoi(t.attrs["start"]); err == nil && n >= 0 && n < 1e6 {
				e.number = n
			}
		}
	case t.atom == atom.Li:
		p.item(t)
	case t.atom == atom.Blockquote:
		p.push("> ", "> ")
	case t.atom == atom.Table:
		p.end()
		e.layout = p.layout[t.start]
	case t.atom == atom.Td || t.atom == atom.Th || t.atom == atom.Caption || t.atom == atom.Figcaption:
		if p.inLayout() && t.atom != atom.Caption && t.atom != atom.Figcaption {
			p.end()
		} else {
			p.cell(t.start)
		}
	case t.atom == atom.Pre:
		p.end()
		p.pre = t.end
		p.preText.Reset()
	case t.atom == atom.Hr || blockElement(t.atom) && t.atom != atom.Tr:
		p.end()
	}
}

func blockElement(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Aside, atom.Figure, atom.Figcaption, atom.Address, atom.Dl, atom.Dt, atom.Dd, atom.Details, atom.Summary,
		atom.Center, atom.Fieldset, atom.Form, atom.Body, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Tr, atom.Blockquote, atom.Pre, atom.Br:
		return a != atom.Br
	}
	return false
}

// inLayout reports whether the innermost table only places parts of the page.
func (p *page) inLayout() bool {
	for i := len(p.stack) - 1; i >= 0; i-- {
		if p.stack[i].atom == atom.Table {
			return p.stack[i].layout
		}
	}
	return true // a cell without a table
}

// item begins an item of the innermost list.
func (p *page) item(t tag) {
	mark := "- "
	for i := len(p.stack) - 1; i >= 0; i-- {
		e := &p.stack[i]
		if e.atom != atom.Ol && e.atom != atom.Ul {
			continue
		}
		if e.number > 0 || e.atom == atom.Ol {
			if n, err := strconv.Atoi(t.attrs["value"]); err == nil && n >= 0 && n < 1e6 {
				e.number = n
			}
			mark = strconv.Itoa(e.number) + ". "
			e.number++
		}
		break
	}
	p.push(mark, strings.Repeat(" ", len(mark)))
}

// begins begins an entry, which goes up to the end of the outermost element that has
// no other text so far, or to the next entry.
func (p *page) begins(label string, t tag) {
	if p.entry == 0 {
		p.body++
	}
	depth := len(p.stack)
	if t.atom == atom.A || t.atom == atom.Span || t.atom == atom.Cite {
		for depth > 0 && !p.open && p.stack[depth-1].atom != atom.P && p.stack[depth-1].atom != atom.Div && p.stack[depth-1].atom != atom.Li && p.stack[depth-1].atom != atom.Td {
			depth--
		}
	}
	nested := p.nested
	if p.cells > 0 {
		p.row(t.start)
	}
	p.end()
	p.nested = nil
	p.begin("[^"+label+"]: ", true)
	p.markup("", citestone.Span{Start: t.start, End: t.start})
	p.fresh = true
	p.nested = nested
	p.entry, p.lead = max(depth, 1), strings.ReplaceAll(label, "-", " ")
}

// openInline reads the tags inside of a block.
func (p *page) openInline(t tag, at citestone.Span) {
	switch t.atom {
	case atom.Br:
		p.text("\n", citestone.Span{Start: t.end, End: t.end})
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		if p.pre < 0 {
			p.openCode(at)
		}
	case atom.Q:
		p.text("“", at)
	case atom.Sup:
		if p.raises(t.end) {
			p.raised = true
			p.markup("<sup>", at)
		}
	case atom.A:
		p.anchor(t, at)
	}
}

// raises reports whether a <sup> whose text starts at i holds numbers and no links
// inside of the page.
func (p *page) raises(i int) bool {
	body, _, ok := strings.Cut(p.src[i:min(len(p.src), i+maxRaised)], "</sup>")
	if !ok || p.pre >= 0 || p.code {
		return false
	}
	var b strings.Builder
	for body != "" {
		before, rest, _ := strings.Cut(body, "<")
		b.WriteString(before)
		if strings.HasPrefix(rest, "a") && strings.Contains(rest, "#") {
			return false
		}
		_, body, _ = strings.Cut(rest, ">")
	}
	s := strings.Trim(b.String(), " ")
	return digits(strings.Trim(strings.NewReplacer(",", "", "-", "", "–", "", " ", "").Replace(s), ""))
}

// maxRaised bounds a <sup> that cites in bytes.
const maxRaised = 300

// anchor begins a link: to another page, to a note, or to a place in the page, whose
// text is kept if it has any.
func (p *page) anchor(t tag, at citestone.Span) {
	l, ok := p.links[t.start]
	if !ok {
		p.openLink(t.attrs["href"], at)
		return
	}
	name := labelOf(l.text)
	if i, cites := p.notes[l.id]; cites && name != "" && p.entry == 0 {
		p.markup("[^"+p.labels[i]+"]", at)
		p.silent = atom.A
		return
	}
	if !strings.ContainsFunc(l.text, wordRune) || p.entry > 0 && name != "" {
		p.silent = atom.A
	}
}

// closeImplied closes what the tag ends without saying so.
func (p *page) closeImplied(t tag) {
	if n := len(p.stack); n > 0 && (blockElement(t.atom) || headingLevel(t.atom) > 0) && p.stack[n-1].atom == atom.P {
		p.closeTo(n-1, t.start)
	}
	switch t.atom {
	case atom.Li:
		p.implied(atom.Li, t.start, atom.Ol, atom.Ul)
	case atom.Td, atom.Th:
		p.implied(atom.Td, t.start, atom.Table, atom.Tr)
		p.implied(atom.Th, t.start, atom.Table, atom.Tr)
	case atom.Tr:
		p.implied(atom.Tr, t.start, atom.Table)
	case atom.Dd, atom.Dt:
		if n := len(p.stack); n > 0 && (p.stack[n-1].atom == atom.Dd || p.stack[n-1].atom == atom.Dt) {
			p.closeTo(n-1, t.start)
		}
	}
}

// implied closes an element that another of its kind ends, within the innermost of
// the outer ones.
func (p *page) implied(a atom.Atom, at int, outer ...atom.Atom) {
	for i := len(p.stack) - 1; i >= 0; i-- {
		switch b := p.stack[i].atom; {
		case b == a:
			p.closeTo(i, at)
			return
		case b == outer[0] || b == outer[len(outer)-1]:
			return
		}
	}
}

// closes reads an end tag.
func (p *page) closes(a atom.Atom, at int) {
	here := citestone.Span{Start: at, End: at}
	switch a {
	case atom.A:
		if p.silent == atom.A {
			p.silent = 0
		} else {
			p.closeLink(here)
		}
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		p.closeCode(here)
	case atom.Q:
		if p.inText() {
			p.text("”", here)
		}
	case atom.Sup:
		if p.raised {
			p.raised = false
			p.markup("</sup>", here)
		}
	case atom.Pre:
		p.endPre(at)
	}
	if tracked(a) {
		for i := len(p.stack) - 1; i >= 0; i-- {
			if p.stack[i].atom == a {
				p.closeTo(i, at)
				break
			}
		}
	} else if blockElement(a) && p.inText() && p.entry == 0 && p.cells == 0 {
		p.end()
	}
	if p.holds(a) && p.body > 0 {
		p.body--
	}
}

// closeTo ends the elements from index i of the stack on.
func (p *page) closeTo(i, at int) {
	for len(p.stack) > i {
		e := p.stack[len(p.stack)-1]
		if p.entry > 0 && len(p.stack) <= p.entry {
			p.end()
			p.entry, p.lead = 0, ""
			p.body--
		}
		p.stack = p.stack[:len(p.stack)-1]
		p.ended(e, at)
	}
}

// ended ends the blocks that an element made.
func (p *page) ended(e element, at int) {
	if !p.inText() {
		return
	}
	switch {
	case p.entry > 0:
		p.text(" ", citestone.Span{Start: at, End: at})
	case e.atom == atom.Tr && p.cells > 0, e.atom == atom.Caption, e.atom == atom.Figcaption:
		p.row(at)
		if e.atom != atom.Tr {
			p.end()
		}
	case e.atom == atom.Table:
		p.row(at)
		p.end()
	case e.atom == atom.Td || e.atom == atom.Th || p.cells > 0:
		p.text(" ", citestone.Span{Start: at, End: at})
	case e.atom == atom.Li || e.atom == atom.Blockquote:
		p.cut(e.nested)
	default:
		p.end()
	}
}

func (p *page) endPre(at int) {
	if p.pre < 0 {
		return
	}
	span := citestone.Span{Start: min(p.pre, at), End: at}
	if text := p.preText.String(); p.cells > 0 || p.entry > 0 {
		p.pre = -1
		p.decoded(text, span)
	} else {
		p.whole = true
		p.block(strings.TrimLeft(text, "\n"), span)
		p.whole = false
	}
	p.pre = -1
}
