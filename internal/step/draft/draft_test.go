package draft

import (
	"context"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

// lagoonInput is what the writer sees of two sources of one author that differ.
func lagoonInput() Input {
	return Input{
		Brief: citestone.Brief{Question: "How long is the *wall* <b>|"},
		Plan:  citestone.Plan{Subquestions: []citestone.Subquestion{{ID: "q1", Text: "How long is the *wall* <b>|?"}}},
		Sources: []citestone.Source{{ID: "s1", Title: "One | two"}, {ID: "s2", Title: "[Three](javascript:x)"},
			{ID: "s3", Title: "Four"}},
		Relevance: citestone.Relevance{Decision: citestone.FullReport, TotalScored: 2, TotalSurvived: 2},
		Tri: citestone.Triangulation{
			Groups: []citestone.IndependenceGroup{{Sources: []string{"s1", "s2"}, Reason: "same author: Andrew Marsh"}},
			Facts: []citestone.Fact{
				{ID: "f1", Subquestion: "q1", Source: "s1", Entry: "g1", Sentence: "The wall is 9.2 km long.", Value: "9.2 km"},
				{ID: "f2", Subquestion: "q1", Source: "s2", Entry: "g2", Sentence: "The wall is 8 km long.", Value: "8 km"}},
			Contradictions: []citestone.Comparison{{About: "How long is the *wall* <b>|?", Facts: []string{"f1", "f2"}, Values: []string{"9.2 km", "8 km"}}},
		},
	}
}

// TestExtractIsPlain: what users and sources wrote reads as written and marks nothing up.
func TestExtractIsPlain(t *testing.T) {
	d := document.Parse("draft.md", Extract(lagoonInput()))
	var headings, cells []string
	for _, b := range d.Blocks {
		switch b.Kind {
		case document.Heading:
			headings = append(headings, b.Plain.Text)
		case document.TableCell:
			cells = append(cells, b.Plain.Text)
		}
	}
	if headings[0] != "How long is the *wall* <b>|" {
		t.Errorf("the title reads %q", headings[0])
	}
	if all := strings.Join(cells, "/"); len(cells) != 9 || !strings.Contains(all, "One | two") || !strings.Contains(all, "[Three](javascript:x)") {
		t.Errorf("%d cells: %s", len(cells), all)
	}
}

// TestMendKeepsCaveats: what a draft says of itself needs no source, even where it names people.
func TestMendKeepsCaveats(t *testing.T) {
	draft := Extract(lagoonInput())
	if !strings.Contains(draft, "independent of each other (same author: Andrew Marsh)") || !strings.Contains(draft, "2 of the 3 documents") {
		t.Fatalf("no caveats in\n%s", draft)
	}
	got, r, err := Mend(context.Background(), &audit.Input{Mode: audit.Research, Document: document.Parse("draft.md", draft)}, 0, entail.Deterministic())
	if err != nil {
		t.Fatal(err)
	}
	if got != draft || *r.RecallBefore != 1 {
		t.Errorf("recall %v, findings %v", *r.RecallBefore, r.Findings)
	}
}
