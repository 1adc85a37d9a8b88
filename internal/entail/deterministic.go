package entail

import (
	"context"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Deterministic returns the judge that compares texts. It says entailment only for
// what stands verbatim or nearly so in one place of the source, or every word of which
// stands there in order; contradiction only where a sentence says the same but for a
// negation or a number; neutral where the source is about something else or lacks a
// number or quotation; else it abstains. Its score is learnt, see Weights.
func Deterministic() Judge { return Weighted(Learnt()) }

// Weighted returns the deterministic judge with weights of one's own.
func Weighted(w Weights) Judge { return &deterministic{model: newModel(w)} }

type deterministic struct{ model model }

func (d *deterministic) Name() string { return "deterministic" }

// Limits of a claim: sentences, and words of one.
const (
	maxSentences = 20
	maxWords     = 200
)

// Thresholds, as shares of a claim's content words by weight.
const (
	unrelated = 1. / 3 // below it in the best window, the source is about something else
	alignable = 0.5    // below it a window is not worth aligning
	sameRest  = 0.75   // of the rest, above it a different number is a mismatch there
	tries     = 8      // best sentences looked at
)

func (d *deterministic) Judge(ctx context.Context, p *Premise, claim string) (Verdict, error) {
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	v := d.judge(p, claim)
	v.Judge = d.Name()
	return v, nil
}

// judge decides about all sentences of a claim: it stands only if each of them does.
func (d *deterministic) judge(p *Premise, claim string) Verdict {
	list, doubt := p.compare(claim)
	if doubt != "" {
		return abstain(doubt)
	}
	var all Verdict
	for i, c := range list {
		c.score = d.model.support(&c.features)
		if v := c.decide(); i == 0 {
			all = v
		} else {
			all = both(all, v)
		}
	}
	return all
}

// Measure returns the features of a claim, of its weakest sentence each; none if it
// cannot be judged at all.
func Measure(p *Premise, claim string) (Features, bool) {
	list, doubt := p.compare(claim)
	if doubt != "" {
		return Features{}, false
	}
	x := list[0].features
	for _, c := range list[1:] {
		for i, v := range c.features {
			if Feature(i) < against {
				x[i] = min(x[i], v)
			} else {
				x[i] = max(x[i], v)
			}
		}
	}
	return x, true
}

// both is the verdict on two sentences of one claim: the claim stands only if both do.
func both(a, b Verdict) Verdict {
	order := func(v Verdict) int {
		switch {
		case v.Label == citestone.Contradiction:
			return 4
		case v.Rule != "":
			return 3
		case v.Label == citestone.Neutral:
			return 2
		case v.Label == citestone.Abstain:
			return 1
		}
		return 0
	}
	worse, other := a, b
	if order(b) > order(a) {
		worse, other = b, a
	}
	worse.Score, worse.Confidence = min(a.Score, b.Score), min(a.Confidence, b.Confidence)
	if order(worse) == 0 {
		worse.Evidence = append(worse.Evidence[:len(worse.Evidence):len(worse.Evidence)], other.Evidence...)
	}
	return worse
}

func abstain(reason string) Verdict { return Verdict{Label: citestone.Abstain, Reason: reason} }

// compare compares each sentence of a claim with the premise, or says why it cannot.
func (p *Premise) compare(claim string) (list []*comparison, doubt string) {
	s := parseClaim(claim)
	spans := text.Sentences(s.text)
	if len(spans) == 0 || len(spans) > maxSentences {
		return nil, "the claim is empty or too long to judge at once"
	}
	for _, span := range spans {
		c := &comparison{p: p, s: statement{text: s.text[span.Start:span.End], additions: s.additions}}
		if doubt := c.prepare(); doubt != "" {
			return nil, doubt
		}
		list = append(list, c)
	}
	return list, ""
}

// prepare reads the sentence of a comparison, looks it up and measures it.
func (c *comparison) prepare() (doubt string) {
	c.claim = read(c.s.text)
	switch {
	case !slices.ContainsFunc(c.claim.words, word.content):
		return "the claim has no content words"
	case len(c.claim.words) > maxWords:
		return "the claim is too long to judge at once"
	case strings.HasSuffix(c.s.text, "?"):
		return "the claim is a question"
	}
	c.found, c.english = c.p.search(&c.claim), readable(c.claim.words)
	c.windows = c.found.windows(tries)
	c.see()
	c.features = c.measure()
	return ""
}

// looks is how many windows are compared word by word.
const looks = 5

// see finds the window in which the claim looks best.
func (c *comparison) see() {
	worth := func(s *sight) float64 { return s.cover + (s.order+s.neighbours)/10 - s.flipped/2 - s.doubted/5 }
	for i, w := range c.windows[:min(looks, len(c.windows))] {
		if s := c.look(w); i == 0 || worth(&s) > worth(&c.sight) {
			c.sight = s
		}
	}
}
