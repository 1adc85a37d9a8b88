// Package bundle finishes a session: it renders the report, audits and verifies the
// rendered file itself, and packages what leaves the session.
package bundle

import (
	"context"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/render"
	"github.com/citestone/citestone/internal/styles"
	"github.com/citestone/citestone/internal/verify"
)

const stage = "07_style"

// Render returns the step that writes numbered markers and the reference list.
func Render(g styles.Guide) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "render", Title: "Rendering the report", Version: 1,
		In:       append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.GuardedText.Ref}, evidence.Inputs()...),
		Out:      []citestone.Ref{citestone.Rendered.Ref},
		Settings: g.Markers, Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			body, err := s.Text(citestone.GuardedText)
			if err != nil {
				return err
			}
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			text, cited, err := render.Numbered(body, Library(set), render.Style(g.Markers))
			if err != nil {
				return err
			}
			s.Progress("%d sources cited", len(cited))
			return s.WriteText(citestone.Rendered, text)
		},
	}
}

// Library is the evidence as the renderers take it.
func Library(set *evidence.Set) render.Library {
	lib := render.Library{Ledger: set.Entries, Texts: set.Texts}
	for _, id := range set.IDs() {
		lib.Sources = append(lib.Sources, set.Sources[id])
	}
	return lib
}

// sourcesOf maps the reference numbers of a rendered report to its sources, found by
// the hash that each reference carries.
func sourcesOf(d *document.Document, set *evidence.Set) map[string]*verify.Source {
	byHash := map[string]citestone.LedgerEntry{}
	for _, e := range set.Entries {
		byHash[e.Snapshot] = e
	}
	keys := map[string]citestone.LedgerEntry{}
	for _, r := range d.References {
		for hash, e := range byHash {
			if r.SHA256 != "" && len(r.SHA256) >= 16 && hash[:len(r.SHA256)] == r.SHA256 {
				keys[r.ID] = e
			}
		}
	}
	return set.Cited(keys)
}

// Audit returns the audit of the rendered report. It must find nothing.
func Audit() *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "audit", Title: "Auditing the rendered report", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.Rendered.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.FinalAudit.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			d, set, err := rendered(s)
			if err != nil {
				return err
			}
			premises := map[string]*entail.Premise{}
			for key, src := range sourcesOf(d, set) {
				premises[key] = src.Premise
			}
			findings := audit.Run(&audit.Input{Document: d, Sources: premises, Mode: audit.Research})
			s.Progress("%d findings", len(findings))
			return pipeline.Write(s, citestone.FinalAudit, findings)
		},
	}
}

func rendered(s *pipeline.Scope) (*document.Document, *evidence.Set, error) {
	text, err := s.Text(citestone.Rendered)
	if err != nil {
		return nil, nil, err
	}
	set, err := evidence.Load(s)
	return document.Parse("final_report.md", text), set, err
}

// Verify returns the last verification: of the rendered file itself. Its rate is the
// one that is published.
func Verify(judge entail.Judge, threshold float64, g styles.Guide) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "verify", Title: "Verifying the rendered report", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.Rendered.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.FinalVerify.Ref},
		Pins: []string{"judge"}, Settings: []any{judge.Name(), threshold, g.Title(verify.AnswerHeading)}, Skip: evidence.Insufficient,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			d, set, err := rendered(s)
			if err != nil {
				return err
			}
			sources := sourcesOf(d, set)
			v, err := verify.Document(ctx, d, judge, func(_ context.Context, ref document.Reference) (*verify.Source, error) {
				return sources[ref.ID], nil
			}, verify.Options{Mode: audit.Research, Threshold: threshold, Critical: verify.CriticalUnder(g.Title(verify.AnswerHeading))})
			if err != nil {
				return err
			}
			v.Document = citestone.FinalReport.Path(0)
			r := verify.Report(v, threshold)
			counts := map[citestone.Status]int{}
			for _, c := range v.Claims {
				counts[c.Status]++
			}
			s.Progress("%d claims: %s; verification rate %s", len(v.Claims), verify.Counts(counts), citestone.Percent(r.Gate.ActualRate))
			return pipeline.Write(s, citestone.FinalVerify, r)
		},
	}
}

// errorsIn counts the findings of severity error.
func errorsIn(list []citestone.Finding) int {
	return len(slices.DeleteFunc(slices.Clone(list), func(f citestone.Finding) bool { return f.Severity != citestone.SeverityError }))
}
