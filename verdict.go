package citestone

import (
	"fmt"
	"math"
)

// Label is a judge's answer for a passage and a claim.
type Label string

// The labels. Abstain means the judge is not sure; it is never shown as a verdict.
const (
	Entailment    Label = "entailment"
	Contradiction Label = "contradiction"
	Neutral       Label = "neutral"
	Abstain       Label = "abstain"
)

// Status is the fate of a claim.
type Status string

// The statuses.
const (
	Supported    Status = "supported"
	Unsupported  Status = "unsupported"
	Contradicted Status = "contradicted"
	Undecided    Status = "undecided"
	Unverifiable Status = "unverifiable"
	Uncited      Status = "uncited"
)

// NotRun is the status of a layer that was not carried out.
const NotRun = "not_run"

// Layers holds the outcome of each verification layer for a claim. Each is "ok",
// NotRun, a Label (entailment) or a word that names the failure.
type Layers struct {
	Link        string `json:"link"`
	Content     string `json:"content"`
	Entailment  string `json:"entailment"`
	Consistency string `json:"consistency"`
}

// CitationResult is the verdict of one citation of a claim.
type CitationResult struct {
	Marker     string     `json:"marker"`
	Reference  string     `json:"reference"`
	Label      Label      `json:"label"`
	Confidence float64    `json:"confidence"` // 0-1
	Reason     string     `json:"reason,omitempty"`
	Judge      string     `json:"judge,omitempty"`
	Rule       string     `json:"rule,omitempty"` // the finding this amounts to, if any: number-mismatch ...
	Evidence   []Evidence `json:"evidence,omitempty"`
}

// Independence says whether a critical claim rests on sources of separate origin.
type Independence struct {
	Passed         bool    `json:"passed"`
	Groups         int     `json:"groups"`
	Reason         string  `json:"reason"`
	CommonAncestor *string `json:"common_ancestor"`
}

// SelfConsistency is the outcome of the three verification paths of a critical claim.
type SelfConsistency struct {
	Paths      []string `json:"paths"`
	Agreement  float64  `json:"agreement"`
	Confidence string   `json:"confidence"` // HIGH, MEDIUM or FLAG
	Dissent    string   `json:"dissent,omitempty"`
}

// CheckedClaim is a claim with its verdict. This is the object of verify's JSON.
type CheckedClaim struct {
	ID              string           `json:"id"`
	Text            string           `json:"text"`
	Class           Class            `json:"class"`
	Citations       []string         `json:"citations"` // reference keys
	Start           int              `json:"start"`
	End             int              `json:"end"`
	Location        string           `json:"location"`
	Status          Status           `json:"status"`
	Judge           string           `json:"judge"`
	Confidence      float64          `json:"confidence"`
	Reason          string           `json:"reason"`
	Evidence        []Evidence       `json:"evidence"`
	Layers          Layers           `json:"layers"`
	Results         []CitationResult `json:"citation_results"`
	Independence    *Independence    `json:"independence"`
	SelfConsistency *SelfConsistency `json:"self_consistency"`
}

// CheckedReference is a reference of the document with what became of it.
type CheckedReference struct {
	ID          string `json:"id"`
	Text        string `json:"text"`
	Title       string `json:"title"`
	URL         string `json:"url"`
	Source      string `json:"source"`
	Cited       int    `json:"cited"`
	Link        string `json:"link"`         // LIVE, DEAD ... or not_run
	LastChecked string `json:"last_checked"` // RFC 3339, "" when not checked
}

// VerifySummary counts claims. Rates are nil when there is nothing to divide by.
type VerifySummary struct {
	Claims        int      `json:"claims"`
	Supported     int      `json:"supported"`
	Unsupported   int      `json:"unsupported"`
	Contradicted  int      `json:"contradicted"`
	Undecided     int      `json:"undecided"`
	Uncited       int      `json:"uncited"`
	Unverifiable  int      `json:"unverifiable"`
	Exempt        int      `json:"exempt"`            // sentences that need no citation
	Rate          *float64 `json:"verification_rate"` // supported / (claims - unverifiable)
	DecidedRate   *float64 `json:"decided_rate"`      // decided / claims
	Recall        *float64 `json:"citation_recall"`   // cited / claims
	Accessibility *float64 `json:"citation_accessibility"`
	Threshold     float64  `json:"threshold"`
	Status        string   `json:"status"` // PASSED or NEEDS_REVISION
	Markers       int      `json:"markers"`
	Citations     int      `json:"citations"`
	References    int      `json:"references"`
}

// Verification is the outcome of verifying one document (version 1 of the JSON
// that verify prints; a session's report.json embeds the same objects).
type Verification struct {
	Version    int                `json:"version"`
	Document   string             `json:"document"`
	Unit       string             `json:"unit,omitempty"` // "paragraph" where lines are paragraphs
	Summary    VerifySummary      `json:"summary"`
	Findings   []Finding          `json:"findings"`
	Claims     []CheckedClaim     `json:"claims"`
	References []CheckedReference `json:"references"`
}

// FailedClaim tells the reviser what went wrong with a claim.
type FailedClaim struct {
	ID             string  `json:"claim_id"`
	Text           string  `json:"claim"`
	Citation       string  `json:"citation_id,omitempty"`
	URL            string  `json:"url,omitempty"`
	FailureReason  string  `json:"failure_reason"`
	Layers         Layers  `json:"layers"`
	Confidence     float64 `json:"nli_confidence"`
	Recommendation string  `json:"recommendation"`
}

// QualityGate is the deterministic decision over a verification.
type QualityGate struct {
	ThresholdMet bool    `json:"threshold_met"`
	RequiredRate float64 `json:"required_rate"`
	ActualRate   float64 `json:"actual_rate"`
	Action       string  `json:"action"` // PROCEED_TO_STYLE or PROCEED_TO_REVISION
}

// Improvements compares a round's verification with the one before.
type Improvements struct {
	Before          float64 `json:"before"`
	After           float64 `json:"after"`
	ClaimsFixed     int     `json:"claims_fixed"`
	ClaimsRemoved   int     `json:"claims_removed"`
	NewSources      int     `json:"new_sources_added"`
	RevisionSuccess float64 `json:"revision_success"` // failed claims fixed / failed claims, 0-1
}

// VerificationReport is a session's verification_report.json: the verification of
// a draft, what failed, and what the gate says.
type VerificationReport struct {
	Verification
	Failed       []FailedClaim `json:"unsupported_claims"`
	Gate         QualityGate   `json:"quality_gate"`
	Improvements *Improvements `json:"improvements,omitempty"`
	NotRun       []string      `json:"not_run"` // layers not carried out, with why
}

// Percent writes a rate in [0,1] for people: "92 %". It never rounds up to 100 % or
// past a threshold: it rounds down.
func Percent(rate float64) string {
	return fmt.Sprintf("%d %%", int(math.Floor(rate*100+1e-9)))
}
