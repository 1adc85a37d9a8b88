package cli

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

func (p *program) eval() *cobra.Command {
	return group(&cobra.Command{
		Use:   "eval",
		Short: "Measure the engine on your own data",
		Long: `Measure the engine on your own data. The input is JSON Lines, plain or gzip; the output is
JSON Lines on standard output, in the order of the input.`,
		Example: "  citestone eval research questions.jsonl --corpus docs > answers.jsonl",
	}, p.evalResearch(), p.evalRetrieval(), p.evalAttribution(), p.evalTrain(), p.evalSegmentation(), p.evalMarkers())
}

func (p *program) evalResearch() *cobra.Command {
	var table bool
	cmd := &cobra.Command{
		Use:   "research FILE --corpus FOLDER",
		Short: "Answer each question of a file",
		Long: `Answer each question of a file with lines of {"id", "question"}. A line of the output has
id, outcome, report, json, verification_rate and seconds. With --table, questions that
carry "facts" ({"value", "url", "quote"}) are scored: is the passage that holds the quote
cited, and does the citing sentence state the value?`,
		Example: "  citestone eval research questions.jsonl --corpus docs > answers.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.overLines(args[0], func(a *app.App, in io.Reader) error {
				return a.EvalResearch(cmd.Context(), in, p.stdout, p.scores(table))
			})
		},
	}
	cmd.Flags().BoolVar(&table, "table", false, "print a table of the facts that the reports state, on standard error")
	p.settings(cmd.Flags(), "corpus", "mode", "style", "cache")
	return cmd
}

func (p *program) evalRetrieval() *cobra.Command {
	var table bool
	cmd := &cobra.Command{
		Use:   "retrieval FOLDER",
		Short: "Rank documents for each query of a folder",
		Long: `Rank documents for each query of a folder that holds documents.jsonl and queries.jsonl, or
the same with .gz. A line of the output has query and docs, best first, at most 1000.`,
		Example: "  citestone eval retrieval data/retrieval > ranking.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			return a.EvalRetrieval(cmd.Context(), args[0], p.stdout, p.scores(table))
		}),
	}
	cmd.Flags().BoolVar(&table, "table", false, "print nDCG, MAP, MRR and recall over the folder's qrels, on standard error")
	p.settings(cmd.Flags(), "cache")
	return cmd
}

func (p *program) evalAttribution() *cobra.Command {
	var table bool
	var judge string
	cmd := &cobra.Command{
		Use:   "attribution FILE...",
		Short: "Judge the claims of files against their passages",
		Long: `Judge the claims of files against their passages: lines of {"id", "document", "claim"}. A
line of the output has id, label (entailment, contradiction, neutral or abstain), score (support, 0 to
1), judge and quote. With --table, rows that carry "label" (supported, contradicted,
neutral or unsupported) are scored, by "dataset" and "meta": {"kind"}.`,
		Example: "  citestone eval attribution pairs.jsonl.gz > verdicts.jsonl\n  citestone eval attribution --table data/attribution/*.jsonl.gz > /dev/null",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, _, err := p.open()
			if err != nil {
				return err
			}
			return a.EvalAttribution(cmd.Context(), args, judge, p.openLines, p.stdout, p.scores(table))
		},
	}
	cmd.Flags().BoolVar(&table, "table", false, "print the measures by data set, on standard error")
	cmd.Flags().StringVar(&judge, "judge", "", "deterministic, nli or cascade; all that are configured by default")
	return cmd
}

func (p *program) evalTrain() *cobra.Command {
	var scored []string
	cmd := &cobra.Command{
		Use:   "train FILE...",
		Short: "Learn the weights of the deterministic judge from labelled claims",
		Long: `Learn the weights of the deterministic judge from the claims of files, as "eval attribution --table" reads
them, and write them as JSON. The table on standard error measures each data set with weights that
were learnt from the others, without the passages that it shares with them.`,
		Example: "  citestone eval train data/attribution/*.jsonl.gz --only-score negation_rte > weights.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, _, err := p.open()
			if err != nil {
				return err
			}
			return a.EvalTrain(cmd.Context(), args, scored, p.openLines, p.stdout, p.stderr)
		},
	}
	cmd.Flags().StringSliceVar(&scored, "only-score", nil, "data `sets` to measure and not to learn from")
	return cmd
}

func (p *program) evalMarkers() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "markers FILE...",
		Short: "Count the markers and references of documents",
		Long: `Count the citation markers and references of documents, without their sources. A line of
the output has file, marker_tokens, citations, distinct_cited, reference_entries, dangling,
orphans and duplicates. '-' reads standard input.`,
		Example: "  citestone eval markers reports/*.md > markers.jsonl",
		Args:    cobra.MinimumNArgs(1),
		RunE: p.with(func(cmd *cobra.Command, a *app.App, args []string) error {
			rows := json.NewEncoder(p.stdout)
			for _, name := range args {
				data, err := p.readFile(name)
				if err != nil {
					return err
				}
				row, err := a.EvalMarkers(name, data)
				if err != nil {
					return err
				}
				if err := rows.Encode(row); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	return cmd
}

func (p *program) evalSegmentation() *cobra.Command {
	return &cobra.Command{
		Use:   "segmentation FILE",
		Short: "Split each text of a file into sentences",
		Long: `Split each text of a file with lines of {"id", "text"} into sentences. A line of the output
has id and sentences, each an exact part of the text.`,
		Example: "  citestone eval segmentation texts.jsonl.gz > sentences.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.overLines(args[0], func(a *app.App, in io.Reader) error {
				return a.EvalSegmentation(cmd.Context(), in, p.stdout)
			})
		},
	}
}

// scores is where the table of an evaluation goes, if one is wanted.
func (p *program) scores(wanted bool) io.Writer {
	if !wanted {
		return nil
	}
	return p.stderr
}

// overLines evaluates the lines of a file.
func (p *program) overLines(name string, evaluate func(*app.App, io.Reader) error) error {
	a, _, err := p.open()
	if err != nil {
		return err
	}
	in, closeIn, err := p.openLines(name)
	if err != nil {
		return err
	}
	defer closeIn()
	return evaluate(a, in)
}

// openLines opens a file of lines, unpacking it if it is gzip; "-" is standard input.
func (p *program) openLines(name string) (io.Reader, func() error, error) {
	in, closeIn := p.stdin, func() error { return nil }
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, nil, citestone.Errorf(citestone.BadInput, "cannot read: %w", err)
		}
		in, closeIn = f, f.Close
	}
	buffered := bufio.NewReader(in)
	if magic, _ := buffered.Peek(2); string(magic) != "\x1f\x8b" {
		return buffered, closeIn, nil
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		closeIn()
		return nil, nil, citestone.Errorf(citestone.BadInput, "%s: %w", name, err)
	}
	return unpacked, closeIn, nil
}
