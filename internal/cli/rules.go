package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

func (p *program) rules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "List the rules of verify and explain them",
		Long: `List the rules of verify: what each finds and how bad that is. 'rules explain' prints the
page of a rule: what it means, an example, why it can be wrong and how to suppress it.`,
		Example: "  citestone rules\n  citestone rules explain dangling-citation\n  citestone rules --format json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			if format == "json" {
				return p.writeJSON(app.Rules())
			}
			return p.listRules()
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.AddCommand(&cobra.Command{
		Use:     "explain RULE",
		Short:   "Explain a rule",
		Long:    "Print the page of a rule: what it means, an example, why it can be wrong and how to\nsuppress it.",
		Example: "  citestone rules explain conflicting-citation",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return p.explain(args[0]) },
	})
	return cmd
}

func (p *program) listRules() error {
	t := p.table("RULE", "SEVERITY", "FIX", "WHAT")
	for _, r := range app.Rules() {
		what, fix := r.Doc, "-"
		if r.Sources {
			what = strings.TrimSuffix(what, ".") + " (with sources only)."
		}
		if r.Fix != "" {
			fix = r.Fix
		}
		row(t, r.ID, string(r.Severity), fix, what)
	}
	return t.Flush()
}

func (p *program) explain(id string) error {
	if page, ok := app.RulePage(id); ok {
		_, err := fmt.Fprint(p.stdout, page)
		return err
	}
	hint := "'citestone rules' lists them"
	if near := nearest(id, app.RuleIDs()); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "? " + hint
	}
	return citestone.Errorf(citestone.NotFound, "there is no rule %q", id).WithHint("%s", hint)
}
