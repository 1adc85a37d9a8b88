package nli

import (
	"fmt"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
)

// reading is what the model says of one excerpt.
type reading struct {
	entail.Excerpt
	entails, contradicts float64
}

// Shares of the claim's words, by weight, that an excerpt must have: NLI models call much
// that only speaks of something else a contradiction, and what does not speak of the claim
// at all does not show that the source is silent about it.
const (
	sameThing = 0.5    // for a contradiction
	related   = 1. / 3 // for neutral
)

// silent is the probability of entailment up to which a source does not say the claim.
const silent = 0.2

// decide says entailment where the model is sure of it for one excerpt and not surer of
// a contradiction in another, and contradiction likewise; neutral where it sees
// entailment nowhere; else it abstains.
func (j *Judge) decide(model string, list []reading) entail.Verdict {
	yes, no := list[0], reading{contradicts: -1}
	cover := 0.0
	for _, r := range list {
		if r.entails > yes.entails {
			yes = r
		}
		c := r.Cover()
		if c >= sameThing && r.contradicts > no.contradicts {
			no = r
		}
		cover = max(cover, c)
	}
	saysYes := yes.entails >= j.options.Threshold && yes.entails > no.contradicts
	saysNo := no.contradicts >= j.options.Contradict && no.contradicts > yes.entails
	switch {
	case saysYes && yes.Whole():
		return verdict(yes, citestone.Entailment, yes.entails, fmt.Sprintf("%s reads the passage as saying this: entailment %s, contradiction %s",
			model, citestone.Percent(yes.entails), citestone.Percent(yes.contradicts)))
	case saysNo && no.Whole():
		return verdict(no, citestone.Contradiction, no.contradicts, fmt.Sprintf("%s reads the passage as denying this: contradiction %s, entailment %s",
			model, citestone.Percent(no.contradicts), citestone.Percent(no.entails)))
	case saysYes, saysNo:
		return verdict(yes, citestone.Abstain, 0, fmt.Sprintf("%s is sure only of a part of a sentence that is too long for it", model))
	case yes.entails <= silent && cover < related:
		return verdict(yes, citestone.Abstain, 0, fmt.Sprintf("%s was given no passage that speaks enough of this", model))
	case yes.entails <= silent:
		return verdict(yes, citestone.Neutral, 1-yes.entails, fmt.Sprintf("%s finds no passage that says this: entailment at most %s",
			model, citestone.Percent(yes.entails)))
	}
	return verdict(yes, citestone.Abstain, 0, fmt.Sprintf("%s is not sure: entailment at most %s, contradiction at most %s",
		model, citestone.Percent(yes.entails), citestone.Percent(max(no.contradicts, 0))))
}

func verdict(r reading, label citestone.Label, confidence float64, reason string) entail.Verdict {
	return entail.Verdict{Label: label, Score: r.entails, Confidence: confidence, Reason: reason, Evidence: r.Evidence()}
}
