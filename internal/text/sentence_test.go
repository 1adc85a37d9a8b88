package text

import (
	"testing"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
)

func slices(s string, spans []citestone.Span) []string {
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
		{"“Stop!” he said. She did.", []string{"“Stop!” he said.", "She did."}},
	} {
		if diff := cmp.Diff(test.want, slices(test.in, Sentences(test.in))); diff != "" {
			t.Errorf("Sentences(%q): -want +got:\n%s", test.in, diff)
		}
	}
}
