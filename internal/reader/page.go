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
