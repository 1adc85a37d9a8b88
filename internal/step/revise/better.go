package revise

import (
	"context"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/step/retrieve"
	"github.com/citestone/citestone/internal/text"
)

// Better returns the step that searches for better sources of the failed claims and
// writes the round's ledger segment.
func Better(d retrieve.Deps) *pipeline.Step {
	return &pipeline.Step{
		Stage: Stage, Name: "better", Title: "Searching for better sources", Version: 1,
		In: append([]citestone.Ref{citestone.BriefFile.Ref, citestone.RelevanceFile.Ref, citestone.Prev(citestone.VerifyFile.Ref)},
			evidence.InputsBefore()...),
		Out:  []citestone.Ref{citestone.BetterSearch.Ref, citestone.LedgerRound.Ref, citestone.Snapshots.Ref},
		Pins: []string{"corpus", "date"}, Settings: d.HalfLife,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			report, err := pipeline.Read(s, citestone.VerifyFile.Prev())
			if err != nil {
				return err
			}
			brief, err := pipeline.Read(s, citestone.BriefFile)
			if err != nil {
				return err
			}
			set, err := evidence.LoadBefore(s)
			if err != nil {
				return err
			}
			found, err := d.ForClaims(ctx, s, brief, failedTexts(report), set)
			if err != nil {
				return err
			}
			s.Progress("%d failed claims, %d new sources, %d new passages", len(report.Failed), len(found.Search.Sources), len(found.Entries))
			for _, src := range found.Search.Sources {
				if err := s.WriteMember(citestone.Snapshots, src.ID+".md", found.Texts[src.ID]); err != nil {
					return err
				}
			}
			if err := pipeline.WriteLog(s, citestone.LedgerRound, found.Entries); err != nil {
				return err
			}
			return pipeline.Write(s, citestone.BetterSearch, found.Search)
		},
	}
}

// maxClaims bounds the failed claims that are searched for in one round.
const maxClaims = 10

func failedTexts(r citestone.VerificationReport) []citestone.Query {
	var out []citestone.Query
	for _, f := range r.Failed[:min(maxClaims, len(r.Failed))] {
		out = append(out, citestone.Query{Text: f.Text, Kind: citestone.QueryBetter, Subquestion: f.ID})
	}
	return out
}

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

func termSet(s string) []string {
	terms := text.Terms(s)
	slices.Sort(terms)
	return slices.Compact(terms)
}

func shareOf(terms []string, set map[string]bool) float64 {
	n := 0
	for _, t := range terms {
		if set[t] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(terms)))
}
