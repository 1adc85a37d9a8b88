package render

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/citestone/citestone"
)

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

// entryFollows reports whether an entry of the reference list begins behind a break.
func (w *annotator) entryFollows(at int, source []byte) bool {
	at += len(source[at:]) - len(bytes.TrimLeft(source[at:], " \t\r\n"))
	e := covering(w.entries, at)
	return e != nil && e.Start == at
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
