package cli

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/render"
)

func (p *program) verify() *cobra.Command {
	var format string
	var o app.VerifyOptions
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check the citations of documents",
		Long: `Check the citations of documents: which markers lead nowhere, which claims carry no
citation, and which claims their source does not support. Sources are looked for in the
session that made the document, among the files given, and in the corpora. '-' reads
standard input. The exit status is 1 for findings at or above --fail-on.`,
		Example: `  citestone verify report.md --session last
  citestone verify paper.md --corpus docs --fail-on warning
  citestone verify --sources study.html --format json - < paper.md`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			a, c, err := p.open()
			if err != nil {
				return err
			}
			if o.Session != "" {
				if o.Session, err = find(cmd.Context(), a, o.Session); err != nil {
					return err
				}
			}
			o.Corpus = c.Corpus
			return p.verifyAll(cmd.Context(), a, c, args, format, o)
		},
	}
	p.settings(cmd.Flags(), "corpus", "fail_on", "min_rate", "cache")
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().StringVar(&o.Session, "session", "", "session whose sources the document cites")
	cmd.Flags().StringArrayVar(&o.Sources, "sources", nil, "file with a cited source (repeatable)")
	return cmd
}

// verifyAll verifies and shows each document and returns the first gate's failure.
func (p *program) verifyAll(ctx context.Context, a *app.App, c config.Config, names []string, format string, o app.VerifyOptions) error {
	var failed error
	for _, name := range names {
		data, err := p.readFile(name)
		if err != nil {
			return err
		}
		v, err := a.Verify(ctx, name, data, o)
		if err != nil {
			return err
		}
		if format == "json" {
			err = p.writeJSON(v)
		} else {
			err = render.Text(p.stdout, v, string(data))
		}
		if err != nil {
			return err
		}
		if failed == nil {
			failed = gate(v, c)
		}
	}
	return failed
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

// maxDocument bounds a document, in bytes.
const maxDocument = 64 << 20

// readFile reads a document, from standard input if name is "-".
func (p *program) readFile(name string) ([]byte, error) {
	in := p.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "cannot read: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxDocument+1))
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "cannot read: %w", err)
	}
	if len(data) > maxDocument {
		return nil, citestone.Errorf(citestone.BadInput, "%s is larger than %s", name, size(maxDocument))
	}
	return data, nil
}
