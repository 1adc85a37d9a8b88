package citestone

// Repair is the outcome of the citation gates and the repair passes of a draft.
type Repair struct {
	RecallBefore *float64   `json:"citation_recall_before"`
	RecallAfter  *float64   `json:"citation_recall_after"`
	Passes       int        `json:"repair_passes"`
	Findings     []Finding  `json:"findings"` // left after the last pass
	Changes      []Revision `json:"changes"`
}

// StyleCheck is the outcome of the style guard.
type StyleCheck struct {
	Style    string   `json:"style"`
	Passed   bool     `json:"passed"`
	Restored []string `json:"restored"` // paragraphs put back unstyled, with why
}

// Report is a session's report.json: the final document's verification and how the
// run came to it.
type Report struct {
	Version      int                `json:"version"`
	Session      string             `json:"session_id"`
	Question     string             `json:"question"`
	Outcome      Outcome            `json:"outcome"`
	Rationale    string             `json:"outcome_rationale"`
	Status       string             `json:"status"` // PASS, ITERATE, FAIL or insufficient_data
	Extractive   bool               `json:"extractive"`
	Style        string             `json:"style"`
	Rounds       int                `json:"rounds"`
	Stages       []string           `json:"stages_completed"`
	Skipped      []StepNote         `json:"not_run"`
	Document     string             `json:"document"` // path of the final Markdown in the session
	Summary      VerifySummary      `json:"summary"`
	Findings     []Finding          `json:"findings"`
	Claims       []CheckedClaim     `json:"claims"`
	References   []CheckedReference `json:"references"`
	Sources      []Source           `json:"sources"`
	RecallBefore *float64           `json:"citation_recall_before"`
	RecallAfter  *float64           `json:"citation_recall_after"`
	RepairPasses int                `json:"repair_passes"`
	Evaluation   *Evaluation        `json:"evaluation,omitempty"`
	Artifacts    []string           `json:"artifacts"`
	Cost         Cost               `json:"cost"`
	Error        string             `json:"error,omitempty"`
}

// StepNote names a step that was not carried out, and why.
type StepNote struct {
	Step   string `json:"step"`
	Status string `json:"status"` // skipped or not_run
	Reason string `json:"reason"`
}

// Cost is what a run spent.
type Cost struct {
	Searches     int     `json:"searches"`
	ModelCalls   int     `json:"model_calls"`
	InputTokens  int     `json:"input_tokens"`
	OutputTokens int     `json:"output_tokens"`
	Dollars      float64 `json:"dollars"`
}
