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
)

// Colours, as the numbers of ANSI escape sequences.
const (
	red    = "31"
	yellow = "33"
	dim    = "2"
	bold   = "1"
)

// paint colours text for standard error where that is wanted.
func (p *program) paint(colour, s string) string {
	if p.noColor || p.getenv("NO_COLOR") != "" || p.getenv("TERM") == "dumb" || !terminal(p.stderr) {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress returns a sink that shows each event as a line on standard error.
func (p *program) progress() func(citestone.Event) {
	return func(e citestone.Event) {
		if line := p.line(e); line != "" {
			fmt.Fprintln(p.stderr, line)
		}
	}
}

const indent = "        " // as wide as "[12/41] "

// line is an event for people, "" if it says nothing worth a line.
func (p *program) line(e citestone.Event) string {
	detail := strings.Join(slices.DeleteFunc([]string{oneLine(e.Message), counts(e.Counts)}, func(s string) bool { return s == "" }), "; ")
	switch e.Kind {
	case citestone.SessionStarted, citestone.SessionResumed:
		return sentence(e.Session, detail)
	case citestone.StepStarted:
		return p.paint(bold, sentence(number(e)+title(e), detail))
	case citestone.StepDone:
		if p.verbose {
			detail = sentence(detail, spent(e))
		}
		if detail == "" {
			return ""
		}
		return indent + detail
	case citestone.StepSkipped:
		return p.paint(dim, sentence(number(e)+title(e)+": skipped", detail))
	case citestone.StepNotRun:
		return p.paint(dim, sentence(number(e)+title(e)+": not run", detail))
	case citestone.StepFailed:
		return p.paint(red, sentence(number(e)+title(e)+": failed", detail))
	case citestone.Note:
		return indent + p.paint(yellow, "note: "+detail)
	case citestone.Progress:
		return indent + detail
	}
	return ""
}

func sentence(head, detail string) string {
	if head == "" || detail == "" {
		return head + detail
	}
	return head + ": " + detail
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
