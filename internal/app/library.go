package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/corpus"
	"github.com/citestone/citestone/internal/search"
)

// library opens corpora when they are first needed: a resumed session whose sources
// are all stored does not need them any more.
type library struct {
	cache   string
	shelves []*shelf
	pinned  string
}

// shelf is one corpus as a search backend.
type shelf struct {
	lib    *library
	name   string
	dir    string
	sink   func(citestone.Event)
	mu     sync.Mutex
	corpus *corpus.Corpus
}

// newLibrary names each corpus by its folder, so that what a session stores does not
// depend on where the folder lies.
func newLibrary(cache string, dirs []string, sink func(citestone.Event)) *library {
	lib := &library{cache: cache}
	seen := map[string]int{}
	for _, dir := range dirs {
		name := filepath.Base(dir)
		seen[name]++
		if n := seen[name]; n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		lib.shelves = append(lib.shelves, &shelf{lib: lib, name: name, dir: dir, sink: sink})
	}
	return lib
}

func (l *library) backends() []search.Backend {
	out := make([]search.Backend, len(l.shelves))
	for i, s := range l.shelves {
		out[i] = s
	}
	return out
}

// pin makes every later use fail when the corpora are not of that generation; "" takes
// them as they are.
func (l *library) pin(generation string) { l.pinned = generation }

// generation opens all corpora and names their content.
func (l *library) generation(ctx context.Context) (string, error) {
	var ids []string
	for _, s := range l.shelves {
		c, err := s.open(ctx)
		if err != nil {
			return "", err
		}
		ids = append(ids, s.name+":"+c.Generation())
	}
	return strings.Join(ids, " "), nil
}

func (l *library) Close() error {
	var errs []error
	for _, s := range l.shelves {
		if s.corpus != nil {
			errs = append(errs, s.corpus.Close())
		}
	}
	return errors.Join(errs...)
}

// open opens the corpus once, indexing what is new, and tells what it did.
func (s *shelf) open(ctx context.Context) (*corpus.Corpus, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.corpus != nil {
		return s.corpus, nil
	}
	c, stats, err := corpus.Open(ctx, s.dir, corpus.Options{Cache: s.lib.cache})
	if err != nil {
		return nil, err
	}
	if want := s.lib.pinned; want != "" && !strings.Contains(" "+want+" ", " "+s.name+":"+c.Generation()+" ") {
		return nil, errors.Join(citestone.Errorf(citestone.Unavailable, "corpus %s: %w", s.name, search.ErrChanged).
			WithHint("resume with --upgrade to use it as it is now"), c.Close())
	}
	s.corpus = c
	s.tell(stats)
	return c, nil
}

func (s *shelf) tell(stats corpus.Stats) {
	if s.sink == nil {
		return
	}
	s.sink(citestone.Event{Version: 1, Kind: citestone.Progress, Message: fmt.Sprintf("corpus %s: %d documents, %d passages (%d added, %d changed, %d removed, %d skipped)",
		s.name, stats.Documents, stats.Passages, stats.Added, stats.Changed, stats.Removed, len(stats.Skipped))})
	for _, skip := range stats.Skipped {
		s.sink(citestone.Event{Version: 1, Kind: citestone.Note, Message: fmt.Sprintf("skipped %s: %s", skip.Path, skip.Reason)})
	}
}

// Name is the name that sources and calls carry.
func (s *shelf) Name() string { return s.name }

// Search finds passages by BM25.
func (s *shelf) Search(ctx context.Context, query string, n int) ([]search.Hit, error) {
	c, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	hits, err := c.Search(ctx, query, n)
	if err != nil {
		return nil, err
	}
	out := make([]search.Hit, 0, len(hits))
	for _, h := range hits {
		d, ok := c.Document(h.Doc)
		if !ok {
			continue
		}
		out = append(out, search.Hit{Start: h.Start, End: h.End, Score: h.Score, Document: search.Document{
			Backend: s.name, ID: d.ID, Path: d.Path, Title: d.Title, URL: d.URL, Authors: d.Authors, Publisher: d.Publisher,
			Published: d.Date, Summary: d.Summary, SHA256: d.SHA256, Bytes: d.Bytes}})
	}
	return out, nil
}

// Read returns a document's stored text.
func (s *shelf) Read(ctx context.Context, id string) (string, error) {
	c, err := s.open(ctx)
	if err != nil {
		return "", err
	}
	return c.Text(id)
}
