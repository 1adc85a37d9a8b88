// Package claims takes a draft apart into atomic claims and citations.
package claims

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/verify"
)

// Step returns the extraction step; in a round it extracts from the revised draft.
func Step(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "extract", Title: "Extracting claims and citations", Version: 1, Form: "extractive",
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.Draft.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.ClaimsFile.Ref, citestone.CitationsFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.Draft)
			if err != nil {
				return err
			}
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			list, citations, exempt := verify.Claims(document.Parse("draft.md", text), verify.CriticalUnder(verify.AnswerHeading))
			for i := range citations {
				Resolve(&citations[i], set)
			}
			s.Progress("%d claims, %d citations, %d exempt sentences", len(list), len(citations), exempt)
			if err := pipeline.Write(s, citestone.ClaimsFile, list); err != nil {
				return err
			}
			return pipeline.Write(s, citestone.CitationsFile, citations)
		},
	}
}

// Resolve fills in what a [cite:gN] marker stands for.
func Resolve(c *citestone.Citation, set *evidence.Set) {
	e, ok := set.Entry(c.Reference)
	if !ok {
		return
	}
	src := set.Sources[e.Passage.Source]
	c.Entry, c.Source, c.URL, c.Title, c.Type = e.ID, src.ID, src.URL, src.Title, src.Type
}
