package audit

import (
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

func TestReferenceMismatch(t *testing.T) {
	for _, tt := range []struct {
		name      string
		reference document.Reference
		source    citestone.Source
		want      bool
	}{
		{"another title", document.Reference{Title: "Scheduling goroutines on many cores", URL: "https://a.example/gc"},
			citestone.Source{Title: "Collecting garbage without pauses", URL: "http://www.a.example/gc/"}, true},
		{"another title under one DOI", document.Reference{Title: "Scheduling goroutines on many cores", DOI: "10.1000/x1"},
			citestone.Source{Title: "Collecting garbage without pauses", URL: "https://doi.org/10.1000/X1"}, true},
		{"the same with the site's name", document.Reference{Title: "Collecting Garbage", URL: "https://a.example/gc"},
			citestone.Source{Title: "Collecting garbage without pauses | The Example Blog", URL: "https://a.example/gc"}, false},
		{"a subtitle", document.Reference{Title: "Pauses: how collectors of garbage came to stop programs no more", URL: "https://a.example/gc"},
			citestone.Source{Title: "How collectors of garbage came to stop no more", URL: "https://a.example/gc"}, false},
		{"found by its file, not its address", document.Reference{Title: "Scheduling goroutines on many cores", URL: "https://a.example/other"},
			citestone.Source{Title: "Collecting garbage without pauses", URL: "https://a.example/gc"}, false},
		{"a source without a title of its own", document.Reference{Title: "Scheduling goroutines on many cores", URL: "https://a.example/gc"},
			citestone.Source{Title: "collecting-garbage-pauses-2015", Path: "lib/collecting-garbage-pauses-2015.txt", URL: "https://a.example/gc"}, false},
		{"too short to tell", document.Reference{Title: "Home", URL: "https://a.example/gc"},
			citestone.Source{Title: "Collecting garbage without pauses", URL: "https://a.example/gc"}, false},
	} {
		tt.reference.ID, tt.source.ID = "1", "s1"
		in := &Input{Document: &document.Document{References: []document.Reference{tt.reference}}, About: map[string]citestone.Source{"1": tt.source}}
		if got := len(mismatched(in)) > 0; got != tt.want {
			t.Errorf("%s: found %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestStaleSource(t *testing.T) {
	for _, tt := range []struct {
		name, written, published, claim string
		mode                            Mode
		want                            bool
	}{
		{"of the present", "2026-05-01", "2019-03", "Most teams currently run it.", Verify, true},
		{"new enough", "2026-05-01", "2024", "Most teams currently run it.", Verify, false},
		{"not of the present", "2026-05-01", "2019", "Most teams ran it.", Verify, false},
		{"with its year", "2026-05-01", "2019", "Most teams now run it, as in 2019.", Verify, false},
		{"a document without a date", "", "2019", "Most teams currently run it.", Verify, false},
		{"a source without a date", "2026-05-01", "", "Most teams currently run it.", Verify, false},
		{"our own report", "2026-05-01", "2019", "Most teams currently run it.", Research, false},
	} {
		in := &Input{Mode: tt.mode, Document: &document.Document{Meta: document.Meta{Date: tt.written}, References: []document.Reference{{ID: "1", Published: tt.published}}},
			Claims: []citestone.CheckedClaim{{ID: "c1", Text: tt.claim, Citations: []string{"1"}}}}
		if got := len(stale(in)) > 0; got != tt.want {
			t.Errorf("%s: found %v, want %v", tt.name, got, tt.want)
		}
	}
}
