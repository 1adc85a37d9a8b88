package corpus

import (
	"context"
	"fmt"
	"path/filepath"

	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v16"
)

// The postings are kept in segments of bleve's index format (zapx): immutable files
// that are mapped into memory, which any number of processes read at once. They are
// used without bleve's index around them because its BM25 is another function (it
// takes the square root of term frequencies and squares the inverse document
// frequency), its index needs a lock, a small database and background goroutines
// that an index which never changes has no use for, and it adds 18 MB to the program.

// segmentRecords is the number of records in a segment, which bounds the memory that
// indexing takes.
const segmentRecords = 8192

// textField is the field that holds all terms.
const textField = "t"

// record is what a segment counts terms of: the head of a document or a passage.
type record struct {
	counts index.TokenFrequencies
	length int // terms, with repetitions
}

func count(terms []string) record {
	counts := make(index.TokenFrequencies, len(terms))
	for _, t := range terms {
		if counts[t] == nil {
			counts[t] = &index.TokenFreq{Term: []byte(t)}
		}
		counts[t].SetFrequency(counts[t].Frequency() + 1)
	}
	return record{counts, len(terms)}
}

// segmentName is the file of the n-th segment.
func segmentName(n int) string { return fmt.Sprintf("postings-%d.zap", n) }

// writeSegment writes the n-th segment into dir.
func writeSegment(dir string, n int, records []record) error {
	docs := make([]index.Document, len(records))
	for i, r := range records {
		docs[i] = recordDocument{r}
	}
	seg, _, err := new(zap.ZapPlugin).New(docs)
	if err != nil {
		return err
	}
	defer seg.Close()
	return seg.(segment.UnpersistedSegment).Persist(filepath.Join(dir, segmentName(n)))
}

// postings reads the segments of a generation.
type postings struct {
	segments []segment.Segment
}

// openPostings opens the segments of dir, which hold so many records.
func openPostings(dir string, records int) (*postings, error) {
	p := new(postings)
	for n := 0; n*segmentRecords < records; n++ {
		seg, err := new(zap.ZapPlugin).Open(filepath.Join(dir, segmentName(n)))
		if err != nil {
			p.close()
			return nil, err
		}
		p.segments = append(p.segments, seg)
	}
	return p, nil
}

func (p *postings) close() error {
	var first error
	for _, seg := range p.segments {
		if err := seg.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// each calls visit with the number of every record that holds a term, in rising
// order, and how often.
func (p *postings) each(ctx context.Context, term string, visit func(record, count int)) error {
	for n, seg := range p.segments {
		if err := ctx.Err(); err != nil {
			return err
		}
		dict, err := seg.Dictionary(textField) // each is for one goroutine
		if err != nil {
			return err
		}
		list, err := dict.PostingsList([]byte(term), nil, nil)
		if err != nil {
			return err
		}
		it := list.Iterator(true, false, false, nil)
		for {
			at, err := it.Next()
			if err != nil {
				return err
			}
			if at == nil {
				break
			}
			visit(n*segmentRecords+int(at.Number()), int(at.Frequency()))
		}
	}
	return nil
}

// recordDocument is a record as zapx wants it: a stored id, which nothing reads, and
// one field with counted terms.
type recordDocument struct{ record }

func (d recordDocument) VisitFields(visit index.FieldVisitor) {
	visit(field{name: "_id", options: index.StoreField})
	visit(field{textField, d.record, index.IndexField})
}

func (recordDocument) ID() string                                 { return "" }
func (recordDocument) Size() int                                  { return 0 }
func (recordDocument) VisitComposite(index.CompositeFieldVisitor) {}
func (recordDocument) HasComposite() bool                         { return false }
func (recordDocument) NumPlainTextBytes() uint64                  { return 0 }
func (recordDocument) AddIDField()                                {}
func (recordDocument) StoredFieldsBytes() uint64                  { return 0 }
func (recordDocument) Indexed() bool                              { return true }

type field struct {
	name    string
	record  record
	options index.FieldIndexingOptions
}

func (f field) AnalyzedTokenFrequencies() index.TokenFrequencies { return f.record.counts }
func (f field) Name() string                                     { return f.name }
func (field) Value() []byte                                      { return nil }
func (field) ArrayPositions() []uint64                           { return nil }
func (field) EncodedFieldType() byte                             { return 't' }
func (field) Analyze()                                           {}
func (f field) Options() index.FieldIndexingOptions              { return f.options }
func (f field) AnalyzedLength() int                              { return f.record.length }
func (field) NumPlainTextBytes() uint64                          { return 0 }
