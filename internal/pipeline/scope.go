package pipeline

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Scope is a step's view of the session. Its methods may be called concurrently.
type Scope struct {
	round    int
	manifest session.Manifest
}

// Member is a file of a family.
type Member struct {
	Name string // path in the session
	Data string
}

// Read reads a JSON artifact. Absent reports whether the error means that there is none.
func Read[T any](s *Scope, f citestone.File[T]) (T, error) {
	return ReadRound(s, f, s.round)
}

// ReadRound reads a JSON artifact as it was in a round, which the step must have
// declared with citestone.All or as that round's artifact.
func ReadRound[T any](s *Scope, f citestone.File[T], round int) (T, error) {
	var v T
	return v, errSkeleton
}

// ReadLog reads the lines of all segments that the reference selects.
func ReadLog[T any](s *Scope, l citestone.Log[T]) ([]T, error) { return nil, errSkeleton }

// Write writes a JSON artifact when the step ends.
func Write[T any](s *Scope, f citestone.File[T], v T) error { return errSkeleton }

// WriteLog writes a JSON Lines artifact when the step ends.
func WriteLog[T any](s *Scope, l citestone.Log[T], lines []T) error { return errSkeleton }

// Absent reports whether a read failed because the artifact does not exist.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Text reads a text artifact.
func (s *Scope) Text(t citestone.Text) (string, error) { return "", errSkeleton }

// WriteText writes a text artifact when the step ends.
func (s *Scope) WriteText(t citestone.Text, text string) error { return errSkeleton }

// Members reads all files that the reference selects, in the order of their names.
func (s *Scope) Members(t citestone.Text) ([]Member, error) { return nil, errSkeleton }

// WriteMember writes a file of a family when the step ends. The name is its last path
// element and fits the family's pattern.
func (s *Scope) WriteMember(t citestone.Text, name, data string) error { return errSkeleton }

// Has reports whether any file that the reference selects exists.
func (s *Scope) Has(ref citestone.Ref) bool { return false }

// Progress tells people what the step is doing.
func (s *Scope) Progress(format string, args ...any) {}

// Round is the current round: 0 before the rounds, the last one after them.
func (s *Scope) Round() int { return s.round }

// Date is the session's pinned date.
func (s *Scope) Date() time.Time { return s.manifest.Request.Date }

// Request is what the user asked for.
func (s *Scope) Request() citestone.Request { return s.manifest.Request }

// Manifest is the session's manifest with the records of the steps before this one:
// key, status, reason and form.
func (s *Scope) Manifest() session.Manifest { return s.manifest }

// Count adds to what the step has used. Call counts searches and model calls itself.
func (s *Scope) Count(u citestone.Usage) {}

// CallKey names a call to the outside.
type CallKey struct {
	Kind    string // "search" or "model"
	Key     any    // marshals to JSON: everything that shapes the answer
	Sample  int    // which of several answers to the same request
	Attempt int    // which try, when earlier answers were unusable
}

// Call returns the recorded answer of the call, or asks do, records its answer in the
// call log and returns it. Equal calls at the same time ask once. Errors are not recorded.
func Call[T any](ctx context.Context, s *Scope, key CallKey, do func(context.Context) (T, error)) (T, error) {
	return do(ctx)
}

var errSkeleton = errors.New("not written")

// Runner runs a list of steps over a session.
type Runner struct {
	Nodes   []Node
	Session session.Session
	Prompts map[string]string                                     // prompt name -> hash of its text
	Now     func() time.Time                                      // the clock
	Sinks   []func(citestone.Event)                               // who is told; called one at a time
	Budget  func(session.Reader) (limit citestone.Usage, ok bool) // may be nil

	From    string            // stage or step to force from; "" forces nothing
	Fresh   bool              // forced steps ask recorded calls anew; alone, all steps are forced
	Upgrade bool              // pin Pins before running
	Pins    map[string]string // current pins, for Upgrade
}

// Planned is a step that would run.
type Planned struct {
	Key    string // stage/step, in a round rN/stage/step
	Reason string
}

// Run runs the list.
func (r *Runner) Run(ctx context.Context) error { return errSkeleton }

// PlanRun returns the steps that Run would run, and why, without changing anything.
func (r *Runner) PlanRun() ([]Planned, error) { return nil, errSkeleton }

// EventLog returns a sink that appends events to the session's events.jsonl.
func EventLog(w session.Writer) func(citestone.Event) { return func(citestone.Event) {} }

// Transcript returns a sink that appends events, as text for people, to transcript.txt.
func Transcript(w session.Writer) func(citestone.Event) { return func(citestone.Event) {} }

// Validate checks a list.
func Validate(list []Node) error { return nil }
