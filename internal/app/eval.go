package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/citestone/citestone"
)

// EvalResearch researches every question of a JSON Lines file and writes a row for
// each, in input order. The settings' corpus is the one that is searched.
func (a *App) EvalResearch(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	rows := json.NewEncoder(out)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		var q EvalQuestion
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return citestone.Errorf(citestone.BadInput, "line %d: %w", n, err)
		}
		row, err := a.Evaluate(ctx, q)
		if err != nil {
			return err
		}
		if err := rows.Encode(row); err != nil {
			return err
		}
	}
	return lines.Err()
}

// EvalRow is one line of the output of eval research.
type EvalRow struct {
	ID      string            `json:"id"`
	Outcome citestone.Outcome `json:"outcome"`
	Report  string            `json:"report"`
	JSON    string            `json:"json"`
	Rate    *float64          `json:"verification_rate"`
	Seconds float64           `json:"seconds"`
	Error   string            `json:"error,omitempty"`
}

// EvalQuestion is one line of the input of eval research.
type EvalQuestion struct {
	ID       string `json:"id"`
	Question string `json:"question"`
}

// Evaluate researches one question of an evaluation. Only a run that could not be
// carried out has an error in its row.
func (a *App) Evaluate(ctx context.Context, q EvalQuestion) (EvalRow, error) {
	started := a.now()
	row := EvalRow{ID: q.ID}
	req, err := a.config.Request(q.Question, started)
	if err != nil {
		return row, err
	}
	res, err := a.Research(ctx, req, nil)
	row.Outcome, row.Report, row.JSON, row.Rate = res.Outcome, res.Report, res.JSON, res.Rate
	row.Seconds = a.now().Sub(started).Seconds()
	if kind := citestone.KindOf(err); err != nil && kind != citestone.GateFailed && kind != citestone.NotEnough {
		if kind == citestone.Interrupted || errors.Is(err, context.Canceled) {
			return row, err
		}
		row.Error = err.Error()
	}
	return row, nil
}
