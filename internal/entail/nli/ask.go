package nli

import (
	"context"
	"math"
	"net/http"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
)

// asker reads excerpts for one claim.
type asker struct {
	judge      *Judge
	info       info
	meaning    map[string]citestone.Label
	hypothesis string

	readings   []reading
	impossible bool // even the smallest excerpt is too long beside the claim
}

// askAll reads the excerpts in as few requests as the server takes.
func (a *asker) askAll(ctx context.Context, list []entail.Excerpt) error {
	for len(list) > 0 {
		n := a.batch(list)
		if err := a.ask(ctx, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// batch returns how many of the excerpts go into one request.
func (a *asker) batch(list []entail.Excerpt) int {
	n, left := 0, a.info.MaxBatchTokens
	for n < min(len(list), a.info.MaxBatch) {
		left -= tokens(list[n].Text()) + tokens(a.hypothesis) + specials
		if n > 0 && left < 0 {
			break
		}
		n++
	}
	return n
}

// ask reads a batch. What the server finds too long is taken apart: first the batch, in
// which any one may have been it, then the excerpt.
func (a *asker) ask(ctx context.Context, batch []entail.Excerpt) error {
	rows, err := a.predict(ctx, batch)
	switch {
	case err == nil:
		for i, row := range rows {
			a.judge.soften(row)
			a.readings = append(a.readings, reading{batch[i], row[citestone.Entailment], row[citestone.Contradiction]})
		}
		return nil
	case !isTooLong(err):
		return err
	}
	parts := batch
	half := len(parts) / 2
	if len(batch) == 1 {
		if parts, half = batch[0].Halves(), 1; parts == nil {
			a.impossible = true
			return err
		}
	}
	if err := a.ask(ctx, parts[:half]); err != nil {
		return err
	}
	return a.ask(ctx, parts[half:])
}

// prediction is one label of an answer.
type prediction struct {
	Label string   `json:"label"`
	Score *float64 `json:"score"`
}

// predict returns the probabilities of what the labels mean, for each excerpt. Pairs
// always go as a list of pairs: a flat list of two texts would be one pair.
func (a *asker) predict(ctx context.Context, batch []entail.Excerpt) ([]map[citestone.Label]float64, error) {
	pairs := make([][2]string, len(batch))
	for i, e := range batch {
		pairs[i] = [2]string{e.Text(), a.hypothesis}
	}
	var answer [][]prediction
	err := a.judge.model.call(ctx, http.MethodPost, "/predict", map[string]any{"inputs": pairs, "raw_scores": false, "truncate": false}, &answer)
	if err != nil {
		return nil, err
	}
	if len(answer) != len(batch) {
		return nil, a.judge.model.malformed("%d answers to %d pairs", len(answer), len(batch))
	}
	rows := make([]map[citestone.Label]float64, len(batch))
	for i, labels := range answer {
		if rows[i], err = a.row(labels); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// row reads the labels of one pair by their names: they come in the order of their
// scores. All must be there, and their scores must be probabilities.
func (a *asker) row(labels []prediction) (map[citestone.Label]float64, error) {
	row, sum := map[citestone.Label]float64{}, 0.0
	seen := map[string]bool{}
	for _, l := range labels {
		meaning, known := a.meaning[l.Label]
		switch {
		case !known || seen[l.Label]:
			return nil, a.judge.model.malformed("the label %q, which its model does not have, or twice", l.Label)
		case l.Score == nil || *l.Score < 0 || *l.Score > 1:
			return nil, a.judge.model.malformed("a score of %q that is no probability", l.Label)
		}
		seen[l.Label] = true
		row[meaning] += *l.Score
		sum += *l.Score
	}
	if len(seen) != len(a.meaning) || math.Abs(sum-1) > 0.02 {
		return nil, a.judge.model.malformed("%d of %d labels, with scores that sum up to %.2f", len(seen), len(a.meaning), sum)
	}
	return row, nil
}

// tokens estimates, rather too high, how many tokens a model makes of a text: one for
// four letters of a word begun, each digit and each sign; and outside of ASCII one for
// each byte, as models do with scripts that they have not learnt.
func tokens(s string) int {
	n, letters := 0, 0
	for _, r := range s {
		if r < utf8.RuneSelf && unicode.IsLetter(r) {
			if letters%4 == 0 {
				n++
			}
			letters++
			continue
		}
		letters = 0
		if !unicode.IsSpace(r) {
			n += utf8.RuneLen(r)
		}
	}
	return n
}
