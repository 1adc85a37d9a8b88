// Package draft writes the first draft, audits its markers and repairs what is
// uncited. Only ledger entries of surviving sources may be cited.
package draft

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
)

// Step returns the step that writes the first draft.
func Step() *pipeline.Step {
	return &pipeline.Step{
		Stage: "01_draft", Name: "draft", Title: "Writing the draft", Version: 1, Form: "extractive",
		In: []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.SearchFile.Ref, citestone.RelevanceFile.Ref,
			citestone.StatsFile.Ref, citestone.TriangulationFile.Ref},
		Out:  []citestone.Ref{citestone.InitialDraft.Ref},
		Skip: evidence.Insufficient,
		Run: func(_ context.Context, s *pipeline.Scope) error {
			in, err := load(s)
			if err != nil {
				return err
			}
			text := Extract(in)
			s.Progress("%d words", len(strings.Fields(text)))
			return s.WriteText(citestone.InitialDraft, text)
		},
	}
}

// Input is what the writer sees.
type Input struct {
	Brief     citestone.Brief
	Plan      citestone.Plan
	Sources   []citestone.Source
	Gaps      []string
	Relevance citestone.Relevance
	Tri       citestone.Triangulation
}

func load(s *pipeline.Scope) (in Input, err error) {
	if in.Brief, err = pipeline.Read(s, citestone.BriefFile); err != nil {
		return in, err
	}
	if in.Plan, err = pipeline.Read(s, citestone.PlanFile); err != nil {
		return in, err
	}
	found, err := pipeline.Read(s, citestone.SearchFile)
	if err != nil {
		return in, err
	}
	in.Sources, in.Gaps = found.Sources, found.Gaps
	if in.Relevance, err = pipeline.Read(s, citestone.RelevanceFile); err != nil {
		return in, err
	}
	stats, err := pipeline.Read(s, citestone.StatsFile)
	if err != nil {
		return in, err
	}
	if in.Tri, err = pipeline.Read(s, citestone.TriangulationFile); err != nil {
		return in, err
	}
	in.Tri.Facts = validated(in.Tri.Facts, stats)
	return in, nil
}

// validated leaves out facts whose value was looked for in its source and not found.
func validated(facts []citestone.Fact, stats []citestone.Stat) []citestone.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f citestone.Fact) bool {
		return slices.ContainsFunc(stats, func(st citestone.Stat) bool {
			return !st.Valid && st.Source == f.Source && f.Value != "" && st.Text == f.Value
		})
	})
}

// Extract is the extractive form: sentences of the sources, as they stand, in the
// order answer, findings by subquestion, differences, limitations.
func Extract(in Input) string {
	w := writer{Input: in, told: map[string]bool{}}
	w.line("# %s", document.Escape(in.Brief.Question))
	if in.Relevance.Decision == citestone.ShortReport {
		w.disclaimer()
	}
	w.answer()
	w.findings()
	w.differences()
	w.limitations()
	return w.b.String()
}

type writer struct {
	Input
	b    strings.Builder
	told map[string]bool // fact ids
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n\n", args...) }

// disclaimer opens a short report: how many sources were kept and dropped, why those
// were dropped, and what is not answered. It is a table: it tells of the report and
// claims nothing.
func (w *writer) disclaimer() {
	r := w.Relevance
	w.line("This report is short: a starting point, not a full answer.")
	fmt.Fprintf(&w.b, "| short report | why |\n|---|---|\n| sources kept | %d of %d that were read closely |\n", r.TotalSurvived, r.TotalScored)
	fmt.Fprintf(&w.b, "| sources dropped | %d |\n", len(r.Dropped))
	for _, d := range r.Dropped {
		fmt.Fprintf(&w.b, "| dropped: *%s* | %s |\n", document.Escape(d.Title), document.Escape(lower(d.Reason)))
	}
	for _, p := range w.Plan.Subquestions {
		if len(r.Answerability.Subquestions[p.ID]) == 0 {
			fmt.Fprintf(&w.b, "| not fully answered | %s |\n", document.Escape(p.Text))
		}
	}
	w.b.WriteString("\n")
}

func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// The answer holds at most so many facts, and so many of one part of the question;
// facts that state a value of the kind asked for come first.
const (
	answerFacts = 6
	perPart     = 3
)

// answer gives the best fact of each subquestion, and the other side where sources differ.
func (w *writer) answer() {
	w.line("## Answer")
	if w.Brief.AskAgreement && len(w.Tri.Contradictions) > 0 {
		w.line("The sources cited here do not agree: their values stand side by side below.")
	}
	var list []citestone.Fact
	for _, p := range w.Plan.Subquestions {
		facts := w.of(p.ID)
		if len(facts) == 0 {
			continue
		}
		slices.SortStableFunc(facts, func(a, b citestone.Fact) int { return btoi(a.Value == "") - btoi(b.Value == "") })
		n := max(1, min(perPart, answerFacts/len(w.Plan.Subquestions)))
		list = append(list, facts[:min(n, len(facts))]...)
		for _, c := range w.Tri.Contradictions {
			if c.About == p.Text {
				for _, f := range facts {
					if slices.Contains(c.Facts, f.ID) && !slices.ContainsFunc(list, same(f)) && len(list) < answerFacts {
						list = append(list, f)
					}
				}
			}
		}
	}
	list = list[:min(len(list), max(answerFacts, len(w.Plan.Subquestions)))]
	if len(w.Plan.Subquestions) == 1 {
		slices.SortStableFunc(list, func(a, b citestone.Fact) int { return strings.Compare(a.Date, b.Date) })
	}
	for _, f := range list {
		w.bullet(f)
	}
	w.b.WriteString("\n")
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func same(f citestone.Fact) func(citestone.Fact) bool {
	return func(o citestone.Fact) bool { return o.ID == f.ID }
}

// of returns the facts of a subquestion, best first.
func (w *writer) of(part string) []citestone.Fact {
	var out []citestone.Fact
	for _, f := range w.Tri.Facts {
		if f.Subquestion == part {
			out = append(out, f)
		}
	}
	return out
}

// bullet tells a fact once: the date of its source, its sentence, its marker.
func (w *writer) bullet(f citestone.Fact) {
	if w.told[f.ID] {
		return
	}
	w.told[f.ID] = true
	label := ""
	if f.Date != "" {
		label = "**" + f.Date + ":** "
	}
	fmt.Fprintf(&w.b, "- %s%s [cite:%s]\n", label, document.Escape(f.Sentence), f.Entry)
}

// findings tells what is left for each subquestion, in the order of the sources' dates.
func (w *writer) findings() {
	headed := false
	for _, p := range w.Plan.Subquestions {
		var rest []citestone.Fact
		for _, f := range w.of(p.ID) {
			if !w.told[f.ID] {
				rest = append(rest, f)
			}
		}
		if len(rest) == 0 {
			continue
		}
		if !headed {
			w.line("## Findings")
			headed = true
		}
		w.line("### %s", document.Escape(p.Text))
		slices.SortStableFunc(rest, func(a, b citestone.Fact) int { return strings.Compare(a.Date, b.Date) })
		for _, f := range rest {
			w.bullet(f)
		}
		w.b.WriteString("\n")
	}
}

// differences shows both sides of every contradiction, with dates.
func (w *writer) differences() {
	if len(w.Tri.Contradictions) == 0 && !w.Brief.AskAgreement {
		return
	}
	w.b.WriteString("## Where the sources differ\n\n")
	if len(w.Tri.Contradictions) == 0 {
		w.line("This report has no sources that give different values for the same thing.")
		return
	}
	w.line("This report gives every side and does not choose between them.")
	for _, c := range w.Tri.Contradictions {
		w.line("### %s", document.Escape(c.About))
		w.b.WriteString("| date | source | value given |\n|---|---|---|\n")
		for n, id := range c.Facts {
			i := slices.IndexFunc(w.Tri.Facts, func(f citestone.Fact) bool { return f.ID == id })
			if i < 0 {
				continue
			}
			f := w.Tri.Facts[i]
			fmt.Fprintf(&w.b, "| %s | %s | %s [cite:%s] |\n", orDash(f.Date), document.Escape(w.title(f.Source)), document.Escape(c.Values[n]), f.Entry)
		}
		w.b.WriteString("\n")
	}
}

func orDash(s string) string {
	if s == "" {
		return "undated"
	}
	return s
}

func (w *writer) title(source string) string {
	for _, s := range w.Sources {
		if s.ID == source {
			return s.Title
		}
	}
	return source
}

// limitations says what the report is and what it lacks. What names the question's
// own words stands in a table, which claims nothing.
func (w *writer) limitations() {
	w.line("## Limitations")
	w.b.WriteString("- This report is extractive: no language model is configured, so its sentences are those of the sources and stand without the text around them.\n")
	if n := len(w.Tri.Groups); n == 1 && w.Relevance.TotalSurvived > 1 {
		fmt.Fprintf(&w.b, "- This report has no sources that are independent of each other (%s), so agreement between them counts once.\n", w.Tri.Groups[0].Reason)
	}
	if w.Relevance.TotalScored < len(w.Sources) {
		fmt.Fprintf(&w.b, "- This report chose from %d of the %d documents that its search returned.\n", w.Relevance.TotalScored, len(w.Sources))
	}
	var rows [][2]string
	for _, p := range w.Plan.Subquestions {
		if len(w.of(p.ID)) == 0 && len(w.Relevance.Answerability.Subquestions[p.ID]) == 0 {
			rows = append(rows, [2]string{"nothing found", p.Text})
		}
	}
	for _, g := range w.Gaps {
		rows = append(rows, [2]string{"few sources", g})
	}
	if len(rows) > 0 {
		w.b.WriteString("\n| gap | part of the question |\n|---|---|\n")
	}
	for _, r := range rows {
		fmt.Fprintf(&w.b, "| %s | %s |\n", r[0], document.Escape(r[1]))
	}
}
