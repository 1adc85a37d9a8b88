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
