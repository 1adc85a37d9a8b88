package render

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

func TestText(t *testing.T) {
	rate := 0.5
	source := "Pauses are below 5 ms [1].\nThe heap grew [7].\n"
	v := citestone.Verification{
		Document: "paper.md",
		Summary:  citestone.VerifySummary{Claims: 2, Supported: 1, Unsupported: 1, Rate: &rate},
		Claims:   []citestone.CheckedClaim{{ID: "c1", Text: "Pauses are below 5 ms."}},
		Findings: []citestone.Finding{
			{Rule: "number-mismatch", Severity: citestone.SeverityError, Message: "5 ms is not in the source", Line: 1, Column: 18, Claim: "c1",
				Evidence: []citestone.Evidence{{Source: "s1", Quote: "Pauses are **below\n10 ms**.", URL: "https://go.dev/\x1b[31m"}}, Suggestion: "the source says 10 ms"},
			{Rule: "dangling-citation", Severity: citestone.SeverityError, Message: "[7] has no reference", Line: 2, Column: 15, Start: 41, End: 44},
			{Rule: "stale-source", Severity: citestone.SeverityNote, Message: "old", Line: 2, Column: 1},
		},
	}
	var b strings.Builder
	if err := Text(&b, v, source); err != nil {
		t.Fatal(err)
	}
	want := `paper.md:1:18: error: 5 ms is not in the source [number-mismatch]
    claim: Pauses are below 5 ms.
    found: “Pauses are below 10 ms.”
    in:    https://go.dev/[31m
    hint:  the source says 10 ms
paper.md:2:15: error: [7] has no reference [dangling-citation]
    text:  [7]
paper.md:2:1: note: old [stale-source]

paper.md: 1 of 2 claims supported (50 %), 1 unsupported; 2 errors, 0 warnings, 1 note.
`
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestTextOfCleanAndEmptyDocuments(t *testing.T) {
	one := 1.0
	for want, v := range map[string]citestone.Verification{
		"a.md: 3 of 3 claims supported (100 %); nothing to complain about.\n": {Document: "a.md", Summary: citestone.VerifySummary{Claims: 3, Supported: 3, Rate: &one}},
		"b.md: no claims to check; nothing to complain about.\n":              {Document: "b.md"},
	} {
		var b strings.Builder
		if err := Text(&b, v, ""); err != nil || b.String() != want {
			t.Errorf("got %q, %v; want %q", b.String(), err, want)
		}
	}
}
