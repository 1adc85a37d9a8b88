package citestone

import "time"

// Mode sets how many sources a run reads and what its relevance gate asks for.
type Mode string

// The modes. ModeAuto lets the question's type decide: A quick, B standard, C and D deep.
const (
	ModeAuto     Mode = "auto"
	ModeQuick    Mode = "quick"
	ModeStandard Mode = "standard"
	ModeDeep     Mode = "deep"
)

// Request is what a user asked for, with every setting that shapes the run. A
// session stores it and resumes with it.
type Request struct {
	Question   string    `json:"question"`
	Mode       Mode      `json:"mode"`
	Style      string    `json:"style,omitempty"`  // a guide's name or a file; empty: by topic
	Corpora    []string  `json:"corpora"`          // folders
	Date       time.Time `json:"date"`             // the run's pinned date, UTC
	Threshold  float64   `json:"threshold"`        // verification rate to reach, 0-1
	MaxRounds  int       `json:"max_rounds"`       // revision rounds, 0-3
	NoRepair   bool      `json:"no_repair"`        // leave uncited sentences of the draft alone
	Exhaustive bool      `json:"exhaustive"`       // never stop early
	Unverified string    `json:"unverified"`       // remove or mark
	Cutoff     int       `json:"cutoff,omitempty"` // relevance gate overrides; 0: the mode's
	Full       int       `json:"full,omitempty"`   //
	Short      int       `json:"short,omitempty"`  //
	HalfLife   float64   `json:"half_life_days"`   // of the recency score, days > 0
}

// QuestionType is the kind of work a question asks for.
type QuestionType string

// The question types, from a single fact to an open investigation.
const (
	Lookup        QuestionType = "A"
	Synthesis     QuestionType = "B"
	Analysis      QuestionType = "C"
	Investigation QuestionType = "D"
)

// Budget bounds what a run may spend.
type Budget struct {
	Searches int `json:"searches"` // search calls
	Fetches  int `json:"fetches"`  // documents read
	Depth    int `json:"depth"`    // follow-up levels, 1-5
	Sources  int `json:"sources"`  // documents summarised and gated
}

// GateSettings are the three numbers of the relevance gate. They satisfy
// 1 <= Cutoff <= 5 and 1 <= Short <= Full <= the mode's source budget.
type GateSettings struct {
	Cutoff int `json:"cutoff"` // lowest relevance, 1-5, that keeps a source
	Full   int `json:"full"`   // survivors needed for a full report
	Short  int `json:"short"`  // survivors needed for a short report
}

// SlotKind names what a slot of a question holds.
type SlotKind string

// The slot kinds.
const (
	SlotEntity   SlotKind = "entity"   // a name: a product, person, organisation, term
	SlotVersion  SlotKind = "version"  // a version of an entity: "1.20"
	SlotYear     SlotKind = "year"     // a calendar year
	SlotQuantity SlotKind = "quantity" // the answer must be a number
	SlotRelation SlotKind = "relation" // the property asked for: "pause", "share satisfied"
)

// Slot is something the kept passages must hold together for a question to count as
// answerable.
type Slot struct {
	Kind  SlotKind `json:"kind"`
	Value string   `json:"value"`           // as written in the question; empty for an asked-for quantity
	Terms []string `json:"terms,omitempty"` // stems, any of which fills the slot
}

// Brief is the scoped question: what is asked, how hard it is and what may be spent.
type Brief struct {
	Question       string       `json:"question"`
	Type           QuestionType `json:"type"`
	Complexity     int          `json:"complexity"` // 1-10
	Mode           Mode         `json:"mode"`       // never auto
	TimeSensitive  bool         `json:"time_sensitive"`
	Entities       []string     `json:"entities"`
	Slots          []Slot       `json:"slots"`
	Language       string       `json:"language"` // ISO 639-1 of the question
	Budget         Budget       `json:"budget"`
	Gate           GateSettings `json:"gate"`
	Researchers    int          `json:"researchers"`     // parallel searches
	TargetSeconds  int          `json:"target_seconds"`  // time the type aims for
	AskAgreement   bool         `json:"ask_agreement"`   // the question asks whether sources agree
	Date           time.Time    `json:"date"`            // the session's pinned date
	ScopeRationale string       `json:"scope_rationale"` // why this type and complexity
}
