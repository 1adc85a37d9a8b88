package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFacts(t *testing.T) {
	for _, tt := range []struct {
		sentence string
		want     []string // nil: not split
	}{
		{"X, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked.", []string{
			"X was launched in 2024.", "X was launched with $45M TVL.",
			"X offers 8.5% APY for USDC suppliers.", "X has never been hacked."}},
		{"The Go team released Go 1.5 in 2015 and announced a new collector.", []string{
			"The Go team released Go 1.5 in 2015.", "The Go team announced a new collector."}},
		{"The tools, released in May, are small and have two flags.", []string{
			"The tools were released in May.", "The tools are small.", "The tools have two flags."}},
		// what depends on another clause stays whole
		{"Alice said Bob fell and broke his arm.", nil},
		{"It is a tool that reads files and has two flags.", nil},
		{"If it is slow, the cache grew and has no bound.", nil},
		{"Pauses are short and frequent.", nil},
		{"The price of oil and gas rose.", nil},
		{"He said \"it is small and has no flags\".", nil},
		{"They grew and have two flags.", nil},
		{"Paris, the capital, is big and has a river.", nil},
		{"", nil},
		{"and", nil},
	} {
		want := tt.want
		if want == nil {
			want = []string{tt.sentence}
		}
		if diff := cmp.Diff(want, facts(tt.sentence)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.sentence, diff)
		}
	}
}

func FuzzFacts(f *testing.F) {
	f.Add("X, launched in 2024 with $45M, offers a and has b.")
	f.Add(", and , is and has")
	f.Fuzz(func(t *testing.T, s string) {
		if got := facts(s); len(got) == 0 || len(got) == 1 && got[0] != s {
			t.Errorf("facts(%q) = %q", s, got)
		}
	})
}
