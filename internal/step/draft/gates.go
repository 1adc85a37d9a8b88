package draft

import (
	"context"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/verify"
)

// maxPasses bounds the repair passes.
const maxPasses = 2

// Audit returns the step that strips markers which name no allowed ledger entry and
// markers whose passage shares nothing with the text around them.
func Audit() *pipeline.Step {
	return &pipeline.Step{
		Stage: "01_draft", Name: "audit", Title: "Auditing the draft's markers", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.InitialDraft.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.AuditedDraft.Ref, citestone.AuditFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.InitialDraft)
			if err != nil {
				return err
			}
			in, err := auditInput(s, text)
			if err != nil {
				return err
			}
			stripped, findings, err := audit.Strip(in)
			if err != nil {
				return err
			}
			s.Progress("%d markers stripped", len(findings))
			if err := pipeline.Write(s, citestone.AuditFile, findings); err != nil {
				return err
			}
			return s.WriteText(citestone.AuditedDraft, stripped)
		},
	}
}

// auditInput resolves a draft's markers against the allowed ledger entries.
func auditInput(s *pipeline.Scope, text string) (*audit.Input, error) {
	set, err := evidence.Load(s)
	if err != nil {
		return nil, err
	}
	r, err := pipeline.Read(s, citestone.RelevanceFile)
	if err != nil {
		return nil, err
	}
	return &audit.Input{Document: document.Parse("draft.md", text), Mode: audit.Research,
		Sources: set.Passages(set.Citable(r))}, nil
}

// Repair returns the step that gates the draft on uncited sentences and mends it.
func Repair(noRepair bool, judge entail.Judge) *pipeline.Step {
	return &pipeline.Step{
		Stage: "01_draft", Name: "repair", Title: "Citation gates and repair", Version: 1, Form: "extractive",
		In:       append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.AuditedDraft.Ref}, evidence.Inputs()...),
		Out:      []citestone.Ref{citestone.Draft.Ref, citestone.RepairFile.Ref},
		Pins:     []string{"judge"},
		Settings: []any{noRepair, judge.Name()}, Skip: evidence.Insufficient,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.AuditedDraft)
			if err != nil {
				return err
			}
			in, err := auditInput(s, text)
			if err != nil {
				return err
			}
			passes := maxPasses
			if noRepair {
				passes = 0
			}
			fixed, r, err := Mend(ctx, in, passes, judge)
			if err != nil {
				return err
			}
			s.Progress("citation recall %s before, %s after %d pass(es)", percent(r.RecallBefore), percent(r.RecallAfter), r.Passes)
			if err := pipeline.Write(s, citestone.RepairFile, r); err != nil {
				return err
			}
			return s.WriteText(citestone.Draft, fixed)
		},
	}
}

// Mend is the extractive repair: while sentences are uncited and passes are left, each
// gets the allowed ledger entry whose passage entails it, or is dropped. The gate, not
// the repair, decides when to stop.
func Mend(ctx context.Context, in *audit.Input, passes int, judge entail.Judge) (string, citestone.Repair, error) {
	r := citestone.Repair{RecallBefore: recall(in.Document)}
	text := in.Document.Source
	for {
		uncited := uncitedSentences(in.Document)
		r.RecallAfter = recall(in.Document)
		if len(uncited) == 0 || r.Passes == passes {
			break
		}
		r.Passes++
		var edits []document.Edit
		for _, sentence := range uncited {
			edit, change, err := mendOne(ctx, in, sentence, judge)
			if err != nil {
				return "", r, err
			}
			edits = append(edits, edit)
			r.Changes = append(r.Changes, change)
		}
		var err error
		if text, err = document.Apply(text, edits); err != nil {
			return "", r, err
		}
		in.Document = document.Parse(in.Document.Name, text)
		if text, _, err = audit.Strip(in); err != nil { // dangling markers are checked in every pass
			return "", r, err
		}
		in.Document = document.Parse(in.Document.Name, text)
	}
	for _, f := range audit.Run(in) {
		if f.Rule == "uncited-claim" || f.Rule == "dangling-citation" {
			r.Findings = append(r.Findings, f)
		}
	}
	return text, r, nil
}

func mendOne(ctx context.Context, in *audit.Input, sentence document.Sentence, judge entail.Judge) (document.Edit, citestone.Revision, error) {
	before := in.Document.Source[sentence.Start:sentence.End]
	change := citestone.Revision{Text: sentence.Plain.Text, Before: before}
	ids := make([]string, 0, len(in.Sources))
	for id := range in.Sources {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return evidence.Number(a) - evidence.Number(b) })
	for _, id := range ids {
		v, err := judge.Judge(ctx, in.Sources[id], sentence.Plain.Text)
		if err != nil {
			return document.Edit{}, change, err
		}
		if v.Label == citestone.Entailment && v.Confidence > verify.Sure {
			change.Action, change.After, change.Reason = "resourced", before+" [cite:"+id+"]", v.Reason
			return document.Edit{Span: citestone.Span{Start: sentence.End, End: sentence.End}, New: " [cite:" + id + "]"}, change, nil
		}
	}
	change.Action, change.Reason = "removed", "no ledger entry entails it"
	return document.Remove(in.Document, sentence), change, nil
}

func uncitedSentences(d *document.Document) []document.Sentence {
	var out []document.Sentence
	for _, s := range d.Sentences {
		if s.Exempt == "" && len(s.Markers) == 0 {
			out = append(out, s)
		}
	}
	return out
}

// recall is the share of factual sentences with a marker, nil when there are none.
func recall(d *document.Document) *float64 {
	facts, cited := 0, 0
	for _, s := range d.Sentences {
		if s.Exempt != "" {
			continue
		}
		facts++
		if len(s.Markers) > 0 {
			cited++
		}
	}
	if facts == 0 {
		return nil
	}
	r := float64(cited) / float64(facts)
	return &r
}

func percent(p *float64) string {
	if p == nil {
		return "undefined"
	}
	return citestone.Percent(*p)
}
