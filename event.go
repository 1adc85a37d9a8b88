package citestone

import "time"

// EventKind names what happened.
type EventKind string

// The event kinds.
const (
	SessionStarted EventKind = "session_started"
	SessionResumed EventKind = "session_resumed"
	SessionEnded   EventKind = "session_ended"
	StepStarted    EventKind = "step_started"
	StepDone       EventKind = "step_done"
	StepSkipped    EventKind = "step_skipped" // nothing to do, or nothing changed
	StepNotRun     EventKind = "step_not_run" // cannot honestly be done here
	StepFailed     EventKind = "step_failed"
	Progress       EventKind = "progress" // a line a person wants to see while a step runs
	Note           EventKind = "note"     // something kept, repaired or recovered
)

// Event is one line of a run. One stream feeds the terminal, transcript.txt and
// events.jsonl.
type Event struct {
	Version   int            `json:"version"`
	Time      time.Time      `json:"time"`
	Kind      EventKind      `json:"kind"`
	Session   string         `json:"session"`
	Stage     string         `json:"stage,omitempty"`
	Step      string         `json:"step,omitempty"`
	Title     string         `json:"title,omitempty"`
	Round     int            `json:"round,omitempty"`
	Number    int            `json:"number,omitempty"` // position in the list, from 1
	Total     int            `json:"total,omitempty"`
	Next      string         `json:"next_step,omitempty"`
	Message   string         `json:"message,omitempty"`
	Counts    map[string]int `json:"counts,omitempty"`
	Used      *Usage         `json:"budget_used,omitempty"`
	Left      *Usage         `json:"budget_left,omitempty"`
	ElapsedMS int64          `json:"elapsed_ms,omitempty"`
}

// Usage counts what a budget bounds.
type Usage struct {
	Searches int `json:"searches"`
	Fetches  int `json:"fetches"`
	Calls    int `json:"model_calls"`
}
