package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/eval"
)

// EvalResearch researches every question of a JSON Lines file and writes a row for
// each, in input order. The settings' corpus is the one that is searched. Where the
// questions carry facts, table, unless it is nil, receives what the reports made of them.
func (a *App) EvalResearch(ctx context.Context, in io.Reader, out, table io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	rows := json.NewEncoder(out)
	var scores []eval.Row
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
		if table != nil {
			score, err := a.score(ctx, q, row)
			if err != nil {
				return err
			}
			scores = append(scores, score)
		}
	}
	if err := lines.Err(); err != nil || table == nil {
		return err
	}
	return eval.Table(table, scores)
}

// score compares a report with the facts that it should state.
func (a *App) score(ctx context.Context, q EvalQuestion, row EvalRow) (eval.Row, error) {
	out := eval.Row{ID: q.ID, Outcome: row.Outcome, Rate: row.Rate}
	if row.Error != "" {
		return out, nil
	}
	v, err := a.store.View(ctx, filepath.Base(filepath.Dir(filepath.Dir(row.Report))))
	if err != nil {
		return out, err
	}
	report, err := readReport(v)
	if err != nil {
		return out, err
	}
	markdown, err := v.Read(citestone.FinalReport.Path(0))
	if err != nil {
		return out, err
	}
	texts := map[string]string{}
	for _, src := range report.Sources {
		if texts[src.ID], err = snapshot(v, src.ID); err != nil {
			return out, err
		}
	}
	body, _, _ := strings.Cut(string(markdown), "\n## References\n")
	out.Words = len(strings.Fields(body))
	out.Facts = eval.Facts(report, string(markdown), texts, q.Facts)
	return out, nil
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
	ID       string          `json:"id"`
	Question string          `json:"question"`
	Facts    []eval.GoldFact `json:"facts"` // optional
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
