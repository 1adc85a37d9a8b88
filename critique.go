package citestone

// Verdict of the evaluator.
const (
	Pass    = "PASS"
	Iterate = "ITERATE"
	Fail    = "FAIL"
)

// Rubric dimensions and their weights: claim accuracy 25, citation quality 20, scope
// coverage 20, coherence 15, actionability 10, limitations 10.
type Rubric struct {
	ClaimAccuracy   float64 `json:"claim_accuracy"` // each 1-10
	CitationQuality float64 `json:"citation_quality"`
	ScopeCoverage   float64 `json:"scope_coverage"`
	Coherence       float64 `json:"coherence"`
	Actionability   float64 `json:"actionability"`
	Limitations     float64 `json:"limitations"`
}

// Overall is the weighted mean of the dimensions, 1-10.
func (r Rubric) Overall() float64 {
	return .25*r.ClaimAccuracy + .20*r.CitationQuality + .20*r.ScopeCoverage +
		.15*r.Coherence + .10*r.Actionability + .10*r.Limitations
}

// Issue is a weakness the evaluator found. Category is one of CD citation drift,
// ME missing evidence, IV independence violation, NE numeric error, SC scope creep,
// SG scope gap, CM confidence mismatch, HL hallucination, CT contradiction, SD stale data.
type Issue struct {
	Category    string `json:"category"`
	Dimension   string `json:"dimension"`
	Severity    string `json:"severity"` // HIGH, MEDIUM or LOW
	Location    string `json:"location"`
	Description string `json:"description"`
	Fix         string `json:"fix_suggestion"`
	Claim       string `json:"claim,omitempty"`
	Fixable     bool   `json:"fixable"` // a further round could mend it
}

// Evaluation is the rubric's outcome for one draft.
type Evaluation struct {
	Overall    float64 `json:"overall_score"` // 1-10
	Scores     Rubric  `json:"dimension_scores"`
	Threshold  float64 `json:"pass_threshold"`
	Issues     []Issue `json:"issues"`
	Verdict    string  `json:"verdict"`
	Confidence float64 `json:"confidence"` // weighted over claims, 0-10
	Coverage   float64 `json:"coverage"`   // 0-1
	Stop       string  `json:"stop,omitempty"`
}

// Revision says what was done about one failed claim.
type Revision struct {
	Claim  string `json:"claim_id"`
	Text   string `json:"claim"`
	Action string `json:"action"` // resourced, rewritten or removed
	Before string `json:"before"` // the sentence
	After  string `json:"after"`  // "" when removed
	Reason string `json:"reason"`
}
