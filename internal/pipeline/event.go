package pipeline

import (
	"fmt"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// event describes something that happened to a step.
func (x *run) event(s *Step, round int, kind citestone.EventKind, message string) citestone.Event {
	i := x.position[s]
	e := citestone.Event{Kind: kind, Stage: s.Stage, Step: s.Name, Title: s.Title, Message: message,
		Number: i + 1, Total: len(x.steps)}
	if x.repeated[s] {
		e.Round = round
	}
	if i+1 < len(x.steps) {
		e.Next = x.steps[i+1].Key()
	}
	used := x.used
	e.Used = &used
	if x.Budget == nil {
		return e
	}
	if limit, ok := x.Budget(x.Session); ok {
		e.Left = &citestone.Usage{Searches: max(0, limit.Searches-used.Searches),
			Fetches: max(0, limit.Fetches-used.Fetches), Calls: max(0, limit.Calls-used.Calls)}
	}
	return e
}

// note tells people about something kept, repaired or recovered.
func (x *run) note(s *Step, format string, args ...any) {
	x.emit(citestone.Event{Kind: citestone.Note, Stage: s.Stage, Step: s.Name, Title: s.Title, Message: fmt.Sprintf(format, args...)})
}

// emit sends an event to every sink.
func (x *run) emit(e citestone.Event) {
	x.mu.Lock()
	defer x.mu.Unlock()
	e.Version, e.Time, e.Session = 1, x.Now(), x.m.ID
	for _, sink := range x.Sinks {
		sink(e)
	}
}

// EventLog returns a sink that appends events to the session's events.jsonl. The file
// is a view: nothing reads it, and failing to write it is no failure.
func EventLog(w session.Writer) func(citestone.Event) {
	return func(e citestone.Event) {
		if data, err := compact(e); err == nil {
			_ = w.Append(citestone.EventsPath, data, false)
		}
	}
}

// Transcript returns a sink that appends events, as text for people, to the session's
// transcript.txt. The file is a view, as that of EventLog.
func Transcript(w session.Writer) func(citestone.Event) {
	return func(e citestone.Event) { _ = w.Append(citestone.TranscriptPath, []byte(Line(e)), false) }
}

// Line is an event as text for people, without a newline at its end.
func Line(e citestone.Event) string {
	text := e.Time.UTC().Format("15:04:05 ")
	switch e.Kind {
	case citestone.Progress, citestone.Note:
		text += "    "
	case citestone.SessionStarted, citestone.SessionResumed, citestone.SessionEnded:
		text += strings.ReplaceAll(string(e.Kind), "_", " ") + " " + e.Session
	default:
		text += fmt.Sprintf("[%d/%d] %s", e.Number, e.Total, e.Title)
		if e.Round > 0 {
			text += fmt.Sprintf(", round %d", e.Round)
		}
		if e.Kind != citestone.StepStarted {
			text += ": " + strings.ReplaceAll(strings.TrimPrefix(string(e.Kind), "step_"), "_", " ")
		}
	}
	switch {
	case e.Message == "":
	case e.Kind == citestone.Progress, e.Kind == citestone.Note:
		text += e.Message
	default:
		text += ": " + e.Message
	}
	return strings.ReplaceAll(text, "\n", "\n             ")
}
