package render

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// annotations are what a page adds to the text of a document. The elements of a list
// are in order and do not overlap.
type annotations struct {
	marks   []mark  // sentences with claims
	flags   []mark  // places of findings that no claim tells
	cites   []cite  // markers
	entries []entry // of the reference list
	cards   []card
	script  bool // the page has one
}

// The kinds of mark.
const (
	claimKind = "claim"
	flagKind  = "flag"
)

// mark is a range of the text that cards tell of.
type mark struct {
	citestone.Span
	kind   string
	ids    []string
	class  string // of the card that fares worst
	opened bool   // its first piece was written
}

// cite is a marker with a link for each of its references, or, where markers stay as
// they are written, the part of one that names a reference.
type cite struct {
	citestone.Span
	links   []citeLink
	written bool
}

// citeLink leads from a marker to what it cites; url is for a reference that the page
// turns out not to show.
type citeLink struct{ key, href, url, title string }

// entry is an entry of the reference list in the text.
type entry struct {
	citestone.Span
	ids []string // several where an entry has several numbers
}

func (m *mark) span() citestone.Span  { return m.Span }
func (c *cite) span() citestone.Span  { return c.Span }
func (e *entry) span() citestone.Span { return e.Span }

// anchor is the id of the mark's first piece.
func (m *mark) anchor() string { return m.kind + "-" + m.ids[0] }

// annotate works out what a page adds to the text. One with a script keeps the markers
// as they are written; else each reference's number is shown by itself.
func annotate(doc *document.Document, v citestone.Verification, p passages, script bool) annotations {
	a := annotations{script: script, entries: entries(doc)}
	claims := slices.Clone(v.Claims)
	slices.SortStableFunc(claims, func(x, y citestone.CheckedClaim) int { return cmp.Compare(x.Start, y.Start) })
	byID := map[string]int{}
	for i, c := range claims {
		byID[c.ID] = i
		a.marks = addMark(a.marks, mark{Span: citestone.Span{Start: c.Start, End: c.End}, kind: claimKind, ids: []string{c.ID}, class: string(c.Status)})
		a.cards = append(a.cards, p.claimCard(c))
	}
	places := doc.Places()
	for i, f := range v.Findings {
		if c := claimOf(f, claims, byID); c >= 0 {
			a.cards[c].Notes = append(a.cards[c].Notes, noteOf(f))
			continue
		}
		id, span := fmt.Sprintf("f%d", i+1), citestone.Span{Start: f.Start, End: f.End}
		a.flags = addMark(a.flags, mark{Span: span, kind: flagKind, ids: []string{id}, class: string(f.Severity)})
		a.cards = append(a.cards, p.findingCard(id, placeIn(doc, places.At(span)), excerptOf(doc.Source, span), f))
	}
	slices.SortStableFunc(a.cards, func(x, y card) int { return cmp.Compare(x.start, y.start) })
	a.cites = cites(doc, v, claims, p, script)
	return a
}

// addMark adds a mark, or its id to the one that it overlaps. Marks come in the order of
// their starts.
func addMark(marks []mark, m mark) []mark {
	if n := len(marks) - 1; n >= 0 && m.Start < marks[n].End {
		marks[n].ids = append(marks[n].ids, m.ids...)
		marks[n].class = worse(marks[n].class, m.class)
		return marks
	}
	return append(marks, m)
}

// settle leads the cards back to the marks that are shown.
func (a *annotations) settle() {
	back := map[string]string{}
	for _, m := range slices.Concat(a.marks, a.flags) {
		for _, id := range m.ids {
			if m.opened {
				back[id] = m.anchor()
			}
		}
	}
	for i := range a.cards {
		a.cards[i].Back = back[a.cards[i].ID]
	}
}

// entries returns the references that stand in the text, the first of each id.
func entries(doc *document.Document) []entry {
	refs := slices.DeleteFunc(slices.Clone(doc.References), func(r document.Reference) bool { return r.External })
	slices.SortStableFunc(refs, func(x, y document.Reference) int { return cmp.Compare(x.Start, y.Start) })
	var out []entry
	taken := map[string]bool{}
	for _, r := range refs {
		id := anchor(r.ID)
		if n := len(out) - 1; n < 0 || r.Start >= out[n].End {
			out = append(out, entry{Span: r.Span})
		}
		if !taken[id] {
			taken[id] = true
			last := &out[len(out)-1]
			last.ids = append(last.ids, id)
		}
	}
	return out
}

// placeIn names a place in the file that the document was read from.
func placeIn(doc *document.Document, p document.Place) string {
	unit := "line"
	if doc.Origin != nil && doc.Origin.Paragraphs != nil {
		unit = paragraphs
	}
	return fmt.Sprintf("%s %d", unit, p.Line)
}

// excerptOf returns the visible text of a span, shortened.
func excerptOf(source string, span citestone.Span) string {
	if span.Start < 0 || span.End > len(source) || span.Start >= span.End {
		return ""
	}
	text := source[span.Start:span.End]
	return cmp.Or(quote(citestone.Evidence{Quote: text}, quoted), text)
}

func cites(doc *document.Document, v citestone.Verification, claims []citestone.CheckedClaim, p passages, written bool) []cite {
	checked, labels := map[string]citestone.CheckedReference{}, map[string]string{}
	for _, r := range v.References {
		checked[r.ID] = r
	}
	for _, r := range doc.References {
		labels[r.ID] = r.Label
	}
	var out []cite
	for _, m := range doc.Markers {
		c := cite{Span: m.Span}
		for _, key := range m.Keys {
			r := checked[key]
			c.links = append(c.links, p.citeLink(key, r, evidenceAt(claims, m.Start, key, r.Source)))
		}
		if written {
			out = append(out, c.parts(m.Text, labels)...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// parts returns a cite for each place in the marker's text that names one of its
// references; if there is none, or one reference, the marker as a whole.
func (c cite) parts(text string, labels map[string]string) []cite {
	var out []cite
	at := 0
	for _, l := range c.links {
		label := cmp.Or(labels[l.key], l.key)
		i := strings.Index(text[at:], label)
		if i < 0 {
			continue
		}
		start := c.Start + at + i
		at += i + len(label)
		out = append(out, cite{citestone.Span{Start: start, End: start + len(label)}, []citeLink{l}, true})
	}
	if len(c.links) > 1 && len(out) > 0 {
		return out
	}
	return []cite{{c.Span, c.links[:min(len(c.links), 1)], true}}
}

// evidenceAt returns the evidence that a reference gives to a claim at the offset.
func evidenceAt(claims []citestone.CheckedClaim, offset int, key, source string) citestone.Evidence {
	i := sort.Search(len(claims), func(i int) bool { return claims[i].Start > offset })
	for i--; i >= 0 && offset < claims[i].End; i-- {
		for _, r := range claims[i].Results {
			if r.Reference == key && len(r.Evidence) > 0 {
				return r.Evidence[0]
			}
		}
		for _, e := range claims[i].Evidence {
			if e.Source == source {
				return e
			}
		}
	}
	return citestone.Evidence{}
}

// citeLink leads from a marker to the passage, or to the reference where there is no
// web address.
func (p passages) citeLink(key string, r citestone.CheckedReference, e citestone.Evidence) citeLink {
	l := citeLink{key: key, href: "#" + anchor(key), url: safeURL(r.URL), title: "Source " + key}
	s, ok := p.lib.Source(r.Source)
	switch {
	case ok:
		l.title += ": " + title(s)
		l.href = cmp.Or(safeURL(s.URL), l.href)
	case r.Title != "":
		l.title += ": " + r.Title
	}
	if e.Quote != "" {
		l.title += ". “" + quote(e, quoteLimit) + "”"
		l.href = cmp.Or(p.link(e), l.href)
	}
	return l
}

// anchor is the id of a reference's entry on the page.
func anchor(key string) string {
	return "ref-" + strings.Map(func(r rune) rune {
		if wordRune(r) || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, key)
}
