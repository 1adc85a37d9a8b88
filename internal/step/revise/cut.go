package revise

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// Cut returns the step that, after the last round, takes out what is still not
// supported. Without a model everything unsupported goes; marking is for the rest.
func Cut(unverified string) *pipeline.Step {
	return &pipeline.Step{
		Stage: "07_style", Name: "cut", Title: "Cutting what stayed unsupported", Version: 1,
		In:       []citestone.Ref{citestone.RelevanceFile.Ref, citestone.Draft.Ref, citestone.VerifyFile.Ref},
		Out:      []citestone.Ref{citestone.CutDraft.Ref, citestone.CutFile.Ref},
		Settings: unverified, Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.Draft)
			if err != nil {
				return err
			}
			report, err := pipeline.Read(s, citestone.VerifyFile)
			if err != nil {
				return err
			}
			out, cuts, err := Trim(text, report)
			if err != nil {
				return err
			}
			s.Progress("%d sentence(s) cut", len(cuts))
			if unverified == "mark" && len(cuts) > 0 {
				s.Progress("marking instead of cutting needs a language model, and none is configured")
			}
			if err := pipeline.Write(s, citestone.CutFile, cuts); err != nil {
				return err
			}
			return s.WriteText(citestone.CutDraft, out)
		},
	}
}

// Trim removes every sentence that holds a claim without support, then headings that
// are left without text.
func Trim(text string, r citestone.VerificationReport) (string, []citestone.Revision, error) {
	d := document.Parse("draft.md", text)
	var edits []document.Edit
	var cuts []citestone.Revision
	for _, f := range failedSentences(d, r) {
		edits = append(edits, document.Remove(d, f.sentence))
		cuts = append(cuts, citestone.Revision{Claim: f.claims[0].ID, Text: f.claims[0].Text, Action: "removed",
			Before: text[f.sentence.Start:f.sentence.End], Reason: string(f.claims[0].Status) + ": " + f.claims[0].Reason})
	}
	if len(edits) == 0 {
		return text, nil, nil
	}
	out, err := document.Apply(text, edits)
	if err != nil {
		return "", nil, err
	}
	out, err = withoutEmptySections(out)
	return out, cuts, err
}

// withoutEmptySections removes headings, below the first level, that nothing follows
// before a heading of the same or a higher level.
func withoutEmptySections(text string) (string, error) {
	d := document.Parse("draft.md", text)
	var edits []document.Edit
	for i, b := range d.Blocks {
		if b.Kind != document.Heading || b.Level < 2 {
			continue
		}
		if i+1 == len(d.Blocks) || d.Blocks[i+1].Kind == document.Heading && d.Blocks[i+1].Level <= b.Level {
			end := len(text)
			if i+1 < len(d.Blocks) {
				end = d.Blocks[i+1].Start
			}
			edits = append(edits, document.Edit{Span: citestone.Span{Start: b.Start, End: end}})
		}
	}
	return document.Apply(text, edits)
}
