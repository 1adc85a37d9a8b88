package render

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/citestone/citestone"
)

// card is what a page says beside its text of a claim or a finding.
type card struct {
	ID, Name     string // the id; the status or the rule
	Class        string // of ranking
	Symbol, Back string // what marks the class; the id of its place in the text, "" if it is not shown
	Place        string
	Text, Reason string
	Quotes       []quotation
	Votes        []vote
	Notes        []note
	start        int
}

// Problem reports whether someone has to look at it.
func (c card) Problem() bool {
	return c.Class != string(citestone.Supported) || len(c.Notes) > 0
}

// quotation is one piece of evidence.
type quotation struct{ Source, Text, Place, Link string }

// vote is what one citation of a claim gives.
type vote struct{ Reference, Says, Reason string }

// note is a finding as a card tells it.
type note struct{ Severity, Rule, Message, Suggestion string }

// ranking orders the classes of cards, the statuses of claims and the severities of
// findings, from fine to bad.
var ranking = [...]string{"supported", "unverifiable", "undecided", "note", "uncited", "warning", "unsupported", "contradicted", "error"}

func worse(a, b string) string {
	if slices.Index(ranking[:], b) > slices.Index(ranking[:], a) {
		return b
	}
	return a
}

// symbol marks a class for those who do not see its colour.
func symbol(class string) string {
	switch class {
	case "supported":
		return "✓"
	case "unsupported":
		return "✗"
	case "contradicted":
		return "≠"
	case "uncited":
		return "○"
	case "unverifiable":
		return "–"
	case "error", "warning", "note":
		return "!"
	}
	return "?"
}

func (p passages) claimCard(c citestone.CheckedClaim) card {
	out := card{ID: c.ID, Name: string(c.Status), Class: string(c.Status), Symbol: symbol(string(c.Status)),
		Place: c.Location, Text: c.Text, Reason: c.Reason, Quotes: p.quotations(c.Evidence), start: c.Start}
	if len(c.Results) > 1 {
		for _, r := range c.Results {
			out.Votes = append(out.Votes, vote{r.Reference, says(r.Label), r.Reason})
		}
	}
	return out
}

// says tells a judge's label in words.
func says(l citestone.Label) string {
	switch l {
	case citestone.Entailment:
		return "supports the claim"
	case citestone.Contradiction:
		return "says otherwise"
	case citestone.Neutral:
		return "does not say this"
	}
	return "could not be decided"
}

// findingCard makes a card of a finding that no claim's card tells.
func (p passages) findingCard(id, place, text string, f citestone.Finding) card {
	return card{ID: id, Name: f.Rule, Class: string(f.Severity), Symbol: symbol(string(f.Severity)), Place: place,
		Text: text, Quotes: p.quotations(f.Evidence), Notes: []note{noteOf(f)}, start: f.Start}
}

func noteOf(f citestone.Finding) note {
	return note{string(f.Severity), f.Rule, f.Message, f.Suggestion}
}

func (p passages) quotations(evidence []citestone.Evidence) []quotation {
	var out []quotation
	for _, e := range evidence {
		s, _ := p.lib.Source(e.Source)
		q := quotation{Source: title(s), Text: quote(e, 600), Link: p.link(e)}
		if q.Link == "" {
			q.Place = fmt.Sprintf("%s, bytes %d–%d", cmp.Or(s.Path, e.Source), e.Start, e.End)
		}
		out = append(out, q)
	}
	return out
}

// claimOf returns the index of the claim that a finding is about: the one it names, or
// the first that it covers exactly; -1 if there is none. Claims are sorted by start.
func claimOf(f citestone.Finding, claims []citestone.CheckedClaim, byID map[string]int) int {
	if i, ok := byID[f.Claim]; ok {
		return i
	}
	i := sort.Search(len(claims), func(i int) bool { return claims[i].Start >= f.Start })
	if i < len(claims) && claims[i].Start == f.Start && claims[i].End == f.End {
		return i
	}
	return -1
}
