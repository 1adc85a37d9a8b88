package citestone

// Class is how much hangs on a claim.
type Class string

// The classes: critical, supporting, context. Their weights in the overall
// confidence are 3, 2 and 1.
const (
	C1 Class = "C1"
	C2 Class = "C2"
	C3 Class = "C3"
)

// Claim is an atomic fact of a document with the citations it rests on.
type Claim struct {
	ID        string   `json:"id"` // c1, c2 ...
	Text      string   `json:"text"`
	Sentence  string   `json:"sentence,omitempty"` // the sentence it is a part of; empty when it is all of it
	Class     Class    `json:"class"`
	Citations []string `json:"citation_ids"` // ids of Citation
	Location  string   `json:"location"`     // "paragraph 2, sentence 1"
	Start     int      `json:"start"`        // byte range of its sentence in the document
	End       int      `json:"end"`
}

// Citation is one marker resolved to one reference.
type Citation struct {
	ID        string `json:"id"`     // cite_1, cite_2 ...
	Marker    string `json:"marker"` // as written
	Start     int    `json:"start"`  // byte range of the marker
	End       int    `json:"end"`
	Reference string `json:"reference"`        // key the marker names: "3", "g7"
	Source    string `json:"source,omitempty"` // source id, when it resolves
	Entry     string `json:"entry,omitempty"`  // ledger id, when the marker names one
	URL       string `json:"url,omitempty"`
	Title     string `json:"title,omitempty"`
	Type      string `json:"type,omitempty"`
}
