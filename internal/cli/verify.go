package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
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
	output    string
	stdinName string
	fix       string
	diff      bool
	quiet     bool
	stdin     bool      // a document is on standard input
	patch     io.Writer // what --diff shows goes here
}

func (p *program) verify() *cobra.Command {
	var o verification
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check the citations of documents",
		Long: `Check the citations of documents: which markers lead nowhere, which references are never
cited, which claims carry no citation, and which claims their source does not support.

Markdown, HTML, LaTeX, DOCX and plain text are read; FILE may be a folder, a pattern with
** for folders of any depth, or '-' for standard input. Bibliographies that a document
names are read, too.

Claims are held against the texts of the sources, where those are at hand: in the session
that made the document, in --sources and in --corpus. A reference finds its source by
address, DOI, title or file name; one that finds none is unverifiable, never wrong.

'citestone rules' lists what can be found, 'citestone rules explain RULE' says why it can be
wrong. A comment in the document suppresses it, <!-- citestone-disable-next-line RULE --> or
% citestone-disable-next-line RULE; so does --rule RULE=off, or citestone.yaml for some files.

The exit status is 1 for findings at or above --fail-on, for a rate below --min-rate and for
a --diff that is not empty, and 2 for a document that cannot be read.`,
		Example: `  citestone verify report.md --session last
  citestone verify paper.tex --sources library --fail-on warning
  citestone verify 'docs/**/*.md' --format github
  citestone verify paper.md --format html -o paper.html
  citestone verify paper.md --diff
  citestone verify paper.md --fix=misattributed --sources library
  citestone verify docs --baseline known.json --update-baseline
  citestone verify docs --baseline known.json
  pandoc thesis.odt -t markdown | citestone verify - --stdin-name thesis.md`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return p.verifyAll(cmd.Context(), o, args) },
	}
	flags := cmd.Flags()
	p.settings(flags, "sources", "corpus", "fail_on", "min_rate", "rules", "nli_url", "cache")
	flags.StringVar(&o.format, "format", "text", formats+"; json is one object for each document, html a page of one document")
	flags.StringVarP(&o.output, "output", "o", "", "file to write (default standard output)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "show only the closing line of each document, as text")
	flags.StringVar(&o.Session, "session", "", "session whose sources the documents cite")
	flags.StringArrayVar(&o.Bibliographies, "bibliography", nil, ".bib file with references, beside those that a document names (repeatable)")
	flags.StringVar(&o.stdinName, "stdin-name", "-", "name of the document on standard input; its ending tells the format")
	flags.StringVar(&o.fix, "fix", "", "mend the documents, if they are Markdown, plain text or LaTeX: strip citations of nothing, prune and merge references, renumber; --fix=misattributed also strips citations of sources that share no word with the text")
	flags.Lookup("fix").NoOptDefVal = "certain"
	flags.BoolVar(&o.diff, "diff", false, "show what --fix would change, as a patch, and change nothing")
	flags.StringVar(&o.Baseline, "baseline", "", "file of known findings, which are counted but not reported")
	flags.BoolVar(&o.UpdateBaseline, "update-baseline", false, "make what is found now the known findings of these documents")
	return cmd
}

// check sets what follows from the flags.
func (o *verification) check(documents int) error {
	switch o.fix {
	case "":
	case "certain":
		o.Fix = app.FixCertain
	case "misattributed":
		o.Fix = app.FixMisattributed
	default:
		return citestone.Errorf(citestone.BadInput, "--fix must be certain or misattributed, not %q", o.fix)
	}
	if o.diff && o.Fix == app.NoFix {
		o.Fix = app.FixCertain
	}
	if o.diff && o.format != "text" {
		return citestone.Errorf(citestone.BadInput, "--diff shows what would be changed, not what was found as %s", o.format)
	}
	if o.format == "html" && documents > 1 {
		return citestone.Errorf(citestone.BadInput, "a page shows one document, not %d", documents).
			WithHint("verify them one by one, each with --output")
	}
	return nil
}

// verifyAll verifies and shows each document. It returns the first failure, of reading
// before that of the gate.
func (p *program) verifyAll(ctx context.Context, o verification, args []string) (err error) {
	names, err := documents(args)
	if err != nil {
		return err
	}
	if i := slices.Index(names, "-"); i >= 0 {
		if o.stdinName != "-" && slices.Contains(names, o.stdinName) {
			return citestone.Errorf(citestone.BadInput, "%s is named twice: on standard input and as a file", o.stdinName)
		}
		names[i], o.stdin = o.stdinName, true
	}
	if err := o.check(len(names)); err != nil {
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
	o.Notice = func(message string) { fmt.Fprintf(p.stderr, "sources: %s\n", oneLine(message)) }
	v, err := a.Verifier(ctx, o.VerifyOptions)
	if err != nil {
		return err
	}
	failed := p.shown(ctx, o, c, v, names)
	if err := v.Close(); err != nil {
		return cmp.Or(failed, err)
	}
	if o.UpdateBaseline {
		documents, findings := v.Known()
		fmt.Fprintf(p.stderr, "%s: %s in %s\n", oneLine(o.Baseline), plural(findings, "known finding"), plural(documents, "document"))
	}
	return failed
}

// shown shows each document where the flags want it.
func (p *program) shown(ctx context.Context, o verification, c config.Config, v *app.Verifier, names []string) (err error) {
	w, closeOutput, err := p.output(o, names)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, closeOutput()) }()
	if o.diff {
		o.patch, w = w, io.Discard
	}
	out, err := p.findingsIn(o.format, o.quiet, w)
	if err != nil {
		return err
	}
	return p.each(ctx, o, c, v, names, out)
}

// output opens what the findings are written to. Where a document goes to standard
// output, what is said of it goes to standard error.
func (p *program) output(o verification, names []string) (io.Writer, func() error, error) {
	switch {
	case o.output != "" && o.output != "-":
		if slices.ContainsFunc(names, func(name string) bool { return sameFile(name, o.output) }) {
			return nil, nil, citestone.Errorf(citestone.BadInput, "--output %s would overwrite the document", o.output)
		}
		f, err := os.Create(o.output)
		if err != nil {
			return nil, nil, citestone.Errorf(citestone.BadInput, "cannot write: %w", err)
		}
		return f, f.Close, nil
	case o.Fix != app.NoFix && o.stdin && !o.diff:
		return p.stderr, func() error { return nil }, nil
	}
	return p.stdout, func() error { return nil }, nil
}

func sameFile(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// each shows one document after the other, and fails if any of them does.
func (p *program) each(ctx context.Context, o verification, c config.Config, v *app.Verifier, names []string, out findings) error {
	unread := 0
	var failed []error
	for done, err := range v.All(ctx, names, p.reader(o)) {
		if ctx.Err() != nil {
			return citestone.Errorf(citestone.Interrupted, "interrupted; what was judged is remembered").WithHint("run it again to go on")
		}
		if err != nil && len(names) == 1 {
			return err
		}
		if err != nil {
			p.complain(err)
			unread++
			continue
		}
		p.tell(done)
		changed, err := p.mend(o, done)
		if citestone.KindOf(err) == citestone.BadInput && len(names) > 1 {
			p.complain(err)
			unread++
			continue
		}
		if err != nil {
			return err
		}
		if err := out.add(done); err != nil {
			return err
		}
		err = gate(done.Verification, c)
		if o.diff {
			err = nil
		}
		if o.diff && changed {
			err = citestone.Errorf(citestone.GateFailed, "%s would be changed", done.Verification.Document)
		}
		if err != nil {
			failed = append(failed, err)
		}
	}
	if err := out.close(); err != nil {
		return err
	}
	if unread > 0 {
		return citestone.Errorf(citestone.BadInput, "%d of %d documents could not be read or written", unread, len(names))
	}
	switch n := len(failed); n {
	case 0:
		return nil
	case 1:
		return failed[0]
	default:
		return citestone.Errorf(citestone.GateFailed, "%d of %d documents fail, the first: %w", n, len(names), failed[0])
	}
}

// reader returns what reads a document by its name.
func (p *program) reader(o verification) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if o.stdin && name == o.stdinName {
			name = "-"
		}
		return p.readFile(name)
	}
}

// mend writes what was mended in a document, or shows it, and reports whether there is
// something to mend.
func (p *program) mend(o verification, v *app.Verified) (changed bool, err error) {
	f := v.Fixed
	if f == nil {
		return false, nil
	}
	changed = !bytes.Equal(f.Before, f.After)
	name := v.Verification.Document
	switch {
	case o.diff:
		_, err = io.WriteString(o.patch, render.Diff(name, string(f.Before), string(f.After)))
	case o.stdin && name == o.stdinName:
		_, err = p.stdout.Write(f.After)
	case changed:
		err = f.Write(name)
	}
	if changed && !o.diff && err == nil {
		fmt.Fprintf(p.stderr, "%s: fixed: %s stripped, %s pruned, %d merged, %d renumbered\n", oneLine(name),
			plural(f.Stripped, "citation"), plural(f.Pruned, "reference"), f.Merged, f.Renumbered)
	}
	for _, l := range f.Left {
		fmt.Fprintf(p.stderr, "%s: not fixed: %s\n", place(v, l.Line), oneLine(l.Message))
	}
	return changed, err
}

// tell says on standard error what is no finding but should be known of a document:
// what is wrong with its own settings and files, and which references have no source at
// hand, where there are some at all.
func (p *program) tell(v *app.Verified) {
	name := oneLine(v.Verification.Document)
	for _, problem := range v.Problems {
		fmt.Fprintf(p.stderr, "%s: %s\n", place(v, problem.Line), oneLine(problem.Message))
	}
	if v.Gone > 0 {
		fmt.Fprintf(p.stderr, "%s: %s not found any more: --update-baseline forgets them\n", name, plural(v.Gone, "known finding"))
	}
	if len(v.Unmapped) == 0 {
		return
	}
	var names []string
	for i, r := range v.Unmapped {
		if i == mostUnmapped {
			names = append(names, fmt.Sprintf("and %d more", len(v.Unmapped)-i))
			break
		}
		names = append(names, strings.TrimSpace(r.ID+" "+short(cmp.Or(r.Title, r.URL, r.Text), 51)))
	}
	fmt.Fprintf(p.stderr, "%s: no source at hand for %d of %s: %s\n", name, len(v.Unmapped),
		plural(cited(v.References), "cited reference"), oneLine(strings.Join(names, "; ")))
}

// place names where a problem of a document stands, as far as that is known.
func place(v *app.Verified, line int) string {
	name := oneLine(v.Verification.Document)
	switch {
	case line == 0:
		return name
	case v.Unit != "":
		return fmt.Sprintf("%s: %s %d", name, v.Unit, line)
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// cited counts the references that are cited.
func cited(refs []citestone.CheckedReference) (n int) {
	for _, r := range refs {
		if r.Cited > 0 {
			n++
		}
	}
	return n
}

// mostUnmapped is how many references without a source are named.
const mostUnmapped = 10

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
