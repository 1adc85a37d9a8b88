package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Runner runs a list of steps over a session. It is used once.
type Runner struct {
	Nodes   []Node
	Session session.Session
	Prompts map[string]string       // prompt name -> hash of its text
	Now     func() time.Time        // the clock
	Sinks   []func(citestone.Event) // who is told; called one at a time

	// Budget returns what the session may use, false if that is not known yet. It may be nil.
	Budget func(session.Reader) (citestone.Usage, bool)

	From    string            // stage or step to force from; "" forces nothing
	Fresh   bool              // forced steps ask recorded calls anew; without From all steps are forced
	Upgrade bool              // replace the session's pins by Pins
	Pins    map[string]string // current pins, for Upgrade
}

// run is a Runner at work.
type run struct {
	*Runner
	m        session.Manifest
	steps    []*Step
	position map[*Step]int
	repeated map[*Step]bool // it runs in rounds
	forced   int            // position of the first forced step
	calls    *callLog
	hashes   map[string]string    // of the session's files, as last seen
	past     []session.StepRecord // of the steps before the current one, as steps see them
	used     citestone.Usage      // by these
	began    time.Time
	memo     memo

	mu sync.Mutex // held while sinks are called
}

// Run runs the list: steps that are up to date are skipped. A run that fails or is
// stopped can be run again. The error's kind is that of the step that failed;
// citestone.Interrupted when ctx ended; citestone.Damaged when files that are not to be
// edited were; citestone.NotFound for a From that names nothing.
func (r *Runner) Run(ctx context.Context) error {
	x, err := r.open()
	if err != nil {
		return err
	}
	if err := x.openCalls(); err != nil {
		return err
	}
	kind := citestone.SessionResumed
	if len(x.m.Steps) == 0 {
		kind = citestone.SessionStarted
	}
	x.emit(citestone.Event{Kind: kind, Message: x.m.Request.Question})
	err = x.walk(ctx)
	return x.end(err)
}

// open reads the manifest and finds out what is forced.
func (r *Runner) open() (*run, error) {
	x := &run{Runner: r, steps: flatten(r.Nodes), position: map[*Step]int{}, repeated: map[*Step]bool{},
		hashes: map[string]string{}, began: r.Now()}
	for i, s := range x.steps {
		x.position[s] = i
	}
	for _, n := range r.Nodes {
		if rep, ok := n.(*Repeat); ok {
			for _, s := range rep.Steps {
				x.repeated[s] = true
			}
		}
	}
	var err error
	if x.m, err = session.ReadManifest(r.Session); err != nil {
		return nil, err
	}
	if r.Upgrade {
		x.m.Pins = maps.Clone(r.Pins)
	}
	if x.forced, err = x.from(); err != nil {
		return nil, err
	}
	return x, x.checkSealed()
}

// key names a step in the manifest.
func (x *run) key(s *Step, round int) string {
	if x.repeated[s] {
		return fmt.Sprintf("r%d/%s", round, s.Key())
	}
	return s.Key()
}

// from is the position of the first forced step.
func (x *run) from() (int, error) {
	switch {
	case x.From == "" && x.Fresh:
		return 0, nil
	case x.From == "":
		return len(x.steps), nil
	}
	var names []string
	for i, s := range x.steps {
		_, short, _ := strings.Cut(s.Stage, "_")
		if slices.Contains([]string{s.Stage, short, s.Name, s.Key()}, x.From) {
			return i, nil
		}
		for _, name := range []string{s.Stage, s.Key()} {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return 0, citestone.Errorf(citestone.NotFound, "there is no stage or step %q", x.From).
		WithHint("use one of: %s", strings.Join(names, ", "))
}

// openCalls reads the call log. Asked to run fresh, it puts a damaged one aside.
func (x *run) openCalls() error {
	log, torn, err := openCalls(x.Session, x.m.Calls)
	switch {
	case err != nil && x.Fresh && citestone.KindOf(err) == citestone.Damaged:
		return x.resetCalls()
	case err != nil:
		return err
	}
	x.calls = log
	if torn {
		x.emit(citestone.Event{Kind: citestone.Note, Message: citestone.CallsPath + ": the last line was only half-written and is cut; its call will be made again"})
	}
	if x.Fresh {
		log.epoch++
	}
	return nil
}

func (x *run) resetCalls() error {
	data, err := x.Session.Read(citestone.CallsPath)
	if err != nil && !Absent(err) {
		return err
	}
	aside := citestone.CallsPath + ".damaged"
	if err := x.Session.Write(session.File{Path: aside, Data: data}); err != nil {
		return err
	}
	x.calls = newCallLog(x.Session)
	if err := x.save(); err != nil {
		return err
	}
	if err := x.Session.Write(session.File{Path: citestone.CallsPath}); err != nil {
		return err
	}
	x.emit(citestone.Event{Kind: citestone.Note, Message: citestone.CallsPath + " was damaged: it is kept as " + aside + ", and all calls are made again"})
	return nil
}

// walk runs the nodes in order.
func (x *run) walk(ctx context.Context) error {
	round := 0
	for _, n := range x.Nodes {
		switch n := n.(type) {
		case *Step:
			if err := x.step(ctx, n, round); err != nil {
				return err
			}
		case *Repeat:
			var err error
			if round, err = x.rounds(ctx, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// rounds runs a Repeat and returns the last round.
func (x *run) rounds(ctx context.Context, rep *Repeat) (int, error) {
	for round := 0; ; round++ {
		done, reason, err := x.until(rep, round)
		if err != nil {
			return round, err
		}
		if !done && round >= rep.Max {
			done, reason = true, fmt.Sprintf("the limit of %d rounds is reached; %s", rep.Max, reason)
		}
		e := citestone.Event{Kind: citestone.Progress, Round: round + 1, Message: fmt.Sprintf("round %d: %s", round+1, reason)}
		if done {
			e.Round, e.Message = round, "no further round: "+reason
		}
		x.emit(e)
		if done {
			return round, x.dropRounds(rep, round)
		}
		for _, s := range rep.Steps {
			if err := x.step(ctx, s, round+1); err != nil {
				return round, err
			}
		}
	}
}

func (x *run) until(rep *Repeat, round int) (done bool, reason string, err error) {
	s := &Scope{run: x, key: "until", round: round, in: paths(rep.In, round)}
	if s.inputs, err = x.existing(s.in, nil); err != nil {
		return false, "", err
	}
	defer recoverTo(&err, "the rounds' end condition")
	return rep.Until(s)
}

// step runs a step, or finds that it is up to date.
func (x *run) step(ctx context.Context, s *Step, round int) error {
	if ctx.Err() != nil {
		return interrupted(ctx)
	}
	d, err := x.decide(s, round)
	if err != nil {
		return err
	}
	if !d.run {
		return x.unchanged(s, round, d)
	}
	for _, p := range d.drift.spoilt {
		x.note(s, "%s is computed, but was changed or removed: it is made again", p)
	}
	rec := session.StepRecord{Key: x.key(s, round), Status: session.Done, Fingerprint: d.fingerprint, Form: s.Form,
		Inputs: d.inputs, Started: x.Now()}
	x.emit(x.event(s, round, citestone.StepStarted, started(d)))
	sc := x.scope(s, round, d)
	err = execute(ctx, s, sc)
	rec.Ended, rec.Used, rec.Looked = x.Now(), sc.used, sc.looked
	var answer *outcome
	switch {
	case errors.As(err, &answer):
		rec.Status, rec.Reason = session.Skipped, answer.reason
		if answer.notRun {
			rec.Status = session.NotRun
		}
		sc.writes = nil
	case err != nil:
		return x.failed(ctx, s, round, d, rec, err)
	}
	if err := x.commit(s, round, d, rec, sc.writes); err != nil {
		x.emit(x.event(s, round, citestone.StepFailed, err.Error()))
		return err
	}
	return x.ended(s, round)
}

func started(d decision) string {
	if d.old == nil {
		return ""
	}
	return "runs again: " + d.why
}

func (x *run) scope(s *Step, round int, d decision) *Scope {
	return &Scope{run: x, event: x.event(s, round, citestone.Progress, ""), key: x.key(s, round), round: round,
		in: paths(s.In, round), out: paths(s.Out, round), pins: s.Pins, inputs: d.inputs, fresh: x.Fresh && x.position[s] >= x.forced,
		writes: map[string][]byte{}, called: map[string]bool{}}
}

// execute asks Skip and runs the step; a panic becomes an error.
func execute(ctx context.Context, s *Step, sc *Scope) (err error) {
	defer recoverTo(&err, "step "+sc.key)
	if s.Skip != nil {
		reason, err := s.Skip(sc)
		if err != nil {
			return err
		}
		if reason != "" {
			return Skipped("%s", reason)
		}
	}
	if err := s.Run(ctx, sc); err != nil {
		return err
	}
	return sc.fault
}

func recoverTo(err *error, who string) {
	if v := recover(); v != nil {
		*err = citestone.Errorf(citestone.Internal, "%s panicked: %v\n%s", who, v, debug.Stack()).
			WithHint("this is a defect of Citestone; the session can be resumed")
	}
}

// unchanged passes over a step that is up to date.
func (x *run) unchanged(s *Step, round int, d decision) error {
	if err := x.acceptEdits(s, d); err != nil {
		return err
	}
	x.remember(d.old)
	switch d.old.Status {
	case session.NotRun:
		x.emit(x.event(s, round, citestone.StepNotRun, d.old.Reason))
	case session.Skipped:
		x.emit(x.event(s, round, citestone.StepSkipped, d.old.Reason))
	default:
		x.emit(x.event(s, round, citestone.StepSkipped, "unchanged"))
	}
	return nil
}

// ended reports a step that has run.
func (x *run) ended(s *Step, round int) error {
	rec := x.m.Step(x.key(s, round))
	x.remember(rec)
	kind := map[session.Status]citestone.EventKind{session.Done: citestone.StepDone,
		session.Skipped: citestone.StepSkipped, session.NotRun: citestone.StepNotRun}[rec.Status]
	e := x.event(s, round, kind, rec.Reason)
	e.ElapsedMS = rec.Ended.Sub(rec.Started).Milliseconds()
	x.emit(e)
	return nil
}

// remember adds a record to those that later steps may see.
func (x *run) remember(rec *session.StepRecord) {
	x.used = add(x.used, rec.Used)
	seen := session.StepRecord{Key: rec.Key, Status: rec.Status, Reason: rec.Reason, Form: rec.Form, Used: rec.Used}
	if len(rec.Outputs) > 0 {
		seen.Outputs = map[string]string{}
	}
	for p := range rec.Outputs {
		seen.Outputs[p] = ""
	}
	x.past = append(x.past, seen)
}

// looked is the hash of what steps may see of the records before them.
func (x *run) looked() string {
	data, _ := json.Marshal(x.past) // strings, numbers and times always marshal
	return digest(data)
}

// failed records that a step failed, keeping what is known of its earlier outputs.
func (x *run) failed(ctx context.Context, s *Step, round int, d decision, rec session.StepRecord, err error) error {
	if ctx.Err() != nil {
		x.emit(x.event(s, round, citestone.StepFailed, "interrupted"))
		return interrupted(ctx)
	}
	rec.Status, rec.Reason = session.Failed, err.Error()
	if d.old != nil {
		rec.Outputs, rec.Edited = d.old.Outputs, d.old.Edited
	}
	x.emit(x.event(s, round, citestone.StepFailed, firstLine(rec.Reason)))
	var e *citestone.Error
	if !errors.As(err, &e) {
		err = citestone.Errorf(citestone.Internal, "step %s: %w", rec.Key, err)
	}
	if saved := x.put(rec); saved != nil && citestone.KindOf(err) != citestone.StorageFailed {
		return errors.Join(err, saved)
	}
	return err
}

func interrupted(ctx context.Context) error {
	return citestone.Errorf(citestone.Interrupted, "stopped: %w", context.Cause(ctx)).
		WithHint("go on with: citestone resume")
}

// end records how the run ended.
func (x *run) end(err error) error {
	state := session.Complete
	switch {
	case err == nil:
	case slices.Contains([]citestone.ErrorKind{citestone.Interrupted, citestone.Unavailable, citestone.StorageFailed}, citestone.KindOf(err)):
		state = session.Interrupted
	default:
		state = session.Stopped
	}
	if x.m.State != state || x.Upgrade {
		x.m.State = state
		if saved := x.save(); err == nil {
			err = saved
		}
	}
	message := string(state)
	if err != nil {
		message += ": " + firstLine(err.Error())
	}
	x.emit(citestone.Event{Kind: citestone.SessionEnded, Message: message, ElapsedMS: x.Now().Sub(x.began).Milliseconds()})
	return err
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
