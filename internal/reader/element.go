package reader

import (
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// An element is one that is open.
type element struct {
	atom   atom.Atom
	nested int // containers around it
	number int // of the next item of an ordered list; 0 in others
	layout bool
}

// maxElements bounds how deep elements are followed.
const maxElements = 400

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
