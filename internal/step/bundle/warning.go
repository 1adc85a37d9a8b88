package bundle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// warning is what stands on top of a report that did not pass: why, in a table, since
// a table claims nothing.
func warning(status string, v citestone.VerificationReport, findings []citestone.Finding, e citestone.Evaluation) string {
	var b strings.Builder
	b.WriteString("**This report did not pass.**\n\n| limitation | detail |\n|---|---|\n")
	row := func(what, detail string) {
		fmt.Fprintf(&b, "| %s | %s |\n", what, document.Escape(strings.Join(strings.Fields(detail), " ")))
	}
	row("status", status)
	switch {
	case len(v.Claims) == 0:
		row("claims", "it holds none")
	case !v.Gate.ThresholdMet:
		row("verification rate", fmt.Sprintf("%s, needed %s", citestone.Percent(v.Gate.ActualRate), citestone.Percent(v.Gate.RequiredRate)))
	}
	if e.Verdict != citestone.Pass {
		row("evaluation of the draft", fmt.Sprintf("%.1f of 10, %s", e.Overall, e.Verdict))
	}
	for _, f := range slices.Concat(findings, v.Findings) {
		if f.Severity == citestone.SeverityError {
			row(f.Rule, f.Message)
		}
	}
	for _, i := range e.Issues {
		if i.Severity == "HIGH" {
			row("issue", i.Description)
		}
	}
	return b.String() + "\n"
}

// shift moves the positions of a verification behind what was put on top of its document.
func shift(v *citestone.Verification, top string) {
	bytes, lines := len(top), strings.Count(top, "\n")
	v.Claims, v.Findings = slices.Clone(v.Claims), slices.Clone(v.Findings)
	for i := range v.Claims {
		v.Claims[i].Start += bytes
		v.Claims[i].End += bytes
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		f.Start, f.End, f.Line, f.EndLine = f.Start+bytes, f.End+bytes, f.Line+lines, f.EndLine+lines
	}
}
