package verify

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/google/go-cmp/cmp"
)

var texts = map[string]string{
	"https://a.example/x": "X, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked. X is audited by Trail of Bits.",
	"https://b.example/y": "The collector of Go is concurrent. Pauses fell to 10 ms in 2015.",
	"https://c.example/z": "The collector of Go is concurrent. Nothing else is known of pauses.",
}

// resolve finds the sources of texts by their URL, and the ledger entry g1.
func resolve(_ context.Context, ref document.Reference) (*Source, error) {
	if ref.ID == "g1" {
		ref.URL = "https://b.example/y"
	}
	stored, ok := texts[ref.URL]
	if !ok {
		return nil, nil
	}
	id := "s" + ref.URL[len("https://"):len("https://")+1]
	return &Source{
		ID: id, URL: ref.URL, Title: "Title " + id,
		Premise: entail.Prepare(stored, document.Parse("x.md", stored), entail.Context{Source: id, URL: ref.URL}),
	}, nil
}

const references = `

## References

[1] X. A launch. https://a.example/x
[2] Y. A collector. https://b.example/y
[3] Z. Another collector. https://c.example/z
[4] Gone. A lost page. https://gone.example/
`

func verify(t *testing.T, body string, o Options) citestone.Verification {
	t.Helper()
	v, err := Document(context.Background(), document.Parse("paper.md", body), entail.Deterministic(), resolve, o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func rules(v citestone.Verification) []string {
	list := []string{}
	for _, f := range v.Findings {
		list = append(list, f.Rule)
	}
	return list
}

func TestDocument(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		status     []citestone.Status
		rules      []string
	}{
		{"verbatim compound sentence: four facts, each covered",
			"X, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked [1].",
			[]citestone.Status{"supported", "supported", "supported", "supported"}, nil},
		{"a changed number",
			"Pauses fell to 12 ms in 2015 [2].", []citestone.Status{"contradicted"}, []string{"number-mismatch"}},
		{"an added not", "The collector of Go is not concurrent [2].", []citestone.Status{"contradicted"}, []string{"contradicted-claim"}},
		{"an altered quotation", "The post on the collector says “pauses of Go fell very far” [2].", []citestone.Status{"unsupported"}, []string{"quote-mismatch"}},
		{"supported by one of two", "Pauses fell to 10 ms in 2015 [2][3].", []citestone.Status{"supported"}, []string{"unneeded-citation"}},
		{"both support", "The collector of Go is concurrent [2, 3].", []citestone.Status{"supported"}, nil},
		{"paraphrase", "Go collects concurrently, and its pauses are down since 2015 [2].", []citestone.Status{"undecided"}, []string{"undecided-claim"}},
		{"source not to be had", "Pluto was discovered in 1930 [4].", []citestone.Status{"unverifiable"}, []string{"unverifiable"}},
		{"dangling", "The collector of Go is concurrent [9].", []citestone.Status{"uncited"}, []string{"dangling-citation"}},
		{"misattributed, not also unsupported", "Bananas contain potassium [2].", []citestone.Status{"unsupported"}, []string{"misattributed-citation"}},
		{"a ledger entry", "Pauses fell to 10 ms in 2015 [cite:g1].", []citestone.Status{"supported"}, nil},
		{"no such ledger entry", "Pauses fell to 10 ms in 2015 [cite:g2].", []citestone.Status{"uncited"}, []string{"dangling-citation"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := verify(t, "# Report\n\n"+tt.body+references, Options{Threshold: 0.9})
			var status []citestone.Status
			for _, c := range v.Claims {
				status = append(status, c.Status)
			}
			if diff := cmp.Diff(tt.status, status); diff != "" {
				t.Errorf("statuses (-want +got):\n%s%+v", diff, v.Claims)
			}
			var got []string
			for _, r := range rules(v) {
				if r != "orphan-reference" {
					got = append(got, r)
				}
			}
			if diff := cmp.Diff(tt.rules, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s%+v", diff, v.Findings)
			}
			exact(t, v)
		})
	}
}

// exact checks that all evidence is an exact slice of its source.
func exact(t *testing.T, v citestone.Verification) {
	t.Helper()
	for _, c := range v.Claims {
		list := c.Evidence
		for _, r := range c.Results {
			list = append(list, r.Evidence...)
		}
		for _, e := range list {
			if s := texts[e.URL]; e.End > len(s) || s[e.Start:e.End] != e.Quote {
				t.Errorf("claim %s: evidence %+v is no exact slice", c.ID, e)
			}
		}
		if c.Status == citestone.Supported && len(c.Evidence) == 0 {
			t.Errorf("claim %s is supported without evidence", c.ID)
		}
	}
}

func TestSummary(t *testing.T) {
	body := "# R\n\nPauses fell to 10 ms in 2015 [2]. The collector of Go is not concurrent [2].\n\n" +
		"Pluto was discovered in 1930 [4].\n\nMars has two moons called Phobos and Deimos.\n" + references
	v := verify(t, body, Options{Threshold: 0.9})
	s := v.Summary
	if s.Claims != 4 || s.Supported != 1 || s.Contradicted != 1 || s.Unverifiable != 1 || s.Uncited != 1 {
		t.Errorf("summary %+v", s)
	}
	near := func(name string, got *float64, want float64) {
		if got == nil || math.Abs(*got-want) > 1e-9 {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	near("rate", s.Rate, 1./3)
	near("decided rate", s.DecidedRate, 3./4)
	near("recall", s.Recall, 3./4)
	if s.Accessibility != nil || s.Status != NeedsRevision {
		t.Errorf("accessibility %v, status %s", s.Accessibility, s.Status)
	}
	if s.Markers != 3 || s.Citations != 3 || s.References != 4 {
		t.Errorf("summary %+v", s)
	}
	near("research rate", verify(t, body, Options{Mode: audit.Research, Threshold: 0.9}).Summary.Rate, 1./4)
	if s := verify(t, "# Only a heading\n", Options{Threshold: 0.9}).Summary; s.Rate != nil || s.Recall != nil || s.Status != Passed {
		t.Errorf("empty document: %+v", s)
	}
}

func TestLinksCount(t *testing.T) {
	d := document.Parse("p.md", "The collector of Go is concurrent [2]."+references)
	v := Assemble(Input{Document: d, Links: map[string]citestone.LinkCheck{
		"https://a.example/x": {Status: "LIVE", Checked: "2026-01-02T03:04:05Z"}, "https://b.example/y": {Status: "DEAD"},
	}})
	if a := v.Summary.Accessibility; a == nil || *a != 0.5 {
		t.Errorf("accessibility %v, want 0.5", a)
	}
	if r := v.References[0]; r.Link != "LIVE" || r.LastChecked == "" {
		t.Errorf("reference %+v", r)
	}
	if r := v.References[2]; r.Link != citestone.NotRun {
		t.Errorf("reference %+v", r)
	}
}

func TestIndependence(t *testing.T) {
	body := "The collector of Go is concurrent [2, 3].\n\nPauses fell to 10 ms in 2015 [2].\n" + references
	critical := func(document.Sentence) citestone.Class { return citestone.C1 }
	v := verify(t, body, Options{Critical: critical})
	if in := v.Claims[0].Independence; in == nil || !in.Passed || in.Groups != 2 {
		t.Errorf("two sources: %+v", in)
	}
	if in := v.Claims[1].Independence; in == nil || in.Passed || in.Groups != 1 {
		t.Errorf("one source: %+v", in)
	}
	d := document.Parse("p.md", body)
	sources, _ := Resolve(context.Background(), d, resolve)
	sources["2"].Group, sources["3"].Group = "wire story", "wire story"
	claims, citations, _ := Claims(d, critical)
	checked, _ := Entail(context.Background(), entail.Deterministic(), claims, citations, sources)
	independent(checked, sources)
	if in := checked[0].Independence; in.Passed || in.Groups != 1 || in.CommonAncestor == nil {
		t.Errorf("one group: %+v", in)
	}
}

func TestClaims(t *testing.T) {
	d := document.Parse("p.md", "# R\n\nThe collector is concurrent [1, 2]. Pauses fell to 10 ms [cite:g7].\n\n"+
		"## Background\n\nThe collector frees memory.\n\nDoes it work?\n"+references)
	claims, citations, exempt := Claims(d, nil)
	if len(claims) != 3 || exempt == 0 {
		t.Fatalf("%d claims, %d exempt: %+v", len(claims), exempt, claims)
	}
	first := claims[0]
	if first.Text != "The collector is concurrent." || first.Location != "paragraph 1, sentence 1" || first.Class != citestone.C2 {
		t.Errorf("claim %+v", first)
	}
	if got := d.Source[first.Start:first.End]; got != "The collector is concurrent [1, 2]." {
		t.Errorf("sentence %q", got)
	}
	if claims[1].Class != citestone.C1 || claims[2].Class != citestone.C3 {
		t.Errorf("classes %s, %s", claims[1].Class, claims[2].Class)
	}
	if diff := cmp.Diff([]string{"cite_1", "cite_2"}, first.Citations); diff != "" {
		t.Error(diff)
	}
	if len(citations) != 3 || citations[1].Reference != "2" || citations[1].URL != "https://b.example/y" || citations[2].Entry != "g7" {
		t.Errorf("citations %+v", citations)
	}
	all, _, _ := Claims(d, func(document.Sentence) citestone.Class { return citestone.C1 })
	if all[2].Class != citestone.C1 {
		t.Error("critical is not asked")
	}
}

// A fact that the judge alone could not see in the sentence counts when the whole
// sentence stands in the source.
func TestFactsOfAVerbatimSentence(t *testing.T) {
	stored := "The cache was slow in May and has not grown, says Bob."
	p := entail.Prepare(stored, document.Parse("x.md", stored), entail.Context{})
	claim := citestone.Claim{ID: "c1", Text: "The cache has not grown.", Citations: []string{"cite_1"}}
	citations := []citestone.Citation{{ID: "cite_1", Reference: "1"}}
	sources := map[string]*Source{"1": {ID: "s1", Premise: p}}
	for sentence, want := range map[string]citestone.Status{
		"":     citestone.Undecided,
		stored: citestone.Supported,
		"The cache was slow in June and has not grown, says Bob.": citestone.Undecided,
	} {
		claim.Sentence = sentence
		got, err := Entail(context.Background(), entail.Deterministic(), []citestone.Claim{claim}, citations, sources)
		if err != nil || got[0].Status != want {
			t.Errorf("sentence %q: %s (%v), want %s", sentence, got[0].Status, err, want)
		}
	}
}

// scripted answers by the source's id.
type scripted map[string]entail.Verdict

func (scripted) Name() string { return "scripted" }

func (s scripted) Judge(ctx context.Context, p *entail.Premise, _ string) (entail.Verdict, error) {
	best := p.Best("Word", 3)
	v := s[""]
	if len(best) == 1 {
		v = s[best[0].Source]
	}
	if v.Judge = "scripted"; v.Label == citestone.Entailment {
		v.Evidence = best
	}
	return v, ctx.Err()
}

func TestWhichResultDecides(t *testing.T) {
	say := func(l citestone.Label, confidence float64, rule string) entail.Verdict {
		return entail.Verdict{Label: l, Confidence: confidence, Rule: rule, Reason: string(l)}
	}
	yes, weak := say(citestone.Entailment, 0.9, ""), say(citestone.Entailment, 0.8, "")
	no, other := say(citestone.Contradiction, 0.9, ""), say(citestone.Neutral, 0.9, "")
	number, doubt := say(citestone.Neutral, 0.9, entail.NumberMismatch), say(citestone.Abstain, 0, "")
	for _, tt := range []struct {
		name      string
		a, b, all entail.Verdict
		want      citestone.Status
	}{
		{"any entails", no, yes, doubt, citestone.Supported},
		{"not sure enough", weak, other, doubt, citestone.Undecided},
		{"contradicted", no, doubt, doubt, citestone.Contradicted},
		{"one undecided", other, doubt, doubt, citestone.Undecided},
		{"none says it", other, number, doubt, citestone.Unsupported},
		{"both together", other, doubt, yes, citestone.Supported},
		{"together does not heal a contradiction", no, doubt, yes, citestone.Contradicted},
	} {
		sources := map[string]*Source{}
		for _, id := range []string{"a", "b"} {
			p := entail.PreparePassages("", []citestone.Passage{{Text: "Word " + id + ".", End: 7}}, entail.Context{Source: id})
			sources[id] = &Source{ID: id, Premise: p}
		}
		citations := []citestone.Citation{{ID: "1", Reference: "a"}, {ID: "2", Reference: "b"}}
		claims := []citestone.Claim{{ID: "c1", Text: "Word", Citations: []string{"1", "2"}}}
		got, err := Entail(context.Background(), scripted{"a": tt.a, "b": tt.b, "": tt.all}, claims, citations, sources)
		if err != nil || got[0].Status != tt.want {
			t.Errorf("%s: %s (%v), want %s", tt.name, got[0].Status, err, tt.want)
		}
		if len(got[0].Results) != 2 {
			t.Errorf("%s: %d results, want one for each citation", tt.name, len(got[0].Results))
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d := document.Parse("p.md", "The collector of Go is concurrent [2]."+references)
	if _, err := Document(ctx, d, entail.Deterministic(), resolve, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	broken := errors.New("disk on fire")
	fail := func(context.Context, document.Reference) (*Source, error) { return nil, broken }
	if _, err := Document(context.Background(), d, entail.Deterministic(), fail, Options{}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func FuzzDocument(f *testing.F) {
	f.Add("A claim [1] “of four quoted words” [cite:g1]. [cite:] Go [2]" + references)
	f.Add(strings.Repeat("Go is concurrent [1], and ", 50))
	f.Fuzz(func(t *testing.T, body string) {
		d := document.Parse("f.md", body)
		v, err := Document(context.Background(), d, entail.Deterministic(), resolve, Options{})
		if err != nil {
			t.Fatal(err)
		}
		exact(t, v)
		for _, x := range v.Findings {
			if x.Start < 0 || x.End > len(body) || x.Start > x.End || x.Line < 1 || x.Column < 1 || x.Message == "" {
				t.Errorf("finding %+v", x)
			}
		}
	})
}
