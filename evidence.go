package citestone

import "time"

// Span is a half-open byte range [Start, End).
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Passage is a contiguous span of a source's stored text.
type Passage struct {
	Source  string `json:"source"`
	Start   int    `json:"start"` // byte offsets into the stored text
	End     int    `json:"end"`
	Text    string `json:"text"`              // exactly the stored bytes [Start, End)
	Section string `json:"section,omitempty"` // nearest heading above it
	Page    int    `json:"page,omitempty"`    // from 1, where the format has pages
}

// LedgerEntry is one passage obtained by one tool call. Entries are append-only;
// each names the hash of the one before it.
type LedgerEntry struct {
	ID          string    `json:"id"` // g1, g2 ...
	Tool        string    `json:"tool"`
	Input       string    `json:"tool_input"`
	Passage     Passage   `json:"passage"`
	URL         string    `json:"url,omitempty"`
	RetrievedAt time.Time `json:"retrieved_at"`
	Snapshot    string    `json:"snapshot_sha256"`
	Score       float64   `json:"score"`       // the search engine's, higher is better
	Subquestion string    `json:"subquestion"` // whose query found it first
	Previous    string    `json:"previous"`    // hash of the previous entry, "" for g1
	Hash        string    `json:"hash"`        // SHA-256 over this entry with Hash empty
}

// Evidence is a quotation that a verdict rests on: an exact slice of stored text.
type Evidence struct {
	Source string `json:"source"`
	Quote  string `json:"quote"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	URL    string `json:"url,omitempty"`
}
