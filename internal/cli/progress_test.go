package cli

import (
	"bytes"
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
