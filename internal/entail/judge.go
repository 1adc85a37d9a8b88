// Package entail decides whether a source entails a claim, contradicts it or does
// not address it. A Premise is a source prepared once for all its claims; a Judge
// gives a Verdict. The Deterministic judge needs nothing but the text, abstains
// where it is not sure, and rests every verdict on exact slices of the source.
//
// Guard puts the checks that no judge may overrule over any judge: numbers,
// verbatim quotations, and evidence that really stands in the source.
package entail

import (
	"context"
	"strings"

	"github.com/citestone/citestone"
)

// Verdict is a judge's answer for one premise and one claim.
type Verdict struct {
	Label      citestone.Label
	Score      float64 // support in [0,1], also when the label is Abstain
	Confidence float64 // in the label, [0,1]
	Reason     string  // in words for people
	Judge      string  // name of the judge that decided
	Rule       string  // finding this amounts to, if any: NumberMismatch or QuoteMismatch
	Evidence   []citestone.Evidence
}

// The rules that a verdict may name; they are ids of findings.
const (
	NumberMismatch = "number-mismatch"
	QuoteMismatch  = "quote-mismatch"
)

// Judge decides about claims. Judge returns an error only when it could not be
// asked (a cancelled context, a service that is out); doubt is the label Abstain.
// Evidence is made of exact slices of the premise's texts. A Judge may be used by
// several goroutines at once.
type Judge interface {
	Name() string
	Judge(ctx context.Context, p *Premise, claim string) (Verdict, error)
}

// Cascade returns a judge that asks the judges in order, cheapest first, and goes
// on only while they abstain. The verdict is that of the judge that decided, or the
// last one's abstention.
func Cascade(judges ...Judge) Judge { return cascade(judges) }

type cascade []Judge

func (c cascade) Name() string {
	if len(c) == 0 {
		return "cascade"
	}
	names := make([]string, len(c))
	for i, j := range c {
		names[i] = j.Name()
	}
	return strings.Join(names, "+")
}

func (c cascade) Judge(ctx context.Context, p *Premise, claim string) (Verdict, error) {
	v := Verdict{Label: citestone.Abstain, Reason: "no judge is configured", Judge: c.Name()}
	for _, j := range c {
		var err error
		if v, err = j.Judge(ctx, p, claim); err != nil || v.Label != citestone.Abstain {
			return v, err
		}
	}
	return v, nil
}
