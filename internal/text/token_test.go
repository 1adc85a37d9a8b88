package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"C# and C++ in the U.S., e.g. Go.", []string{"c#", "and", "c++", "in", "the", "u.s.", "e.g.", "go"}},
		{"Go 1.20, GOMAXPROCS=4, foo_bar", []string{"go", "1.20", "gomaxprocs", "4", "foo_bar"}},
		{"10–20 of $45M on 2018-07-12 at 8.5%", []string{"10-20", "of", "$45m", "on", "2018-07-12", "at", "8.5%"}},
		{"Don’t stop-the-world; AT&T I/O", []string{"don't", "stop", "the", "world", "at&t", "i/o"}},
		{"Erdős naïve", []string{"erdos", "naive"}},
		{"1,234.5 and a,b", []string{"1,234.5", "and", "a", "b"}},
		{"", nil},
	} {
		var got []string
		for _, w := range Tokens(test.in) {
			got = append(got, w.Norm)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Tokens(%q): -want +got:\n%s", test.in, diff)
		}
	}
}

func TestTerms(t *testing.T) {
	got := Terms("The collectors' pauses were collected; the team's pause pausing.")
	if diff := cmp.Diff([]string{"collector", "paus", "collect", "team"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestQuotations(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{`He said "it works" and “so there”.`, []string{"it works", "so there"}},
		{"‘it’s fine’ «oui»", []string{"it’s fine", "oui"}},
		{`a 5" pipe and 6" hose`, nil},
		{"“open\n\nnot closed”", nil},
		{"it's Go's", nil},
	} {
		if diff := cmp.Diff(test.want, parts(test.in, Quotations(test.in))); diff != "" {
			t.Errorf("Quotations(%q): -want +got:\n%s", test.in, diff)
		}
	}
}

func TestSimilarity(t *testing.T) {
	const a = "the collector now runs together with the program and pauses it only briefly"
	for _, test := range []struct {
		a, b     string
		low, top float64
	}{
		{a, a, 1, 1},
		{a, "The collector now runs together with the program, and pauses it only briefly!", 1, 1},
		{a, a + " at the end", 0.7, 0.8},
		{a, "something else entirely is said here and nothing of the above", 0, 0},
		{"", "", 0, 0},
		{"two words", "Two words", 1, 1},
	} {
		if got := Similarity(test.a, test.b); got < test.low || got > test.top {
			t.Errorf("Similarity(%q, %q) = %v, want %v to %v", test.a, test.b, got, test.low, test.top)
		}
	}
}
