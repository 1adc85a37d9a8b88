// Package cli is the command line: it decodes arguments, calls package app and shows
// events and results. Results go to standard output, everything else to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/render"
)

// program is one run of the command line.
type program struct {
	env            []string
	stdin          io.Reader
	stdout, stderr io.Writer

	given   map[string][]string // settings given as flags
	noColor bool
	verbose bool
	started bool // a command was found and its arguments were read
}

// Run carries out the command and returns its exit status: 0 fine, 1 a gate failed,
// 2 wrong usage, input or settings, 3 the sources do not answer the question,
// 4 interrupted but resumable, 5 a defect. env holds the environment as "NAME=value".
func Run(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{env: env, stdin: stdin, stdout: stdout, stderr: stderr, given: map[string][]string{}}
	root := p.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	called, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	if !p.started { // cobra's own errors are about usage
		err = citestone.Errorf(citestone.BadInput, "%w", err).WithHint("see '%s --help'", called.CommandPath())
	}
	return p.fail(err)
}

// fail shows the error with its hint and returns the exit status.
func (p *program) fail(err error) int {
	p.complain(err)
	kind := citestone.KindOf(err)
	if kind == citestone.Internal && errors.Is(err, context.Canceled) {
		kind = citestone.Interrupted
	}
	return kind.ExitCode()
}

// complain shows the error with its hint.
func (p *program) complain(err error) {
	fmt.Fprintf(p.stderr, "%s %s\n", p.paint(render.Red, "citestone:"), oneLine(err.Error()))
	if h := hint(err); h != "" {
		fmt.Fprintf(p.stderr, "hint: %s\n", oneLine(h))
	}
}

// hint returns the first hint in the error's chain.
func hint(err error) string {
	var e *citestone.Error
	for errors.As(err, &e) {
		if e.Hint != "" {
			return e.Hint
		}
		err = e.Unwrap()
	}
	return ""
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "citestone",
		Short: "Research with checked citations",
		Long: `Citestone answers a question with a report in which every factual claim was checked
against the passage it cites, or says that the sources do not answer it. It also checks
the citations of documents that exist. It works without a key, a model or a network.`,
		Example: `  citestone research --corpus docs "How long were garbage collection pauses after Go 1.5?"
  citestone show last
  citestone verify report.md --corpus docs`,
		Args:              cobra.NoArgs,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRun:  func(*cobra.Command, []string) { p.started = true },
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
	}
	p.settings(root.PersistentFlags(), "workspace")
	root.PersistentFlags().BoolVar(&p.noColor, "no-color", false, "never colour the output (as with NO_COLOR set)")
	root.PersistentFlags().BoolVarP(&p.verbose, "verbose", "v", false, "show more of what is done")
	root.AddCommand(p.research(), p.resume(), p.sessions(), p.show(), p.export(), p.audit(), p.verify(), p.rules(),
		p.corpus(), p.stages(), p.eval(), p.init(), p.config(), p.version())
	return root
}

// group returns a command that only holds others.
func group(c *cobra.Command, sub ...*cobra.Command) *cobra.Command {
	c.Args = cobra.NoArgs
	c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	c.AddCommand(sub...)
	return c
}

// open loads the settings and builds the application.
func (p *program) open() (*app.App, config.Config, error) {
	c, _, err := p.load()
	if err != nil {
		return nil, c, err
	}
	return app.New(c, app.Options{Now: time.Now, Version: version()}), c, nil
}

// with returns what a command does with the application.
func (p *program) with(run func(*cobra.Command, *app.App, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		a, _, err := p.open()
		if err != nil {
			return err
		}
		return run(cmd, a, args)
	}
}

func (p *program) load() (config.Config, []config.Origin, error) {
	return config.Load(config.Options{Env: p.env, Flags: p.given, Rules: app.RuleIDs()})
}

// getenv returns the value of a variable of the environment, "" if there is none.
func (p *program) getenv(name string) string {
	for _, e := range p.env {
		if value, ok := strings.CutPrefix(e, name+"="); ok {
			return value
		}
	}
	return ""
}
