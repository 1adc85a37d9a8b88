package citestone

import "time"

// Grade is the class of a source, from A (systematic reviews, standards, official
// statistics, peer-reviewed work) to E (anonymous or unknown).
type Grade string

// Scores is the four-axis quality of a source; every axis is in [0,1].
// Composite = 0.45 Relevance + 0.20 Authority + 0.15 Recency + 0.20 Density.
type Scores struct {
	Relevance float64 `json:"relevance"` // TF-IDF-weighted overlap with the query
	Authority float64 `json:"authority"` // tier of the publisher
	Recency   float64 `json:"recency"`   // exponential decay; 0.5 when undated
	Density   float64 `json:"density"`   // length and information-to-filler ratio
	Composite float64 `json:"composite"`
}

// Source is something citable.
type Source struct {
	ID        string    `json:"id"` // s1, s2 ... in order of discovery
	Title     string    `json:"title"`
	URL       string    `json:"url,omitempty"`
	Path      string    `json:"path,omitempty"` // within its corpus, slash-separated
	Corpus    string    `json:"corpus,omitempty"`
	DocID     string    `json:"doc_id,omitempty"` // the document's id in its corpus
	Authors   []string  `json:"authors,omitempty"`
	Publisher string    `json:"publisher,omitempty"`
	Published string    `json:"published,omitempty"` // ISO 8601 date, as precise as known
	Accessed  time.Time `json:"accessed"`
	Type      string    `json:"type"` // academic, documentation, news, blog, report, document
	Grade     Grade     `json:"grade"`
	Summary   string    `json:"summary,omitempty"` // as given by the source's own metadata
	SHA256    string    `json:"sha256"`            // of the stored text
	Bytes     int       `json:"bytes"`             // length of the stored text
	Scores    Scores    `json:"scores"`
	Rank      float64   `json:"rank"`                   // fused rank score (RRF, k = 60)
	Duplicate string    `json:"duplicate_of,omitempty"` // id of the source this repeats
	Passages  []string  `json:"passages,omitempty"`     // ledger ids found in it
	Found     []string  `json:"found_for,omitempty"`    // subquestions whose queries found it
	// Answers maps a subquestion to how well the best sentence answers it, 0-1.
	Answers map[string]float64 `json:"answers,omitempty"`
}

// QueryRun is a query as executed.
type QueryRun struct {
	Query
	Backend string `json:"backend"`
	Hits    int    `json:"hits"`
	Pass    int    `json:"pass"`
	Error   string `json:"error,omitempty"`
}

// Search is the outcome of one retrieval pass.
type Search struct {
	Pass     int        `json:"pass"`
	Queries  []QueryRun `json:"queries"`
	Sources  []Source   `json:"sources"` // new in this pass, best first
	Quality  float64    `json:"quality"` // mean composite of the top 3
	Retry    *Retry     `json:"retry,omitempty"`
	NewShare float64    `json:"new_information"` // share of this pass's passages not seen before
	Skipped  []string   `json:"skipped,omitempty"`
}

// Retry records an adaptive reformulation (ASTA): both batch qualities and which was kept.
type Retry struct {
	Before   float64 `json:"before"`
	After    float64 `json:"after"`
	Kept     string  `json:"kept"` // "first" or "retry"
	Broader  string  `json:"broader"`
	Reframed string  `json:"reframed"`
}

// SearchResults is the merged outcome of all passes: what was asked, what was
// found, what is missing.
type SearchResults struct {
	Queries []QueryRun `json:"queries_executed"`
	Sources []Source   `json:"sources_found"` // the selected ones first, best first
	Picked  []string   `json:"selected"`      // ids of the sources that are summarised and gated
	Gaps    []string   `json:"gaps"`
}

// Quality is the scoring of every source that was found.
type Quality struct {
	Threshold float64           `json:"threshold"` // batch quality below which ASTA retries
	Batches   []float64         `json:"batches"`   // per pass
	Scores    map[string]Scores `json:"scores"`
	Dropped   map[string]string `json:"dropped"` // source id -> why it was not selected
}

// Summary is a source as the relevance gate reads it (00_research/source_N.md).
type Summary struct {
	Source   Source
	Excerpts []Excerpt
	Text     string
}

// Excerpt is a key passage of a source: an exact slice of its stored text.
type Excerpt struct {
	Entry string `json:"entry"` // ledger id
	Text  string `json:"text"`
}

// Outcome is what the relevance gate lets the run do.
type Outcome string

// The three outcomes.
const (
	FullReport       Outcome = "full_report"
	ShortReport      Outcome = "short_report"
	InsufficientData Outcome = "insufficient_data"
)

// SourceRelevance is the gate's score of one source.
type SourceRelevance struct {
	Source string `json:"source"`
	Title  string `json:"title"`
	Score  int    `json:"score"` // 1-5
	Reason string `json:"explanation"`
	Keep   bool   `json:"keep"`
}

// Relevance is the gate's decision.
type Relevance struct {
	Decision      Outcome           `json:"decision"`
	Rationale     string            `json:"decision_rationale"`
	Surviving     []SourceRelevance `json:"surviving_sources"`
	Dropped       []SourceRelevance `json:"dropped_sources"`
	TotalScored   int               `json:"total_scored"`
	TotalSurvived int               `json:"total_survived"`
	Answerability Answerability     `json:"answerability"`
}

// Answerability says which slots of the question the kept passages fill together.
type Answerability struct {
	Filled  []Slot `json:"filled"`
	Missing []Slot `json:"missing"`
	// Subquestions maps each subquestion to the ledger ids whose passages hold its slots together.
	Subquestions map[string][]string `json:"subquestions"`
	Reason       string              `json:"reason"`
}

// Stat is a number or expert quotation that was looked for in its source.
type Stat struct {
	Source    string  `json:"source"`
	Entry     string  `json:"entry"`
	Text      string  `json:"text"`    // the number or quotation
	Context   string  `json:"context"` // the sentence it stands in
	Number    float64 `json:"number"`  // component scores in [0,1]
	Words     float64 `json:"context_match"`
	Proximity float64 `json:"proximity"`
	Score     float64 `json:"score"` // 0.35 Number + 0.25 Words + 0.40 Proximity
	Valid     bool    `json:"valid"` // Score >= 0.50
}

// Triangulation says where sources agree, where they differ and which of them are one.
type Triangulation struct {
	Groups         []IndependenceGroup `json:"independence_groups"`
	Facts          []Fact              `json:"facts"`
	Agreements     []Comparison        `json:"agreements"`
	Contradictions []Comparison        `json:"contradictions"`
	Hypotheses     []HypothesisOutcome `json:"hypotheses"`
}

// IndependenceGroup is a set of sources that count as one.
type IndependenceGroup struct {
	Sources []string `json:"sources"`
	Reason  string   `json:"reason"`
}

// Fact is a value that one passage states about one subject.
type Fact struct {
	ID          string  `json:"id"` // f1, f2 ...
	Subquestion string  `json:"subquestion"`
	Source      string  `json:"source"`
	Entry       string  `json:"entry"`
	Sentence    string  `json:"sentence"` // plain text
	Start       int     `json:"start"`    // byte range in the stored text
	End         int     `json:"end"`
	Value       string  `json:"value,omitempty"` // the number with its unit as written
	Date        string  `json:"date,omitempty"`  // publication date of the source
	Score       float64 `json:"score"`           // how well it answers its subquestion, higher is better
}

// Comparison sets facts about the same thing side by side.
type Comparison struct {
	About      string   `json:"about"`
	Facts      []string `json:"facts"`
	Values     []string `json:"values"` // of each fact, as written
	Kind       string   `json:"kind"`   // data, interpretation, method, paradigm
	Resolution string   `json:"resolution"`
}

// HypothesisOutcome is confirmed, rejected or open, with its evidence.
type HypothesisOutcome struct {
	ID       string   `json:"id"`
	Outcome  string   `json:"outcome"`
	Evidence []string `json:"evidence"`
}
