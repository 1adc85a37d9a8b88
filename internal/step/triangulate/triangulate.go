// Package triangulate sets the facts of the kept sources side by side: which sentences
// answer each subquestion, which sources count as one, where values agree or differ.
package triangulate

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
	"github.com/citestone/citestone/internal/text"
)

// Step returns the triangulation step.
func Step() *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "triangulate", Title: "Comparing what the sources say", Version: 1, Form: "extractive",
		In: append([]citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.RelevanceFile.Ref,
			citestone.SourceFiles.Ref, citestone.StatsFile.Ref}, evidence.Inputs()...),
		Out:  []citestone.Ref{citestone.TriangulationFile.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			in, err := load(s)
			if err != nil {
				return err
			}
			t := Extract(in)
			s.Progress("%d facts, %d independent groups of sources, %d agreements, %d contradictions",
				len(t.Facts), len(t.Groups), len(t.Agreements), len(t.Contradictions))
			return pipeline.Write(s, citestone.TriangulationFile, t)
		},
	}
}

// Input is what triangulation weighs.
type Input struct {
	Brief     citestone.Brief
	Plan      citestone.Plan
	Relevance citestone.Relevance
	Summaries []citestone.Summary
	Stats     []citestone.Stat
	Set       *evidence.Set
}

func load(s *pipeline.Scope) (in Input, err error) {
	if in.Brief, err = pipeline.Read(s, citestone.BriefFile); err != nil {
		return in, err
	}
	if in.Plan, err = pipeline.Read(s, citestone.PlanFile); err != nil {
		return in, err
	}
	if in.Relevance, err = pipeline.Read(s, citestone.RelevanceFile); err != nil {
		return in, err
	}
	if in.Stats, err = pipeline.Read(s, citestone.StatsFile); err != nil {
		return in, err
	}
	if in.Set, err = evidence.Load(s); err != nil {
		return in, err
	}
	in.Summaries, err = evidence.Summaries(s, in.Set)
	return in, err
}

// words is how many words of facts a report of each mode holds, over all subquestions.
var words = map[citestone.Mode]int{citestone.ModeQuick: 300, citestone.ModeStandard: 500, citestone.ModeDeep: 900}

// perPart bounds the facts of one subquestion.
const perPart = 12

// Extract is the extractive form. Facts are the best sentences of the surviving
// sources for each subquestion, taken in turn until the report is full; a sentence
// that two sources share is a fact of each.
func Extract(in Input) citestone.Triangulation {
	var t citestone.Triangulation
	var kept []string
	for _, src := range in.Relevance.Surviving {
		kept = append(kept, src.Source)
	}
	t.Groups = rank.Groups(pickSources(in.Set, kept), in.Set.Texts)
	scorer := in.Set.Scorer()
	chosen := make([][]evidence.Candidate, len(in.Plan.Subquestions))
	for i, part := range in.Plan.Subquestions {
		q := answer.Of(part)
		chosen[i] = choose(in.Set.Candidates(scorer, q, kept, in.allowed()), perPart, bar(q))
	}
	budget := words[in.Brief.Mode]
	if in.Relevance.Decision == citestone.ShortReport {
		budget = budget * 2 / 3
	}
	for i, facts := range inTurn(chosen, budget) {
		part := in.Plan.Subquestions[i]
		q := answer.Of(part)
		for _, c := range facts {
			t.Facts = append(t.Facts, in.fact(len(t.Facts)+1, part.ID, q, c))
		}
		compare(&t, part, q, facts, in.Brief.AskAgreement)
	}
	for _, h := range in.Plan.Hypotheses {
		t.Hypotheses = append(t.Hypotheses, citestone.HypothesisOutcome{ID: h.ID, Outcome: "open"})
	}
	return t
}

// inTurn lets each subquestion take its next best fact until the words are spent. A
// fact that several would take goes to the first.
func inTurn(lists [][]evidence.Candidate, budget int) [][]evidence.Candidate {
	out := make([][]evidence.Candidate, len(lists))
	used := map[string]bool{}
	for round := 0; round < perPart; round++ {
		for i, list := range lists {
			if round >= len(list) {
				continue
			}
			c := list[round]
			key := fmt.Sprintf("%s/%d", c.Source, c.Index)
			if used[key] || round > 0 && c.Sentence.Words > budget {
				continue
			}
			used[key] = true
			budget -= c.Sentence.Words
			out[i] = append(out[i], c)
		}
	}
	return out
}

func pickSources(set *evidence.Set, ids []string) []citestone.Source {
	out := make([]citestone.Source, 0, len(ids))
	for _, id := range ids {
		out = append(out, set.Sources[id])
	}
	return out
}

// allowed restricts facts to the excerpts that the source files keep and to numbers
// that were found in their source.
func (in Input) allowed() func(string) bool {
	keep := map[string]bool{}
	for _, sum := range in.Summaries {
		for _, e := range sum.Excerpts {
			keep[e.Entry] = true
		}
	}
	return func(entry string) bool { return keep[entry] }
}

const (
	floor     = 0.15 // score below which a sentence is not worth telling
	relative  = 0.45 // share of the best score that a further sentence must reach
	strict    = 0.2  // the same, where the kind of value asked for is telling in itself
	redundant = 0.6  // overlap from which a sentence says nothing new
	perSource = 0.9  // damping for each further sentence of one source
)

// bar is the share of the best score that a further sentence must reach.
func bar(q answer.Question) float64 {
	if q.Kind == answer.Duration || q.Kind == answer.Share {
		return strict
	}
	return relative
}

// choose picks up to n candidates, best first, by maximal marginal relevance
// (Carbonell and Goldstein 1998): what an earlier one says already is passed over,
// unless another source says it in the same words.
func choose(list []evidence.Candidate, n int, bar float64) []evidence.Candidate {
	var out []evidence.Candidate
	fromSource := map[string]int{}
	taken := map[int]bool{}
	for len(out) < n {
		best, value := -1, 0.0
		for i, c := range list {
			if taken[i] || c.Score.Value < floor || c.Score.Value < bar*list[0].Score.Value {
				continue
			}
			v := c.Score.Value
			for range fromSource[c.Source] {
				v *= perSource
			}
			if v > value {
				best, value = i, v
			}
		}
		if best < 0 {
			return out
		}
		taken[best] = true
		c := list[best]
		if repeats(out, c) || !tellable(c) {
			continue
		}
		fromSource[c.Source]++
		out = append(out, c)
	}
	return out
}

// repeats reports whether c says what a chosen sentence of the same source says.
func repeats(chosen []evidence.Candidate, c evidence.Candidate) bool {
	for _, o := range chosen {
		if overlap(o.Sentence.Stems, c.Sentence.Stems) >= redundant && o.Source == c.Source {
			return true
		}
	}
	return false
}

func overlap(a, b map[string]bool) float64 {
	n := 0
	for t := range a {
		if b[t] {
			n++
		}
	}
	if len(a)+len(b) == n {
		return 1
	}
	return float64(n) / float64(len(a)+len(b)-n)
}

// tellable passes over sentences that do not stand alone in a report.
func tellable(c evidence.Candidate) bool {
	plain := strings.TrimSpace(c.Sentence.Plain.Text)
	return c.Sentence.Words >= 5 && c.Sentence.Words <= 80 &&
		!strings.HasSuffix(plain, "?") && !strings.HasSuffix(plain, ":")
}

func (in Input) fact(n int, part string, q answer.Question, c evidence.Candidate) citestone.Fact {
	f := citestone.Fact{ID: fmt.Sprintf("f%d", n), Subquestion: part, Source: c.Source, Entry: c.Entry.ID,
		Sentence: strings.Join(strings.Fields(c.Sentence.Plain.Text), " "), Start: c.Sentence.Start, End: c.Sentence.End,
		Date: in.Set.Sources[c.Source].Published, Score: c.Score.Value}
	if v := values(q, c); len(v) > 0 {
		f.Value = v[0].Text
	}
	return f
}

// values are the numbers of a sentence that are of the kind asked for.
func values(q answer.Question, c evidence.Candidate) []text.Number {
	var out []text.Number
	for _, n := range c.Sentence.Numbers {
		if q.Kind.Accepts(n) {
			out = append(out, n)
		}
	}
	return out
}

// compare sets the values that answer a subquestion side by side: facts whose numbers
// are of one unit and do not overlap differ, facts whose numbers overlap agree. Two
// facts are compared when both hold every slot and speak of the same terms of the
// question, or, where the user asks whether sources agree, when they come from two.
func compare(t *citestone.Triangulation, part citestone.Subquestion, q answer.Question, chosen []evidence.Candidate, asked bool) {
	if !q.Kind.Quantity() {
		return
	}
	first := len(t.Facts) - len(chosen)
	var agree, differ []string
	for i, a := range chosen {
		for j := i + 1; j < len(chosen); j++ {
			b := chosen[j]
			if !comparable(q, a, b) && !(asked && a.Source != b.Source && i == 0 && q.Kind != answer.Amount) {
				continue
			}
			fa, fb := t.Facts[first+i], t.Facts[first+j]
			switch relation(values(q, a), values(q, b)) {
			case sameValue:
				if fa.Source != fb.Source {
					agree = appendNew(agree, fa.ID, fb.ID)
				}
			case otherValue:
				if len(differ) < maxDiffer {
					differ = appendNew(differ, fa.ID, fb.ID)
				}
			}
		}
	}
	if len(agree) > 0 {
		t.Agreements = append(t.Agreements, citestone.Comparison{About: part.Text, Facts: agree, Kind: "data",
			Resolution: "the same value in more than one source"})
	}
	if len(differ) > 0 {
		t.Contradictions = append(t.Contradictions, citestone.Comparison{About: part.Text, Facts: differ, Kind: "data",
			Resolution: resolve(t.Facts, differ)})
	}
}

// maxDiffer bounds the facts that one contradiction shows.
const maxDiffer = 4

// comparable reports whether two sentences give a value for the same thing.
func comparable(q answer.Question, a, b evidence.Candidate) bool {
	if len(a.Score.Missing)+len(b.Score.Missing) > 0 || a.Score.Own < 0.4 || b.Score.Own < 0.4 {
		return false
	}
	var both, either float64
	for _, t := range q.Terms {
		x, y := a.Sentence.Stems[t], b.Sentence.Stems[t]
		if x || y {
			either++
		}
		if x && y {
			both++
		}
	}
	return either > 0 && both/either >= 0.6
}

type comparison int

const (
	otherUnit comparison = iota
	sameValue
	otherValue
)

func relation(a, b []text.Number) comparison {
	out := otherUnit
	for _, x := range a {
		for _, y := range b {
			if x.Kind != y.Kind || x.Unit != y.Unit {
				continue
			}
			if x.Low <= y.High && y.Low <= x.High {
				return sameValue
			}
			out = otherValue
		}
	}
	return out
}

func appendNew(list []string, ids ...string) []string {
	for _, id := range ids {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// resolve prefers the most recent dated source and says so.
func resolve(facts []citestone.Fact, ids []string) string {
	var dated []citestone.Fact
	for _, f := range facts {
		if slices.Contains(ids, f.ID) && f.Date != "" {
			dated = append(dated, f)
		}
	}
	if len(dated) == 0 {
		return "no source is dated; both are given"
	}
	latest := slices.MaxFunc(dated, func(a, b citestone.Fact) int { return cmp.Compare(a.Date, b.Date) })
	return "both are given; the most recent source is of " + latest.Date
}
