package bundle

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/render"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/styles"
)

// Package returns the last step: the report with its appendix, its data and its
// exports, and the whole ledger.
func Package(judge entail.Judge, threshold float64, g styles.Guide) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "package", Title: "Packaging", Version: 1,
		In: append([]citestone.Ref{citestone.BriefFile.Ref, citestone.RelevanceFile.Ref, citestone.RepairFile.Ref, citestone.EvaluationFile.Ref,
			citestone.Rendered.Ref, citestone.FinalAudit.Ref, citestone.FinalVerify.Ref, citestone.ExplainText.Ref}, evidence.Inputs()...),
		Out: []citestone.Ref{citestone.FinalReport.Ref, citestone.ReportFile.Ref, citestone.HTMLFile.Ref, citestone.BibTeXFile.Ref,
			citestone.CSLFile.Ref, citestone.LedgerAll.Ref},
		Pins: []string{"judge", "date"}, Settings: []any{judge.Name(), threshold, g.Name},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			p, err := newPackager(s, judge.Name(), g.Name, threshold)
			if err != nil {
				return err
			}
			if p.relevance.Decision == citestone.InsufficientData {
				return p.insufficient()
			}
			return p.report()
		},
	}
}

// packager holds what packaging reads.
type packager struct {
	*pipeline.Scope
	judge     string
	style     string
	threshold float64
	brief     citestone.Brief
	relevance citestone.Relevance
	set       *evidence.Set
}

func newPackager(s *pipeline.Scope, judge, style string, threshold float64) (*packager, error) {
	p := &packager{Scope: s, judge: judge, style: style, threshold: threshold}
	var err error
	if p.brief, err = pipeline.Read(s, citestone.BriefFile); err != nil {
		return nil, err
	}
	if p.relevance, err = pipeline.Read(s, citestone.RelevanceFile); err != nil {
		return nil, err
	}
	if p.set, err = evidence.Load(s); err != nil {
		return nil, err
	}
	return p, pipeline.WriteLog(s, citestone.LedgerAll, p.set.Entries)
}

// insufficient packages the explanation in place of a report.
func (p *packager) insufficient() error {
	text, err := p.Text(citestone.ExplainText)
	if err != nil {
		return err
	}
	r := p.base()
	r.Status = string(citestone.InsufficientData)
	r.Summary.Threshold = p.threshold
	r.Summary.Status = "INSUFFICIENT_DATA"
	p.Progress("insufficient data: no report")
	return p.write(text, r, render.Measurement{Judge: p.judge, NotRun: notRun(r.Skipped), Date: p.Date()}, nil)
}

// report packages the verified report. The text that was verified is not changed:
// the appendix comes after it.
func (p *packager) report() error {
	body, err := p.Text(citestone.Rendered)
	if err != nil {
		return err
	}
	v, err := pipeline.Read(p.Scope, citestone.FinalVerify)
	if err != nil {
		return err
	}
	findings, err := pipeline.Read(p.Scope, citestone.FinalAudit)
	if err != nil {
		return err
	}
	repair, err := pipeline.Read(p.Scope, citestone.RepairFile)
	if err != nil {
		return err
	}
	evaluation, err := pipeline.Read(p.Scope, citestone.EvaluationFile)
	if err != nil {
		return err
	}
	r := p.base()
	r.Summary, r.Findings, r.Claims, r.References = v.Summary, v.Findings, v.Claims, v.References
	r.RecallBefore, r.RecallAfter, r.RepairPasses = repair.RecallBefore, repair.RecallAfter, repair.Passes
	r.Evaluation = &evaluation
	r.Status = Status(v, findings, evaluation)
	m := render.Measurement{Verification: v.Verification, Judge: p.judge, NotRun: notRun(r.Skipped), Date: p.Date()}
	lib := Library(p.set)
	var cited []string
	for _, ref := range v.References {
		cited = append(cited, ref.Source)
	}
	r.Sources = lib.Select(cited)
	p.Progress("%s: verification rate %s", r.Status, citestone.Percent(v.Gate.ActualRate))
	if r.Status != citestone.Pass {
		top := warning(r.Status, v, findings, evaluation)
		body = top + body
		shift(&m.Verification, top)
		r.Findings, r.Claims = m.Verification.Findings, m.Verification.Claims
	}
	return p.write(strings.TrimRight(body, "\n")+"\n\n"+render.Appendix(m, lib), r, m, r.Sources)
}

// fail is the evaluator's score below which a report fails after the last round.
const fail = 6.0

// Status is PASS when the rendered report holds claims, meets the threshold, has no
// finding of severity error and its draft passed the evaluator; ITERATE when only the
// evaluator wants more; else FAIL. Anything but PASS is delivered, and the run fails.
func Status(v citestone.VerificationReport, findings []citestone.Finding, e citestone.Evaluation) string {
	switch {
	case len(v.Claims) == 0 || !v.Gate.ThresholdMet || errorsIn(findings) > 0 || errorsIn(v.Findings) > 0 || e.Overall < fail:
		return citestone.Fail
	case e.Verdict != citestone.Pass:
		return citestone.Iterate
	}
	return citestone.Pass
}

func (p *packager) base() citestone.Report {
	m := p.Manifest()
	r := citestone.Report{Version: 1, Session: m.ID, Question: p.brief.Question, Outcome: p.relevance.Decision,
		Rationale: p.relevance.Rationale, Extractive: true, Style: p.style, Rounds: p.Round(),
		Document: citestone.FinalReport.Path(0), Findings: []citestone.Finding{}, Claims: []citestone.CheckedClaim{},
		References: []citestone.CheckedReference{}, Sources: []citestone.Source{}}
	for _, step := range m.Steps {
		switch step.Status {
		case session.Done:
			if st := stageOf(step.Key); !slices.Contains(r.Stages, st) {
				r.Stages = append(r.Stages, st)
			}
			for file := range step.Outputs {
				r.Artifacts = append(r.Artifacts, file)
			}
		case session.Skipped, session.NotRun:
			r.Skipped = append(r.Skipped, citestone.StepNote{Step: step.Key, Status: string(step.Status), Reason: step.Reason})
		}
		r.Cost.Searches += step.Used.Searches
		r.Cost.ModelCalls += step.Used.Calls
	}
	if !slices.Contains(r.Stages, stage) {
		r.Stages = append(r.Stages, stage)
	}
	slices.Sort(r.Stages)
	slices.Sort(r.Artifacts)
	return r
}

// stageOf is the stage in a step's key, "r1/05_revision/revise" -> "05_revision".
func stageOf(key string) string { return path.Base(path.Dir(key)) }

// notRun are the reasons of the steps that were not run, each once.
func notRun(notes []citestone.StepNote) []string {
	var out []string
	for _, n := range notes {
		if n.Status == string(session.NotRun) && !slices.Contains(out, n.Reason) {
			out = append(out, n.Reason)
		}
	}
	return out
}

// write stores the report and its exports.
func (p *packager) write(text string, r citestone.Report, m render.Measurement, cited []citestone.Source) error {
	html, err := render.HTML(text, m, Library(p.set))
	if err != nil {
		return err
	}
	csl, err := render.CSLJSON(cited)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		to   citestone.Text
		text string
	}{
		{citestone.FinalReport, text}, {citestone.HTMLFile, string(html)},
		{citestone.BibTeXFile, render.BibTeX(cited)}, {citestone.CSLFile, string(csl)},
	} {
		if err := p.WriteText(f.to, f.text); err != nil {
			return err
		}
	}
	return pipeline.Write(p.Scope, citestone.ReportFile, r)
}
