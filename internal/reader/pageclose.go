package reader

import (
	"strings"

	"github.com/citestone/citestone"
	"golang.org/x/net/html/atom"
)

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
