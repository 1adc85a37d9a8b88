package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/eval"
	"github.com/citestone/citestone/internal/text"
)

// A pair is a claim with the passage that it is held against.
type pair struct {
	ID, Dataset, Document, Claim, Label string
	Meta                                struct {
		Question, Title, Section, Context, Kind string
	}
}

// A judged is one line of the output of eval attribution.
type judged struct {
	ID    string          `json:"id"`
	Label citestone.Label `json:"label"`
	Score float64         `json:"score"`
	Judge string          `json:"judge"`
	Quote string          `json:"quote"`
}

// EvalAttribution judges the pairs of files, which open opens, by the judge of that name,
// see App.Judge. Table, unless it is nil,
// receives the measures over those that are labelled.
func (a *App) EvalAttribution(ctx context.Context, files []string, judge string, open func(name string) (io.Reader, func() error, error), out, table io.Writer) error {
	guarded, err := a.Judge(judge)
	if err != nil {
		return err
	}
	var all []eval.Judgement
	err = eachFile(files, open, func(in io.Reader) error {
		labelled, err := judgePairs(ctx, in, out, func(string) entail.Judge { return guarded })
		all = append(all, labelled...)
		return err
	})
	if err != nil || table == nil {
		return err
	}
	return eval.Attribution(table, all)
}

// judgePairs judges the pairs of JSON Lines, each with the judge for its data set, and
// writes a row for each, in input order. It returns those that are labelled.
func judgePairs(ctx context.Context, in io.Reader, out io.Writer, judge func(set string) entail.Judge) ([]eval.Judgement, error) {
	rows := json.NewDecoder(in)
	buffered := bufio.NewWriter(out)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	var labelled []eval.Judgement
	for n := 1; ; n++ {
		var p pair
		if err := rows.Decode(&p); errors.Is(err, io.EOF) {
			return labelled, buffered.Flush()
		} else if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "row %d: %w", n, err)
		}
		premise := p.premise()
		v, err := judge(p.Dataset).Judge(ctx, premise, p.Claim)
		if err != nil {
			return nil, err
		}
		line := judged{ID: p.ID, Label: v.Label, Score: v.Score, Judge: v.Judge}
		if len(v.Evidence) > 0 {
			line.Quote = v.Evidence[0].Quote
		}
		if err := lines.Encode(line); err != nil {
			return nil, err
		}
		if p.Label != "" {
			labelled = append(labelled, eval.Judgement{Set: p.Dataset, Kind: p.Meta.Kind, Gold: p.Label, Label: v.Label, Score: v.Score, Overlap: overlap(p.Claim, premise)})
		}
	}
}

// premise prepares the passage. The title stands in the document's own metadata; that
// of meta is of the page that makes the claim.
func (p *pair) premise() *entail.Premise {
	premise := entail.Prepare(p.Document, document.Parse("passage.txt", p.Document), entail.Context{Source: p.ID})
	return premise.About(p.Meta.Question, p.Meta.Title, p.Meta.Section, p.Meta.Context)
}

// overlap is the share of the claim's content words that the premise has.
func overlap(claim string, premise *entail.Premise) float64 {
	terms := text.Terms(claim)
	found := 0
	for _, t := range terms {
		if premise.Mentions(t) {
			found++
		}
	}
	return float64(found) / float64(max(1, len(terms)))
}
