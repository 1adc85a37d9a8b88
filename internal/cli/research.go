package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

// shown says how a run's progress and result are shown.
type shown struct {
	quiet bool
	json  bool
}

func (s *shown) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "show no progress")
	cmd.Flags().BoolVar(&s.json, "json", false, "print the result as JSON")
}

func (p *program) research() *cobra.Command {
	var out shown
	var date string
	cmd := &cobra.Command{
		Use:   "research QUESTION",
		Short: "Answer a question with a report whose claims are checked",
		Long: `Answer a question from the documents of the corpora with a cited report. Every claim of
the report was checked against the passage it cites. If the documents do not answer the
question, the report says so and the exit status is 3. Everything that was done lies in
a session, which 'citestone resume' goes on with after an interruption.`,
		Example: `  citestone research --corpus docs "How long were garbage collection pauses after Go 1.5?"
  citestone research --corpus docs --corpus notes --mode deep --style academic "Why ...?"
  citestone research --corpus docs --date 2026-01-31 --json "When ...?"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			now, err := day(date)
			if err != nil {
				return err
			}
			a, c, err := p.open()
			if err != nil {
				return err
			}
			req, err := c.Request(strings.Join(args, " "), now)
			if err != nil {
				return err
			}
			result, err := a.Research(cmd.Context(), req, p.sink(out))
			return p.finish(result, err, out)
		},
	}
	p.settings(cmd.Flags(), "corpus", "mode", "style", "threshold", "max_rounds", "no_repair", "exhaustive",
		"unverified", "cutoff", "full", "short", "half_life_days", "nli_url", "cache")
	cmd.Flags().StringVar(&date, "date", "", "the day the report is written as of, YYYY-MM-DD (default today)")
	out.flags(cmd)
	return cmd
}

// day reads a date as YYYY-MM-DD; empty is today.
func day(s string) (time.Time, error) {
	if s == "" {
		return time.Now(), nil
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return t, citestone.Errorf(citestone.BadInput, "--date must be a day as YYYY-MM-DD, not %q", s)
	}
	return t, nil
}

func (p *program) resume() *cobra.Command {
	var out shown
	var o app.ResumeOptions
	cmd := &cobra.Command{
		Use:   "resume SESSION",
		Short: "Go on with a session where it stopped",
		Long: `Go on with a session from the last step that ended. Steps whose inputs changed, because
an editable file of the session was edited, run again with what depends on them. Answers
that were recorded are not asked for again, unless --fresh says so.`,
		Example: `  citestone resume last
  citestone resume session_20260131_101500 --from 01_draft
  citestone resume last --from 00_research/plan --fresh`,
		Args: cobra.ExactArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			if err := checkFrom(a.Stages(), o.From); err != nil {
				return err
			}
			id, err := find(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			result, err := a.Resume(cmd.Context(), id, o, p.sink(out))
			return p.finish(result, err, out)
		}),
	}
	cmd.Flags().StringVar(&o.From, "from", "", "run again from this stage or step on (see 'citestone stages')")
	cmd.Flags().BoolVar(&o.Fresh, "fresh", false, "ask anew instead of replaying recorded calls")
	cmd.Flags().BoolVar(&o.Upgrade, "upgrade", false, "take the corpus, judges and prompts as they are now")
	out.flags(cmd)
	return cmd
}

func (p *program) sink(out shown) func(citestone.Event) {
	if out.quiet {
		return func(citestone.Event) {}
	}
	return p.progress()
}

// finish shows the result, which a run that ended below its threshold or without an
// answer has too, and returns the run's error.
func (p *program) finish(r app.Result, err error, out shown) error {
	switch {
	case r.Session == "":
	case out.json:
		err = errors.Join(err, p.writeJSON(struct {
			app.Result
			Error string `json:"error,omitempty"`
		}{r, message(err)}))
	case r.Outcome != "":
		p.showResult(r)
	case citestone.KindOf(err) == citestone.Damaged: // it would fail in the same way
	default:
		fmt.Fprintf(p.stderr, "session %s is kept; go on with: citestone resume %s\n", r.Session, r.Session)
	}
	return err
}

func (p *program) showResult(r app.Result) {
	outcome := strings.ReplaceAll(string(r.Outcome), "_", " ")
	if r.Rate != nil {
		outcome += fmt.Sprintf(", %s of its claims verified", percent(*r.Rate))
	}
	fmt.Fprintf(p.stdout, "%s\n\n", r.Report)
	fmt.Fprintf(p.stdout, "outcome  %s\nread     less %s\nlook     citestone show %s\nexport   citestone export %s --to html -o report.html\n",
		outcome, quoted(r.Report), r.Session, r.Session)
}

// quoted makes a path safe to paste into a shell.
func quoted(path string) string {
	if strings.ContainsAny(path, " '\"$`\\&;()*?<>|") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
