package app

import (
	"context"
	"os"
	"path/filepath"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/corpus"
	"github.com/citestone/citestone/internal/reader"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/verify"
)

// gather puts all sources that were given on the shelf.
func (v *Verifier) gather(ctx context.Context, session string, files []string) error {
	if session != "" {
		if err := v.app.shelveSession(ctx, v.shelf, session); err != nil {
			return err
		}
	}
	for _, name := range files {
		if err := shelveFile(v.shelf, name); err != nil {
			return err
		}
	}
	for _, s := range v.lib.shelves {
		c, err := s.open(ctx)
		if err != nil {
			return err
		}
		shelveCorpus(v.shelf, s.name, c)
	}
	return nil
}

// shelves returns where the sources of a document may stand: in its own session, and
// among those that were given.
func (v *Verifier) shelves(ctx context.Context, name string) ([]*verify.Shelf, error) {
	var list []*verify.Shelf
	if id := v.app.sessionOf(name); id != "" {
		own := &verify.Shelf{}
		if err := v.app.shelveSession(ctx, own, id); err != nil {
			return nil, err
		}
		list = append(list, own)
	}
	if v.shelf.Len() > 0 {
		list = append(list, v.shelf)
	}
	return list, nil
}

func shelveCorpus(to *verify.Shelf, name string, c *corpus.Corpus) {
	for _, d := range c.Documents() {
		to.Add(citestone.Source{ID: name + "/" + d.ID, Title: d.Title, URL: d.URL, Path: d.Path, Published: d.Date,
			Publisher: d.Publisher, Authors: d.Authors, SHA256: d.SHA256}, func() (string, error) { return c.Text(d.ID) })
	}
}

func shelveFile(to *verify.Shelf, name string) error {
	data, err := ReadFile(name)
	if err != nil {
		return citestone.Errorf(citestone.BadInput, "source: %w", err)
	}
	stored, meta, err := reader.Read(name, data)
	if err != nil && stored == "" {
		return err
	}
	base := filepath.Base(name)
	to.Add(citestone.Source{ID: base, Path: base, Title: meta.Title, URL: meta.URL, Published: meta.Date,
		Publisher: meta.Publisher, Authors: meta.Authors, SHA256: search.Hash(stored)}, func() (string, error) { return stored, nil })
	return nil
}

// shelveSession adds the sources that a session stored.
func (a *App) shelveSession(ctx context.Context, to *verify.Shelf, id string) error {
	view, err := a.store.View(ctx, id)
	if err != nil {
		return err
	}
	r, err := readReport(view)
	if err != nil {
		return err
	}
	for _, src := range r.Sources {
		stored, err := snapshot(view, src.ID)
		if err != nil {
			return err
		}
		if search.Hash(stored) != src.SHA256 {
			return citestone.Errorf(citestone.Damaged, "session %s: the stored text of %s was changed", id, src.ID)
		}
		to.Add(src, func() (string, error) { return stored, nil })
	}
	return nil
}

// sessionOf returns the id of the session in whose folder a file lies, "" if in none.
func (a *App) sessionOf(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	for dir := filepath.Dir(abs); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, citestone.ManifestPath)); err == nil && !info.IsDir() &&
			a.store.Dir(filepath.Base(dir)) == dir {
			return filepath.Base(dir)
		}
	}
	return ""
}
