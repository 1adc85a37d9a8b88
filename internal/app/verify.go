package app

import (
	"context"
	"os"
	"path/filepath"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/corpus"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/reader"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/verify"
)

// VerifyOptions say where the texts of a document's references may be found. A
// reference that is found nowhere is unverifiable, never wrong.
type VerifyOptions struct {
	Session string   // id of the session that made the documents
	Sources []string // files and folders
	Corpus  []string // folders
}

// Verifier verifies documents against sources that are gathered once. It may be used by
// several goroutines.
type Verifier struct {
	app      *App
	lib      *library
	shelf    *verify.Shelf
	verdicts *verdicts
}

// Verifier gathers the sources that documents are verified against.
func (a *App) Verifier(ctx context.Context, o VerifyOptions) (*Verifier, error) {
	dirs, files := o.Corpus, []string{}
	for _, name := range o.Sources {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			dirs = append(dirs, name)
		} else {
			files = append(files, name)
		}
	}
	v := &Verifier{app: a, lib: newLibrary(a.config.Cache, dirs, nil), shelf: &verify.Shelf{}, verdicts: newVerdicts(a.config.Cache)}
	if err := v.gather(ctx, o.Session, files); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// Close releases the indexes.
func (v *Verifier) Close() error { return v.lib.Close() }

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

func shelveCorpus(to *verify.Shelf, name string, c *corpus.Corpus) {
	for _, d := range c.Documents() {
		to.Add(citestone.Source{ID: name + "/" + d.ID, Title: d.Title, URL: d.URL, Path: d.Path, Published: d.Date,
			Publisher: d.Publisher, Authors: d.Authors, SHA256: d.SHA256}, func() (string, error) { return c.Text(d.ID) })
	}
}

func shelveFile(to *verify.Shelf, name string) error {
	data, err := os.ReadFile(name)
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

// Verified is a document with what was found in it.
type Verified struct {
	citestone.Verification        // with places in File
	File                   string // the text that these places count in
	Document               *document.Document
	Unmapped               []citestone.CheckedReference // references without a source at hand, if there are any sources

	inSource citestone.Verification // with places in Document.Source
	input    *audit.Input           // nil if the verdicts were remembered
}

// Verify checks the citations of a document. The report of a session, verified where
// it lies, finds its sources in its session.
func (v *Verifier) Verify(ctx context.Context, name string, data []byte) (*Verified, error) {
	d, err := v.app.read(name, data)
	if err != nil {
		return nil, err
	}
	shelves, err := v.shelves(ctx, name)
	if err != nil {
		return nil, err
	}
	out := &Verified{Document: d, File: d.Source}
	if d.Origin != nil && d.Origin.Paragraphs == nil {
		out.File = d.Origin.File
	}
	key := v.verdicts.key(d, v.app.config.Threshold, shelves)
	if !v.verdicts.load(key, &out.inSource) {
		in, err := verify.Check(ctx, d, judge(), verify.Shelved(shelves...), verify.Options{Mode: audit.Verify, Threshold: v.app.config.Threshold})
		if err != nil {
			return nil, err
		}
		out.input, out.inSource = in.Audit(), verify.Assemble(in)
		v.verdicts.store(key, out.inSource)
	}
	out.inSource.Document = name
	out.Verification = verify.Relocate(out.inSource, d)
	for _, r := range out.References {
		if r.Source == "" && len(shelves) > 0 {
			out.Unmapped = append(out.Unmapped, r)
		}
	}
	return out, nil
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

// read parses a document that is to be verified.
func (a *App) read(name string, data []byte) (*document.Document, error) {
	stored, meta, err := reader.Read(name, data)
	if err != nil && stored == "" {
		return nil, err
	}
	d := document.ParseCited(name, stored)
	d.Meta = meta
	return d, nil
}
