package gate

import (
	"context"
	"fmt"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// Summarise returns the step that writes a file for each selected source: metadata,
// key excerpts and a summary.
func Summarise() *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "summarise", Title: "Summarising sources", Version: 1, Form: "extractive",
		In:  append([]citestone.Ref{citestone.PlanFile.Ref}, evidence.Inputs()...),
		Out: []citestone.Ref{citestone.SourceFiles.Ref},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			plan, err := pipeline.Read(s, citestone.PlanFile)
			if err != nil {
				return err
			}
			for _, id := range set.IDs() {
				text, err := evidence.WriteSummary(Extract(plan, set, id))
				if err != nil {
					return err
				}
				name := fmt.Sprintf("source_%d.md", evidence.Number(id))
				if err := s.WriteMember(citestone.SourceFiles, name, text); err != nil {
					return err
				}
			}
			s.Progress("%d sources, %d excerpts", len(set.Docs), len(set.Entries))
			return nil
		},
	}
}

// summarySentences is how many of a source's best sentences its summary holds.
const summarySentences = 3

// Extract is the extractive form: the excerpts are the source's ledger passages, the
// summary is its own (from its metadata) and its best sentences for the question.
func Extract(p citestone.Plan, set *evidence.Set, id string) citestone.Summary {
	src := set.Sources[id]
	sum := citestone.Summary{Source: src}
	for _, e := range set.Entries {
		if e.Passage.Source == id {
			sum.Excerpts = append(sum.Excerpts, citestone.Excerpt{Entry: e.ID, Text: e.Passage.Text})
		}
	}
	var parts []string
	if src.Summary != "" {
		parts = append(parts, strings.TrimRight(src.Summary, " "))
	}
	scorer := set.Scorer()
	for _, part := range p.Subquestions {
		for i, c := range set.Candidates(scorer, answer.Of(part), []string{id}, nil) {
			text := strings.TrimSpace(c.Sentence.Plain.Text)
			if i >= summarySentences/len(p.Subquestions)+1 {
				break
			}
			if !strings.Contains(strings.Join(parts, " "), text) {
				parts = append(parts, text)
			}
		}
	}
	sum.Text = strings.Join(parts, " ")
	return sum
}
