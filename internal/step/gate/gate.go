// Package gate decides which sources reach the writer and whether there is enough for
// a report: relevance of each source, answerability of the question, and one of three
// outcomes. It also summarises the sources it scores and validates their numbers.
package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// Step returns the relevance gate.
func Step() *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "relevance", Title: "Relevance gate", Version: 1, Form: "extractive",
		In:  append([]citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.SourceFiles.Ref}, evidence.Inputs()...),
		Out: []citestone.Ref{citestone.RelevanceFile.Ref},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			brief, err := pipeline.Read(s, citestone.BriefFile)
			if err != nil {
				return err
			}
			plan, err := pipeline.Read(s, citestone.PlanFile)
			if err != nil {
				return err
			}
			set, err := evidence.Load(s)
			if err != nil {
				return err
			}
			summaries, err := evidence.Summaries(s, set)
			if err != nil {
				return err
			}
			r := Decide(brief, plan, set, summaries)
			for _, src := range slices.Concat(r.Surviving, r.Dropped) {
				s.Progress("%s  %s  %d/5 %s  %s", src.Source, src.Title, src.Score, keepWord(src.Keep), src.Reason)
			}
			s.Progress("decision: %s. %s", r.Decision, r.Rationale)
			return pipeline.Write(s, citestone.RelevanceFile, r)
		},
	}
}

func keepWord(keep bool) string {
	if keep {
		return "KEEP"
	}
	return "DROP"
}

// Decide scores every summarised source, keeps those at or above the cutoff and
// chooses the outcome by their number and by answerability.
func Decide(b citestone.Brief, p citestone.Plan, set *evidence.Set, summaries []citestone.Summary) citestone.Relevance {
	scorer := set.Scorer()
	r := citestone.Relevance{TotalScored: len(summaries)}
	var kept []string
	for _, sum := range summaries {
		best := bestOf(scorer, p, set, sum)
		score, why := relevance(best)
		rel := citestone.SourceRelevance{Source: sum.Source.ID, Title: sum.Source.Title, Score: score, Reason: why, Keep: score >= b.Gate.Cutoff}
		if rel.Keep {
			r.Surviving = append(r.Surviving, rel)
			kept = append(kept, sum.Source.ID)
		} else {
			r.Dropped = append(r.Dropped, rel)
		}
	}
	r.TotalSurvived = len(r.Surviving)
	r.Answerability = answerability(scorer, p, set, kept)
	r.Decision, r.Rationale = outcome(b, p, r)
	return r
}

// match is a candidate of a source for a subquestion.
type match struct {
	question answer.Question
	score    answer.Score
	any      bool
}

// bestOf is the candidate that makes a source most relevant, and of those the best.
func bestOf(scorer *answer.Scorer, p citestone.Plan, set *evidence.Set, sum citestone.Summary) match {
	var best match
	most := 0
	for _, part := range p.Subquestions {
		q := answer.Of(part)
		for _, c := range set.Candidates(scorer, q, []string{sum.Source.ID}, allowed(sum)) {
			m := match{q, c.Score, true}
			if n, _ := relevance(m); n > most || n == most && c.Score.Value > best.score.Value {
				best, most = m, n
			}
		}
	}
	return best
}

// allowed restricts candidates to the excerpts that the source file keeps.
func allowed(sum citestone.Summary) func(string) bool {
	return func(entry string) bool {
		return slices.ContainsFunc(sum.Excerpts, func(e citestone.Excerpt) bool { return e.Entry == entry })
	}
}

// relevance maps the best sentence of a source to 1-5: 5 answers directly, 4 strong
// but another angle, 3 partial, 2 shares keywords only, 1 off-topic.
func relevance(m match) (int, string) {
	if !m.any {
		return 1, "No passage of it speaks of the question."
	}
	s := m.score
	named := missing(s, citestone.SlotEntity)
	shares := fmt.Sprintf("its best passage holds %.0f %% of what is asked", 100*s.Coverage)
	switch {
	case s.Coverage >= 0.7 && s.Own >= 0.3 && answers(m.question, s):
		return 5, "Answers directly: " + shares + ", with every name and number asked for."
	case s.Coverage >= 0.6 && named == "" && (s.Typed || m.question.Kind == answer.Any), answers(m.question, s):
		return 4, "Strong, from another angle: " + shares + lacks(s) + "."
	case s.Coverage >= partial && s.Own >= 0.12 && named == "":
		return 3, "Partial: " + shares + lacks(s) + "."
	case s.Coverage >= 0.2:
		return 2, "Shares words only: " + shares + lacks(s) + "."
	}
	return 1, "Off topic: " + shares + "."
}

func missing(s answer.Score, kind citestone.SlotKind) string {
	for _, m := range s.Missing {
		if m.Kind == kind {
			return m.Value
		}
	}
	return ""
}

func lacks(s answer.Score) string {
	var names []string
	for _, m := range s.Missing {
		names = append(names, slotName(m))
	}
	if len(names) == 0 {
		return ""
	}
	return ", but lacks " + strings.Join(names, ", ")
}

func slotName(s citestone.Slot) string {
	if s.Kind == citestone.SlotQuantity {
		return "a figure (" + s.Value + ")"
	}
	return fmt.Sprintf("%s %q", s.Kind, s.Value)
}

// answerability finds, for each subquestion, the kept passages that hold its slots together.
func answerability(scorer *answer.Scorer, p citestone.Plan, set *evidence.Set, kept []string) citestone.Answerability {
	a := citestone.Answerability{Subquestions: map[string][]string{}}
	var open []string
	for _, part := range p.Subquestions {
		q := answer.Of(part)
		var full []string
		var nearest answer.Score
		for i, c := range set.Candidates(scorer, q, kept, nil) {
			if i == 0 {
				nearest = c.Score
			}
			if answers(q, c.Score) && !slices.Contains(full, c.Entry.ID) {
				full = append(full, c.Entry.ID)
			}
		}
		a.Subquestions[part.ID] = full
		if len(full) > 0 {
			a.Filled = appendSlots(a.Filled, part.Slots)
			continue
		}
		open = append(open, part.ID)
		a.Missing = appendSlots(a.Missing, nearest.Missing)
	}
	switch {
	case len(open) == 0:
		a.Reason = "every part of the question is answered by a kept passage"
	case len(open) == len(p.Subquestions):
		a.Reason = "no kept passage answers any part of the question"
	default:
		a.Reason = "no kept passage answers " + strings.Join(open, ", ")
	}
	return a
}

// Coverages, set on look-alike questions over the example corpus: what shares a
// question's words by chance stays below them.
const (
	partial  = 0.38 // touches on the topic
	together = 0.48 // holds the question's terms together
	despite  = 0.6  // the same, where a term of the question occurs in no source at all
)

// answers reports whether a sentence, with its surroundings, holds what the question needs.
func answers(q answer.Question, s answer.Score) bool {
	need := together
	if len(s.Absent) > 0 {
		need = despite
	}
	return len(s.Missing) == 0 && s.Coverage >= need && s.Own >= 0.2 && s.Topic >= 0.2 && (s.Typed || q.Kind == answer.Any)
}

func appendSlots(list, more []citestone.Slot) []citestone.Slot {
	for _, s := range more {
		if !slices.ContainsFunc(list, func(o citestone.Slot) bool { return o.Kind == s.Kind && o.Value == s.Value }) {
			list = append(list, s)
		}
	}
	return list
}

// outcome is the gate's decision: the count of survivors by the mode's numbers, then
// answerability, which can only lower it.
func outcome(b citestone.Brief, p citestone.Plan, r citestone.Relevance) (citestone.Outcome, string) {
	count := fmt.Sprintf("%d of %d sources scored %d or more", r.TotalSurvived, r.TotalScored, b.Gate.Cutoff)
	decision := citestone.InsufficientData
	switch {
	case r.TotalSurvived >= b.Gate.Full:
		decision = citestone.FullReport
	case r.TotalSurvived >= b.Gate.Short:
		decision = citestone.ShortReport
	}
	need := fmt.Sprintf(" (%s mode: full from %d, short from %d)", b.Mode, b.Gate.Full, b.Gate.Short)
	open := 0
	for _, part := range p.Subquestions {
		if len(r.Answerability.Subquestions[part.ID]) == 0 {
			open++
		}
	}
	switch {
	case decision == citestone.InsufficientData || open == 0:
	case open == len(p.Subquestions):
		decision = citestone.InsufficientData
	case decision == citestone.FullReport:
		decision = citestone.ShortReport
	}
	return decision, count + need + "; " + r.Answerability.Reason + "."
}
