package entail

import (
	"fmt"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// comparison is one claim sentence against one premise.
type comparison struct {
	p       *Premise
	s       statement
	claim   reading
	found   *found
	windows []window
	english bool

	sight    sight // in the best window
	features Features
	score    float64 // of support, learnt

	opposite, mismatch *match // the best place that says the contrary, or another number
}

// match is a place that says what the claim says, or nearly.
type match struct {
	window
	review
	*alignment
	covered string // phrase of the claim that the context covers
}

func (c *comparison) decide() Verdict {
	veto, vetoed := c.p.veto(c.s)
	if m := c.match(); m != nil && !vetoed {
		return c.entailment(m)
	}
	cover := 0.0
	for _, w := range c.windows {
		cover = max(cover, w.cover)
	}
	switch {
	case !c.english:
		v := abstain("the claim is in a language that this judge does not read")
		v.Score = c.score
		return v
	case vetoed && veto.Rule == QuoteMismatch:
		return c.with(veto)
	case c.mismatch != nil:
		return c.numberMismatch(vetoed)
	case c.opposite != nil:
		return c.contradiction()
	case vetoed && cover >= unrelated:
		return c.with(veto)
	case cover < unrelated && c.features[Page] < 0.5:
		return Verdict{
			Label: citestone.Neutral, Score: min(c.score, 0.3), Confidence: 0.9,
			Reason: fmt.Sprintf("the source does not speak of this: its nearest passage has %.0f %% of the claim's words", 100*cover),
		}
	}
	v := abstain(fmt.Sprintf("the source's nearest passage has %.0f %% of the claim's words, but does not say it in these words", 100*cover))
	v.Score = c.score
	return c.with(v)
}

// match looks for a place that says the claim, and remembers near misses.
func (c *comparison) match() *match {
	var best *match
	variants := map[int][]variant{} // by part
	for _, w := range c.windows {
		if w.cover < alignable {
			break
		}
		n := c.p.sentences[w.from].part
		if variants[n] == nil {
			variants[n] = c.p.parts[n].variants(c.claim)
		}
		for _, v := range variants[n] {
			m := c.try(w, v)
			if m != nil && (best == nil || m.verbatim && !best.verbatim) {
				best = m
			}
			if best != nil && best.verbatim {
				return best
			}
		}
	}
	return best
}

// try aligns one variant of the claim with one window.
func (c *comparison) try(w window, claim variant) *match {
	last := &c.p.sentences[w.to-1]
	if c.p.sentences[w.from].block != last.block || strings.HasSuffix(last.text, "?") {
		return nil
	}
	q := c.p.passage(w)
	a := align(claim.reading, q)
	m := &match{window: w, alignment: a, review: a.review(len(c.s.additions) > 0), covered: claim.covered}
	if w.to-w.from > 1 && !m.spans() {
		return nil
	}
	if !c.english && m.dropped > 0 {
		return nil
	}
	for _, add := range c.s.additions {
		if !c.p.explains(w, add) {
			return nil
		}
	}
	switch {
	case m.review.opposes() && len(a.slots) == 0 && c.opposite == nil:
		c.opposite = m
	case len(a.slots) > 0 && c.mismatched(m) && c.mismatch == nil:
		c.mismatch = m
	case m.review.entails() && len(a.slots) == 0:
		return m
	}
	return nil
}

// spans reports whether the alignment needs all sentences of its window.
func (m *match) spans() bool {
	first, last := m.bounds()
	ends := m.source.ends
	return first >= 0 && first < ends[0] && last >= ends[len(ends)-2]
}

// mismatched reports whether the place is otherwise the claim: what it shares besides
// the numbers that differ is at least three quarters of the rest.
func (c *comparison) mismatched(m *match) bool {
	rest := m.content - len(m.slots)
	return rest > 1 && float64(m.aligned-len(m.slots)) >= sameRest*float64(rest) && m.denied == 0 && m.denies == 0
}

func (c *comparison) evidence(m *match) []citestone.Evidence {
	var list []citestone.Evidence
	for i := m.from; i < m.to; i++ {
		s := &c.p.sentences[i]
		list = append(list, c.p.evidence(s.part, s.span))
	}
	return list
}

// with adds the nearest passage to a verdict.
func (c *comparison) with(v Verdict) Verdict {
	if best := c.found.best(1); len(best) > 0 {
		s := &c.p.sentences[best[0]]
		v.Evidence = []citestone.Evidence{c.p.evidence(s.part, s.span)}
	}
	return v
}

func (c *comparison) entailment(m *match) Verdict {
	v := Verdict{Label: citestone.Entailment, Evidence: c.evidence(m)}
	switch {
	case m.verbatim && m.dropped == 0:
		v.Confidence, v.Reason = 0.99, "the source says this word for word"
	case m.verbatim:
		v.Confidence, v.Reason = 0.95, "this stands word for word in a sentence of the source"
	default:
		v.Confidence, v.Reason = 0.9, "the source says this in nearly the same words"
	}
	if m.covered != "" {
		v.Confidence = min(v.Confidence, 0.95)
		v.Reason += fmt.Sprintf("; “%s” is covered by the source's title, date or authors", m.covered)
	}
	for _, add := range c.s.additions {
		v.Confidence = min(v.Confidence, 0.95)
		v.Reason += fmt.Sprintf("; “[%s]” is covered by its context", add)
	}
	v.Score = v.Confidence
	return v
}

func (c *comparison) contradiction() Verdict {
	m := c.opposite
	side := "the source denies what the claim states"
	if m.denied > 0 {
		side = "the claim denies what the source states"
	}
	return Verdict{
		Label: citestone.Contradiction, Score: 0.02, Confidence: 0.95,
		Reason: side + " in otherwise the same words", Evidence: c.evidence(m),
	}
}

// numberMismatch is a contradiction where all but the number is the same and the
// number does not tell which thing or time is meant; else neutral, if the source lacks
// the number altogether.
func (c *comparison) numberMismatch(absent bool) Verdict {
	m := c.mismatch
	i := m.slots[0]
	claim, source := m.claim.number(i), m.source.number(m.pairs[i])
	v := Verdict{
		Label: citestone.Neutral, Rule: NumberMismatch, Score: 0.05, Confidence: 0.9,
		Reason:   fmt.Sprintf("source says %s, claim says %s", source.Text, claim.Text),
		Evidence: c.evidence(m),
	}
	rest := m.review
	switch {
	case len(m.slots) == 1 && len(rest.missing) == 0 && rest.moved == 0 && rest.harm == "" && tells(claim.Kind, len(m.claim.numbers)):
		v.Label, v.Score, v.Confidence = citestone.Contradiction, 0.02, 0.95
	case !absent:
		v.Label, v.Rule, v.Confidence, v.Score = citestone.Abstain, "", 0, min(c.score, 0.3)
	}
	return v
}

// tells reports whether a number of the kind is what a statement with so many numbers
// tells, rather than what it is about.
func tells(k text.NumberKind, numbers int) bool {
	switch k {
	case text.Version, text.Ordinal:
		return false
	case text.Year, text.Date:
		return numbers == 1
	}
	return true
}
