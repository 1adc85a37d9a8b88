package verify

import (
	"fmt"

	"github.com/citestone/citestone"
)

// Reasons why a layer is not run.
const (
	NoLinks       = "link layer: no web access is configured; links are not checked"
	NoConsistency = "consistency layer: it samples a language model, and none is configured"
)

// Report adds to a verification what failed, why, and the gate's decision. Without a
// claim there is nothing to fail: the gate is met.
func Report(v citestone.Verification, threshold float64) citestone.VerificationReport {
	r := citestone.VerificationReport{Verification: v, NotRun: []string{NoLinks, NoConsistency}}
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
