package bundle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/pipeline"
)

// Explain returns the step that says, instead of a report, why there is none.
func Explain() *pipeline.Step {
	return &pipeline.Step{
		Stage: stage, Name: "explain", Title: "Explaining why there is no report", Version: 1, Form: "extractive",
		In:  []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.SearchFile.Ref, citestone.RelevanceFile.Ref},
		Out: []citestone.Ref{citestone.ExplainText.Ref},
		Skip: func(s *pipeline.Scope) (string, error) {
			r, err := pipeline.Read(s, citestone.RelevanceFile)
			if err != nil || r.Decision == citestone.InsufficientData {
				return "", err
			}
			return "there is a report", nil
		},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			brief, err := pipeline.Read(s, citestone.BriefFile)
			if err != nil {
				return err
			}
			found, err := pipeline.Read(s, citestone.SearchFile)
			if err != nil {
				return err
			}
			r, err := pipeline.Read(s, citestone.RelevanceFile)
			if err != nil {
				return err
			}
			return s.WriteText(citestone.ExplainText, Why(brief, found, r))
		},
	}
}

// nearest is how many of the sources that came nearest are named.
const nearest = 3

// mostWords is the length of an explanation.
const mostWords = 250

// Why is the extractive form, 150 to 250 words: what was searched, what came back and
// why it does not answer, why it may be hard to find, better queries, where to look.
func Why(b citestone.Brief, found citestone.SearchResults, r citestone.Relevance) string {
	for n := nearest; ; n-- {
		if text := why(b, found, r, n); n == 0 || len(strings.Fields(text)) <= mostWords {
			return text
		}
	}
}

func why(b citestone.Brief, found citestone.SearchResults, r citestone.Relevance, nearest int) string {
	var w strings.Builder
	fmt.Fprintf(&w, "# %s\n\n**There is not enough data for a report.** %s\n", document.Escape(b.Question), r.Rationale)
	fmt.Fprintf(&w, "\n## What was searched\n\n%s. The first query was “%s”.\n",
		searched(found, r), document.Escape(firstQuery(found)))
	w.WriteString("\n## What came back, and why it does not answer\n\n")
	list := slices.Concat(r.Surviving, r.Dropped)
	if len(list) == 0 {
		w.WriteString("No document holds the words of the question, not one of them in any form. Names may be spelt otherwise there, " +
			"the documents may be in another language, or the folder may simply be about something else.\n")
	}
	for _, s := range list[:min(nearest, len(list))] {
		fmt.Fprintf(&w, "- *%s* (relevance %d of 5): %s\n", document.Escape(s.Title), s.Score, strings.ToLower(s.Reason[:1])+s.Reason[1:])
	}
	if missing := missingNames(r.Answerability.Missing); missing != "" {
		fmt.Fprintf(&w, "\nNot found together in any kept passage: %s.\n", missing)
	}
	w.WriteString("\n## Why it may be hard to find\n\nThe documents at hand may use the same words for another subject, may be older or newer than what is asked, " +
		"or may never state the fact in one sentence. Only local documents were searched; no web search is configured.\n")
	w.WriteString("\n## What to try\n\n")
	for _, q := range betterQueries(b) {
		fmt.Fprintf(&w, "- Ask: “%s”\n", document.Escape(q))
	}
	w.WriteString("- Add documents on the subject itself with `--corpus DIR`: primary reports, official documentation, or records of the organisation concerned.\n")
	return w.String()
}

func searched(found citestone.SearchResults, r citestone.Relevance) string {
	if len(found.Sources) == 0 {
		return fmt.Sprintf("%d queries found no document at all", len(found.Queries))
	}
	return fmt.Sprintf("%d queries found %d documents, of which the best %d were read closely", len(found.Queries), len(found.Sources), r.TotalScored)
}

func firstQuery(found citestone.SearchResults) string {
	if len(found.Queries) == 0 {
		return ""
	}
	return found.Queries[0].Text
}

func missingNames(slots []citestone.Slot) string {
	var out []string
	for _, s := range slots {
		name := s.Value
		if s.Kind == citestone.SlotQuantity {
			name = "a figure"
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

// betterQueries are narrower questions: the first part alone, and what is known of the
// things that the question names.
func betterQueries(b citestone.Brief) []string {
	var out []string
	if parts := answer.Parts(b.Question); len(parts) > 1 {
		out = append(out, parts[0].Text)
	}
	if len(b.Entities) > 0 {
		out = append(out, "What do the documents say about "+strings.Join(b.Entities[:min(2, len(b.Entities))], " and ")+"?")
	} else if topic := answer.Subject(b.Question); topic != "" {
		out = append(out, "What is known about "+topic+"?")
	}
	return out
}
