package entail

import (
	"strings"

	"github.com/citestone/citestone"
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

// decide applies the rules in order: what is said nearly word for word, what a veto or a
// located conflict forbids, what is all there in one window, what is not there at all.
func (c *comparison) decide() Verdict {
	veto, vetoed := c.p.veto(c.s)
	if m := c.match(); m != nil && !vetoed {
		return c.entailment(m)
	}
	switch {
	case !c.english:
		return c.undecided("the claim is in a language that this judge does not read")
	case vetoed && veto.Rule == QuoteMismatch:
		veto.Score = c.score * vetoedScore
		return c.with(veto)
	case c.mismatch != nil:
		return c.numberMismatch(vetoed)
	case c.opposite != nil:
		return c.contradiction()
	case vetoed && c.sight.cover >= unrelated:
		return c.absentNumber(veto)
	case vetoed:
	case c.denial():
		return c.denies()
	case c.complete():
		return c.covered()
	}
	if c.nearest() < unrelated && c.features[Page] < alignable {
		return c.unrelated()
	}
	return c.undecided(c.gap())
}

// nearest is the share of the claim that the best window covers.
func (c *comparison) nearest() float64 {
	cover := 0.0
	for _, w := range c.windows {
		cover = max(cover, w.cover)
	}
	return cover
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
