package render

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// annotations are what a page adds to the text of a report.
type annotations struct {
	marks  []mark // sentences with claims, in order, not overlapping
	cites  []cite // markers, in order
	proofs []proof
}

// mark is a sentence with the claims it makes.
type mark struct {
	citestone.Span
	ids    []string
	status citestone.Status // of the claim that fares worst
	opened bool             // its first piece was written
}

// cite is a marker with a link for each of its references.
type cite struct {
	citestone.Span
	links []citeLink
}

type citeLink struct{ key, href, title string }

func annotate(doc *document.Document, v citestone.Verification, p passages) annotations {
	var a annotations
	claims := slices.Clone(v.Claims)
	slices.SortStableFunc(claims, func(x, y citestone.CheckedClaim) int { return cmp.Compare(x.Start, y.Start) })
	for _, c := range claims {
		a.addClaim(c)
		a.proofs = append(a.proofs, p.proof(c, "claim-"+a.marks[len(a.marks)-1].ids[0]))
	}
	sources := map[string]string{}
	for _, r := range v.References {
		sources[r.ID] = r.Source
	}
	for _, m := range doc.Markers {
		c := cite{Span: m.Span}
		for _, key := range m.Keys {
			c.links = append(c.links, p.citeLink(key, sources[key], evidenceAt(claims, m.Start, key, sources[key])))
		}
		a.cites = append(a.cites, c)
	}
	return a
}

// addClaim adds the claim to the sentence it shares, or to a new one.
func (a *annotations) addClaim(c citestone.CheckedClaim) {
	if n := len(a.marks) - 1; n >= 0 && c.Start < a.marks[n].End {
		m := &a.marks[n]
		m.ids = append(m.ids, c.ID)
		m.status = worse(m.status, c.Status)
		return
	}
	a.marks = append(a.marks, mark{citestone.Span{Start: c.Start, End: c.End}, []string{c.ID}, c.Status, false})
}

func worse(a, b citestone.Status) citestone.Status {
	order := []citestone.Status{citestone.Supported, citestone.Unverifiable, citestone.Undecided,
		citestone.Uncited, citestone.Unsupported, citestone.Contradicted}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}

// symbol marks a status for those who do not see its colour.
func symbol(s citestone.Status) string {
	switch s {
	case citestone.Supported:
		return "✓"
	case citestone.Contradicted, citestone.Unsupported:
		return "✗"
	}
	return "?"
}

func (p passages) proof(c citestone.CheckedClaim, back string) proof {
	out := proof{ID: c.ID, Text: c.Text, Reason: c.Reason, Status: c.Status, Symbol: symbol(c.Status), Back: back}
	for _, e := range c.Evidence {
		s, _ := p.lib.Source(e.Source)
		q := quotation{Source: title(s), Text: quote(e, 600), Link: p.link(e)}
		if q.Link == "" {
			q.Place = fmt.Sprintf("%s, bytes %d–%d", cmp.Or(s.Path, e.Source), e.Start, e.End)
		}
		out.Quotes = append(out.Quotes, q)
	}
	return out
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
func (p passages) citeLink(key, source string, e citestone.Evidence) citeLink {
	l := citeLink{key: key, href: "#ref-" + key, title: "Source " + key}
	s, ok := p.lib.Source(source)
	if ok {
		l.title += ": " + title(s)
		l.href = cmp.Or(safeURL(s.URL), l.href)
	}
	if e.Quote != "" {
		l.title += ". “" + quote(e, quoteLimit) + "”"
		l.href = cmp.Or(p.link(e), l.href)
	}
	return l
}
