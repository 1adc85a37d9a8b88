// Package corpus searches a folder of documents. Open reads what is new or changed,
// builds an index of passages in the cache folder and searches it with BM25. Any
// number of processes read an index at once, also while one of them builds the next.
// The folder itself is only read.
//
// In the cache folder each corpus has a folder of its own:
//
//	state.json   what is known of each file, and the current generation
//	lock         held by the process that builds
//	gen-ID/      a complete generation, never changed: documents.jsonl (metadata and
//	             passages), texts (the stored texts, one after the other), postings-N.zap
//	build-*/     a generation being built; what a killed process left goes with the next build
package corpus

import (
	"context"
	"time"

	"github.com/citestone/citestone"
)

// Document is a document of a corpus.
type Document struct {
	ID        string   `json:"id"`   // its path, unless built from memory
	Path      string   `json:"path"` // within the corpus, slash-separated
	Title     string   `json:"title"`
	URL       string   `json:"url,omitempty"`
	Date      string   `json:"date,omitempty"` // ISO 8601, as precise as known, where it is understood
	Summary   string   `json:"summary,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Authors   []string `json:"authors,omitempty"`
	Tags      []string `json:"tags,omitempty"`
	SHA256    string   `json:"sha256"` // of the stored text, hexadecimal
	Bytes     int      `json:"bytes"`  // length of the stored text
}

// Hit is a passage that a query found: a byte range of its document's stored text.
type Hit struct {
	Doc        string // id of the document
	Start, End int
	Section    string  // the heading it stands under
	Score      float64 // BM25; comparable within one answer
}

// DocumentHit is a document that a query found.
type DocumentHit struct {
	Doc   string
	Score float64 // comparable within one answer
}

// Skip is a file that is not in the corpus, or not in full, and why.
type Skip struct {
	Path   string // slash-separated, with a line number where one helps
	Reason string
}

// Stats says what Open found and did.
type Stats struct {
	Documents, Passages     int
	Added, Changed, Removed int // documents, against the generation before
	Skipped                 []Skip
	Generation              string
	Bytes                   int64 // of all stored texts
}

// Options of Open. Only Cache is needed.
type Options struct {
	Cache    string                // folder for indexes, made if missing
	Progress func(done, total int) // told of each document indexed, from one goroutine at a time
	MaxFile  int64                 // larger files, in bytes, are skipped; 0: 50 MiB

	failpoint func(point string) // called between the steps of a build, in tests
}

// defaultMaxFile is the size of the largest file that is read.
const defaultMaxFile = 50 << 20

func (o *Options) fail(point string) {
	if o.failpoint != nil {
		o.failpoint(point)
	}
}

// Corpus is an open generation of a corpus. Its methods may be called from several
// goroutines, but none after Close.
type Corpus struct{ gen *generation }

// Open returns the corpus in dir as it is now, indexing what is new or changed first.
// A file that cannot be read is reported in Stats, never an error. While another
// process indexes the corpus, Open waits for it. Errors: NotFound and BadInput for a
// folder that is missing or has nothing to read, StorageFailed for a cache that cannot
// be written, and the context's.
func Open(ctx context.Context, dir string, o Options) (*Corpus, Stats, error) {
	if o.Cache == "" {
		return nil, Stats{}, citestone.Errorf(citestone.Internal, "no cache folder was given for the index of %s", dir)
	}
	if o.MaxFile <= 0 {
		o.MaxFile = defaultMaxFile
	}
	s, err := scanFolder(ctx, dir, o.MaxFile)
	if err != nil {
		return nil, Stats{}, err
	}
	h := homeOf(o.Cache, s.dir)
	if c, stats, ok := h.current(s); ok {
		return c, stats, nil
	}
	unlock, err := h.lock(ctx)
	if err != nil {
		return nil, Stats{}, err
	}
	defer unlock()
	if s, err = scanFolder(ctx, dir, o.MaxFile); err != nil { // it took time to get the lock
		return nil, Stats{}, err
	}
	if c, stats, ok := h.current(s); ok {
		return c, stats, nil
	}
	return h.index(ctx, s, o)
}

// Search returns the n best passages for a query, best first: those that hold most of
// its words, the rare ones above all. The same content gives the same hits in the
// same order on every machine.
func (c *Corpus) Search(ctx context.Context, query string, n int) ([]Hit, error) {
	return c.gen.search(ctx, query, n)
}

// SearchDocuments returns the n best documents for a query, best first.
func (c *Corpus) SearchDocuments(ctx context.Context, query string, n int) ([]DocumentHit, error) {
	return c.gen.searchDocuments(ctx, query, n)
}

// Documents returns all documents, by id.
func (c *Corpus) Documents() []Document {
	out := make([]Document, len(c.gen.entries))
	for i, e := range c.gen.entries {
		out[i] = e.Document
	}
	return out
}

// Document returns the document with an id.
func (c *Corpus) Document(id string) (Document, bool) {
	i, ok := c.gen.find(id)
	if !ok {
		return Document{}, false
	}
	return c.gen.entries[i].Document, true
}

// Text returns the stored text of a document, as it was when it was indexed. Errors:
// NotFound, and Damaged when the cache does not hold what was stored.
func (c *Corpus) Text(id string) (string, error) {
	i, ok := c.gen.find(id)
	if !ok {
		return "", citestone.Errorf(citestone.NotFound, "the corpus has no document %q", id)
	}
	return c.gen.text(i)
}

// Generation identifies the content: the same files with the same metadata have the
// same generation on every machine, until the format of the index changes.
func (c *Corpus) Generation() string { return c.gen.id }

// Close releases the index.
func (c *Corpus) Close() error { return c.gen.close() }

// Info describes an indexed corpus.
type Info struct {
	Dir        string // the corpus itself
	Documents  int
	Passages   int
	Generation string
	Bytes      int64 // on disk, of all its generations
	Indexed    time.Time
}

// List returns the corpora that have an index in the cache folder, by their folder.
func List(cache string) ([]Info, error) { return list(cache) }
