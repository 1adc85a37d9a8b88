// Package style applies a style guide to the verified draft and guards that nothing
// it says has changed.
package style

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/styles"
	"github.com/citestone/citestone/internal/text"
)

// Step returns the style step.
func Step(g styles.Guide) *pipeline.Step {
	return &pipeline.Step{
		Stage: "07_style", Name: "style", Title: "Applying the style guide", Version: 1, Form: "extractive",
		In:       []citestone.Ref{citestone.RelevanceFile.Ref, citestone.CutDraft.Ref},
		Out:      []citestone.Ref{citestone.StyledDraft.Ref},
		Settings: g, Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			draft, err := s.Text(citestone.CutDraft)
			if err != nil {
				return err
			}
			styled, err := Extract(draft, g)
			if err != nil {
				return err
			}
			s.Progress("%s", g.Name)
			return s.WriteText(citestone.StyledDraft, styled)
		},
	}
}

// Extract is the extractive form: it retitles headings as the guide says and leaves
// every sentence as it is.
func Extract(draft string, g styles.Guide) (string, error) {
	d := document.Parse("draft.md", draft)
	var edits []document.Edit
	for _, b := range d.Blocks {
		plain := strings.TrimSpace(b.Plain.Text)
		if b.Kind == document.Heading && b.Level == 2 && g.Title(plain) != plain {
			line := draft[b.Start:b.End]
			edits = append(edits, document.Edit{Span: b.Span, New: strings.Replace(line, plain, g.Title(plain), 1)})
		}
	}
	return document.Apply(draft, edits)
}

// Guard returns the step that checks the styled draft against the unstyled one and
// puts back every paragraph whose facts changed.
func Guard(g styles.Guide) *pipeline.Step {
	return &pipeline.Step{
		Stage: "07_style", Name: "guard", Title: "Guarding what the style must not change", Version: 1,
		In:       []citestone.Ref{citestone.RelevanceFile.Ref, citestone.CutDraft.Ref, citestone.StyledDraft.Ref},
		Out:      []citestone.Ref{citestone.GuardedText.Ref, citestone.GuardFile.Ref},
		Settings: g.Name, Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			before, err := s.Text(citestone.CutDraft)
			if err != nil {
				return err
			}
			after, err := s.Text(citestone.StyledDraft)
			if err != nil {
				return err
			}
			text, restored, err := Restore(before, after)
			if err != nil {
				return err
			}
			s.Progress("%d paragraph(s) put back", len(restored))
			check := citestone.StyleCheck{Style: g.Name, Passed: len(restored) == 0, Restored: restored}
			if err := pipeline.Write(s, citestone.GuardFile, check); err != nil {
				return err
			}
			return s.WriteText(citestone.GuardedText, text)
		},
	}
}

// Restore compares paragraph by paragraph what must survive styling: citations, URLs,
// numbers, dates, quotations and names. A paragraph that differs is put back; where
// paragraphs do not correspond, the whole draft is.
func Restore(before, after string) (string, []string, error) {
	a, b := paragraphs(before), paragraphs(after)
	if len(a) != len(b) {
		return before, []string{fmt.Sprintf("the styled draft has %d paragraphs, not %d: all put back", len(b), len(a))}, nil
	}
	var edits []document.Edit
	var restored []string
	for i := range a {
		if lost := difference(facts(a[i].text), facts(b[i].text)); lost != "" {
			edits = append(edits, document.Edit{Span: b[i].Span, New: a[i].text})
			restored = append(restored, fmt.Sprintf("paragraph %d: %s", i+1, lost))
		}
	}
	out, err := document.Apply(after, edits)
	return out, restored, err
}

type paragraph struct {
	citestone.Span
	text string
}

// paragraphs are the blocks of text of a document; headings are free to change.
func paragraphs(source string) []paragraph {
	var out []paragraph
	for _, b := range document.Parse("draft.md", source).Blocks {
		switch b.Kind {
		case document.Paragraph, document.ListItem, document.Quote, document.TableCell:
			out = append(out, paragraph{b.Span, source[b.Start:b.End]})
		}
	}
	return out
}

// facts are what styling must keep, each as "kind: text", sorted.
func facts(s string) []string {
	var out []string
	d := document.Parse("paragraph.md", s)
	for _, m := range d.Markers {
		for _, key := range m.Keys {
			out = append(out, "citation "+key)
		}
	}
	for _, b := range d.Blocks {
		plain := b.Plain.Text
		for _, n := range text.Numbers(plain) {
			out = append(out, "number "+n.Text)
		}
		for _, q := range text.Quotations(plain) {
			out = append(out, "quotation "+plain[q.Start:q.End])
		}
		for _, n := range text.Names(plain) {
			if name := plain[n.Start:n.End]; len(text.Terms(name)) > 0 {
				out = append(out, "name "+name)
			}
		}
	}
	for _, word := range strings.Fields(s) {
		if i := strings.Index(word, "://"); i > 0 {
			out = append(out, "link "+strings.Trim(word, "<>()[].,"))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// difference names the first fact that only one side has; "" when both have the same.
func difference(a, b []string) string {
	for _, f := range a {
		if !slices.Contains(b, f) {
			return f + " is lost"
		}
	}
	for _, f := range b {
		if !slices.Contains(a, f) {
			return f + " is new"
		}
	}
	return ""
}
