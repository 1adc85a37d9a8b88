package revise

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
)

// Settle returns the step that gives the last round's draft and verification their
// lasting paths.
func Settle() *pipeline.Step {
	return &pipeline.Step{
		Stage: "06_re_verification", Name: "settle", Title: "Settling the revised draft", Version: 1,
		In:  []citestone.Ref{citestone.RelevanceFile.Ref, citestone.Draft.Ref, citestone.VerifyFile.Ref},
		Out: []citestone.Ref{citestone.RevisedDraft.Ref, citestone.ReverifiedFile.Ref},
		Skip: func(s *pipeline.Scope) (string, error) {
			if s.Round() == 0 {
				return "no revision round was needed", nil
			}
			return "", nil
		},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			draft, err := s.Text(citestone.Draft)
			if err != nil {
				return err
			}
			report, err := pipeline.Read(s, citestone.VerifyFile)
			if err != nil {
				return err
			}
			s.Progress("after %d round(s): verification rate %s", s.Round(), citestone.Percent(report.Gate.ActualRate))
			if err := pipeline.Write(s, citestone.ReverifiedFile, report); err != nil {
				return err
			}
			return s.WriteText(citestone.RevisedDraft, draft)
		},
	}
}
