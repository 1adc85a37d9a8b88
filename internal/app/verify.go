package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/reader"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/text"
	"github.com/citestone/citestone/internal/verify"
)

// VerifyOptions say where the texts of a document's references may be found. A
// reference that is found nowhere is unverifiable, never wrong.
type VerifyOptions struct {
	Session string   // id of the session that made the report
	Sources []string // files
	Corpus  []string // folders
}

// Verify checks the citations of a document. The report of a session, verified where
// it lies, finds its sources in its session.
func (a *App) Verify(ctx context.Context, name string, data []byte, o VerifyOptions) (citestone.Verification, error) {
	stored, meta, err := reader.Read(name, data)
	if err != nil && stored == "" {
		return citestone.Verification{}, err
	}
	d := document.ParseCited(name, stored)
	d.Meta = meta
	var sh shelves
	if err := a.fill(ctx, &sh, name, o); err != nil {
		return citestone.Verification{}, err
	}
	v, err := verify.Document(ctx, d, judge(), sh.resolve, verify.Options{Mode: audit.Verify, Threshold: a.config.Threshold})
	v.Document = name
	return v, err
}

func (a *App) fill(ctx context.Context, sh *shelves, name string, o VerifyOptions) error {
	id := o.Session
	if id == "" {
		id = a.sessionOf(name)
	}
	if id != "" {
		if err := a.addSession(ctx, sh, id); err != nil {
			return err
		}
	}
	for _, file := range o.Sources {
		if err := sh.addFile(file); err != nil {
			return err
		}
	}
	lib := newLibrary(a.config.Cache, o.Corpus, nil)
	defer lib.Close()
	for _, s := range lib.shelves {
		c, err := s.open(ctx)
		if err != nil {
			return err
		}
		for _, d := range c.Documents() {
			stored, err := c.Text(d.ID)
			if err != nil {
				return err
			}
			sh.add(citestone.Source{ID: s.name + "/" + d.ID, Title: d.Title, URL: d.URL, Path: d.Path, Published: d.Date,
				Publisher: d.Publisher, Authors: d.Authors, SHA256: d.SHA256}, stored)
		}
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

func (a *App) addSession(ctx context.Context, sh *shelves, id string) error {
	v, err := a.store.View(ctx, id)
	if err != nil {
		return err
	}
	r, err := readReport(v)
	if err != nil {
		return err
	}
	for _, src := range r.Sources {
		stored, err := snapshot(v, src.ID)
		if err != nil {
			return err
		}
		if search.Hash(stored) != src.SHA256 {
			return citestone.Errorf(citestone.Damaged, "session %s: the stored text of %s was changed", id, src.ID)
		}
		sh.add(src, stored)
	}
	return nil
}

// shelves are the sources at hand when a document is verified.
type shelves struct {
	sources []citestone.Source
	texts   []string
	ready   map[int]*verify.Source
}

func (s *shelves) add(src citestone.Source, stored string) {
	s.sources = append(s.sources, src)
	s.texts = append(s.texts, stored)
}

func (s *shelves) addFile(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return citestone.Errorf(citestone.BadInput, "source: %w", err)
	}
	stored, meta, err := reader.Read(name, data)
	if err != nil && stored == "" {
		return err
	}
	s.add(citestone.Source{ID: filepath.Base(name), Path: filepath.Base(name), Title: meta.Title, URL: meta.URL, Published: meta.Date,
		Publisher: meta.Publisher, Authors: meta.Authors, SHA256: search.Hash(stored)}, stored)
	return nil
}

// resolve finds the source of a reference: by the hash it carries, its address, its
// path, or its title.
func (s *shelves) resolve(_ context.Context, ref document.Reference) (*verify.Source, error) {
	for _, same := range []func(citestone.Source) bool{
		func(c citestone.Source) bool { return len(ref.SHA256) >= 16 && strings.HasPrefix(c.SHA256, ref.SHA256) },
		func(c citestone.Source) bool { return ref.URL != "" && address(ref.URL) == address(c.URL) },
		func(c citestone.Source) bool { return c.Path != "" && strings.Contains(ref.Text, c.Path) },
		func(c citestone.Source) bool {
			return len(c.Title) > 8 && ref.Title != "" && fold(ref.Title) == fold(c.Title)
		},
	} {
		if i := slices.IndexFunc(s.sources, same); i >= 0 {
			return s.prepared(i), nil
		}
	}
	if ref.Text == "" {
		return nil, nil
	}
	return &verify.Source{URL: ref.URL, Title: ref.Title}, nil
}

func (s *shelves) prepared(i int) *verify.Source {
	if s.ready == nil {
		s.ready = map[int]*verify.Source{}
	}
	if s.ready[i] == nil {
		src := s.sources[i]
		p := entail.Prepare(s.texts[i], document.Parse(src.Path, s.texts[i]), evidence.Context(src))
		s.ready[i] = &verify.Source{ID: src.ID, URL: src.URL, Title: src.Title, Premise: p}
	}
	return s.ready[i]
}

func address(u string) string {
	u, _, _ = strings.Cut(u, "#")
	_, rest, ok := strings.Cut(u, "://")
	if !ok {
		return u
	}
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

func fold(s string) string { return strings.TrimSpace(text.Identity(s).Fold().Text) }
