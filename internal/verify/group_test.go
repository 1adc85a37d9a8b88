package verify

import (
	"testing"

	"github.com/citestone/citestone"
)

// Sources of one author or one text are one, and those that only share a site are not.
func TestGroup(t *testing.T) {
	const told = "The pauses fell to 30 milliseconds in 2015. Everybody who ran a large heap was glad of it, and many said so."
	source := func(id, author, stored string) *Source {
		return &Source{ID: id, Stored: stored, Meta: citestone.Source{ID: id, URL: "https://a.example/" + id, Authors: []string{author}}}
	}
	for _, tt := range []struct {
		name          string
		first, second *Source
		want          bool
	}{
		{"one author", source("s1", "Jane Doe", "One text."), source("s2", "Jane Doe", "Another one."), true},
		{"one text", source("s1", "Jane Doe", told), source("s2", "Richard Roe", told), true},
		{"one site alone", source("s1", "Jane Doe", "One text."), source("s2", "Richard Roe", "Another one."), false},
	} {
		sources := map[string]*Source{"1": tt.first, "2": tt.second}
		claims := []citestone.CheckedClaim{{Class: citestone.C1, Status: citestone.Supported, Results: []citestone.CitationResult{
			{Reference: "1", Label: citestone.Entailment, Confidence: 0.95}, {Reference: "2", Label: citestone.Entailment, Confidence: 0.95}}}}
		group(claims, sources)
		independent(claims, sources)
		if got := !claims[0].Independence.Passed; got != tt.want {
			t.Errorf("%s: taken for one: %v, want %v (%s)", tt.name, got, tt.want, claims[0].Independence.Reason)
		}
	}
}
