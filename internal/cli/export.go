package cli

import (
	"bytes"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

func (p *program) export() *cobra.Command {
	var format, file, text string
	cmd := &cobra.Command{
		Use:   "export SESSION --to FORMAT",
		Short: "Write a session's report in another format",
		Long: `Write a session's report as Markdown (md), a page (html), data (json), references (bibtex,
csl-json), or a proof bundle, which holds the report, its claims and the passages it cites,
and which 'citestone audit' checks anywhere.`,
		Example: `  citestone export last --to html -o report.html
  citestone export last --to bundle --bundle-text full -o report.zip
  citestone export last --to bibtex >> references.bib`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if text != "cited" && text != "full" {
				return citestone.Errorf(citestone.BadInput, "--bundle-text must be cited or full, not %q", text)
			}
			a, _, err := p.open()
			if err != nil {
				return err
			}
			id, err := find(cmd.Context(), a, args[0])
			if err != nil {
				return err
			}
			var b bytes.Buffer
			if err := a.Export(cmd.Context(), id, format, app.ExportOptions{FullText: text == "full"}, &b); err != nil {
				return err
			}
			return p.writeFile(file, b.Bytes())
		},
	}
	cmd.Flags().StringVar(&format, "to", "", "format: md, html, json, bibtex, csl-json or bundle")
	cmd.Flags().StringVarP(&file, "output", "o", "", "file to write (default standard output)")
	cmd.Flags().StringVar(&text, "bundle-text", "cited", "how much of the sources a bundle holds: cited passages or full texts")
	return cmd
}

// writeFile writes the whole output, to standard output if name is empty or "-".
func (p *program) writeFile(name string, data []byte) error {
	if name == "" || name == "-" {
		_, err := p.stdout.Write(data)
		return err
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		return citestone.Errorf(citestone.BadInput, "cannot write: %w", err)
	}
	fmt.Fprintf(p.stderr, "wrote %s, %s\n", name, size(int64(len(data))))
	return nil
}

func (p *program) audit() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "audit BUNDLE",
		Short: "Check a proof bundle again",
		Long: `Check a proof bundle with nothing but the bundle: no network, no model, no session. The
exit status is 1 if something in it was changed or does not hold.`,
		Example: "  citestone audit report.zip\n  citestone audit report.zip --format json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			a, _, err := p.open()
			if err != nil {
				return err
			}
			result, err := a.Audit(cmd.Context(), args[0])
			if err != nil {
				return citestone.Errorf(citestone.KindOf(err), "%s: %w", args[0], err)
			}
			if format == "json" {
				err = p.writeJSON(result)
			} else {
				err = result.Text(p.stdout)
			}
			if err == nil && !result.OK {
				err = citestone.Errorf(citestone.GateFailed, "%s does not hold", args[0])
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func checkFormat(format string) error {
	if format != "text" && format != "json" {
		return citestone.Errorf(citestone.BadInput, "--format must be text or json, not %q", format)
	}
	return nil
}
