// Package plan divides the question into parts that can be searched and answered alone.
package plan

import (
	"context"
	"fmt"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/pipeline"
)

// minSources is how many sources each subquestion wants; fewer is a reported gap.
const minSources = 3

// Step returns the plan step.
func Step() *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "plan", Title: "Planning the search", Version: 1, Form: "extractive",
		In: []citestone.Ref{citestone.BriefFile.Ref}, Out: []citestone.Ref{citestone.PlanFile.Ref},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			brief, err := pipeline.Read(s, citestone.BriefFile)
			if err != nil {
				return err
			}
			p := Extract(brief)
			for _, q := range p.Subquestions {
				s.Progress("%s %s", q.ID, q.Text)
			}
			return pipeline.Write(s, citestone.PlanFile, p)
		},
	}
}

// Extract is the extractive form: the parts that the wording shows, each with up to
// three queries within the search budget. It states no hypotheses, which need a model.
func Extract(b citestone.Brief) citestone.Plan {
	parts := answer.Parts(b.Question)
	if b.Type == citestone.Lookup && len(parts) > 1 {
		parts = parts[:1]
	}
	perPart := min(3, max(1, b.Budget.Searches/len(parts)))
	p := citestone.Plan{Rationale: fmt.Sprintf("%d part(s) by the wording of the question", len(parts))}
	for i, part := range parts {
		id := fmt.Sprintf("q%d", i+1)
		p.Subquestions = append(p.Subquestions, citestone.Subquestion{
			ID: id, Text: part.Text, Topic: part.Topic, Queries: queries(id, part, perPart),
			Slots: answer.Analyse(part.Query()).Slots, MinSources: minSources,
			Classes: []string{"documentation", "report", "news"},
		})
	}
	return p
}

// queries are the part as asked and its topic words only.
func queries(id string, part answer.Part, n int) []citestone.Query {
	out := []citestone.Query{{Text: part.Query(), Kind: citestone.QueryPlain, Subquestion: id}}
	if key := answer.Subject(part.Query()); key != "" {
		out = append(out, citestone.Query{Text: key, Kind: citestone.QueryKeywords, Subquestion: id})
	}
	return out[:min(n, len(out))]
}
