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
	learnable := slices.DeleteFunc(slices.Clone(rows), func(r train.Row) bool { return slices.Contains(scored, r.Set) })
	folds := folds{learnable: learnable, all: rows, judges: map[string]entail.Judge{}}
	var judged []eval.Judgement
	err = eachFile(files, open, func(in io.Reader) error {
		list, err := judgePairs(ctx, in, io.Discard, folds.judge)
		judged = append(judged, list...)
		return err
	})
	if err != nil {
		return err
	}
	if err := eval.Attribution(table, judged); err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	lines.SetIndent("", "  ")
	return lines.Encode(train.Fit(learnable, note(learnable)))
}

// note says what weights are learnt from.
func note(rows []train.Row) string {
	var sets []string
	for _, r := range rows {
		sets = append(sets, r.Set)
	}
	slices.Sort(sets)
	return fmt.Sprintf("learnt from %d labelled pairs of %s", len(rows), strings.Join(slices.Compact(sets), ", "))
}

// folds are the judges that have not seen the data set that they judge.
type folds struct {
	learnable, all []train.Row
	judges         map[string]entail.Judge // by data set
}

func (f folds) judge(set string) entail.Judge {
	if f.judges[set] == nil {
		f.judges[set] = entail.Guard(entail.Weighted(train.Fit(train.Without(f.learnable, f.all, set), "")))
	}
	return f.judges[set]
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
