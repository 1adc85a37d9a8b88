package text

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
)

func parts(s string, spans []citestone.Span) []string {
	var parts []string
	for _, p := range spans {
		parts = append(parts, s[p.Start:p.End])
	}
	return parts
}

func TestSentences(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{" \n\t ", nil},
		{"One. Two! Three?", []string{"One.", "Two!", "Three?"}},
		{"Pauses fell, i.e. they got shorter. Good.", []string{"Pauses fell, i.e. they got shorter.", "Good."}},
		{"See Fig. 3 and e.g. Table 2.", []string{"See Fig. 3 and e.g. Table 2."}},
		{"Smith et al. Found it. Then left.", []string{"Smith et al. Found it.", "Then left."}},
		{"It was so.[1] [cite:g2] Next one.", []string{"It was so.[1] [cite:g2]", "Next one."}},
		{"It was so [1]. Next one [2, 3].", []string{"It was so [1].", "Next one [2, 3]."}},
		{"He moved to the U.S. in May. She stayed.", []string{"He moved to the U.S. in May.", "She stayed."}},
		{"Go 1.5 cut it to 10 ms. Go 1.6 went on.", []string{"Go 1.5 cut it to 10 ms.", "Go 1.6 went on."}},
		{"A title\n\nA paragraph", []string{"A title", "A paragraph"}},
		{"It is 100. 200 means more. 300 is max.", []string{"It is 100.", "200 means more.", "300 is max."}},
		{"He came at 5 p.m. on Friday. Dr. No. 5 lives.", []string{"He came at 5 p.m. on Friday.", "Dr. No. 5 lives."}},
		{"a [1]", []string{"a [1]"}},
		{"[1] First words. More", []string{"[1] First words.", "More"}},
		{"He wrote it in [2015]. She read it.", []string{"He wrote it in [2015].", "She read it."}},
		{"第一句。第二句。", []string{"第一句。", "第二句。"}},
		{"“Stop!” he said. She did.", []string{"“Stop!” he said.", "She did."}},
	} {
		if diff := cmp.Diff(test.want, parts(test.in, Sentences(test.in))); diff != "" {
			t.Errorf("Sentences(%q): -want +got:\n%s", test.in, diff)
		}
	}
}

// goldenPassed is how many of the 48 golden rules hold.
const goldenPassed = 48

func TestGoldenRules(t *testing.T) {
	f, err := os.Open("testdata/golden_en.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	passed := 0
	for in := json.NewDecoder(f); ; {
		var rule struct {
			ID, Text  string
			Sentences []string
		}
		if err := in.Decode(&rule); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rule.Sentences, parts(rule.Text, Sentences(rule.Text))); diff == "" {
			passed++
		} else {
			t.Logf("%s: -want +got:\n%s", rule.ID, diff)
		}
	}
	if passed != goldenPassed {
		t.Errorf("%d golden rules pass, want %d", passed, goldenPassed)
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{
		"One. Two [1]. 3. Four", "1. a 2. b\n\n• x • y", "Dr. No e.g. U.S. . . . Yes", "\xff. \xfe", "“A.” b! C?\r\n\r\nd", "[1][2] a.[3]", strings.Repeat("\"", 600) + ". X",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, p := range Sentences(s) {
			if p.Start < last || p.End <= p.Start || p.End > len(s) {
				t.Fatalf("span %v after %d in %q", p, last, s)
			}
			if body := s[p.Start:p.End]; strings.TrimSpace(body) != body {
				t.Fatalf("sentence %q is not trimmed", body)
			}
			if lost := strings.TrimFunc(s[last:p.Start], unicode.IsSpace); lost != "" {
				t.Fatalf("%q is in no sentence of %q", lost, s)
			}
			last = p.End
		}
		if lost := strings.TrimSpace(s[last:]); lost != "" {
			t.Fatalf("%q is in no sentence of %q", lost, s)
		}
	})
}

// TestHostile reads what is made to be slow; a reader that needs the square of the
// time does not come back before the test's own limit.
func TestHostile(t *testing.T) {
	const size = 100_000
	for _, s := range []string{".", ". ", ".\" ", ".”", "\n", " ", "[", "[1]", "“", "\"a", "1", "1-", "1,", "a.", "A ", "A of ", "half ", "between 1 and ", "a. b. ", "- ", "1. ", "2015-", "May ", "\xff"} {
		s := "x." + strings.Repeat(s, size/len(s))
		Sentences(s)
		Numbers(s)
		Names(s)
		Quotations(s)
		Identity(s).Fold()
	}
}

func BenchmarkSentences(b *testing.B) {
	s := strings.Repeat("Go 1.5 cut pauses, i.e. the time the U.S. program stops, to 10 ms.[1] “It works.” Dr. Hudson et al. (Fig. 3) said so. ", 2000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Sentences(s)
	}
}
