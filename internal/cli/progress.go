package cli

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/render"
)

// paint colours text for standard error where that is wanted.
func (p *program) paint(c render.Colour, s string) string {
	if !p.colours(p.stderr) {
		return s
	}
	return c.Paint(s)
}

// colours reports whether text for w may be coloured.
func (p *program) colours(w io.Writer) bool {
	return !p.noColor && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb" && terminal(w)
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress returns a sink that shows each event as a line on standard error, but the
// steps that a refusal skips together.
func (p *program) progress() func(citestone.Event) {
	var shown string // heading of the step that is running
	show := func(e citestone.Event) {
		head := number(e) + title(e)
		if head == shown {
			head = ""
		}
		if line := p.line(e, head); line != "" {
			fmt.Fprintln(p.stderr, line)
		}
		if e.Kind == citestone.StepStarted {
			shown = head
		}
	}
	var r refusal
	return func(e citestone.Event) {
		if !p.verbose && r.hold(e) {
			return
		}
		r.release(show, func(line string) { fmt.Fprintln(p.stderr, p.paint(render.Faint, line)) })
		r = refusal{reason: refused(e)}
		show(e)
	}
}

const indent = "        " // as wide as "[12/41] "

// line is an event for people, "" if it says nothing worth a line. head names the
// event's step if that was not done yet.
func (p *program) line(e citestone.Event, head string) string {
	detail := sentence("; ", oneLine(e.Message), counts(e.Counts))
	switch e.Kind {
	case citestone.SessionStarted, citestone.SessionResumed:
		return sentence(": ", e.Session, detail)
	case citestone.StepStarted:
		return p.paint(render.Bold, sentence(": ", head, detail))
	case citestone.StepDone:
		if p.verbose {
			detail = sentence("; ", detail, spent(e))
		}
		return under("", detail)
	case citestone.StepSkipped:
		return p.paint(render.Faint, under(head, sentence(": ", "skipped", detail)))
	case citestone.StepNotRun:
		return p.paint(render.Faint, under(head, sentence(": ", "not run", detail)))
	case citestone.StepFailed:
		return p.paint(render.Red, under(head, sentence(": ", "failed", detail)))
	case citestone.Note:
		return under("", p.paint(render.Yellow, "note: "+detail))
	case citestone.Progress:
		return under("", detail)
	}
	return ""
}

// under puts text after its heading, or below one that was shown.
func under(head, text string) string {
	if head == "" && text != "" {
		return indent + text
	}
	return sentence(": ", head, text)
}

// sentence joins the parts that say something.
func sentence(sep string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), sep)
}

func number(e citestone.Event) string {
	if e.Number == 0 {
		return ""
	}
	return fmt.Sprintf("[%2d/%d] ", e.Number, e.Total)
}

func title(e citestone.Event) string {
	s := oneLine(e.Title)
	if s == "" {
		s = e.Stage + "/" + e.Step
	}
	if e.Round > 0 {
		s += fmt.Sprintf(" (round %d)", e.Round)
	}
	return s
}

func counts(m map[string]int) string {
	parts := make([]string, 0, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%d %s", m[name], strings.ReplaceAll(oneLine(name), "_", " ")))
	}
	return strings.Join(parts, ", ")
}

// spent says how long a step took and what is left of the budget.
func spent(e citestone.Event) string {
	s := (time.Duration(e.ElapsedMS) * time.Millisecond).String()
	if e.Left != nil {
		s += fmt.Sprintf(", left: %d searches, %d fetches", e.Left.Searches, e.Left.Fetches)
	}
	return s
}

// oneLine makes text from documents safe to show on a terminal: one line, without
// control characters.
func oneLine(s string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
	return strings.TrimSpace(clean)
}
