// Package critique scores a draft by a rubric and says what to mend. Claim accuracy
// and citation quality are computed from the verification, never asked.
package critique

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// pass is the overall score from which a draft needs no further round.
const pass = 8.0

// Evaluate returns the rubric step.
func Evaluate(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "evaluate", Title: "Evaluating the draft", Version: 1, Form: "extractive",
		In: []citestone.Ref{citestone.RelevanceFile.Ref, citestone.PlanFile.Ref, citestone.TriangulationFile.Ref,
			citestone.Draft.Ref, citestone.VerifyFile.Ref},
		Out:  []citestone.Ref{citestone.EvaluationFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			plan, err := pipeline.Read(s, citestone.PlanFile)
			if err != nil {
				return err
			}
			tri, err := pipeline.Read(s, citestone.TriangulationFile)
			if err != nil {
				return err
			}
			relevance, err := pipeline.Read(s, citestone.RelevanceFile)
			if err != nil {
				return err
			}
			text, err := s.Text(citestone.Draft)
			if err != nil {
				return err
			}
			report, err := pipeline.Read(s, citestone.VerifyFile)
			if err != nil {
				return err
			}
			e := Score(plan, tri, relevance, document.Parse("draft.md", text), report)
			s.Progress("%.1f of 10: %s, %d issue(s)", e.Overall, e.Verdict, len(e.Issues))
			return pipeline.Write(s, citestone.EvaluationFile, e)
		},
	}
}

// Score is the extractive form of the rubric.
func Score(p citestone.Plan, tri citestone.Triangulation, rel citestone.Relevance, d *document.Document, r citestone.VerificationReport) citestone.Evaluation {
	e := citestone.Evaluation{Threshold: pass}
	e.Coverage = coverage(p, rel)
	e.Issues = issues(p, tri, rel, r)
	e.Scores = citestone.Rubric{
		ClaimAccuracy:   ten(r.Gate.ActualRate),
		CitationQuality: ten(citationQuality(r)),
		ScopeCoverage:   ten(e.Coverage),
		Coherence:       ten(coherence(d, tri)),
		Actionability:   8, // an extractive report recommends nothing; neutral
		Limitations:     limitations(d),
	}
	e.Overall = tenth(e.Scores.Overall())
	e.Confidence = tenth(confidence(r.Claims))
	e.Verdict = citestone.Pass
	for _, i := range e.Issues {
		if i.Severity == "HIGH" {
			e.Verdict = citestone.Iterate
		}
	}
	if e.Overall < pass {
		e.Verdict = citestone.Iterate
	}
	return e
}

// tenth rounds a score to one decimal, down, so that no threshold is passed by rounding.
func tenth(x float64) float64 { return math.Floor(x*10+1e-9) / 10 }

// ten maps a share in [0,1] to the rubric's 1-10.
func ten(x float64) float64 { return 1 + 9*max(0, min(1, x)) }

func coverage(p citestone.Plan, rel citestone.Relevance) float64 {
	n := 0
	for _, q := range p.Subquestions {
		if len(rel.Answerability.Subquestions[q.ID]) > 0 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(p.Subquestions)))
}

// citationQuality is the share of citations that entail their claim.
func citationQuality(r citestone.VerificationReport) float64 {
	n, good := 0, 0
	for _, c := range r.Claims {
		for _, res := range c.Results {
			n++
			if res.Label == citestone.Entailment {
				good++
			}
		}
	}
	if n == 0 {
		return 1
	}
	return float64(good) / float64(n)
}

// coherence falls with contradictions that the draft does not show.
func coherence(d *document.Document, tri citestone.Triangulation) float64 {
	if len(tri.Contradictions) > 0 && !strings.Contains(d.Source, "differ") {
		return 0.5
	}
	return 0.9
}

func limitations(d *document.Document) float64 {
	if strings.Contains(d.Source, "\n## Limitations\n") {
		return 9
	}
	return 3
}

// confidence is the mean confidence over claims, weighted C1 3, C2 2, C3 1, times ten.
func confidence(claims []citestone.CheckedClaim) float64 {
	weight := map[citestone.Class]float64{citestone.C1: 3, citestone.C2: 2, citestone.C3: 1}
	var sum, total float64
	for _, c := range claims {
		w := weight[c.Class]
		total += w
		if c.Status == citestone.Supported {
			sum += w * c.Confidence
		}
	}
	if total == 0 {
		return 10
	}
	return 10 * sum / total
}

func issues(p citestone.Plan, tri citestone.Triangulation, rel citestone.Relevance, r citestone.VerificationReport) []citestone.Issue {
	var out []citestone.Issue
	for _, c := range r.Claims {
		if c.Status != citestone.Supported {
			out = append(out, claimIssue(c))
		}
		if c.Independence != nil && !c.Independence.Passed && c.Independence.Groups > 0 && len(c.Citations) > 1 {
			out = append(out, citestone.Issue{Category: "IV", Dimension: "citation_quality", Severity: "LOW", Location: c.Location,
				Claim: c.ID, Description: "its sources are not independent: " + c.Independence.Reason, Fix: "add a source of other origin"})
		}
	}
	for _, q := range p.Subquestions {
		if len(rel.Answerability.Subquestions[q.ID]) == 0 {
			out = append(out, citestone.Issue{Category: "SG", Dimension: "scope_coverage", Severity: "MEDIUM", Location: "Findings",
				Description: "not fully answered: " + strings.TrimRight(q.Text, "?"), Fix: "add documents on it, or ask for less"})
		}
	}
	for _, c := range tri.Contradictions {
		out = append(out, citestone.Issue{Category: "CT", Dimension: "coherence", Severity: "LOW", Location: "Where the sources differ",
			Description: "the sources differ on: " + strings.TrimRight(c.About, "?"), Fix: c.Resolution})
	}
	return out
}

func claimIssue(c citestone.CheckedClaim) citestone.Issue {
	i := citestone.Issue{Category: "CD", Dimension: "claim_accuracy", Severity: "HIGH", Location: c.Location, Claim: c.ID,
		Description: fmt.Sprintf("%s: %q (%s)", c.Status, c.Text, c.Reason), Fix: "better source, rewrite or remove", Fixable: true}
	for _, res := range c.Results {
		if res.Rule == "number-mismatch" {
			i.Category = "NE"
		}
	}
	switch c.Status {
	case citestone.Uncited:
		i.Category = "ME"
	case citestone.Contradicted:
		i.Category = "CT"
	case citestone.Unverifiable:
		i.Category = "HL"
	}
	if c.Class != citestone.C1 {
		i.Severity = "MEDIUM"
	}
	return i
}

// RedTeam returns the step that would argue against the findings.
func RedTeam(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "redteam", Title: "Arguing against the findings", Version: 1,
		In: []citestone.Ref{citestone.RelevanceFile.Ref, citestone.VerifyFile.Ref}, Out: []citestone.Ref{citestone.RedTeamFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(context.Context, *pipeline.Scope) error {
			return pipeline.NotRun("red team: it needs a language model, and none is configured")
		},
	}
}

// Critique returns the step that writes the critique for people and the reviser.
func Critique(stage string) *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "critique", Title: "Writing the critique", Version: 1, Form: "extractive",
		In:   []citestone.Ref{citestone.RelevanceFile.Ref, citestone.EvaluationFile.Ref, citestone.VerifyFile.Ref},
		Out:  []citestone.Ref{citestone.CritiqueFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			e, err := pipeline.Read(s, citestone.EvaluationFile)
			if err != nil {
				return err
			}
			r, err := pipeline.Read(s, citestone.VerifyFile)
			if err != nil {
				return err
			}
			return s.WriteText(citestone.CritiqueFile, Write(e, r))
		},
	}
}

// Write is the extractive form of the critique.
func Write(e citestone.Evaluation, r citestone.VerificationReport) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Draft critique\n\nOverall %.1f of 10: %s.\n", e.Overall, e.Verdict)
	fmt.Fprintf(&b, "\n## Citation quality: %.1f\n\n- Verification rate: %s (threshold %s)\n- Claims that failed: %d\n",
		e.Scores.CitationQuality, citestone.Percent(r.Gate.ActualRate), citestone.Percent(r.Gate.RequiredRate), len(r.Failed))
	for _, f := range r.Failed {
		fmt.Fprintf(&b, "  - **%s** %q: %s. %s\n", f.ID, f.Text, f.FailureReason, f.Recommendation)
	}
	fmt.Fprintf(&b, "\n## Coherence: %.1f\n\n", e.Scores.Coherence)
	fmt.Fprintf(&b, "## Completeness: %.1f\n\n- Subquestions answered: %s\n", e.Scores.ScopeCoverage, citestone.Percent(e.Coverage))
	fmt.Fprintf(&b, "\n## Clarity\n\nCounted inside coherence.\n\n## Actions\n")
	priority := map[string]int{"HIGH": 1, "MEDIUM": 2, "LOW": 3}
	for n := 1; n <= 3; n++ {
		for _, i := range e.Issues {
			if priority[i.Severity] == n {
				fmt.Fprintf(&b, "\n- **PRIORITY %d** [%s] %s. Fix: %s.", n, i.Category, i.Description, i.Fix)
			}
		}
	}
	if len(e.Issues) == 0 {
		b.WriteString("\nNone.")
	}
	b.WriteString("\n")
	return b.String()
}
