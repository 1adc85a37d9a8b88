package scope

import (
	"testing"

	"github.com/citestone/citestone"
)

func TestExtract(t *testing.T) {
	for _, tt := range []struct {
		question string
		kind     citestone.QuestionType
		mode     citestone.Mode
		sources  int
	}{
		{"When was the Tarn Bay lagoon opened?", citestone.Lookup, citestone.ModeQuick, 3},
		{"How did the lagoon's output change over time?", citestone.Synthesis, citestone.ModeStandard, 7},
		{"What did it cost in 2019, 2020 and 2021?", citestone.Synthesis, citestone.ModeStandard, 7},
		{"Why did the lagoon silt up?", citestone.Analysis, citestone.ModeDeep, 10},
		{"Investigate who approved the lagoon.", citestone.Investigation, citestone.ModeDeep, 10},
	} {
		b, err := Extract(citestone.Request{Question: tt.question, Mode: citestone.ModeAuto})
		if err != nil {
			t.Errorf("%q: %v", tt.question, err)
			continue
		}
		if b.Type != tt.kind || b.Mode != tt.mode || b.Budget.Sources != tt.sources {
			t.Errorf("%q: type %s, mode %s, %d sources; want %s, %s, %d", tt.question, b.Type, b.Mode, b.Budget.Sources, tt.kind, tt.mode, tt.sources)
		}
		if r := types[tt.kind]; b.Complexity < r.complexity[0] || b.Complexity > r.complexity[1] ||
			b.Researchers < r.researchers[0] || b.Researchers > r.researchers[1] {
			t.Errorf("%q: complexity %d or researchers %d out of the range of type %s", tt.question, b.Complexity, b.Researchers, tt.kind)
		}
	}
}

// TestQuestionIsOneLine: a question becomes a heading of the report.
func TestQuestionIsOneLine(t *testing.T) {
	b, err := Extract(citestone.Request{Question: "How long is\n\n## References\n\n[1] x", Mode: citestone.ModeAuto})
	if err != nil {
		t.Fatal(err)
	}
	if want := "How long is ## References [1] x"; b.Question != want {
		t.Errorf("got %q, want %q", b.Question, want)
	}
}

func TestGateSettings(t *testing.T) {
	for _, tt := range []struct {
		name                string
		cutoff, full, short int
		wrong               bool
	}{
		{"the mode's own", 0, 0, 0, false},
		{"stricter", 4, 7, 3, false},
		{"cutoff above the scale", 6, 0, 0, true},
		{"short above full", 0, 2, 3, true},
		{"full above the budget", 0, 8, 0, true},
		{"cutoff below the scale", -1, 0, 0, true},
	} {
		_, err := Extract(citestone.Request{Question: "How did the output change over time?", Mode: citestone.ModeStandard,
			Cutoff: tt.cutoff, Full: tt.full, Short: tt.short})
		if (err != nil) != tt.wrong {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if err != nil && citestone.KindOf(err).ExitCode() != 2 {
			t.Errorf("%s: exit status %d, want 2", tt.name, citestone.KindOf(err).ExitCode())
		}
	}
}

func TestStyleByTopic(t *testing.T) {
	for question, want := range map[string]string{
		"What APY does the protocol pay?":      "defi_report",
		"Is there a tutorial for the API?":     "technical",
		"What does the study find?":            "academic",
		"How long is the wall of the lagoon?":  "technical",
		"What does the yield of the API mean?": "defi_report",
	} {
		if got := Style(question); got != want {
			t.Errorf("Style(%q) = %s, want %s", question, got, want)
		}
	}
}

func TestLanguage(t *testing.T) {
	for question, want := range map[string]string{
		"How long was the pause?":                                           "en",
		"Wie lang war die Pause und was ist das?":                           "de",
		"Combien de temps la pause dure et où est-elle, avec les sources ?": "fr",
		"休止時間はどのくらいですか":                                                     "und",
	} {
		if got := language(question); got != want {
			t.Errorf("language(%q) = %s, want %s", question, got, want)
		}
	}
}
