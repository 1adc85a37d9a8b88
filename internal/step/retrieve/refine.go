package retrieve

import (
	"context"
	"fmt"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/pipeline"
)

// answered is the sentence score from which a subquestion counts as answered.
const answered = 0.45

// Refine returns the step that looks for gaps of the first pass and decides on a
// second: in standard and deep mode, unless every subquestion is answered by sources
// of grade A or B.
func Refine(exhaustive bool) *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "refine", Title: "Looking for gaps", Version: 1, Form: "extractive",
		In:  []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.Search1.Ref},
		Out: []citestone.Ref{citestone.RefineFile.Ref}, Settings: exhaustive,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			brief, plan, err := briefAndPlan(s)
			if err != nil {
				return err
			}
			found, err := pipeline.Read(s, citestone.Search1)
			if err != nil {
				return err
			}
			r := Gaps(brief, plan, found, exhaustive)
			s.Progress("%s", r.Reason)
			return pipeline.Write(s, citestone.RefineFile, r)
		},
	}
}

// Gaps is the extractive form: a subquestion without a sentence that answers it well,
// or with too few sources, is a gap; each gap gets its topic words as a query. An
// exhaustive run searches again in any case.
func Gaps(b citestone.Brief, p citestone.Plan, found citestone.Search, exhaustive bool) citestone.Refinement {
	var r citestone.Refinement
	done, graded := 0, 0
	for _, q := range p.Subquestions {
		best, sources, good := 0.0, 0, false
		for _, src := range found.Sources {
			if v := src.Answers[q.ID]; v >= answered {
				sources++
				good = good || src.Grade <= "B"
			}
			best = max(best, src.Answers[q.ID])
		}
		if best >= answered {
			done++
		}
		if good {
			graded++
		}
		if sources < q.MinSources || exhaustive {
			r.Gaps = append(r.Gaps, fmt.Sprintf("%s has %d of %d sources wanted: %s", q.ID, sources, q.MinSources, q.Text))
			r.Queries = append(r.Queries, followUps(q)...)
		}
	}
	r.Coverage = round(float64(done) / float64(max(1, len(p.Subquestions))))
	left := b.Budget.Searches - len(found.Queries)
	r.Queries = r.Queries[:max(0, min(len(r.Queries), left))]
	switch {
	case b.Mode == citestone.ModeQuick:
		r.Queries, r.Reason = nil, "quick mode searches once"
	case graded == len(p.Subquestions) && !exhaustive:
		r.Queries, r.Reason = nil, "every subquestion is answered by a source of grade A or B"
	case len(r.Queries) == 0 && len(r.Gaps) > 0:
		r.Reason = "gaps remain, but the search budget is spent"
	case len(r.Queries) == 0:
		r.Reason = "no gaps"
	default:
		r.Reason = fmt.Sprintf("%d gap(s), coverage %.0f %%: searching again", len(r.Gaps), 100*r.Coverage)
	}
	return r
}

func followUps(q citestone.Subquestion) []citestone.Query {
	part := answer.Part{Text: q.Text, Topic: q.Topic}
	key := answer.Subject(part.Query())
	if key == "" {
		return nil
	}
	return []citestone.Query{{Text: key, Kind: citestone.QueryFollowUp, Subquestion: q.ID}}
}
