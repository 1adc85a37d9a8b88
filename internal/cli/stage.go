package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/config"
)

func (p *program) stages() *cobra.Command {
	var markdown bool
	cmd := &cobra.Command{
		Use:     "stages",
		Short:   "List the pipeline's stages and steps",
		Long:    "List the stages and steps of a research run in order, with how each is carried out here\nand the files of the session it reads and writes.",
		Example: "  citestone stages\n  citestone stages --markdown",
		Args:    cobra.NoArgs,
		RunE: p.with(func(cmd *cobra.Command, a *app.App, _ []string) error {
			if markdown {
				fmt.Fprint(p.stdout, pipelinePage(a.Stages()))
				return nil
			}
			return p.listStages(a.Stages())
		}),
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

// checkFrom returns an error unless name is empty or names a stage or a step, as
// --from does: "01_draft" and "draft", "01_draft/repair" and "repair".
func checkFrom(stages []app.Stage, name string) error {
	var names []string
	for _, stage := range stages {
		_, short, _ := strings.Cut(stage.Dir, "_")
		names = append(names, stage.Dir, short)
		for _, s := range stage.Steps {
			names = append(names, stage.Dir+"/"+s.Name, s.Name)
		}
	}
	if name == "" || slices.Contains(names, name) {
		return nil
	}
	hint := "see 'citestone stages'"
	if near := nearest(name, names); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "? " + hint
	}
	return citestone.Errorf(citestone.NotFound, "there is no stage or step %q", name).WithHint("%s", hint)
}

// nearest returns the names that differ least from one that is misspelt, none if all
// differ in more than two letters or a third of it.
func nearest(misspelt string, names []string) []string {
	limit := max(2, len(misspelt)/3)
	var near []string
	for _, name := range names {
		d := config.EditDistance(misspelt, name)
		if d < limit {
			limit, near = d, nil
		}
		if d == limit && !slices.Contains(near, name) {
			near = append(near, name)
		}
	}
	return near[:min(len(near), 3)]
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
