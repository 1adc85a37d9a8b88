package cli

import (
	"fmt"
	"strings"

	"github.com/citestone/citestone"
)

// refusal is a run of steps that are skipped one after the other for lack of data. The
// first is shown as any step; the others are held back, to be shown in one line.
type refusal struct {
	reason  string            // that the last step was skipped for; "" outside of a run
	skipped []citestone.Event // the steps held back
	started *citestone.Event  // a step that may be skipped too
}

// refused returns the reason of a step that was skipped for lack of data, or "".
func refused(e citestone.Event) string {
	if e.Kind == citestone.StepSkipped && strings.HasPrefix(e.Message, "insufficient data") {
		return e.Message
	}
	return ""
}

// hold keeps an event that goes on with the run, and reports whether it did.
func (r *refusal) hold(e citestone.Event) bool {
	switch {
	case r.reason == "":
		return false
	case e.Kind == citestone.StepStarted && r.started == nil:
		r.started = &e
		return true
	case refused(e) == r.reason:
		r.skipped, r.started = append(r.skipped, e), nil
		return true
	}
	return false
}

// release shows what was held back: several steps as one line, anything else as events.
func (r *refusal) release(show func(citestone.Event), line func(string)) {
	switch n := len(r.skipped); n {
	case 0:
	case 1:
		show(r.skipped[0])
	default:
		first, last := r.skipped[0], r.skipped[n-1]
		line(fmt.Sprintf("[%2d-%d/%d] skipped: %s", first.Number, last.Number, last.Total, oneLine(r.reason)))
	}
	if r.started != nil {
		show(*r.started)
	}
}
