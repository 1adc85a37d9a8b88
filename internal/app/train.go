package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/entail/train"
	"github.com/citestone/citestone/internal/eval"
)

// EvalTrain learns the weights of the deterministic judge from the labelled pairs of
// files, but for the data sets of scored, which are only measured, and writes them to
// out. Table receives the measures of every data set by weights that have not seen it.
func (a *App) EvalTrain(ctx context.Context, files, scored []string, open func(name string) (io.Reader, func() error, error), out, table io.Writer) error {
	var rows []train.Row
	err := eachFile(files, open, func(in io.Reader) error {
		list, err := features(in)
		rows = append(rows, list...)
		return err
	})
	if err != nil {
		return err
	}
	var learnable []train.Row
	var sets []string
	judges := map[string]entail.Judge{}
	for _, r := range rows {
		if slices.Contains(scored, r.Set) {
			continue
		}
		learnable = append(learnable, r)
		if !slices.Contains(sets, r.Set) {
			sets = append(sets, r.Set)
		}
	}
	for _, r := range rows {
		if judges[r.Set] == nil {
			judges[r.Set] = entail.Guard(entail.Weighted(train.Fit(train.Without(learnable, rows, r.Set), "")))
		}
	}
	var all []eval.Judgement
	err = eachFile(files, open, func(in io.Reader) error {
		list, err := judgePairs(ctx, in, io.Discard, func(set string) entail.Judge { return judges[set] })
		all = append(all, list...)
		return err
	})
	if err != nil {
		return err
	}
	if err := eval.Attribution(table, all); err != nil {
		return err
	}
	slices.Sort(sets)
	lines := json.NewEncoder(out)
	lines.SetIndent("", "  ")
	return lines.Encode(train.Fit(learnable, fmt.Sprintf("learnt from %d labelled pairs of %s", len(learnable), strings.Join(sets, ", "))))
}

// eachFile calls read with the contents of each file.
func eachFile(files []string, open func(name string) (io.Reader, func() error, error), read func(io.Reader) error) error {
	for _, name := range files {
		in, closeIn, err := open(name)
		if err != nil {
			return err
		}
		err = read(in)
		closeIn()
		if err != nil {
			return citestone.Errorf(citestone.KindOf(err), "%s: %w", name, err)
		}
	}
	return nil
}

// features measures the labelled pairs of JSON Lines.
func features(in io.Reader) ([]train.Row, error) {
	decoder := json.NewDecoder(in)
	var rows []train.Row
	for n := 1; ; n++ {
		var p pair
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "row %d: %w", n, err)
		}
		if x, ok := entail.Measure(p.premise(), p.Claim); ok && p.Label != "" {
			rows = append(rows, train.Row{Set: p.Dataset, Document: p.Document, Supported: p.Label == "supported", Features: x})
		}
	}
}
