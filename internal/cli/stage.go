package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone/internal/app"
)

func (p *program) stages() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:     "stages",
		Short:   "List the pipeline's stages and steps",
		Long:    "List the stages and steps of a research run in order, with how each is carried out here\nand the files of the session it reads and writes.",
		Example: "  citestone stages\n  citestone stages --markdown",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a, _, err := p.open()
			if err != nil {
				return err
			}
			if markdown {
				fmt.Fprint(p.stdout, pipelinePage(a.Stages()))
				return nil
			}
			return p.listStages(a.Stages())
		},
	}
	cmd.Flags().BoolVar(&markdown, "markdown", false, "print the page docs/pipeline.md")
	return cmd
}

func (p *program) listStages(stages []app.Stage) error {
	t := p.table("STEP", "FORM", "WHAT", "WRITES")
	for _, stage := range stages {
		for _, s := range stage.Steps {
			what := s.Title
			if s.Round {
				what += " (each round)"
			}
			row(t, stage.Dir+"/"+s.Name, s.Form, what, strings.Join(s.Out, ", "))
		}
	}
	return t.Flush()
}

// pipelinePage is docs/pipeline.md.
func pipelinePage(stages []app.Stage) string {
	var b strings.Builder
	b.WriteString(`# The pipeline

Generated from the list of steps by ` + "`make generate`" + `; do not edit. A step reads and writes
only the files that it declares. The steps of the rounds run at most as often as
` + "`max_rounds`" + ` says; ` + "`rN`" + ` in a path stands for the round.
`)
	for _, stage := range stages {
		fmt.Fprintf(&b, "\n## %s\n\n| step | what | form | reads | writes |\n|---|---|---|---|---|\n", stage.Dir)
		for _, s := range stage.Steps {
			name := "`" + s.Name + "`"
			if s.Round {
				name += " (each round)"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", name, s.Title, s.Form, paths(s.In), paths(s.Out))
		}
	}
	return b.String()
}

// paths lists files in a table cell.
func paths(list []string) string {
	quoted := make([]string, len(list))
	for i, p := range list {
		quoted[i] = "`" + strings.ReplaceAll(p, "|", `\|`) + "`"
	}
	return strings.Join(quoted, "<br>")
}
