// Package entailtest is the conformance suite of judges.
package entailtest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

const source = "# The collector\n\nThe collector of Go 1.5 is *concurrent*. Pauses fell from 300 ms to 10 ms.\n\n" +
	"“We aim for a tenth of that,” said the “runtime” team in 2015.\n"

// Run tests that j keeps the contract of a judge: exact evidence, the same answer to
// the same question, and under Guard no entailment of a number or quotation that the
// source lacks. To abstain is always allowed.
func Run(t *testing.T, j entail.Judge) {
	p := entail.Prepare(source, document.Parse("source.md", source), entail.Context{Source: "s1", URL: "https://example.com/gc"})
	if j.Name() == "" {
		t.Error("the judge has no name")
	}
	for _, claim := range []string{
		"The collector of Go 1.5 is concurrent.",
		"The collector of Go 1.5 is not concurrent.",
		"Pauses fell from 300 ms to 10 ms.",
		"Bananas are rich in potassium.",
		"Was it fast?",
		"The collector — “concurrent”… [Go 1.5] \x00\xff **[",
	} {
		conform(t, j, p, claim)
	}
	for _, claim := range []string{"", " \n", "[1]", "the of and"} {
		if v := conform(t, j, p, claim); v.Label == citestone.Entailment {
			t.Errorf("%q is entailed", claim)
		}
	}
	conform(t, j, p, strings.Repeat("the collector of Go 1.5 is concurrent ", 2_000))
	conform(t, j, entail.PreparePassages("", nil, entail.Context{}), "The collector is concurrent.")
	t.Run("vetoes", func(t *testing.T) { vetoes(t, j, p) })
	t.Run("cancelled", func(t *testing.T) { cancelled(t, j, p) })
}

// conform checks one verdict.
func conform(t *testing.T, j entail.Judge, p *entail.Premise, claim string) entail.Verdict {
	t.Helper()
	show := claim[:min(len(claim), 60)]
	v, err := j.Judge(context.Background(), p, claim)
	if err != nil {
		t.Fatalf("%q: %v", show, err)
	}
	again, err := j.Judge(context.Background(), p, claim)
	if err != nil || again.Label != v.Label || again.Reason != v.Reason {
		t.Errorf("%q: %s, then %s (%v)", show, v.Label, again.Label, err)
	}
	switch v.Label {
	case citestone.Entailment, citestone.Contradiction, citestone.Neutral, citestone.Abstain:
	default:
		t.Errorf("%q: unknown label %q", show, v.Label)
	}
	if v.Label == citestone.Entailment && len(v.Evidence) == 0 {
		t.Errorf("%q: entailment without evidence", show)
	}
	if v.Score < 0 || v.Score > 1 || v.Confidence < 0 || v.Confidence > 1 {
		t.Errorf("%q: score %v, confidence %v", show, v.Score, v.Confidence)
	}
	if v.Judge == "" || v.Reason == "" {
		t.Errorf("%q: judge %q, reason %q", show, v.Judge, v.Reason)
	}
	for _, e := range v.Evidence {
		if !p.Holds(e) {
			t.Errorf("%q: evidence %+v is no exact slice of the source", show, e)
		}
	}
	return v
}

// vetoes checks that the guarded judge does not entail what the source lacks.
func vetoes(t *testing.T, j entail.Judge, p *entail.Premise) {
	for claim, rule := range map[string]string{
		"Pauses fell from 300 ms to 12 ms.":                                  entail.NumberMismatch,
		"The collector of Go 1.5 is concurrent in 87 % of all cases.":        entail.NumberMismatch,
		"The team said “we aim for a quarter of that”.":                      entail.QuoteMismatch,
		"The collector of Go 1.5 is “the best concurrent collector by far”.": entail.QuoteMismatch,
	} {
		v := conform(t, entail.Guard(j), p, claim)
		if v.Label == citestone.Entailment {
			t.Errorf("%q is entailed: %s", claim, v.Reason)
		}
		if v.Rule != "" && v.Rule != rule {
			t.Errorf("%q: rule %s, want %s", claim, v.Rule, rule)
		}
	}
}

func cancelled(t *testing.T, j entail.Judge, p *entail.Premise) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.Judge(ctx, p, "Pauses fell from 300 ms to 10 ms."); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled context: error %v", err)
	}
}
