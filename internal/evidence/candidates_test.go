package evidence

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/document"
)

// TestCandidatesAreTellable: a sentence too long for a report answers nothing.
func TestCandidatesAreTellable(t *testing.T) {
	short := "The wall is 9.2 km long."
	text := short + "\n\n" + strings.Repeat("the wall is 9.2 km long and ", 30) + "more.\n"
	set := &Set{Docs: map[string]*answer.Doc{"s1": answer.Prepare("s1", "Wall", "", document.Parse("wall.md", text))},
		Entries: []citestone.LedgerEntry{{ID: "g1", Passage: citestone.Passage{Source: "s1", End: len(text), Text: text}}}}
	got := set.Candidates(set.Scorer(), answer.Analyse("How long is the wall?"), []string{"s1"}, nil)
	if len(got) != 1 || got[0].Sentence.Plain.Text != short {
		t.Errorf("%d candidates: %v", len(got), got)
	}
}
