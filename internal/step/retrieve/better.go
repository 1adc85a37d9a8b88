package retrieve

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// Better returns the step that searches for better sources of the failed claims and
// writes the round's ledger segment.
func Better(d Deps) *pipeline.Step {
	return &pipeline.Step{
		Stage: "05_revision", Name: "better", Title: "Searching for better sources", Version: 1,
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
			found, err := d.forClaims(ctx, s, brief, failedTexts(report), set)
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
