package corpus

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"golang.org/x/sync/errgroup"
)

// So many documents or bytes are in memory at once, but at least one document.
const (
	batchDocuments = 64
	batchBytes     = 32 << 20
)

// batch returns how many of n documents are dealt with together.
func batch(n int, size func(i int) int64) int {
	total := int64(0)
	for i := range min(n, batchDocuments) {
		if total += size(i); total > batchBytes && i > 0 {
			return i
		}
	}
	return min(n, batchDocuments)
}

// A builder writes a generation into a folder of its own. The stored texts of
// unchanged documents are taken over; the postings are written anew: a generation is
// then a function of the content alone, whatever came before it, and writing them
// takes less time than a merge would be worth (a second for 2,500 passages).
type builder struct {
	dir     string
	o       Options
	texts   *os.File
	entries []entry
	size    int64 // of the texts
	sizes   []int64
	records []record
}

func newBuilder(dir string, o Options) (*builder, error) {
	f, err := os.Create(filepath.Join(dir, "texts"))
	if err != nil {
		return nil, storage(err)
	}
	return &builder{dir: dir, o: o, texts: f}, nil
}

func (b *builder) close() error { return b.texts.Close() }

// add stores the text of the next document; they come in the order of their ids.
func (b *builder) add(d Document, text string) error {
	if _, err := b.texts.WriteString(text); err != nil {
		return storage(err)
	}
	b.entries = append(b.entries, entry{Document: d, Offset: b.size})
	b.size += int64(len(text))
	return nil
}

// id is the generation: a hash of the format and of every document's metadata and text.
func (b *builder) id() (string, error) {
	sum := sha256.New()
	enc := json.NewEncoder(sum)
	err := enc.Encode(format)
	for _, e := range b.entries {
		err = errors.Join(err, enc.Encode(e.Document))
	}
	return hex.EncodeToString(sum.Sum(nil))[:32], err
}

// finish divides the stored texts into passages, indexes these and writes what is
// still missing.
func (b *builder) finish(ctx context.Context) error {
	for rest := b.entries; len(rest) > 0; {
		n := batch(len(rest), func(i int) int64 { return int64(rest[i].Bytes) })
		records, err := b.analyse(ctx, rest[:n])
		if err != nil {
			return err
		}
		b.records = append(b.records, records...)
		if err := b.flush(segmentRecords); err != nil {
			return err
		}
		rest = rest[n:]
		if b.o.Progress != nil {
			b.o.Progress(len(b.entries)-len(rest), len(b.entries))
		}
	}
	if err := b.flush(1); err != nil {
		return err
	}
	if err := b.texts.Sync(); err != nil {
		return storage(err)
	}
	return b.writeDocuments()
}

// analyse fills in the passages of some documents and returns their records.
func (b *builder) analyse(ctx context.Context, part []entry) ([]record, error) {
	each := make([][]record, len(part))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range part {
		g.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			text, err := readText(b.texts, part[i])
			if err != nil {
				return storage(err)
			}
			each[i] = part[i].analyse(text)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var out []record
	for _, records := range each {
		out = append(out, records...)
	}
	return out, nil
}

// analyse divides the entry's text and returns the records of its head and passages.
func (e *entry) analyse(text string) []record {
	first := count(head(e.Document))
	e.Head = first.length
	records := []record{first}
	e.Passages = passages(document.Parse(e.Path, text))
	for _, p := range e.Passages {
		r := count(terms(p.indexed()))
		p.Tokens, p.plain = r.length, nil
		records = append(records, r)
	}
	return records
}

// flush writes full segments while there are at least so many records.
func (b *builder) flush(least int) error {
	for len(b.records) >= least {
		n := min(segmentRecords, len(b.records))
		if err := writeSegment(b.dir, len(b.sizes), b.records[:n]); err != nil {
			return storage(err)
		}
		info, err := os.Stat(filepath.Join(b.dir, segmentName(len(b.sizes))))
		if err != nil {
			return storage(err)
		}
		b.sizes = append(b.sizes, info.Size())
		b.records = append([]record(nil), b.records[n:]...)
	}
	return nil
}

func (b *builder) writeDocuments() error {
	f, err := os.Create(filepath.Join(b.dir, "documents.jsonl"))
	if err != nil {
		return storage(err)
	}
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	err = enc.Encode(contents{len(b.entries), b.size, b.sizes})
	for _, e := range b.entries {
		err = errors.Join(err, enc.Encode(e))
	}
	if err = errors.Join(err, w.Flush(), f.Sync(), f.Close(), syncDir(b.dir)); err != nil {
		return storage(err)
	}
	return nil
}

// index builds the generation of a scan beside the current one, switches to it and
// opens it. The caller holds the lock.
func (h home) index(ctx context.Context, s *scan, o Options) (*Corpus, Stats, error) {
	h.sweep(h.load().Generation)
	st := h.load()
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

// Build indexes documents with their texts in an empty folder and opens them, for
// corpora that are not folders of files. Ids must differ; a document without a path is
// plain text.
func Build(ctx context.Context, dir string, docs []Document, text func(i int) string) (*Corpus, error) {
	b, err := newBuilder(dir, Options{})
	if err != nil {
		return nil, err
	}
	defer b.close()
	order := make([]int, len(docs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(x, y int) int { return strings.Compare(docs[x].ID, docs[y].ID) })
	for n, i := range order {
		d, stored := docs[i], text(i)
		if n > 0 && d.ID == b.entries[n-1].ID {
			return nil, citestone.Errorf(citestone.BadInput, "two documents have the id %q", d.ID)
		}
		d.Path = cmp.Or(d.Path, d.ID+".txt")
		d.SHA256, d.Bytes = hash([]byte(stored)), len(stored)
		if err := b.add(d, stored); err != nil {
			return nil, err
		}
	}
	id, err := b.id()
	if err == nil {
		err = b.finish(ctx)
	}
	if err != nil {
		return nil, err
	}
	gen, err := openGeneration(dir, id)
	if err != nil {
		return nil, storage(err)
	}
	return &Corpus{gen}, nil
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
