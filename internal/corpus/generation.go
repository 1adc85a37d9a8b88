package corpus

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"

	"github.com/citestone/citestone"
)

// entry is a document as a generation stores it.
type entry struct {
	Document
	Offset   int64      `json:"offset"` // of its text in the texts
	Head     int        `json:"head"`   // terms of its metadata
	Passages []*passage `json:"passages"`
}

// contents is the first line of documents.jsonl: what else a generation consists of.
// A generation whose files do not have these sizes is damaged.
type contents struct {
	Documents int     `json:"documents"`
	Texts     int64   `json:"texts"`    // bytes
	Segments  []int64 `json:"segments"` // bytes of each
}

// generation is an open generation.
type generation struct {
	id       string
	entries  []entry // by id
	texts    *os.File
	postings *postings
	passages view
	whole    view
	origin   []place // of each record
}

// place is a passage, or with passage -1 the head of a document.
type place struct{ document, passage int32 }

var errDamaged = errors.New("the index is damaged")

func openGeneration(dir, id string) (g *generation, err error) {
	g = &generation{id: id}
	defer func() {
		if err != nil {
			g.close()
			g = nil
		}
	}()
	c, err := g.readDocuments(filepath.Join(dir, "documents.jsonl"))
	if err != nil {
		return g, err
	}
	g.number()
	if g.texts, err = os.Open(filepath.Join(dir, "texts")); err != nil {
		return g, err
	}
	if info, err := g.texts.Stat(); err != nil || info.Size() != c.Texts {
		return g, errDamaged
	}
	for n, size := range c.Segments {
		if info, err := os.Stat(filepath.Join(dir, segmentName(n))); err != nil || info.Size() != size {
			return g, errDamaged
		}
	}
	g.postings, err = openPostings(dir, len(g.origin))
	return g, err
}

func (g *generation) readDocuments(name string) (contents, error) {
	var c contents
	f, err := os.Open(name)
	if err != nil {
		return c, err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<16))
	if err := dec.Decode(&c); err != nil {
		return c, err
	}
	for range c.Documents {
		var e entry
		if err := dec.Decode(&e); err != nil {
			return c, err
		}
		g.entries = append(g.entries, e)
	}
	return c, nil
}

// number numbers the records: the head of each document, then its passages. It
// prepares the two ways of scoring them, as passages and as whole documents.
func (g *generation) number() {
	for d, e := range g.entries {
		g.origin = append(g.origin, place{int32(d), -1})
		g.passages.lengths = append(g.passages.lengths, 0)
		whole := e.Head
		for p := range e.Passages {
			g.origin = append(g.origin, place{int32(d), int32(p)})
			g.passages.add(e.Head + e.Passages[p].Tokens)
			whole += e.Passages[p].Tokens
		}
		g.whole.add(whole)
	}
	g.passages.units = func(record int) (first, after int) {
		if at := g.origin[record]; at.passage < 0 {
			return record + 1, record + 1 + len(g.entries[at.document].Passages)
		}
		return record, record + 1
	}
	g.whole.units = func(record int) (first, after int) {
		d := int(g.origin[record].document)
		return d, d + 1
	}
}

func (g *generation) close() error {
	var errs []error
	if g.texts != nil {
		errs = append(errs, g.texts.Close())
	}
	if g.postings != nil {
		errs = append(errs, g.postings.close())
	}
	return errors.Join(errs...)
}

// find returns the index of the entry with an id.
func (g *generation) find(id string) (int, bool) {
	return sort.Find(len(g.entries), func(i int) int {
		switch e := g.entries[i].ID; {
		case id < e:
			return -1
		case id > e:
			return 1
		}
		return 0
	})
}

// text returns the stored text of an entry.
func (g *generation) text(i int) (string, error) {
	e := g.entries[i]
	text, err := readText(g.texts, e)
	if err != nil {
		return "", citestone.Errorf(citestone.Damaged, "the stored text of %s cannot be read: %w", e.Path, err).
			WithHint("Remove %s; it is built again when the corpus is used next.", filepath.Dir(filepath.Dir(g.texts.Name())))
	}
	return text, nil
}

// readText reads an entry's text and checks it against its hash.
func readText(r io.ReaderAt, e entry) (string, error) {
	data := make([]byte, e.Bytes)
	if _, err := r.ReadAt(data, e.Offset); err != nil {
		return "", err
	}
	if sum := hash(data); sum != e.SHA256 {
		return "", fmt.Errorf("its hash is %s, not %s", sum, e.SHA256)
	}
	return string(data), nil
}

// stats describes the generation after a scan, without changes.
func (g *generation) stats(s *scan, files []known) Stats {
	st := Stats{Documents: len(g.entries), Generation: g.id, Skipped: append([]Skip(nil), s.skips...)}
	for _, e := range g.entries {
		st.Passages += len(e.Passages)
		st.Bytes += int64(e.Bytes)
	}
	for _, k := range files {
		if k.Skip != "" {
			st.Skipped = append(st.Skipped, Skip{k.Path, k.Skip})
		}
		if k.Note != "" {
			st.Skipped = append(st.Skipped, Skip{k.Path, k.Note})
		}
	}
	return st
}
