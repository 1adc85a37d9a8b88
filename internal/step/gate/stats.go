package gate

import (
	"context"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/text"
)

// validStat is the score from which a number or quotation of a summary may be used.
const validStat = 0.50

// window is how many bytes around a number its context is compared in.
const window = 80

// Stats returns the step that looks for the numbers and quotations of the summaries
// in their sources.
func Stats() *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "stats", Title: "Validating numbers and quotations", Version: 1,
		In:   append([]citestone.Ref{citestone.RelevanceFile.Ref, citestone.SourceFiles.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.StatsFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			summaries, err := evidence.Summaries(s, set)
			if err != nil {
				return err
			}
			var stats []citestone.Stat
			invalid := 0
			for _, sum := range summaries {
				for _, st := range validate(sum, set.Docs[sum.Source.ID].Parsed.Source) {
					if !st.Valid {
						invalid++
					}
					stats = append(stats, st)
				}
			}
			s.Progress("%d numbers and quotations checked, %d not found in their source", len(stats), invalid)
			return pipeline.Write(s, citestone.StatsFile, stats)
		},
	}
}

// validate checks every number and quotation of a summary: 0.35 number + 0.25
// context + 0.40 proximity (shared content terms within 80 characters).
func validate(sum citestone.Summary, source string) []citestone.Stat {
	numbers := text.Numbers(source)
	surroundings := make([]map[string]bool, len(numbers)) // filled in where asked for
	have := stemSet(source)
	folded := text.Identity(source).Fold().Text
	var out []citestone.Stat
	for _, sp := range text.Sentences(sum.Text) {
		sentence := sum.Text[sp.Start:sp.End]
		context := text.Terms(sentence)
		for _, n := range text.Numbers(sentence) {
			st := citestone.Stat{Source: sum.Source.ID, Text: n.Text, Context: sentence, Words: share(context, have)}
			terms := text.Terms(around(sentence, n.Span))
			for i, m := range numbers {
				if !m.Supports(n) {
					continue
				}
				if surroundings[i] == nil {
					surroundings[i] = stemSet(around(source, m.Span))
				}
				st.Number = 1
				st.Proximity = max(st.Proximity, share(terms, surroundings[i]))
				if st.Proximity == 1 {
					break
				}
			}
			out = append(out, rate(st))
		}
		for _, q := range text.Quotations(sentence) {
			quote := sentence[q.Start:q.End]
			st := citestone.Stat{Source: sum.Source.ID, Text: quote, Context: sentence, Words: share(context, have)}
			if strings.Contains(folded, text.Identity(quote).Fold().Text) {
				st.Number, st.Proximity = 1, 1
			}
			out = append(out, rate(st))
		}
	}
	return out
}

func rate(st citestone.Stat) citestone.Stat {
	st.Score = 0.35*st.Number + 0.25*st.Words + 0.40*st.Proximity
	st.Valid = st.Number > 0 && st.Score >= validStat
	return st
}

func around(s string, sp citestone.Span) string {
	return s[max(0, sp.Start-window):min(len(s), sp.End+window)]
}

func stemSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, t := range text.Terms(s) {
		set[t] = true
	}
	return set
}

func share(terms []string, set map[string]bool) float64 {
	if len(terms) == 0 {
		return 0
	}
	n := 0
	for _, t := range terms {
		if set[t] {
			n++
		}
	}
	return float64(n) / float64(len(terms))
}
