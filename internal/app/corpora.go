package app

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/corpus"
	"github.com/citestone/citestone/internal/eval"
)

// CorpusAdd indexes a folder of documents, or what is new in it.
func (a *App) CorpusAdd(ctx context.Context, dir string, progress func(done, total int)) (corpus.Stats, error) {
	c, stats, err := corpus.Open(ctx, dir, corpus.Options{Cache: a.config.Cache, Progress: progress})
	if err != nil {
		return stats, err
	}
	return stats, c.Close()
}

// CorpusList lists the folders that are indexed.
func (a *App) CorpusList(context.Context) ([]corpus.Info, error) { return corpus.List(a.config.Cache) }

// CorpusHit is a passage that a query found in a folder.
type CorpusHit struct {
	Title, URL, Date, Path, Section, Text string
	Score                                 float64
}

// CorpusSearch finds the n best passages of a folder, indexing first what is new.
func (a *App) CorpusSearch(ctx context.Context, dir, query string, n int) ([]CorpusHit, error) {
	c, _, err := corpus.Open(ctx, dir, corpus.Options{Cache: a.config.Cache})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	hits, err := c.Search(ctx, query, n)
	if err != nil {
		return nil, err
	}
	out := make([]CorpusHit, len(hits))
	for i, h := range hits {
		d, _ := c.Document(h.Doc)
		text, err := c.Text(h.Doc)
		if err != nil {
			return nil, err
		}
		out[i] = CorpusHit{d.Title, d.URL, d.Date, d.Path, h.Section, text[h.Start:h.End], h.Score}
	}
	return out, nil
}

// EvalRetrieval answers the queries of a test collection. Table, unless it is nil,
// receives the measures over the collection's qrels.
func (a *App) EvalRetrieval(ctx context.Context, dir string, out, table io.Writer) error {
	if table == nil {
		return corpus.Retrieval(ctx, dir, out)
	}
	var run bytes.Buffer
	if err := corpus.Retrieval(ctx, dir, io.MultiWriter(out, &run)); err != nil {
		return err
	}
	qrels, err := openRows(filepath.Join(dir, "qrels.jsonl"))
	if err != nil {
		return err
	}
	defer qrels.Close()
	r, err := eval.Retrieval(&run, qrels)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(table, r)
	return err
}

// openRows opens a file of rows, or the same with .gz.
func openRows(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err == nil {
		return f, nil
	}
	if f, err = os.Open(name + ".gz"); err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "judgements: %w", err)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.Join(citestone.Errorf(citestone.BadInput, "%s.gz: %w", name, err), f.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{z, f}, nil
}
