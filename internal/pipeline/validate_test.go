package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
)

func TestValidate(t *testing.T) {
	if err := pipeline.Validate(newWorld().steps()); err != nil {
		t.Fatal(err)
	}
	none := func(context.Context, *pipeline.Scope) error { return nil }
	step := func(stage, name string, in, out []citestone.Ref) *pipeline.Step {
		return newWorld().step(stage, name, in, out, none)
	}
	until := func(*pipeline.Scope) (bool, string, error) { return true, "", nil }
	brief, draft := refs(citestone.BriefFile.Ref), refs(citestone.Draft.Ref)
	tests := map[string][]pipeline.Node{
		"00_research/a: two steps have this name":                         {step("00_research", "a", nil, nil), step("00_research", "a", nil, nil)},
		"99_end/a: unknown stage":                                         {step("99_end", "a", nil, nil)},
		"00_research/b: its stage comes before":                           {step("01_draft", "a", nil, nil), step("00_research", "b", nil, nil)},
		"reads 00_research/brief.json, which no earlier step writes":      {step("00_research", "a", brief, nil), step("00_research", "b", nil, brief)},
		"b: writes 00_research/brief.json, as 00_research/a does":         {step("00_research", "a", nil, brief), step("00_research", "b", nil, brief)},
		"r: writes 00_research/brief.json, as 05_revision/r does":         {&pipeline.Repeat{Max: 2, Until: until, Steps: []*pipeline.Step{step("05_revision", "r", nil, brief)}}},
		"r: reads 01_draft/draft.md, which no earlier step writes":        {&pipeline.Repeat{Max: 2, Until: until, Steps: []*pipeline.Step{step("05_revision", "r", refs(citestone.Prev(citestone.Draft.Ref)), draft)}}},
		"has no path outside the rounds":                                  {step("05_revision", "a", nil, refs(citestone.LedgerRound.Ref))},
		"not an artifact of the current round":                            {step("00_research", "a", nil, refs(citestone.Prev(citestone.Draft.Ref)))},
		"reads other.md, which is not an artifact":                        {step("00_research", "a", refs(citestone.Ref{}), nil)},
		"at most one Repeat":                                              {&pipeline.Repeat{Until: until}, &pipeline.Repeat{Until: until}},
		"a step needs a name":                                             {&pipeline.Step{Stage: "00_research", Name: "a", Title: "A"}},
		"a: the path of 01_draft/draft.md | 05_revision/rN/revised_draft": {&pipeline.Repeat{Max: 2, Until: until}, step("07_style", "a", nil, draft)},
	}
	for want, list := range tests {
		err := pipeline.Validate(list)
		want = strings.Replace(want, "other.md", "", 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for name, open := range map[string]func() session.Store{
		"memory": func() session.Store { return session.NewMemory() },
		"disk":   func() session.Store { return disk.New(b.TempDir(), disk.Options{}) },
	} {
		for _, again := range []bool{false, true} {
			b.Run(name+map[bool]string{true: "/unchanged"}[again], func(b *testing.B) {
				store := open()
				x := newSession(b, store)
				w := newWorld()
				total := 0
				for b.Loop() {
					if !again {
						x.Close()
						x = newSession(b, store)
					}
					if err := w.runner(x, nil).Run(context.Background()); err != nil {
						b.Fatal(err)
					}
					total += len(allSteps) + 1
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(total), "µs/step")
			})
		}
	}
}
