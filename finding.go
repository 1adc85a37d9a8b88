package citestone

// Severity is how bad a finding is.
type Severity string

// The severities, worst first.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityNote    Severity = "note"
)

// AtLeast reports whether s is as bad as t or worse.
func (s Severity) AtLeast(t Severity) bool { return s.rank() >= t.rank() }

func (s Severity) rank() int {
	switch s {
	case SeverityError:
		return 3
	case SeverityWarning:
		return 2
	case SeverityNote:
		return 1
	}
	return 0
}

// Finding is something wrong in a document, with its place. Line and column count
// from 1 in Unicode code points; Start and End are byte offsets into the document.
type Finding struct {
	Rule       string     `json:"rule"`
	Severity   Severity   `json:"severity"`
	Message    string     `json:"message"`
	Line       int        `json:"line"`
	Column     int        `json:"column"`
	EndLine    int        `json:"end_line"`
	EndColumn  int        `json:"end_column"`
	Start      int        `json:"start"`
	End        int        `json:"end"`
	Claim      string     `json:"claim,omitempty"`
	Reference  string     `json:"reference,omitempty"`
	Evidence   []Evidence `json:"evidence,omitempty"`
	Suggestion string     `json:"suggestion,omitempty"`
	// Fingerprint tells the finding from the others of its document, and stays the same
	// when lines move.
	Fingerprint string `json:"fingerprint,omitempty"`
}
