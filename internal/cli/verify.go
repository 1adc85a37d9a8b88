package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/render"
)

// verification is one run of verify.
type verification struct {
	app.VerifyOptions
	format    string
	stdinName string
}

func (p *program) verify() *cobra.Command {
	var o verification
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check the citations of documents",
		Long: `Check the citations of documents: which markers lead nowhere, which references are never
cited, which claims carry no citation, and which claims their source does not support.
Markdown, HTML, LaTeX, DOCX and plain text are read; FILE may be a folder, a pattern with
** for folders of any depth, or '-' for standard input. Sources are looked for in the
session that made the document, in --sources and in the corpora; what is not found there
is unverifiable, never wrong. The exit status is 1 for findings at or above --fail-on.`,
		Example: `  citestone verify report.md --session last
  citestone verify paper.tex --sources library --fail-on warning
  citestone verify 'docs/**/*.md' --format github
  citestone verify --sources study.html --format json - < paper.md`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.verifyAll(cmd.Context(), o, args) },
	}
	flags := cmd.Flags()
	p.settings(flags, "sources", "corpus", "rules", "fail_on", "min_rate", "cache")
	flags.StringVar(&o.format, "format", "text", "text or json")
	flags.StringVar(&o.Session, "session", "", "session whose sources the documents cite")
	flags.StringVar(&o.stdinName, "stdin-name", "-", "name of the document on standard input; its ending tells the format")
	return cmd
}

// verifyAll verifies and shows each document. It returns the first failure, of reading
// before that of the gate.
func (p *program) verifyAll(ctx context.Context, o verification, args []string) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	names, err := documents(args)
	if err != nil {
		return err
	}
	a, c, err := p.open()
	if err != nil {
		return err
	}
	if o.Session != "" {
		if o.Session, err = find(ctx, a, o.Session); err != nil {
			return err
		}
	}
	o.Sources, o.Corpus = c.Sources, c.Corpus
	v, err := a.Verifier(ctx, o.VerifyOptions)
	if err != nil {
		return err
	}
	defer v.Close()
	read := p.readFile
	if i := slices.Index(names, "-"); i >= 0 {
		names[i] = o.stdinName
		read = func(name string) ([]byte, error) {
			if name == o.stdinName {
				name = "-"
			}
			return p.readFile(name)
		}
	}
	unread := 0
	var failed error
	for done, err := range v.All(ctx, names, read) {
		if err != nil && len(names) == 1 {
			return err
		}
		if err != nil {
			p.complain(err)
			unread++
			continue
		}
		if err := p.showVerified(done, o); err != nil {
			return err
		}
		if failed == nil {
			failed = gate(done.Verification, c)
		}
	}
	if unread > 0 {
		return citestone.Errorf(citestone.BadInput, "%d of %d documents could not be verified", unread, len(names))
	}
	return failed
}

// showVerified writes what was found in one document.
func (p *program) showVerified(v *app.Verified, o verification) error {
	p.tellUnmapped(v)
	if o.format == "json" {
		return p.writeJSON(v.Verification)
	}
	return render.Text(p.stdout, render.Checked{Verification: v.Verification, Source: v.File}, render.TextOptions{})
}

// mostUnmapped is how many references without a source are named.
const mostUnmapped = 10

// tellUnmapped says on standard error which references have no source at hand, where
// there are some at all.
func (p *program) tellUnmapped(v *app.Verified) {
	if len(v.Unmapped) == 0 {
		return
	}
	var names []string
	for i, r := range v.Unmapped {
		if i == mostUnmapped {
			names = append(names, fmt.Sprintf("and %d more", len(v.Unmapped)-i))
			break
		}
		names = append(names, strings.TrimSpace(r.ID+" "+first(50, cmp.Or(r.Title, r.URL, r.Text))))
	}
	fmt.Fprintf(p.stderr, "%s: no source at hand for %d of %s: %s\n", oneLine(v.Verification.Document), len(v.Unmapped),
		plural(len(v.References), "reference"), oneLine(strings.Join(names, "; ")))
}

// first returns the first n characters of s.
func first(n int, s string) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n])) + "…"
	}
	return s
}

// gate returns a GateFailed error if the document does not pass.
func gate(v citestone.Verification, c config.Config) error {
	limit, bad := citestone.Severity(c.FailOn), 0
	for _, f := range v.Findings {
		if c.FailOn != "never" && f.Severity.AtLeast(limit) {
			bad++
		}
	}
	if bad > 0 {
		return citestone.Errorf(citestone.GateFailed, "%s: %s at or above %s", v.Document, plural(bad, "finding"), limit)
	}
	if r := v.Summary.Rate; c.MinRate > 0 && (r == nil || *r < c.MinRate) {
		got := "nothing that could be verified"
		if r != nil {
			got = percent(*r)
		}
		return citestone.Errorf(citestone.GateFailed, "%s: verification rate: %s, below %s", v.Document, got, percent(c.MinRate))
	}
	return nil
}
