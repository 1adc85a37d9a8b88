package cli

import (
	"bytes"
	"testing"

	"github.com/citestone/citestone"
)

func TestProgressLines(t *testing.T) {
	step := citestone.Event{Stage: "01_draft", Step: "draft", Title: "Writing the draft", Number: 7, Total: 41}
	with := func(kind citestone.EventKind, message string, counts map[string]int) citestone.Event {
		e := step
		e.Kind, e.Message, e.Counts = kind, message, counts
		return e
	}
	for _, test := range []struct {
		event citestone.Event
		want  string
	}{
		{with(citestone.StepStarted, "", nil), "[ 7/41] Writing the draft\n"},
		{with(citestone.StepDone, "", nil), ""},
		{with(citestone.StepDone, "", map[string]int{"sentences": 12, "cited_claims": 3}), "        3 cited claims, 12 sentences\n"},
		{with(citestone.StepSkipped, "nothing changed", nil), "[ 7/41] Writing the draft: skipped: nothing changed\n"},
		{with(citestone.StepNotRun, "needs a model", nil), "[ 7/41] Writing the draft: not run: needs a model\n"},
		{with(citestone.Progress, "relevance 5: \x1b[31mTitle\r\n\u202ewith tricks", nil), "        relevance 5: [31mTitle  with tricks\n"},
		{citestone.Event{Kind: citestone.StepStarted, Stage: "s", Step: "x", Round: 2}, "s/x (round 2)\n"},
		{citestone.Event{Kind: citestone.SessionStarted, Session: "session_1"}, "session_1\n"},
	} {
		var stderr bytes.Buffer
		p := &program{stderr: &stderr}
		p.progress()(test.event)
		if got := stderr.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.event.Kind, got, test.want)
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
