package citestone

// Plan is how the question will be researched.
type Plan struct {
	Subquestions []Subquestion `json:"subquestions"` // 1 for type A, else up to 7
	Hypotheses   []Hypothesis  `json:"hypotheses"`   // types C and D only
	Rationale    string        `json:"rationale"`
}

// Subquestion is a part of the question that can be searched and answered alone.
type Subquestion struct {
	ID         string   `json:"id"` // q1, q2 ...
	Text       string   `json:"text"`
	Topic      string   `json:"topic,omitempty"` // words it leaves to the other parts
	Queries    []Query  `json:"queries"`         // at most 3
	Slots      []Slot   `json:"slots"`
	MinSources int      `json:"min_sources"` // sources wanted; less is a reported gap
	Classes    []string `json:"classes"`     // source classes wanted
}

// QueryKind says how a query was made.
type QueryKind string

// The query kinds.
const (
	QueryPlain    QueryKind = "plain"    // the subquestion itself
	QueryKeywords QueryKind = "keywords" // its content words only
	QueryExpanded QueryKind = "expanded" // with terms from good results
	QueryBroader  QueryKind = "broader"  // ASTA: less specific
	QueryReframed QueryKind = "reframed" // ASTA: other words for the same thing
	QueryFollowUp QueryKind = "followup" // pass 2: aims at a gap
	QueryBetter   QueryKind = "better"   // revision: a better source for a failed claim
)

// Query is one search to run.
type Query struct {
	Text        string    `json:"text"`
	Kind        QueryKind `json:"kind"`
	Subquestion string    `json:"subquestion"`
}

// Hypothesis is a testable answer with a prior probability.
type Hypothesis struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Prior float64 `json:"prior"` // 0-1
}

// Refinement is what pass 1 left open, and the queries that go after it.
type Refinement struct {
	Coverage float64  `json:"coverage"` // share of subquestions with a passage that answers them, 0-1
	Gaps     []string `json:"gaps"`
	Queries  []Query  `json:"queries"`
	Reason   string   `json:"reason"` // why pass 2 runs, or does not
}
