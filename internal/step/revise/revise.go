// Package revise holds the steps of a revision round: reflect, look for better sources,
// revise the draft claim by claim; and the decision whether a round is needed.
package revise

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/text"
	"github.com/citestone/citestone/internal/verify"
)

// Stage is the directory of the revision steps.
const Stage = "05_revision"

// Done decides, before each round, whether another is needed: the rate is reached and
// the evaluator passes, or nothing that is left could be mended by a round.
func Done(s *pipeline.Scope) (bool, string, error) {
	rel, err := pipeline.Read(s, citestone.RelevanceFile)
	if err != nil {
		return false, "", err
	}
	if rel.Decision == citestone.InsufficientData {
		return true, "insufficient data", nil
	}
	r, err := pipeline.Read(s, citestone.VerifyFile)
	if err != nil {
		return false, "", err
	}
	e, err := pipeline.Read(s, citestone.EvaluationFile)
	if err != nil {
		return false, "", err
	}
	fixable := slices.ContainsFunc(e.Issues, func(i citestone.Issue) bool { return i.Fixable })
	switch {
	case r.Gate.ThresholdMet && e.Verdict == citestone.Pass:
		return true, fmt.Sprintf("rate %s reached and the evaluator passes", citestone.Percent(r.Gate.ActualRate)), nil
	case !fixable:
		return true, "nothing that a further round could mend", nil
	}
	return false, fmt.Sprintf("rate %s, evaluator says %s", citestone.Percent(r.Gate.ActualRate), e.Verdict), nil
}

// Reads are the artifacts that Done reads.
func Reads() []citestone.Ref {
	return []citestone.Ref{citestone.RelevanceFile.Ref, citestone.VerifyFile.Ref, citestone.EvaluationFile.Ref}
}

// Reflect returns the reflection step.
func Reflect() *pipeline.Step {
	return &pipeline.Step{
		Stage: Stage, Name: "reflect", Title: "Reflecting on the issues", Version: 1,
		In: []citestone.Ref{citestone.Prev(citestone.EvaluationFile.Ref)}, Out: []citestone.Ref{citestone.ReflectionFile.Ref},
		Run: func(context.Context, *pipeline.Scope) error {
			return pipeline.NotRun("reflection: it needs a language model, and none is configured")
		},
	}
}

// Step returns the revision step.
func Step(judge entail.Judge) *pipeline.Step {
	return &pipeline.Step{
		Stage: Stage, Name: "revise", Title: "Revising the draft", Version: 1, Form: "extractive",
		In: append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.Prev(citestone.Draft.Ref), citestone.Prev(citestone.VerifyFile.Ref),
			citestone.Prev(citestone.CritiqueFile.Ref)}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.Draft.Ref, citestone.RevisionsFile.Ref, citestone.AuditFile.Ref},
		Pins: []string{"judge"}, Settings: judge.Name(),
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			text, err := s.Text(citestone.Draft.Prev())
			if err != nil {
				return err
			}
			report, err := pipeline.Read(s, citestone.VerifyFile.Prev())
			if err != nil {
				return err
			}
			rel, err := pipeline.Read(s, citestone.RelevanceFile)
			if err != nil {
				return err
			}
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			revised, changes, err := Extract(ctx, text, report, set, set.Citable(rel), judge)
			if err != nil {
				return err
			}
			in := &audit.Input{Document: document.Parse("draft.md", revised), Mode: audit.Research,
				Sources: set.Passages(set.Citable(rel))}
			revised, findings, err := audit.Strip(in)
			if err != nil {
				return err
			}
			for _, c := range changes {
				s.Progress("%s %s: %s", c.Claim, c.Action, c.Reason)
			}
			if err := pipeline.Write(s, citestone.AuditFile, findings); err != nil {
				return err
			}
			if err := pipeline.Write(s, citestone.RevisionsFile, changes); err != nil {
				return err
			}
			return s.WriteText(citestone.Draft, revised)
		},
	}
}

// Extract is the extractive form. For each sentence with a failed claim, in order of
// preference: another ledger entry that entails it (better source); the sentence of
// its own source that says the same thing rightly (rewrite); else it is removed.
// Sentences without a failed claim are not touched.
func Extract(ctx context.Context, text string, r citestone.VerificationReport, set *evidence.Set, entries map[string]citestone.LedgerEntry, judge entail.Judge) (string, []citestone.Revision, error) {
	d := document.Parse("draft.md", text)
	failed := failedSentences(d, r)
	var edits []document.Edit
	var changes []citestone.Revision
	m := mender{set: set, entries: entries, premises: set.Passages(entries), judge: judge, text: text}
	for _, f := range failed {
		edit, change, err := m.mend(ctx, d, f)
		if err != nil {
			return "", nil, err
		}
		edits = append(edits, edit)
		changes = append(changes, change)
	}
	out, err := document.Apply(text, edits)
	return out, changes, err
}

// failure is a sentence with its failed claims.
type failure struct {
	sentence document.Sentence
	claims   []citestone.CheckedClaim
}

func failedSentences(d *document.Document, r citestone.VerificationReport) []failure {
	var out []failure
	for _, s := range d.Sentences {
		var claims []citestone.CheckedClaim
		for _, c := range r.Claims {
			if c.Status != citestone.Supported && c.Start >= s.Start && c.End <= s.End {
				claims = append(claims, c)
			}
		}
		if len(claims) > 0 {
			out = append(out, failure{s, claims})
		}
	}
	return out
}

type mender struct {
	set      *evidence.Set
	entries  map[string]citestone.LedgerEntry
	premises map[string]*entail.Premise
	judge    entail.Judge
	text     string
}

func (m mender) mend(ctx context.Context, d *document.Document, f failure) (document.Edit, citestone.Revision, error) {
	change := citestone.Revision{Claim: f.claims[0].ID, Text: f.claims[0].Text, Before: m.text[f.sentence.Start:f.sentence.End]}
	id, reason, err := m.better(ctx, f.sentence)
	if err != nil {
		return document.Edit{}, change, err
	}
	if id != "" {
		change.Action, change.Reason = "resourced", reason
		change.After = m.unmarked(d, f.sentence) + " [cite:" + id + "]"
		return document.Edit{Span: f.sentence.Span, New: change.After}, change, nil
	}
	if says, id, ok := m.rewrite(d, f.sentence); ok {
		change.Action, change.Reason = "rewritten", "to what the source says"
		change.After = label.FindString(change.Before) + says + " [cite:" + id + "]"
		return document.Edit{Span: f.sentence.Span, New: change.After}, change, nil
	}
	change.Action, change.Reason = "removed", "no source at hand supports it: "+f.claims[0].Reason
	return document.Remove(d, f.sentence), change, nil
}

// label is the date that a bullet opens with.
var label = regexp.MustCompile(`^\*\*[^*]+:\*\* `)

// better finds the first ledger entry whose passage entails the whole sentence.
func (m mender) better(ctx context.Context, s document.Sentence) (id, reason string, err error) {
	ids := make([]string, 0, len(m.premises))
	for id := range m.premises {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return evidence.Number(a) - evidence.Number(b) })
	for _, id := range ids {
		v, err := m.judge.Judge(ctx, m.premises[id], s.Plain.Text)
		if err != nil {
			return "", "", err
		}
		if v.Label == citestone.Entailment && v.Confidence > verify.Sure {
			return id, v.Reason, nil
		}
	}
	return "", "", nil
}

// unmarked is the sentence as written, without its markers.
func (m mender) unmarked(d *document.Document, s document.Sentence) string {
	var b strings.Builder
	at := s.Start
	for _, i := range s.Markers {
		mk := d.Markers[i]
		b.WriteString(strings.TrimRight(m.text[at:mk.Start], " "))
		at = mk.End
	}
	b.WriteString(m.text[at:s.End])
	return strings.TrimSpace(b.String())
}

// rewriteOverlap is the share of a sentence's content words that a sentence of its
// source must hold to take its place.
const rewriteOverlap = 0.6

// rewrite finds, in the passages that the sentence cites, the sentence that speaks of
// the same thing, and returns it as Markdown with the entry it stands in.
func (m mender) rewrite(d *document.Document, s document.Sentence) (markdown, id string, ok bool) {
	want := termSet(s.Plain.Text)
	best := rewriteOverlap
	for _, i := range s.Markers {
		for _, key := range d.Markers[i].Keys {
			e, known := m.entries[key]
			if !known {
				continue
			}
			for _, c := range m.set.InEntry(e) {
				if o := shareOf(want, c.Stems); o >= best && !strings.Contains(m.text, document.Escape(flat(c.Plain.Text))) {
					best, markdown, id, ok = o, document.Escape(flat(c.Plain.Text)), e.ID, true
				}
			}
		}
	}
	return markdown, id, ok
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

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
