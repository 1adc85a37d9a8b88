package gate

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

// TestOutcome holds the gate's numbers against the modes' thresholds.
func TestOutcome(t *testing.T) {
	plan := citestone.Plan{Subquestions: []citestone.Subquestion{{ID: "q1"}, {ID: "q2"}}}
	all := map[string][]string{"q1": {"g1"}, "q2": {"g2"}}
	half := map[string][]string{"q1": {"g1"}, "q2": nil}
	none := map[string][]string{"q1": nil, "q2": nil}
	quick := citestone.GateSettings{Cutoff: 3, Full: 3, Short: 1}
	standard := citestone.GateSettings{Cutoff: 3, Full: 4, Short: 2}
	deep := citestone.GateSettings{Cutoff: 3, Full: 5, Short: 2}
	for _, tt := range []struct {
		name      string
		gate      citestone.GateSettings
		survivors int
		answered  map[string][]string
		want      citestone.Outcome
	}{
		{"quick, all", quick, 3, all, citestone.FullReport},
		{"quick, two", quick, 2, all, citestone.ShortReport},
		{"quick, one", quick, 1, all, citestone.ShortReport},
		{"quick, none", quick, 0, none, citestone.InsufficientData},
		{"standard, four", standard, 4, all, citestone.FullReport},
		{"standard, two", standard, 2, all, citestone.ShortReport},
		{"standard, one", standard, 1, all, citestone.InsufficientData},
		{"deep, five", deep, 5, all, citestone.FullReport},
		{"deep, four", deep, 4, all, citestone.ShortReport},
		{"deep, one", deep, 1, all, citestone.InsufficientData},
		{"many sources, half answered", standard, 7, half, citestone.ShortReport},
		{"many sources, nothing answered", standard, 7, none, citestone.InsufficientData},
	} {
		r := citestone.Relevance{TotalScored: 7, TotalSurvived: tt.survivors, Answerability: citestone.Answerability{Subquestions: tt.answered}}
		got, why := outcome(citestone.Brief{Mode: citestone.ModeStandard, Gate: tt.gate}, plan, r)
		if got != tt.want {
			t.Errorf("%s: %s (%s), want %s", tt.name, got, why, tt.want)
		}
	}
}

func TestValidate(t *testing.T) {
	source := "In 2024 the lagoon delivered 498 gigawatt hours, said its operator. The wall is 9.2 km long, and cost £1.3 billion."
	for _, tt := range []struct {
		summary string
		valid   bool
	}{
		{"The lagoon delivered 498 gigawatt hours.", true},
		{"The wall is 9.2 km long.", true},
		{"The lagoon delivered 489 gigawatt hours.", false},
		{"Puffins laid 498 eggs on distant cliffs.", false}, // the number, in another context
	} {
		stats := validate(citestone.Summary{Text: tt.summary}, source)
		if len(stats) == 0 {
			t.Errorf("%q: no number found", tt.summary)
		}
		for _, st := range stats {
			if st.Valid != tt.valid {
				t.Errorf("%q: %q has score %.2f, valid %v; want %v", tt.summary, st.Text, st.Score, st.Valid, tt.valid)
			}
		}
	}
}

// TestValidateLongSentence ends only if the work does not grow with the square of the
// sentence: a text without a full stop is one sentence.
func TestValidateLongSentence(t *testing.T) {
	sentence := strings.Repeat("the airship carries 12 passengers every day ", 5000)
	for _, st := range validate(citestone.Summary{Text: sentence}, sentence) {
		if !st.Valid {
			t.Fatalf("%q of a sentence of the source has score %.2f", st.Text, st.Score)
		}
	}
}
