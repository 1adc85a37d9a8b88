package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

func (p *program) corpus() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "corpus",
		Short: "Index and search folders of documents",
		Long: `Index and search folders of documents: Markdown, HTML and plain text. The index lies in
the cache folder; the documents' folder is never written to. 'citestone research' indexes
what is new by itself.`,
		Example: "  citestone corpus add docs\n  citestone corpus search docs garbage collection pauses",
	}, p.corpusAdd(), p.corpusList(), p.corpusSearch())
	p.settings(cmd.PersistentFlags(), "cache")
	return cmd
}

func (p *program) corpusAdd() *cobra.Command {
	return &cobra.Command{
		Use:     "add FOLDER...",
		Short:   "Index folders, or bring their index up to date",
		Long:    "Index folders, or bring their index up to date. A file that cannot be read is named and left out.",
		Example: "  citestone corpus add docs",
		Args:    cobra.MinimumNArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			for _, dir := range args {
				stats, err := a.CorpusAdd(cmd.Context(), dir, p.counter(dir))
				if err != nil {
					return err
				}
				for _, s := range stats.Skipped {
					fmt.Fprintf(p.stderr, "left out %s: %s\n", oneLine(s.Path), oneLine(s.Reason))
				}
				fmt.Fprintf(p.stdout, "%s: %s, %s (%d added, %d changed, %d removed, %d left out)\n", dir,
					plural(stats.Documents, "document"), plural(stats.Passages, "passage"),
					stats.Added, stats.Changed, stats.Removed, len(stats.Skipped))
			}
			return nil
		}),
	}
}

// counter shows how many documents are done, every thousand of them.
func (p *program) counter(dir string) func(done, total int) {
	return func(done, total int) {
		if done > 0 && done%1000 == 0 {
			fmt.Fprintf(p.stderr, "%s: %d of %d documents\n", dir, done, total)
		}
	}
}

func (p *program) corpusList() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Short:   "List the folders that are indexed",
		Long:    "List the folders that are indexed, with the size of their index.",
		Example: "  citestone corpus ls",
		Args:    cobra.NoArgs,
		RunE: p.with(func(cmd *cobra.Command, a *app.App, _ []string) error {
			list, err := a.CorpusList(cmd.Context())
			if err != nil {
				return err
			}
			t := p.table("FOLDER", "DOCUMENTS", "PASSAGES", "INDEX")
			for _, c := range list {
				row(t, c.Dir, fmt.Sprint(c.Documents), fmt.Sprint(c.Passages), size(c.Bytes))
			}
			return t.Flush()
		}),
	}
}

func (p *program) corpusSearch() *cobra.Command {
	var n int
	cmd := &cobra.Command{
		Use:     "search FOLDER QUERY",
		Short:   "Search a folder of documents",
		Long:    "Search a folder of documents; the best passages come first.",
		Example: "  citestone corpus search docs \"garbage collection pauses\" -n 5",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 {
				return citestone.Errorf(citestone.BadInput, "-n must be at least 1")
			}
			a, _, err := p.open()
			if err != nil {
				return err
			}
			hits, err := a.CorpusSearch(cmd.Context(), args[0], strings.Join(args[1:], " "), n)
			if err != nil {
				return err
			}
			for _, h := range hits {
				fmt.Fprintf(p.stdout, "%6.2f  %s\n", h.Score, oneLine(h.Title))
				where := oneLine(h.Path)
				for _, s := range []string{h.Date, h.Section, h.URL} {
					if s != "" {
						where += "  " + oneLine(s)
					}
				}
				fmt.Fprintf(p.stdout, "%s%s\n%s%s\n", indent, where, indent, short(h.Text, 300))
			}
			if len(hits) == 0 {
				fmt.Fprintln(p.stderr, "nothing found")
			}
			return nil
		},
	}
	cmd.Flags().IntVarP(&n, "count", "n", 10, "passages at most")
	return cmd
}
