package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// A segmented is one line of the output of eval segmentation.
type segmented struct {
	ID        string   `json:"id"`
	Sentences []string `json:"sentences"`
}

// EvalSegmentation splits the text of every row of JSON Lines into sentences and
// writes a row for each, in input order.
func (a *App) EvalSegmentation(ctx context.Context, in io.Reader, out io.Writer) error {
	rows := json.NewDecoder(in)
	buffered := bufio.NewWriter(out)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	for n := 1; ctx.Err() == nil; n++ {
		var row struct{ ID, Text string }
		if err := rows.Decode(&row); errors.Is(err, io.EOF) {
			return buffered.Flush()
		} else if err != nil {
			return citestone.Errorf(citestone.BadInput, "row %d: %w", n, err)
		}
		line := segmented{ID: row.ID, Sentences: []string{}}
		for _, span := range text.Sentences(row.Text) {
			line.Sentences = append(line.Sentences, row.Text[span.Start:span.End])
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return ctx.Err()
}
