package entail_test

import (
	"context"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/entail/entailtest"
)

// yes is a judge that believes everything, with the first bytes of the source as its
// evidence unless it is given another.
type yes struct {
	source string
	quote  string
}

func (yes) Name() string { return "yes" }

func (y yes) Judge(ctx context.Context, p *entail.Premise, claim string) (entail.Verdict, error) {
	v := entail.Verdict{Label: citestone.Entailment, Score: 1, Confidence: 1, Reason: "it says so", Judge: "yes"}
	if y.quote != "" {
		v.Evidence = []citestone.Evidence{{Quote: y.quote, End: len(y.quote)}}
	}
	return v, ctx.Err()
}

func TestConformance(t *testing.T) {
	for name, j := range map[string]entail.Judge{
		"deterministic": entail.Deterministic(),
		"guarded":       entail.Guard(entail.Deterministic()),
		"cascade":       entail.Cascade(entail.Deterministic(), entail.Deterministic()),
	} {
		t.Run(name, func(t *testing.T) { entailtest.Run(t, j) })
	}
}

func TestGuardOverrules(t *testing.T) {
	const source = "Pauses fell to 10 ms in May. They said “it is really fast now” twice. The APY is 8.52%. It raised 45,000,000 dollars. About 34% agree."
	p := entail.Prepare(source, document.Parse("s.md", source), entail.Context{Published: "2015-08-31", Title: "A Title of Four Words"})
	for _, tt := range []struct {
		claim, quote string
		want         citestone.Label
		rule         string
	}{
		{"Latency came down.", source[:10], citestone.Entailment, ""},
		{"Latency came down to 10 ms.", source[:10], citestone.Entailment, ""},
		{"Latency came down to 20 ms.", source[:10], citestone.Neutral, entail.NumberMismatch},
		{"The APY is 8.5%.", source[:10], citestone.Entailment, ""},
		{"The APY is 8.6%.", source[:10], citestone.Neutral, entail.NumberMismatch},
		{"It raised $45M.", source[:10], citestone.Entailment, ""},
		{"About a third agree.", source[:10], citestone.Entailment, ""},
		{"In 2015 latency came down.", source[:10], citestone.Entailment, ""},
		{"In August 2015 latency came down.", source[:10], citestone.Entailment, ""},
		{"In 2016 latency came down.", source[:10], citestone.Neutral, entail.NumberMismatch},
		{"They called it “It is really fast, now”.", source[:10], citestone.Entailment, ""},
		{"They called it “it is … fast now”.", source[:10], citestone.Entailment, ""},
		{"They called it “it is really slow now”.", source[:10], citestone.Neutral, entail.QuoteMismatch},
		{"They called it “slow”.", source[:10], citestone.Neutral, entail.QuoteMismatch},
		{"It is a so-called “scare quote”.", source[:10], citestone.Entailment, ""},
		{"The post “Some Other Title Entirely” is on latency.", source[:10], citestone.Entailment, ""},
		{"Latency came down.", "Pauses rose", citestone.Neutral, ""},
		{"Latency came down.", "", citestone.Neutral, ""},
	} {
		v, err := entail.Guard(yes{source, tt.quote}).Judge(context.Background(), p, tt.claim)
		if err != nil {
			t.Fatal(err)
		}
		if v.Label != tt.want || v.Rule != tt.rule {
			t.Errorf("%q with evidence %q: %s %q (%s), want %s %q", tt.claim, tt.quote, v.Label, v.Rule, v.Reason, tt.want, tt.rule)
		}
		if v.Label == citestone.Neutral && (v.Score > 0.2 || v.Judge == "") {
			t.Errorf("%q: overruled with score %v by judge %q", tt.claim, v.Score, v.Judge)
		}
	}
}

// unsure abstains.
type unsure struct{}

func (unsure) Name() string { return "unsure" }

func (unsure) Judge(ctx context.Context, p *entail.Premise, claim string) (entail.Verdict, error) {
	return entail.Verdict{Label: citestone.Abstain, Reason: "who knows", Judge: "unsure"}, ctx.Err()
}

func TestCascadeGoesOnOnlyWhileJudgesAbstain(t *testing.T) {
	p := entail.PreparePassages("", []citestone.Passage{{Text: "A text."}}, entail.Context{})
	for want, j := range map[string]entail.Judge{
		"yes":     entail.Cascade(unsure{}, yes{}, unsure{}),
		"unsure":  entail.Cascade(unsure{}, unsure{}),
		"cascade": entail.Cascade(),
	} {
		v, err := j.Judge(context.Background(), p, "A claim.")
		if err != nil || v.Judge != want {
			t.Errorf("decided by %q (%v), want %q", v.Judge, err, want)
		}
	}
}

func TestLongTextsTakeLinearTime(t *testing.T) {
	source := strings.Repeat("word other thing ", 12_000) // one sentence of 200 kB
	p := entail.Prepare(source, document.Parse("s.txt", source), entail.Context{})
	v, err := entail.Deterministic().Judge(context.Background(), p, "word other thing word other thing")
	if err != nil || v.Label == "" {
		t.Errorf("%+v, %v", v, err)
	}
}
