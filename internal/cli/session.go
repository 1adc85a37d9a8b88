package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/session"
)

// find returns the session id that the argument stands for: an id, its beginning
// (also without "session_"), or "last".
func find(ctx context.Context, a *app.App, arg string) (string, error) {
	list, err := a.Sessions(ctx)
	if err != nil {
		return "", err
	}
	if arg == "last" {
		if len(list) == 0 {
			return "", citestone.Errorf(citestone.NotFound, "there is no session yet").
				WithHint("start one with: citestone research --corpus DIR QUESTION")
		}
		return list[0].ID, nil
	}
	var found []string
	for _, info := range list {
		if info.ID == arg {
			return arg, nil
		}
		if arg != "" && (strings.HasPrefix(info.ID, arg) || strings.HasPrefix(info.ID, "session_"+arg)) {
			found = append(found, info.ID)
		}
	}
	switch len(found) {
	case 0:
		return "", session.Unknown(arg)
	case 1:
		return found[0], nil
	}
	return "", citestone.Errorf(citestone.BadInput, "%q begins the names of %d sessions", arg, len(found)).
		WithHint("say more of it: %s", strings.Join(found[:min(len(found), 3)], ", "))
}

func (p *program) sessions() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sessions",
		Short: "List, remove and clean up sessions",
		Long: `List the sessions of the workspace, newest first, with what they take on the disk. A
session is named by its id, by a beginning of it that no other session has, or by 'last'.`,
		Example: `  citestone sessions
  citestone sessions rm session_20260131_101500
  citestone sessions gc --older-than 720h --keep 10`,
		Args: cobra.NoArgs,
		RunE: p.with(func(cmd *cobra.Command, a *app.App, _ []string) error {
			list, err := a.Sessions(cmd.Context())
			if err != nil {
				return err
			}
			if len(list) == 0 {
				fmt.Fprintln(p.stderr, "there is no session yet")
				return nil
			}
			return p.listSessions(list)
		}),
	}
	cmd.AddCommand(p.remove(), p.collect())
	return cmd
}

func (p *program) listSessions(list []session.Info) error {
	t := p.table("SESSION", "STATE", "SIZE", "QUESTION")
	var bytes int64
	for _, s := range list {
		bytes += s.Bytes
		about := s.Question
		if s.Problem != "" {
			about = s.Problem
		}
		row(t, s.ID, string(s.State), size(s.Bytes), short(about, 60))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(p.stderr, "%s, %s\n", plural(len(list), "session"), size(bytes))
	return nil
}

func (p *program) remove() *cobra.Command {
	return &cobra.Command{
		Use:     "rm SESSION...",
		Short:   "Remove sessions with all their files",
		Long:    "Remove sessions with all their files. A session that is running is left alone.",
		Example: "  citestone sessions rm session_20260131_101500",
		Args:    cobra.MinimumNArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			for _, arg := range args {
				id, err := find(cmd.Context(), a, arg)
				if err != nil {
					return err
				}
				if err := a.RemoveSession(cmd.Context(), id); err != nil {
					return err
				}
				fmt.Fprintln(p.stdout, id)
			}
			return nil
		}),
	}
}

func (p *program) collect() *cobra.Command {
	var older time.Duration
	var keep int
	cmd := &cobra.Command{
		Use:     "gc",
		Short:   "Remove old sessions",
		Long:    "Remove the sessions that are older than a duration, but for the newest ones and those that are running.",
		Example: "  citestone sessions gc --older-than 720h --keep 10",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if older < 0 || keep < 0 {
				return citestone.Errorf(citestone.BadInput, "--older-than and --keep must not be negative")
			}
			a, _, err := p.open()
			if err != nil {
				return err
			}
			removed, err := a.CollectSessions(cmd.Context(), older, keep)
			var bytes int64
			for _, s := range removed {
				bytes += s.Bytes
				fmt.Fprintln(p.stdout, s.ID)
			}
			fmt.Fprintf(p.stderr, "removed %s, %s\n", plural(len(removed), "session"), size(bytes))
			return err
		},
	}
	cmd.Flags().DurationVar(&older, "older-than", 720*time.Hour, "remove sessions older than this")
	cmd.Flags().IntVar(&keep, "keep", 10, "keep at least this many of the newest")
	return cmd
}

func (p *program) show() *cobra.Command {
	var report bool
	cmd := &cobra.Command{
		Use:   "show SESSION",
		Short: "Show what a session did and found",
		Long: `Show a session: its question, outcome and verification rate, each step with its status
and the reason where it was skipped or not run, and the files on the disk.`,
		Example: "  citestone show last\n  citestone show last --report | less",
		Args:    cobra.ExactArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			id, err := find(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			s, err := a.Show(cmd.Context(), id)
			if err != nil {
				return err
			}
			if report {
				return p.showReport(s)
			}
			return p.showSession(s)
		}),
	}
	cmd.Flags().BoolVar(&report, "report", false, "print the report, as Markdown")
	return cmd
}

func (p *program) showReport(s app.Shown) error {
	if s.Markdown == "" {
		return citestone.Errorf(citestone.NotFound, "session %s has no report yet", s.Info.ID).
			WithHint("go on with: citestone resume %s", s.Info.ID)
	}
	_, err := io.WriteString(p.stdout, s.Markdown)
	return err
}

func (p *program) showSession(s app.Shown) error {
	t := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	row(t, "session", s.Info.ID)
	row(t, "question", s.Info.Question)
	row(t, "state", string(s.Info.State))
	if s.Info.Problem != "" {
		row(t, "problem", s.Info.Problem)
	}
	if r := s.Report; r != nil {
		row(t, "outcome", string(r.Outcome)+": "+r.Rationale)
		row(t, "status", r.Status)
		if r.Summary.Rate != nil {
			row(t, "verified", fmt.Sprintf("%s of %s", percent(*r.Summary.Rate), plural(r.Summary.Claims, "claim")))
		}
		row(t, "style", r.Style)
		row(t, "rounds", fmt.Sprint(r.Rounds))
	}
	row(t, "size", fmt.Sprintf("%s in %s", size(s.Info.Bytes), plural(len(s.Files), "file")))
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(p.stdout)
	t = p.table("STEP", "STATUS", "WHY")
	for _, step := range s.Manifest.Steps {
		row(t, step.Key, strings.ReplaceAll(string(step.Status), "_", " "), step.Reason)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(p.stdout)
	t = p.table("FILE", "SIZE")
	for _, f := range s.Files {
		row(t, f.Path, size(f.Bytes))
	}
	return t.Flush()
}
