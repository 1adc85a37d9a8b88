package answer

import (
	"slices"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

const lagoon = `# The Tarn Bay lagoon

The Tarn Bay lagoon opened in March 2019. It has sixteen turbines.

## Size

The wall is 9.2 km long.

## Output

In 2024 the lagoon delivered 498 gigawatt hours of electricity. The engineers were pleased. Visitors spent 2 hours at the café.

## Version 2.1

Version 2.1 of the control software halved the start-up time, to 40 seconds. See the manual for more.
`

func best(t *testing.T, question string, docs ...*Doc) (string, Score) {
	t.Helper()
	s := NewScorer(docs)
	q := s.Expand(Analyse(question))
	var text string
	var top Score
	for _, d := range docs {
		for i := range d.Sentences {
			if sc := s.Score(q, d, i); sc.Value > top.Value {
				text, top = d.Sentences[i].Plain.Text, sc
			}
		}
	}
	return text, top
}

func TestBestSentence(t *testing.T) {
	d := Prepare("s1", "The Tarn Bay lagoon", "2025-02-01", document.Parse("lagoon.md", lagoon))
	for question, want := range map[string]string{
		"How much electricity did the lagoon deliver in 2024?":          "In 2024 the lagoon delivered 498 gigawatt hours of electricity.",
		"When did the Tarn Bay lagoon open?":                            "The Tarn Bay lagoon opened in March 2019.",
		"How long does the start-up take with version 2.1?":             "Version 2.1 of the control software halved the start-up time, to 40 seconds.",
		"How long is the wall?":                                         "The wall is 9.2 km long.",
		"How many turbines does the lagoon have?":                       "It has sixteen turbines.",
		"How long do visitors stay at the café of the Tarn Bay lagoon?": "Visitors spent 2 hours at the café.",
	} {
		if got, score := best(t, question, d); got != want {
			t.Errorf("%q: %q (%.2f)\nwant %q", question, got, score.Value, want)
		}
	}
}

// TestSlotsNeedTheirPlace: what the question names must be near, and a version is not
// the same figure in a measure.
func TestSlotsNeedTheirPlace(t *testing.T) {
	d := Prepare("s1", "Pauses", "2020-01-01", document.Parse("p.md", "Engine 1.5 pauses for 9 ms.\n\n## Later\n\nThe pause was 1.5 ms.\n"))
	s := NewScorer([]*Doc{d})
	q := s.Expand(Analyse("How long does Engine 1.5 pause?"))
	if sc := s.Score(q, d, 0); len(sc.Missing) != 0 || !sc.Typed {
		t.Errorf("the sentence that answers: missing %v, typed %v", sc.Missing, sc.Typed)
	}
	if sc := s.Score(q, d, 1); len(sc.Missing) == 0 {
		t.Errorf("1.5 ms counts as version 1.5: filled %v", sc.Filled)
	}
	q = s.Expand(Analyse("How long does Motor 1.5 pause?"))
	if sc := s.Score(q, d, 0); len(sc.Missing) == 0 || sc.Missing[0].Kind != citestone.SlotEntity {
		t.Errorf("another name counts as found: missing %v", sc.Missing)
	}
}

func TestFormsOfAWord(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"syntax", "syntact", true}, {"satisfi", "satisfact", true}, {"reduc", "reduct", true}, {"play", "player", true},
		{"trail", "train", false}, {"cat", "cats", false}, {"general", "generat", false},
	} {
		if got := inflected(tt.a, tt.b); got != tt.want {
			t.Errorf("inflected(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestKindOfAnswer(t *testing.T) {
	for question, want := range map[string]Kind{
		"How long is a pause?": Duration, "What share of users agrees?": Share, "How much does it cost?": Amount,
		"In which release did it change?": Release, "Who audited it?": Person, "When, and by whom?": When, "Is it safe?": Any,
	} {
		if got := Analyse(question).Kind; got != want {
			t.Errorf("%q asks for %s, want %s", question, got, want)
		}
	}
}

func TestFraming(t *testing.T) {
	want := Analyse("Tarn Bay lagoon").Terms
	for _, q := range []string{"What is known about the Tarn Bay lagoon?", "What do the documents say about Tarn Bay lagoon?", "Tell me about the Tarn Bay lagoon."} {
		if got := Analyse(q).Terms; !slices.Equal(got, want) {
			t.Errorf("%q asks for %v, want %v", q, got, want)
		}
	}
	if got := Analyse("Which documents does the lagoon need?").Terms; !slices.Contains(got, "document") {
		t.Errorf("a question about documents asks for %v", got)
	}
}
