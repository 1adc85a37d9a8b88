package bundle

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

func report(rate float64, claims int) citestone.VerificationReport {
	v := citestone.VerificationReport{Gate: citestone.QualityGate{RequiredRate: 0.9, ActualRate: rate, ThresholdMet: rate >= 0.9}}
	v.Claims = make([]citestone.CheckedClaim, claims)
	return v
}

func TestStatus(t *testing.T) {
	pass := citestone.Evaluation{Overall: 9, Verdict: citestone.Pass}
	wrong := []citestone.Finding{{Rule: "dangling-citation", Severity: citestone.SeverityError}}
	note := []citestone.Finding{{Rule: "unneeded-citation", Severity: citestone.SeverityNote}}
	for _, tt := range []struct {
		name     string
		v        citestone.VerificationReport
		findings []citestone.Finding
		e        citestone.Evaluation
		want     string
	}{
		{"all well", report(1, 3), nil, pass, citestone.Pass},
		{"a note", report(1, 3), note, pass, citestone.Pass},
		{"no claims", report(1, 0), nil, pass, citestone.Fail},
		{"rate too low", report(0.5, 3), nil, pass, citestone.Fail},
		{"the audit found something", report(1, 3), wrong, pass, citestone.Fail},
		{"the evaluator wants more", report(1, 3), nil, citestone.Evaluation{Overall: 7, Verdict: citestone.Iterate}, citestone.Iterate},
		{"the evaluator fails it", report(1, 3), nil, citestone.Evaluation{Overall: 5.9, Verdict: citestone.Iterate}, citestone.Fail},
	} {
		if got := Status(tt.v, tt.findings, tt.e); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestWarning puts the reasons on top of a report: they claim nothing themselves, and
// the positions of the verification still name the same text.
func TestWarning(t *testing.T) {
	body := "# Q?\n\n- The wall is 9 km long. [1]\n"
	v := report(0.5, 1)
	start := strings.Index(body, "The wall")
	v.Claims[0] = citestone.CheckedClaim{ID: "c1", Start: start, End: start + len("The wall is 9 km long. [1]")}
	v.Findings = []citestone.Finding{{Rule: "number-mismatch", Severity: citestone.SeverityError, Line: 3, EndLine: 3,
		Start: start, End: start + 8, Message: "source says 8 km | claim says 9 km"}}
	top := warning(citestone.Fail, v, nil, citestone.Evaluation{Overall: 5, Verdict: citestone.Iterate})
	for _, want := range []string{"FAIL", "50 %", "90 %", "number-mismatch", `8 km \| claim`} {
		if !strings.Contains(top, want) {
			t.Errorf("the warning lacks %q:\n%s", want, top)
		}
	}
	for _, s := range document.Parse("top.md", top).Sentences {
		if s.Exempt == "" {
			t.Errorf("the warning claims something: %q", s.Plain.Text)
		}
	}
	shift(&v.Verification, top)
	whole := top + body
	if got := whole[v.Claims[0].Start:v.Claims[0].End]; got != "The wall is 9 km long. [1]" {
		t.Errorf("the claim now stands at %q", got)
	}
	if line := strings.Split(whole, "\n")[v.Findings[0].Line-1]; !strings.Contains(line, "The wall") {
		t.Errorf("the finding now stands in line %q", line)
	}
}
