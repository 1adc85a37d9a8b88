package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func premise(s string) *entail.Premise {
	return entail.PreparePassages("", []citestone.Passage{{Text: s, End: len(s)}}, entail.Context{})
}

// texts are the sources by URL.
var texts = map[string]*entail.Premise{
	"https://a.example/gc":   premise("The collector is concurrent. Pauses are short."),
	"https://b.example/food": premise("Bananas contain potassium."),
	"https://c.example/gone": nil,
}

// input is the audit of a document whose references are resolved by URL.
func input(body string) *Input {
	in := &Input{Document: document.Parse("p.md", body), Sources: map[string]*entail.Premise{"g1": texts["https://a.example/gc"]}}
	for _, r := range in.Document.References {
		in.Sources[r.ID] = texts[r.URL]
	}
	return in
}

const references = "\n\n## References\n\n[1] Collectors. https://a.example/gc\n[2] Fruit. https://b.example/food\n[3] Lost. https://c.example/gone\n"

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		mode       Mode
		want       []string // rule line:column reference
	}{
		{"nothing wrong", "The collector is concurrent [1]. Bananas contain potassium [2, 3].", Verify, nil},
		{"dangling", "The collector is concurrent [1][7]. Bananas grow [2]. Pluto too [3].", Verify, []string{"dangling-citation 1:32 7"}},
		{"dangling ledger entry", "The collector is concurrent [cite:g1,g2].", Verify, []string{"dangling-citation 1:29 g2", "orphan-reference 5:1 1", "orphan-reference 6:1 2", "orphan-reference 7:1 3"}},
		{"position in code points", "Die schöne größte collector [9]. Collector [1], banana [2], lost [3].", Verify, []string{"dangling-citation 1:29 9"}},
		{"misattributed", "The collector is concurrent [2].\n\nBananas grow [1][3].", Verify, []string{"misattributed-citation 1:29 2", "misattributed-citation 3:14 1"}},
		{"orphan", "The collector is concurrent [1]. Bananas grow [2].", Verify, []string{"orphan-reference 7:1 3"}},
		{"malformed", "The collector [cite:] is [cite:xyz] fast [cite:g1. Bananas [1] contain [2] potassium. Not `[cite:]` here [3].", Verify,
			[]string{"malformed-citation 1:15 ", "malformed-citation 1:26 ", "malformed-citation 1:42 "}},
		{"uncited sentence", "The collector was concurrent in 2015. Its pauses are short [1].\n\nBananas had 5 grams in 2016.\n\nBananas [2] and Pluto [3].", Verify, []string{"uncited-claim 3:1 "}},
		{"uncited in our own", "The collector was concurrent in 2015. Its pauses are short [1].\n\nBananas [2] and Pluto [3] met in 1999.", Research, []string{"uncited-claim 1:1 "}},
		{"no markers at all", "The collector was concurrent in 2015. Bananas had 5 grams.\n\nPluto was found in 1930.", Verify, []string{"uncited-claim 1:1 "}},
	} {
		in := input(tt.body + references)
		in.Mode = tt.mode
		var got []string
		for _, f := range Run(in) {
			got = append(got, fmt.Sprintf("%s %d:%d %s", f.Rule, f.Line, f.Column, f.Reference))
			if f.Message == "" || f.Severity == "" || f.EndLine < f.Line {
				t.Errorf("%s: %+v", tt.name, f)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestDuplicateReferences(t *testing.T) {
	d := &document.Document{Markers: []document.Marker{{Keys: []string{"1", "2", "3", "4", "5", "6"}}}, References: []document.Reference{
		{ID: "1", URL: "https://a.example/gc/"},
		{ID: "2", URL: "http://www.A.example/gc#top"},
		{ID: "3", DOI: "10.1/ABC", Title: "On the Pauses of Collectors", Published: "2015-02-03"},
		{ID: "4", DOI: "10.1/abc"},
		{ID: "5", Title: "On the pauses  of collectors", Published: "2015"},
		{ID: "6", Title: "On the pauses of collectors", Published: "2019"},
	}}
	var got []string
	for _, f := range Run(&Input{Document: d}) {
		if f.Rule == "duplicate-reference" {
			got = append(got, f.Reference)
		}
	}
	if diff := cmp.Diff([]string{"2", "4", "5"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestClaimFindings(t *testing.T) {
	body := "The collector is concurrent [1][2]. Pauses are long [1].\n\nBananas contain sodium [2]. Pluto is far [3]. X [1]."
	in := input(body + references)
	result := func(key string, l citestone.Label, rule string) citestone.CitationResult {
		return citestone.CitationResult{Marker: "[" + key + "]", Reference: key, Label: l, Rule: rule, Reason: "because " + key}
	}
	claim := func(sentence int, s citestone.Status, results ...citestone.CitationResult) citestone.CheckedClaim {
		span := in.Document.Sentences[sentence].Span
		return citestone.CheckedClaim{ID: fmt.Sprint("c", sentence), Status: s, Start: span.Start, End: span.End, Results: results}
	}
	for _, tt := range []struct {
		name  string
		claim citestone.CheckedClaim
		want  string // rule severity start-of-span reference
	}{
		{"number", claim(1, "contradicted", result("1", "contradiction", "number-mismatch")), "number-mismatch error Pauses 1"},
		{"quote", claim(1, "unsupported", result("1", "neutral", "quote-mismatch")), "quote-mismatch error Pauses 1"},
		{"contradicted", claim(1, "contradicted", result("1", "contradiction", "")), "contradicted-claim error Pauses 1"},
		{"unsupported", claim(1, "unsupported", result("1", "neutral", "")), "unsupported-claim error Pauses 1"},
		{"undecided", claim(1, "undecided", result("1", "abstain", "")), "undecided-claim note Pauses 1"},
		{"unneeded", claim(2, "supported", result("2", "entailment", "")), ""},
	} {
		in.Claims = []citestone.CheckedClaim{tt.claim}
		got := ""
		for _, f := range Run(in) {
			if f.Claim != "" {
				word := strings.Fields(in.Document.Source[f.Start:f.End])[0]
				got += fmt.Sprintf("%s %s %s %s", f.Rule, f.Severity, word, f.Reference)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestUnneededCitation(t *testing.T) {
	in := input("Collectors and bananas are concurrent [1][2]. And [3]." + references)
	s := in.Document.Sentences[0]
	fact := func(id string, second citestone.Label) citestone.CheckedClaim {
		return citestone.CheckedClaim{ID: id, Status: citestone.Supported, Start: s.Start, End: s.End, Results: []citestone.CitationResult{
			{Reference: "1", Label: citestone.Entailment}, {Reference: "2", Label: second, Reason: "it is about fruit"},
		}}
	}
	count := func(claims ...citestone.CheckedClaim) (n int) {
		in.Claims = claims
		for _, f := range Run(in) {
			if f.Rule == "unneeded-citation" {
				n++
				if got := in.Document.Source[f.Start:f.End]; got != "[2]" {
					t.Errorf("at %q", got)
				}
			}
		}
		return n
	}
	if n := count(fact("c1", citestone.Neutral)); n != 1 {
		t.Errorf("%d findings, want 1", n)
	}
	if n := count(fact("c1", citestone.Neutral), fact("c2", citestone.Neutral)); n != 1 {
		t.Errorf("two facts: %d findings, want 1", n)
	}
	if n := count(fact("c1", citestone.Neutral), fact("c2", citestone.Entailment)); n != 0 {
		t.Errorf("the citation supports the other fact: %d findings, want 0", n)
	}
	if n := count(fact("c1", citestone.Abstain)); n != 0 {
		t.Errorf("the judge was not sure: %d findings, want 0", n)
	}
}

func TestFix(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"nothing to do", "The collector [1]. Banana [2]. Lost [3]." + references, "The collector [1]. Banana [2]. Lost [3]." + references},
		{"dangling goes, its space too", "The collector [1] is [9]. Banana [2, 8]; lost [3] [7].\nEnd." + references,
			"The collector [1] is. Banana [2]; lost [3].\nEnd." + references},
		{"misattributed goes and its reference with it, numbers close up", "The collector is concurrent [1][2].\n\nLost things [3]." + references,
			"The collector is concurrent [1].\n\nLost things [2].\n\n## References\n\n[1] Collectors. https://a.example/gc\n[2] Lost. https://c.example/gone\n"},
		{"ledger markers", "The collector [cite:g1,g5] and [cite:g6]." + references, "The collector [cite:g1] and.\n\n## References\n"},
		{"no markers, no pruning", "The collector." + references, "The collector." + references},
	} {
		in := input(tt.body)
		got, err := document.Apply(tt.body, Fix(in, FixOptions{Misattributed: true}).Edits)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// What is fixed has nothing dangling, misattributed or orphaned, and fixing it again
// changes nothing.
func TestFixIsIdempotent(t *testing.T) {
	words := []string{"collector", "concurrent", "bananas", "potassium", "unrelated", "Pluto", "is", "in", "2015",
		"[1]", "[2]", "[3]", "[4]", "[1, 2]", "[2-4]", "[1][3]", "[cite:g1]", "[cite:g1,g2]", "[cite:g2]", ".", "\n\n", "- "}
	rapid.Check(t, func(t *rapid.T) {
		body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 60).Draw(t, "words"), " ") + references
		once, err := document.Apply(body, Fix(input(body), FixOptions{Misattributed: true}).Edits)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Run(input(once)) {
			switch f.Rule {
			case "dangling-citation", "misattributed-citation", "orphan-reference":
				t.Fatalf("left in %q: %+v", once, f)
			}
		}
		if edits := Fix(input(once), FixOptions{Misattributed: true}).Edits; len(edits) > 0 {
			t.Fatalf("%q is fixed again: %+v", once, edits)
		}
	})
}

func FuzzRun(f *testing.F) {
	f.Add("x [cite:g1,] [cite:\xff [1] [é" + references)
	f.Add("One[0] two\n# References\nthree\n[0][1]")
	f.Fuzz(func(t *testing.T, body string) {
		in := input(body)
		for _, x := range Run(in) {
			if x.Start < 0 || x.End > len(body) || x.Start > x.End {
				t.Errorf("finding %+v", x)
			}
		}
		if _, err := document.Apply(body, Fix(in, FixOptions{Misattributed: true}).Edits); err != nil {
			t.Error(err)
		}
	})
}
