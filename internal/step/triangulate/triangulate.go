// Package triangulate sets the facts of the kept sources side by side: which sentences
// answer each subquestion, which sources count as one, where values agree or differ.
package triangulate

import (
	"context"
	"fmt"
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
			citestone.SourceFiles.Ref}, evidence.Inputs()...),
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
	if in.Set, err = evidence.Load(s); err != nil {
		return in, err
	}
	in.Summaries, err = evidence.Summaries(s, in.Set)
	return in, err
}

// words is how many words of facts a report of each mode holds, over all subquestions.
var words = map[citestone.Mode]int{citestone.ModeQuick: 300, citestone.ModeStandard: 460, citestone.ModeDeep: 900}

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
		chosen[i] = choose(in.Set.Candidates(scorer, q, kept, in.allowed()), perPart, q)
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
// fact that several would take goes to the one that it answers best.
func inTurn(lists [][]evidence.Candidate, budget int) [][]evidence.Candidate {
	best := map[string]int{}
	value := map[string]float64{}
	for i, list := range lists {
		for _, c := range list {
			if k := c.Key(); c.Score.Value > value[k] {
				best[k], value[k] = i, c.Score.Value
			}
		}
	}
	out := make([][]evidence.Candidate, len(lists))
	for round := 0; round < perPart; round++ {
		for i, list := range lists {
			if round >= len(list) || best[list[round].Key()] != i {
				continue
			}
			if c := list[round]; len(out[i]) == 0 || c.Sentence.Words <= budget {
				budget -= c.Sentence.Words
				out[i] = append(out[i], c)
			}
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

// allowed restricts facts to the excerpts that the source files keep.
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
	strict    = 0.3  // the same, where the kind of value asked for is telling in itself
	spoken    = 0.14 // share of the question's terms that the sentence itself must hold
	redundant = 0.6  // overlap from which a sentence says nothing new
	perSource = 0.9  // damping for each further sentence of one source
)

// bar is the share of the best score that a further sentence must reach.
func bar(q answer.Question) float64 {
	if q.Kind == answer.Duration {
		return strict
	}
	return relative
}

// choose picks up to n candidates, best first, by maximal marginal relevance
// (Carbonell and Goldstein 1998): what an earlier one says already is passed over,
// unless another source says it in the same words. Where a figure is asked for, at
// most a quarter are sentences without one.
func choose(list []evidence.Candidate, n int, q answer.Question) []evidence.Candidate {
	var out []evidence.Candidate
	fromSource := map[string]int{}
	untyped := 0
	taken := map[int]bool{}
	for len(out) < n {
		best, value := -1, 0.0
		for i, c := range list {
			if taken[i] || c.Score.Value < floor || c.Score.Own < spoken && !c.Score.Dated || c.Score.Value < bar(q)*list[0].Score.Value {
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
		if !c.Score.Typed && q.Kind.Quantity() {
			if untyped == n/4 {
				continue
			}
			untyped++
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
	return c.Sentence.Words >= 5 &&
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
