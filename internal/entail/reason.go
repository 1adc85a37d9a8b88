package entail

import (
	"fmt"
	"math/bits"

	"github.com/citestone/citestone"
)

// The share of its learnt score that a claim keeps which a rule forbids to call supported:
// it ranks below most others, and still among its like.
const (
	vetoedScore = 0.5
	numberScore = 0.6 // a missing number has lowered the learnt score already
)

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
		Label: citestone.Contradiction, Score: c.score * vetoedScore, Confidence: 0.95,
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
		Label: citestone.Neutral, Rule: NumberMismatch, Score: c.score * numberScore, Confidence: 0.9,
		Reason:   fmt.Sprintf("source says %s, claim says %s", source.Text, claim.Text),
		Evidence: c.evidence(m),
	}
	rest := m.review
	switch {
	case len(m.slots) == 1 && len(rest.missing) == 0 && rest.moved == 0 && rest.harm == "" && tells(claim.Kind, len(m.claim.numbers)):
		v.Label, v.Confidence = citestone.Contradiction, 0.95
	case !absent:
		v.Label, v.Rule, v.Confidence = citestone.Abstain, "", 0
	}
	return v
}

// absentNumber is the verdict on a number that the source lacks; the note names the one
// that the nearest passage gives in its place, if there is one.
func (c *comparison) absentNumber(veto Verdict) Verdict {
	if claim, source, ok := c.other(); ok && c.sight.cover >= alignable {
		veto.Reason = fmt.Sprintf("the source does not give %s; its nearest passage says %s", claim.Text, source.Text)
	}
	veto.Evidence, veto.Score = c.seen(), c.score*numberScore
	return veto
}

// seen is the window in which the claim looks best.
func (c *comparison) seen() []citestone.Evidence {
	var list []citestone.Evidence
	for i := c.sight.from; i < c.sight.to; i++ {
		s := &c.p.sentences[i]
		list = append(list, c.p.evidence(s.part, s.span))
	}
	return list
}

// covered is the verdict on a claim all of which stands in one window.
func (c *comparison) covered() Verdict {
	v := Verdict{
		Label: citestone.Entailment, Score: max(c.score, coveredSure), Confidence: coveredSure, Evidence: c.seen(),
		Reason: "every word, name and number of the claim stands in this passage, in the claim's order",
	}
	if spare := c.lacking(c.sight.mask); spare != "" {
		v.Reason = fmt.Sprintf("every word, name and number of the claim but “%s” stands in this passage, in the claim's order", spare)
	}
	return v
}

// denies is the verdict on a claim that differs by a negation from a passage that has
// all of its words.
func (c *comparison) denies() Verdict {
	reason := "the source denies what the claim states"
	if c.sight.deniedAlone {
		reason = "the claim denies what the source states"
	}
	return Verdict{
		Label: citestone.Contradiction, Score: c.score * vetoedScore, Confidence: 0.9, Evidence: c.seen(), Reason: reason + ", in the same words",
	}
}

func (c *comparison) unrelated() Verdict {
	return c.with(Verdict{
		Label: citestone.Neutral, Score: c.score, Confidence: 0.9,
		Reason: fmt.Sprintf("the source does not speak of this: its nearest passage has %.0f %% of the claim's words", 100*c.nearest()),
	})
}

func (c *comparison) undecided(reason string) Verdict {
	v := Verdict{Label: citestone.Abstain, Score: c.score, Reason: reason, Evidence: c.seen()}
	if c.sight.deniedAlone {
		v.Score *= vetoedScore
	}
	return v
}

// gap says what keeps the judge from calling the claim supported.
func (c *comparison) gap() string {
	switch lacking := c.lacking(c.pageMask()); {
	case lacking != "":
		return fmt.Sprintf("the source does not mention “%s”", lacking)
	case c.sight.flippedHead:
		return "one of the two denies what the other states, but the rest differs too"
	case c.sight.doubted > 0:
		return "the source speaks of a plan, a possibility or a report"
	case c.whole():
		return "a passage has all of the claim's words, but with a speaker, a condition or a subject that the claim does not name"
	}
	return fmt.Sprintf("the source's nearest passage has %.0f %% of the claim's words, but does not say it in these words", 100*c.nearest())
}

// lacking returns a name of the claim that mask lacks, else the rarest word, else "".
func (c *comparison) lacking(mask uint64) string {
	best, most := -1, 0.0
	for m := c.all() &^ mask; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		weight := c.found.terms[k].weight
		if c.found.terms[k].name {
			weight += c.found.total
		}
		if weight > most {
			best, most = c.found.terms[k].word, weight
		}
	}
	if best < 0 {
		return ""
	}
	w := &c.claim.words[best]
	return c.claim.text[w.start:w.end]
}
