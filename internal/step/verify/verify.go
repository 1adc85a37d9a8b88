// Package verify runs the four layers over a draft's claims: links, content,
// entailment, consistency; then the report and the gate.
package verify

import (
	"context"
	"fmt"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
	"github.com/citestone/citestone/internal/step/gate"
	"github.com/citestone/citestone/internal/verify"
)

// Reasons why a layer is not run.
const (
	noLinks       = "link layer: no web access is configured; links are not checked"
	noConsistency = "consistency layer: it samples a language model, and none is configured"
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
		Skip: gate.Insufficient,
		Run:  func(context.Context, *pipeline.Scope) error { return pipeline.NotRun(noLinks) },
	}
}

// Content returns layer 2: the text of each cited source, from its snapshot.
func Content(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "content", Title: "Layer 2: content", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.CitationsFile.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.ContentFiles.Ref},
		Skip: gate.Insufficient,
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
		Pins: []string{"judge"}, Settings: judge.Name(), Skip: gate.Insufficient,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			list, err := pipeline.Read(s, citestone.ClaimsFile)
			if err != nil {
				return err
			}
			citations, err := pipeline.Read(s, citestone.CitationsFile)
			if err != nil {
				return err
			}
			sources, err := Sources(s)
			if err != nil {
				return err
			}
			checked, err := verify.Entail(ctx, judge, list, citations, sources)
			if err != nil {
				return err
			}
			counts := map[citestone.Status]int{}
			for _, c := range checked {
				counts[c.Status]++
			}
			s.Progress("%d claims: %s", len(checked), Counts(counts))
			return pipeline.Write(s, citestone.EntailmentFile, checked)
		},
	}
}

// Counts writes the number of claims of each status, in order of severity.
func Counts(n map[citestone.Status]int) string {
	out := ""
	for _, st := range []citestone.Status{citestone.Supported, citestone.Unsupported, citestone.Contradicted,
		citestone.Undecided, citestone.Uncited, citestone.Unverifiable} {
		if n[st] > 0 {
			out += fmt.Sprintf(", %d %s", n[st], st)
		}
	}
	if out == "" {
		return "none"
	}
	return out[2:]
}

// Sources resolves every ledger id that may be cited to its source, with its
// independence group.
func Sources(s *pipeline.Scope) (map[string]*verify.Source, error) {
	set, err := evidence.Load(s)
	if err != nil {
		return nil, err
	}
	r, err := pipeline.Read(s, citestone.RelevanceFile)
	if err != nil {
		return nil, err
	}
	return Resolve(set, set.Citable(r)), nil
}

// Resolve maps ledger ids to sources for judging. The premise is the source's whole
// text: a claim may rest on more of it than the passage it names.
func Resolve(set *evidence.Set, allowed map[string]citestone.LedgerEntry) map[string]*verify.Source {
	group := map[string]string{}
	var list []citestone.Source
	for _, id := range set.IDs() {
		list = append(list, set.Sources[id])
	}
	for i, g := range rank.Groups(list, set.Texts) {
		for _, id := range g.Sources {
			group[id] = fmt.Sprintf("group %d: %s", i+1, g.Reason)
		}
	}
	premises := map[string]*entail.Premise{}
	out := map[string]*verify.Source{}
	for id, e := range allowed {
		src := set.Sources[e.Passage.Source]
		if _, ok := premises[src.ID]; !ok {
			premises[src.ID] = set.Premise(src.ID)
		}
		out[id] = &verify.Source{ID: src.ID, URL: src.URL, Title: src.Title, Premise: premises[src.ID], Group: group[src.ID]}
	}
	return out
}

// Consistency returns layer 4.
func Consistency(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "consistency", Title: "Layer 4: consistency", Version: 1,
		In: []citestone.Ref{citestone.RelevanceFile.Ref, citestone.EntailmentFile.Ref}, Out: []citestone.Ref{citestone.ConsistencyFile.Ref},
		Skip: gate.Insufficient,
		Run:  func(context.Context, *pipeline.Scope) error { return pipeline.NotRun(noConsistency) },
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
		Settings: threshold, Skip: gate.Insufficient,
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
			sources, err := Sources(s)
			if err != nil {
				return err
			}
			v := verify.Assemble(verify.Input{Name: citestone.Draft.Path(s.Round()), Document: document.Parse("draft.md", text),
				Claims: checked, Citations: citations, Sources: sources, Mode: audit.Research, Threshold: threshold})
			r := Shape(v, threshold)
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

// Shape adds to a verification what failed, why, and the gate's decision. Without a
// claim there is nothing to fail: the gate is met.
func Shape(v citestone.Verification, threshold float64) citestone.VerificationReport {
	r := citestone.VerificationReport{Verification: v, NotRun: []string{noLinks, noConsistency}}
	for _, c := range v.Claims {
		if c.Status == citestone.Supported {
			continue
		}
		f := citestone.FailedClaim{ID: c.ID, Text: c.Text, FailureReason: c.Reason, Layers: c.Layers, Confidence: c.Confidence,
			Recommendation: recommend(c)}
		if len(c.Citations) > 0 {
			f.Citation = c.Citations[0]
		}
		r.Failed = append(r.Failed, f)
	}
	r.Gate = citestone.QualityGate{RequiredRate: threshold, ActualRate: 1, Action: "PROCEED_TO_STYLE"}
	if v.Summary.Rate != nil {
		r.Gate.ActualRate = *v.Summary.Rate
	}
	r.Gate.ThresholdMet = r.Gate.ActualRate >= threshold
	if !r.Gate.ThresholdMet {
		r.Gate.Action = "PROCEED_TO_REVISION"
	}
	return r
}

func recommend(c citestone.CheckedClaim) string {
	switch c.Status {
	case citestone.Contradicted:
		return "correct it to what the source says, or remove it"
	case citestone.Uncited:
		return "cite a source that entails it, or remove it"
	case citestone.Unverifiable:
		return "cite a source whose text can be had"
	}
	return "find a better source, rewrite it to what the source says, or remove it"
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
