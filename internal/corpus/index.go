package corpus

import (
	"context"
	"os"
	"reflect"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// index builds the generation of a scan beside the current one, switches to it and
// opens it. The caller holds the lock.
func (h home) index(ctx context.Context, s *scan, o Options) (*Corpus, Stats, error) {
	st := h.load()
	h.sweep(st.Generation)
	old, err := openGeneration(h.generation(st.Generation), st.Generation)
	if err != nil {
		old = new(generation)
	}
	defer old.close()
	tmp, err := os.MkdirTemp(h.dir, "build-")
	if err != nil {
		return nil, Stats{}, storage(err)
	}
	defer os.RemoveAll(tmp)
	b, err := newBuilder(tmp, o)
	if err != nil {
		return nil, Stats{}, err
	}
	defer b.close()
	files, err := b.gather(ctx, s, st, old)
	if err != nil {
		return nil, Stats{}, err
	}
	if len(b.entries) == 0 {
		return nil, Stats{}, s.none(files)
	}
	o.fail("gathered")
	gen, err := h.place(ctx, b)
	if err != nil {
		return nil, Stats{}, err
	}
	stats := gen.stats(s, files)
	stats.compare(old, gen)
	err = h.save(state{Format: format, Corpus: h.corpus, Generation: gen.id, Documents: stats.Documents, Passages: stats.Passages,
		Index: s.index, MaxFile: s.maxFile, Files: files})
	if err != nil {
		gen.close()
		return nil, Stats{}, storage(err)
	}
	o.fail("switched")
	h.sweep(gen.id)
	return &Corpus{gen}, stats, nil
}

// place makes the builder's generation one of the corpus and opens it. One that is
// there already, and whole, is taken as it is.
func (h home) place(ctx context.Context, b *builder) (*generation, error) {
	id, err := b.id()
	if err != nil {
		return nil, err
	}
	if gen, err := openGeneration(h.generation(id), id); err == nil {
		return gen, nil
	}
	if err := b.finish(ctx); err != nil {
		return nil, err
	}
	b.o.fail("indexed")
	h.discard("gen-" + id)
	if err := b.close(); err != nil { // where open files cannot be renamed
		return nil, storage(err)
	}
	if err := os.Rename(b.dir, h.generation(id)); err != nil {
		return nil, storage(err)
	}
	b.o.fail("renamed")
	gen, err := openGeneration(h.generation(id), id)
	if err != nil {
		return nil, storage(err)
	}
	return gen, nil
}

// gather reads the files of a scan that are new or changed and adds all documents.
func (b *builder) gather(ctx context.Context, s *scan, st state, old *generation) ([]known, error) {
	prev := make(map[string]known, len(st.Files))
	if st.MaxFile == s.maxFile {
		for _, k := range st.Files {
			if st.Indexed.UnixNano()-k.Modified < int64(unsure) {
				k.Modified = 0 // may have changed since: its hash decides
			}
			prev[k.Path] = k
		}
	}
	stored := old.byHash()
	var files []known
	for rest := s.files; len(rest) > 0; {
		part := rest[:batch(len(rest), func(i int) int64 { return rest[i].size })]
		read, texts, err := s.readAll(ctx, part, prev, stored)
		if err != nil {
			return nil, err
		}
		for i, k := range read {
			if k.Skip == "" {
				if err := b.add(k.Own.with(part[i].listed), texts[i]); err != nil {
					return nil, err
				}
			}
		}
		files = append(files, read...)
		rest = rest[len(part):]
	}
	return files, nil
}

// readAll reads some files side by side.
func (s *scan) readAll(ctx context.Context, part []file, prev map[string]known, stored func(string) (string, bool)) ([]known, []string, error) {
	files, texts := make([]known, len(part)), make([]string, len(part))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range part {
		g.Go(func() error {
			files[i], texts[i] = s.read(f, prev[f.path], stored)
			return ctx.Err()
		})
	}
	return files, texts, g.Wait()
}

// byHash returns a function that finds stored texts by their hash.
func (g *generation) byHash() func(sha string) (string, bool) {
	at := make(map[string]entry, len(g.entries))
	for _, e := range g.entries {
		at[e.SHA256] = e
	}
	return func(sha string) (string, bool) {
		e, ok := at[sha]
		if !ok {
			return "", false
		}
		text, err := readText(g.texts, e)
		return text, err == nil
	}
}

// compare counts what changed between two generations.
func (st *Stats) compare(old, now *generation) {
	for _, e := range now.entries {
		i, ok := old.find(e.ID)
		switch {
		case !ok:
			st.Added++
		case !reflect.DeepEqual(old.entries[i].Document, e.Document):
			st.Changed++
		}
	}
	st.Removed = len(old.entries) + st.Added - len(now.entries)
}

// none is the error of a corpus in which no file could be read.
func (s *scan) none(files []known) error {
	for _, k := range files {
		s.skip(k.Path, "%s", k.Skip)
	}
	return s.nothing(s.dir)
}
