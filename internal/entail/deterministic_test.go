package entail

import (
	"context"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
	"pgregory.net/rapid"
)

const gcPost = "---\ntitle: Go GC\nmax: 99 ms\n---\n\n# Getting to Go\n\n" +
	"Go 1.5 reduced *garbage collection* pauses from 300 ms to under 10 ms in August 2015. " +
	"The collector is concurrent. It did not change the allocator. " +
	"Critics said that the collector wastes memory. The team plans to ship a request-oriented collector. " +
	"If the heap grows quickly, the pacer starts earlier.\n\n" +
	"Aave, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked.\n\n" +
	"- The **new** runtime uses `GOGC` and 25% of the CPU.\n\n" +
	"| Version | Pause |\n|---|---|\n| Go 1.6 | 4 ms |\n\n" +
	"```\nfmt.Println(\"the secret answer is 77 apples\")\n```\n\n" +
	"The CEO of Acme resigned in 2019. Half of the survey's respondents, 46%, use generics.\n\n" +
	"The talk on FIPS 140-3 begins at 10:30 AM. Bring 6 cups and 45 spoons.\n"

var gcContext = Context{
	Source: "s1", URL: "https://go.dev/blog/x", Title: "Getting to Go: the journey of Go's garbage collector",
	Published: "2015-08-31", Authors: []string{"Rick Hudson"}, Publisher: "The Go Blog",
}

func gc() *Premise { return Prepare(gcPost, document.Parse("gc.md", gcPost), gcContext) }

func decide(t *testing.T, p *Premise, claim string) Verdict {
	t.Helper()
	v, err := Deterministic().Judge(context.Background(), p, claim)
	if err != nil {
		t.Fatalf("%q: %v", claim, err)
	}
	return v
}

func TestDeterministic(t *testing.T) {
	p := gc()
	for _, tt := range []struct {
		claim string
		want  citestone.Label
		rule  string
	}{
		// verbatim and nearly so
		{"Go 1.5 reduced garbage collection pauses from 300 ms to under 10 ms in August 2015.", "entailment", ""},
		{"Go 1.5 reduced garbage collection pauses from 300 ms to under 10 ms", "entailment", ""},
		{"go 1.5 reduced   **garbage collection** pauses from 300 ms to under 10 ms in August 2015. [cite:g1]", "entailment", ""},
		{"The new runtime uses GOGC and 25 % of the CPU.", "entailment", ""},
		{"The runtime uses GOGC and 25% of the CPU.", "entailment", ""},
		{"The collector is concurrent. It did not change the allocator.", "entailment", ""},
		{"It didn't change the allocator.", "entailment", ""},
		// facts of a compound sentence
		{"Aave was launched in 2024.", "entailment", ""},
		{"Aave was launched with $45M TVL.", "entailment", ""},
		{"Aave offers 8.5% APY for USDC suppliers.", "entailment", ""},
		{"Aave has never been hacked.", "entailment", ""},
		{"Aave has been hacked.", "abstain", ""},
		// what governs a clause
		{"The collector wastes memory.", "abstain", ""},
		{"The team ships a request-oriented collector.", "abstain", ""},
		{"The heap grows quickly.", "abstain", ""},
		{"The pacer starts earlier.", "abstain", ""},
		{"Acme resigned in 2019.", "abstain", ""},
		// context
		{"2015-08-31: The collector is concurrent.", "entailment", ""},
		{"(31 August 2015) The collector is concurrent.", "entailment", ""},
		{"**August 2015**: The collector is concurrent.", "entailment", ""},
		{"According to Rick Hudson, the collector is concurrent.", "entailment", ""},
		{"2016-08-31: The collector is concurrent.", "neutral", NumberMismatch},
		{"The [Go] collector is concurrent.", "entailment", ""},
		{"[Go 1.5] did not change the allocator.", "entailment", ""},
		{"The [Java] collector is concurrent.", "abstain", ""},
		// numbers
		{"Go 1.5 reduced garbage collection pauses from 300 ms to under 40 ms in August 2015.", "contradiction", NumberMismatch},
		{"Aave offers 9.5% APY for USDC suppliers.", "contradiction", NumberMismatch},
		{"The collector uses 61% of the CPU while it is concurrent.", "neutral", NumberMismatch},
		{"Go 1.6 is the version with 77 apples in its collector.", "neutral", NumberMismatch},
		{"The talk on FIPS 140-6 begins at 10:30 AM.", "abstain", ""},
		{"The talk on FIPS 140-3 begins at 10:45 AM.", "contradiction", NumberMismatch},
		{"The talk on FIPS 140-3 begins at 10:30 AM.", "entailment", ""},
		// negation
		{"The collector is not concurrent.", "contradiction", ""},
		{"It did change the allocator.", "contradiction", ""},
		// quotations
		{"The post says the collector is \"mostly concurrent\".", "neutral", QuoteMismatch},
		{"It is called “the fastest collector in the world” by its authors' garbage collection post.", "neutral", QuoteMismatch},
		// not there
		{"Bananas are rich in potassium and grow in Ecuador.", "neutral", ""},
		{"Rust has no garbage collection pauses in production systems at scale.", "abstain", ""},
		// nothing to judge
		{"", "abstain", ""},
		{"It is so.", "abstain", ""},
		{"Is the collector concurrent?", "abstain", ""},
		{"Der Kollektor ist nebenläufig und das ist nicht neu für die Sprache.", "abstain", ""},
		{"Сборщик мусора работает параллельно.", "abstain", ""},
	} {
		v := decide(t, p, tt.claim)
		if v.Label != tt.want || v.Rule != tt.rule {
			t.Errorf("%q: %s %q (%s), want %s %q", tt.claim, v.Label, v.Rule, v.Reason, tt.want, tt.rule)
		}
		for _, e := range v.Evidence {
			if gcPost[e.Start:e.End] != e.Quote || e.Source != "s1" || e.URL != gcContext.URL {
				t.Errorf("%q: evidence %+v is no exact slice", tt.claim, e)
			}
		}
		if v.Label == citestone.Entailment && len(v.Evidence) == 0 {
			t.Errorf("%q: entailment without evidence", tt.claim)
		}
	}
}

func TestReasons(t *testing.T) {
	p := gc()
	for claim, want := range map[string]string{
		"Aave offers 9.5% APY for USDC suppliers.":            "source says 8.5%, claim says 9.5%",
		"2015-08-31: The collector is concurrent.":            "“2015-08-31” is covered by",
		"The [Go] collector is concurrent.":                   "“[Go]” is covered",
		"The collector is not concurrent.":                    "the claim denies what the source states",
		"It did change the allocator.":                        "the source denies what the claim states",
		"The post calls the collector \"mostly concurrent\".": "does not contain the quotation “mostly concurrent”",
	} {
		if v := decide(t, p, claim); !strings.Contains(v.Reason, want) {
			t.Errorf("%q: reason %q, want %q in it", claim, v.Reason, want)
		}
	}
}

func TestEvidenceIsTheSentence(t *testing.T) {
	v := decide(t, gc(), "The collector is concurrent.")
	if len(v.Evidence) != 1 || v.Evidence[0].Quote != "The collector is concurrent." {
		t.Errorf("evidence %+v", v.Evidence)
	}
	v = decide(t, gc(), "Go 1.5 reduced garbage collection pauses from 300 ms to under 10 ms")
	if len(v.Evidence) != 1 || !strings.Contains(v.Evidence[0].Quote, "*garbage collection*") {
		t.Errorf("evidence %+v, want it with its markup", v.Evidence)
	}
}

func TestPreparePassages(t *testing.T) {
	const passage = "The collector is concurrent."
	start := strings.Index(gcPost, passage)
	cited := []citestone.Passage{{Source: "s1", Start: start, End: start + len(passage), Text: passage}}
	for name, source := range map[string]string{"with the stored text": gcPost, "from the passage alone": ""} {
		p := PreparePassages(source, cited, gcContext)
		if v := decide(t, p, passage); v.Label != citestone.Entailment || v.Evidence[0].Start != start || v.Evidence[0].Quote != passage {
			t.Errorf("%s: %+v", name, v)
		}
		if v := decide(t, p, "It did not change the allocator."); v.Label == citestone.Entailment {
			t.Errorf("%s: a sentence outside of the passage is entailed", name)
		}
	}
	cited[0].Text = "The collector is concurrent!"
	if v := decide(t, PreparePassages(gcPost, cited, gcContext), passage); v.Label == citestone.Entailment {
		t.Error("a passage that is not what is stored counts as evidence")
	}
}

func TestJoin(t *testing.T) {
	other := "Bananas are rich in potassium."
	p := Join(gc(), nil, Prepare(other, document.Parse("b.md", other), Context{Source: "s2"}))
	for claim, source := range map[string]string{"The collector is concurrent.": "s1", "Bananas are rich in potassium.": "s2"} {
		if v := decide(t, p, claim); v.Label != citestone.Entailment || v.Evidence[0].Source != source {
			t.Errorf("%q: %+v, want entailment by %s", claim, v, source)
		}
	}
}

// A sentence of the source with one number changed to one that the source does not have
// is never entailed; whatever the verdict, its evidence is exact, and asking again gives
// the same.
func TestChangedNumberIsNeverEntailed(t *testing.T) {
	p := gc()
	var sentences []string
	for _, s := range document.Parse("gc.md", gcPost).Sentences {
		if len(text.Numbers(s.Plain.Text)) > 0 {
			sentences = append(sentences, s.Plain.Text)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(sentences).Draw(t, "sentence")
		n := rapid.SampledFrom(text.Numbers(s)).Draw(t, "number")
		digits := strings.IndexAny(n.Text, "0123456789")
		if digits < 0 {
			return
		}
		at := n.Start + digits
		claim := s[:at] + rapid.SampledFrom([]string{"7", "73", "71", "6"}).Draw(t, "prefix") + s[at:]
		v, _ := Deterministic().Judge(context.Background(), p, claim)
		if v.Label == citestone.Entailment {
			t.Fatalf("%q is entailed: %s", claim, v.Reason)
		}
	})
}

func TestAnyClaim(t *testing.T) {
	p := gc()
	words := strings.Fields(gcPost + " not never if “the” \"a b c d\" [x] [1] 8.6% 2016 …")
	rapid.Check(t, func(t *rapid.T) {
		claim := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 30).Draw(t, "words"), " ")
		v, err := Deterministic().Judge(context.Background(), p, claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range v.Evidence {
			if !p.Holds(e) || gcPost[e.Start:e.End] != e.Quote {
				t.Fatalf("evidence %+v is no exact slice", e)
			}
		}
		if v.Score < 0 || v.Score > 1 || v.Confidence < 0 || v.Confidence > 1 || v.Reason == "" {
			t.Fatalf("verdict %+v", v)
		}
	})
}

func FuzzJudge(f *testing.F) {
	f.Add(gcPost, "The collector is concurrent.")
	f.Add("“a b c d”\n\n[1]", "He said “a b c d” [x…")
	f.Add(strings.Repeat("word ", 2000), strings.Repeat("word ", 100))
	f.Fuzz(func(t *testing.T, source, claim string) {
		p := Prepare(source, document.Parse("x.md", source), Context{Published: claim})
		v, err := Deterministic().Judge(context.Background(), p, claim)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range v.Evidence {
			if e.Start < 0 || e.End > len(source) || source[e.Start:e.End] != e.Quote {
				t.Errorf("evidence %+v is no exact slice", e)
			}
		}
	})
}

func TestBest(t *testing.T) {
	best := gc().Best("concurrent collector", 2)
	if len(best) != 2 || best[0].Quote != "The collector is concurrent." {
		t.Errorf("best %+v", best)
	}
}

func TestMentions(t *testing.T) {
	p := gc()
	for stem, want := range map[string]bool{"collector": true, "hudson": true, "journey": true, "banana": false, "secret": false} {
		if p.Mentions(text.Stem(stem)) != want {
			t.Errorf("Mentions(%q) = %v", stem, !want)
		}
	}
}

// page is 8 kB of ordinary sentences.
func page() string {
	var b strings.Builder
	for i := 0; b.Len() < 8<<10; i++ {
		b.WriteString(strings.ReplaceAll(strings.SplitN(gcPost, "# Getting to Go\n\n", 2)[1], "300", text.Stem("3")+strings.Repeat("1", i%5)))
	}
	return b.String()
}

func BenchmarkPrepare(b *testing.B) {
	s := page()
	doc := document.Parse("x.md", s)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Prepare(s, doc, gcContext)
	}
}

func BenchmarkJudge(b *testing.B) {
	s := page()
	p := Prepare(s, document.Parse("x.md", s), gcContext)
	for name, claim := range map[string]string{
		"verbatim":  "Aave, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked.",
		"undecided": "The request-oriented collector of the Go team starts earlier than critics of memory use had thought.",
		"unrelated": "Bananas are rich in potassium and grow in Ecuador.",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Deterministic().Judge(context.Background(), p, claim); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
