package corpus

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/citestone/citestone"
)

// rankedDocuments is how many documents Retrieval lists for a query.
const rankedDocuments = 1000

// Retrieval answers the queries of a test collection: dir holds documents (id, title,
// text) and queries (id, text) as .jsonl or .jsonl.gz. It writes a line
// {"query", "docs"} for each query, in their order, with up to 1000 ids of documents,
// best first.
func Retrieval(ctx context.Context, dir string, w io.Writer) error {
	type row struct{ ID, Title, Text string }
	documents, err := readRows[row](dir, "documents")
	if err != nil {
		return err
	}
	queries, err := readRows[row](dir, "queries")
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "citestone-retrieval-")
	if err != nil {
		return storage(err)
	}
	defer os.RemoveAll(tmp)
	docs := make([]Document, len(documents))
	for i, d := range documents {
		docs[i] = Document{ID: d.ID, Title: d.Title}
	}
	c, err := Build(ctx, tmp, docs, func(i int) string { return documents[i].Text })
	if err != nil {
		return err
	}
	defer c.Close()
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	for _, q := range queries {
		hits, err := c.SearchDocuments(ctx, q.Text, rankedDocuments)
		if err != nil {
			return err
		}
		ids := make([]string, len(hits))
		for i, h := range hits {
			ids[i] = h.Doc
		}
		if err := enc.Encode(struct {
			Query string   `json:"query"`
			Docs  []string `json:"docs"`
		}{q.ID, ids}); err != nil {
			return err
		}
	}
	return out.Flush()
}

// readRows reads dir/name.jsonl, or dir/name.jsonl.gz.
func readRows[T any](dir, name string) ([]T, error) {
	path := filepath.Join(dir, name+".jsonl")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		path += ".gz"
		f, err = os.Open(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, citestone.Errorf(citestone.NotFound, "%s holds neither %s.jsonl nor %s.jsonl.gz", dir, name, name)
	}
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "%w", err)
	}
	defer f.Close()
	var r io.Reader = bufio.NewReader(f)
	if filepath.Ext(path) == ".gz" {
		if r, err = gzip.NewReader(r); err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "%s: %w", path, err)
		}
	}
	var rows []T
	dec := json.NewDecoder(r)
	for {
		var row T
		err := dec.Decode(&row)
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "%s: row %d, near byte %d: %w", path, len(rows)+1, dec.InputOffset(), err)
		}
		rows = append(rows, row)
	}
}
