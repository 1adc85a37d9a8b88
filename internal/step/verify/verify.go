// Package verify runs the four layers over a draft's claims: links, content,
// entailment, consistency; then the report and the gate.
package verify

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/verify"
)

// Steps returns the layers in order, for the stage of the first verification or of a
// round's.
func Steps(stage string, judge entail.Judge, threshold float64) []*pipeline.Step {
	return []*pipeline.Step{Links(stage), Content(stage), Entail(stage, judge), Consistency(stage), Report(stage, threshold)}
}

// Links returns layer 1.
func Links(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "links", Title: "Layer 1: links", Version: 1,
		In: []citestone.Ref{citestone.RelevanceFile.Ref, citestone.CitationsFile.Ref}, Out: []citestone.Ref{citestone.LinkFile.Ref},
		Skip: evidence.Insufficient,
		Run:  func(context.Context, *pipeline.Scope) error { return pipeline.NotRun(verify.NoLinks) },
	}
}

// Content returns layer 2: the text of each cited source, from its snapshot.
func Content(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "content", Title: "Layer 2: content", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.CitationsFile.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.ContentFiles.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			citations, err := pipeline.Read(s, citestone.CitationsFile)
			if err != nil {
				return err
			}
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			missing := 0
			for _, c := range citations {
				text, ok := set.Texts[c.Source]
				if !ok {
					missing++
					continue
				}
				if err := s.WriteMember(citestone.ContentFiles, c.ID+".txt", text); err != nil {
					return err
				}
			}
			s.Progress("%d citations with text, %d without", len(citations)-missing, missing)
			return nil
		},
	}
}

// Entail returns layer 3: every citation of every claim is judged.
func Entail(stage string, judge entail.Judge) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "entailment", Title: "Layer 3: entailment", Version: 1,
		In: append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.ClaimsFile.Ref, citestone.CitationsFile.Ref},
			evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.EntailmentFile.Ref},
		Pins: []string{"judge"}, Settings: judge.Name(), Skip: evidence.Insufficient,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			list, err := pipeline.Read(s, citestone.ClaimsFile)
			if err != nil {
				return err
			}
			citations, err := pipeline.Read(s, citestone.CitationsFile)
			if err != nil {
				return err
			}
			cited, err := sources(s)
			if err != nil {
				return err
			}
			checked, err := verify.Entail(ctx, judge, list, citations, cited)
			if err != nil {
				return err
			}
			counts := map[citestone.Status]int{}
			for _, c := range checked {
				counts[c.Status]++
			}
			s.Progress("%d claims: %s", len(checked), verify.Counts(counts))
			return pipeline.Write(s, citestone.EntailmentFile, checked)
		},
	}
}

// Consistency returns layer 4.
func Consistency(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "consistency", Title: "Layer 4: consistency", Version: 1,
		In: []citestone.Ref{citestone.RelevanceFile.Ref, citestone.EntailmentFile.Ref}, Out: []citestone.Ref{citestone.ConsistencyFile.Ref},
		Skip: evidence.Insufficient,
		Run:  func(context.Context, *pipeline.Scope) error { return pipeline.NotRun(verify.NoConsistency) },
	}
}

// Report returns the step that puts the layers together and decides the gate.
func Report(stage string, threshold float64) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "report", Title: "Verification report", Version: 1,
		In: append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.Draft.Ref, citestone.EntailmentFile.Ref,
			citestone.CitationsFile.Ref, citestone.LinkFile.Ref, citestone.ConsistencyFile.Ref, citestone.Prev(citestone.VerifyFile.Ref)},
			evidence.Inputs()...),
		Out:      []citestone.Ref{citestone.VerifyFile.Ref},
		Settings: threshold, Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.Draft)
			if err != nil {
				return err
			}
			checked, err := pipeline.Read(s, citestone.EntailmentFile)
			if err != nil {
				return err
			}
			citations, err := pipeline.Read(s, citestone.CitationsFile)
			if err != nil {
				return err
			}
			cited, err := sources(s)
			if err != nil {
				return err
			}
			v := verify.Assemble(verify.Input{Name: citestone.Draft.Path(s.Round()), Document: document.Parse("draft.md", text),
				Claims: checked, Citations: citations, Sources: cited, Mode: audit.Research, Threshold: threshold})
			r := verify.Report(v, threshold)
			if s.Has(citestone.Prev(citestone.VerifyFile.Ref)) {
				before, err := pipeline.Read(s, citestone.VerifyFile.Prev())
				if err != nil {
					return err
				}
				r.Improvements = improvements(before, r)
			}
			s.Progress("verification rate %s (needed %s): %s", citestone.Percent(r.Gate.ActualRate), citestone.Percent(threshold), r.Gate.Action)
			return pipeline.Write(s, citestone.VerifyFile, r)
		},
	}
}

// improvements compares a round with the one before: of its failed claims, those
// whose text is now supported are fixed, those that are gone were removed.
func improvements(before, after citestone.VerificationReport) *citestone.Improvements {
	status := map[string]citestone.Status{}
	for _, c := range after.Claims {
		status[c.Text] = c.Status
	}
	im := &citestone.Improvements{Before: before.Gate.ActualRate, After: after.Gate.ActualRate}
	sources := map[string]bool{}
	for _, r := range before.References {
		sources[r.Source] = true
	}
	for _, r := range after.References {
		if !sources[r.Source] {
			im.NewSources++
		}
	}
	for _, f := range before.Failed {
		switch st, there := status[f.Text]; {
		case !there:
			im.ClaimsRemoved++
		case st == citestone.Supported:
			im.ClaimsFixed++
		}
	}
	if len(before.Failed) > 0 {
		im.RevisionSuccess = float64(im.ClaimsFixed+im.ClaimsRemoved) / float64(len(before.Failed))
	}
	return im
}

// sources resolves every ledger id that may be cited.
func sources(s *pipeline.Scope) (map[string]*verify.Source, error) {
	set, err := evidence.Load(s)
	if err != nil {
		return nil, err
	}
	r, err := pipeline.Read(s, citestone.RelevanceFile)
	if err != nil {
		return nil, err
	}
	return set.Cited(set.Citable(r)), nil
}
