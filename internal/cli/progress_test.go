package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
)

func TestProgressLines(t *testing.T) {
	step := func(number int, kind citestone.EventKind, message string, counts map[string]int) citestone.Event {
		return citestone.Event{Stage: "01_draft", Step: "draft", Title: "Writing the draft", Number: number, Total: 41,
			Kind: kind, Message: message, Counts: counts}
	}
	events := []citestone.Event{
		{Kind: citestone.SessionStarted, Session: "session_1", Message: "How long?"},
		{Kind: citestone.Progress, Message: "3 documents"},
		step(7, citestone.StepStarted, "", nil),
		step(7, citestone.Progress, "5/5 \x1b[31mTitle\r\n\u202ewith tricks", nil),
		step(7, citestone.StepDone, "", map[string]int{"sentences": 12, "cited_claims": 3}),
		step(8, citestone.StepStarted, "", nil),
		step(8, citestone.StepNotRun, "needs a model", nil),
		step(9, citestone.StepSkipped, "nothing changed", nil),
		step(10, citestone.StepStarted, "", nil),
		{Kind: citestone.Note, Stage: "01_draft", Step: "draft", Title: "Writing the draft", Message: "an edit was kept"},
		step(10, citestone.StepDone, "", nil),
		{Kind: citestone.StepStarted, Stage: "s", Step: "x", Round: 2},
		{Kind: citestone.SessionEnded, Session: "session_1"},
	}
	const want = `session_1: How long?
        3 documents
[ 7/41] Writing the draft
        5/5 [31mTitle  with tricks
        3 cited claims, 12 sentences
[ 8/41] Writing the draft
        not run: needs a model
[ 9/41] Writing the draft: skipped: nothing changed
[10/41] Writing the draft
        note: an edit was kept
s/x (round 2)
`
	var stderr bytes.Buffer
	p := &program{stderr: &stderr}
	sink := p.progress()
	for _, e := range events {
		sink(e)
	}
	if diff := cmp.Diff(want, stderr.String()); diff != "" {
		t.Error(diff)
	}
}

// TestProgressOfRefusal shows the steps that a refusal skips: the first, and the others
// of each run in one line.
func TestProgressOfRefusal(t *testing.T) {
	const reason = "insufficient data: 0 of 3 sources kept"
	step := func(number int, kind citestone.EventKind, message string) citestone.Event {
		return citestone.Event{Title: fmt.Sprint("Step ", number), Number: number, Total: 43, Kind: kind, Message: message}
	}
	var events []citestone.Event
	skipped := func(from, to int, reason string) {
		for n := from; n <= to; n++ {
			events = append(events, step(n, citestone.StepStarted, ""), step(n, citestone.StepSkipped, reason))
		}
	}
	skipped(7, 8, "nothing to do")
	skipped(9, 22, reason)
	events = append(events, citestone.Event{Kind: citestone.Progress, Message: "no further round"})
	skipped(35, 35, "no round")
	skipped(36, 37, reason)
	events = append(events, step(38, citestone.StepStarted, ""), step(38, citestone.StepDone, "done"))
	skipped(39, 41, reason)
	events = append(events, step(42, citestone.StepStarted, ""), step(42, citestone.Progress, "telling why"))
	events = append(events, step(43, citestone.StepSkipped, reason), step(44, citestone.StepSkipped, reason), step(45, citestone.StepSkipped, reason))
	events = append(events, citestone.Event{Kind: citestone.SessionEnded})
	const want = `[ 7/43] Step 7
        skipped: nothing to do
[ 8/43] Step 8
        skipped: nothing to do
[ 9/43] Step 9
        skipped: insufficient data: 0 of 3 sources kept
[10-22/43] skipped: insufficient data: 0 of 3 sources kept
        no further round
[35/43] Step 35
        skipped: no round
[36/43] Step 36
        skipped: insufficient data: 0 of 3 sources kept
[37/43] Step 37: skipped: insufficient data: 0 of 3 sources kept
[38/43] Step 38
        done
[39/43] Step 39
        skipped: insufficient data: 0 of 3 sources kept
[40-41/43] skipped: insufficient data: 0 of 3 sources kept
[42/43] Step 42
        telling why
[43/43] Step 43: skipped: insufficient data: 0 of 3 sources kept
[44-45/43] skipped: insufficient data: 0 of 3 sources kept
`
	for _, verbose := range []bool{false, true} {
		var stderr bytes.Buffer
		p := &program{stderr: &stderr, verbose: verbose}
		sink := p.progress()
		for _, e := range events {
			sink(e)
		}
		if diff := cmp.Diff(want, stderr.String()); diff != "" && !verbose {
			t.Error(diff)
		}
		if verbose && strings.Count(stderr.String(), reason) != 22 {
			t.Errorf("with -v not every step is shown:\n%s", stderr.String())
		}
	}
}

func TestSizesAndShares(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{size(999), "999 B"},
		{size(1500), "1.5 kB"},
		{size(2_340_000), "2.3 MB"},
		{size(5_000_000_000), "5.0 GB"},
		{percent(1), "100%"},
		{percent(0.999), "99%"},
		{percent(0.29), "29%"},
		{short("one two three", 8), "one two…"},
		{quoted("/a b/it's"), `'/a b/it'\''s'`},
		{quoted("/a/b.md"), "/a/b.md"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}
