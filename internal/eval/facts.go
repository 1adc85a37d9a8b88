// Package eval measures Citestone on labelled data: facts found by research, retrieval,
// and the verdicts of a judge. Its figures are the ones that docs/quality.md reports.
package eval

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/text"
)

// GoldFact is a fact that a report on a question should state: a value, and the
// quotation in a document that holds it.
type GoldFact struct {
	Value string `json:"value"`
	URL   string `json:"url"`
	Quote string `json:"quote"`
}

// FactScore says what a report made of a fact.
type FactScore struct {
	Fact   GoldFact
	Cited  bool // a claim's evidence overlaps the quotation
	Stated bool // and that claim's sentence states the value
	First  bool // in the answer at the top
}

// Facts scores a report. Texts are the stored texts of its sources by id; markdown is
// the report's text, which the claims' offsets count in.
func Facts(r citestone.Report, markdown string, texts map[string]string, facts []GoldFact) []FactScore {
	var out []FactScore
	for _, f := range facts {
		score := FactScore{Fact: f}
		for _, c := range r.Claims {
			if !rests(c, r.Sources, texts, f) {
				continue
			}
			score.Cited = true
			if states(sentenceOf(markdown, c), f.Value) {
				score.Stated = true
				score.First = score.First || answers(markdown, c)
			}
		}
		out = append(out, score)
	}
	return out
}

// rests reports whether a claim's evidence overlaps the fact's quotation in its document.
func rests(c citestone.CheckedClaim, sources []citestone.Source, texts map[string]string, f GoldFact) bool {
	for _, src := range sources {
		if src.URL != f.URL {
			continue
		}
		at, ok := ledger.Locate(texts[src.ID], f.Quote)
		if !ok {
			continue
		}
		for _, e := range c.Evidence {
			if e.Source == src.ID && e.Start < at.End && at.Start < e.End {
				return true
			}
		}
	}
	return false
}

func sentenceOf(markdown string, c citestone.CheckedClaim) string {
	if c.Start < 0 || c.End > len(markdown) || c.Start >= c.End {
		return c.Text
	}
	return markdown[c.Start:c.End]
}

// answers reports whether the claim stands in the report's first section.
func answers(markdown string, c citestone.CheckedClaim) bool {
	return strings.Count(markdown[:min(c.Start, len(markdown))], "\n## ") <= 1
}

// states reports whether a sentence holds every number of the value, or, where the
// value has none, half of its content words.
func states(sentence, value string) bool {
	want := text.Numbers(value)
	if len(want) == 0 {
		return shareOf(text.Terms(value), text.Terms(sentence)) >= 0.5
	}
	have := text.Numbers(sentence)
	for _, w := range want {
		found := false
		for _, h := range have {
			if h.Low <= w.Low && w.High <= h.High || w.Low <= h.Low && h.High <= w.High || h.Supports(w) {
				found = true
			}
		}
		if !found && w.Kind != text.Year && w.Kind != text.Version && w.Kind != text.Date {
			return false
		}
	}
	return true
}

func shareOf(want, have []string) float64 {
	n := 0
	for _, w := range want {
		for _, h := range have {
			if w == h {
				n++
				break
			}
		}
	}
	return float64(n) / float64(max(1, len(want)))
}

// Row is a question with its scores, for the table.
type Row struct {
	ID      string
	Outcome citestone.Outcome
	Words   int
	Rate    *float64
	Facts   []FactScore
}

// Table prints a row for each question and a total.
func Table(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "question\toutcome\twords\trate\tfacts\tcited\tcited and stated\tin the answer")
	var total, cited, stated, first int
	for _, r := range rows {
		var c, s, f int
		for _, x := range r.Facts {
			c += count(x.Cited)
			s += count(x.Stated)
			f += count(x.First)
		}
		total, cited, stated, first = total+len(r.Facts), cited+c, stated+s, first+f
		rate := "-"
		if r.Rate != nil {
			rate = citestone.Percent(*r.Rate)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%d\t%d\t%d\t%d\n", r.ID, r.Outcome, r.Words, rate, len(r.Facts), c, s, f)
	}
	fmt.Fprintf(t, "total\t\t\t\t%d\t%d\t%d\t%d\n", total, cited, stated, first)
	if total > 0 {
		fmt.Fprintf(t, "share\t\t\t\t\t%s\t%s\t%s\n", share(cited, total), share(stated, total), share(first, total))
	}
	return t.Flush()
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func share(n, total int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(total)) }
