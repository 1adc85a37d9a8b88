// Package retrieve runs a plan's queries, reads the documents found and writes the
// evidence ledger: first pass, refinement, second pass, and the selection of the
// sources that are read closely.
package retrieve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
	"github.com/citestone/citestone/internal/search"
)

const (
	hitsPerQuery = 40   // passages asked of a backend for one query
	weakBatch    = 0.35 // batch quality below which queries are reformulated (ASTA)
	entriesEach  = 24   // ledger entries of one source in one pass, at most
	perQuestion  = 8    // of these for one subquestion
	worthCiting  = 0.1  // sentence score below which a passage is not kept
)

// Deps are what retrieval needs from outside.
type Deps struct {
	Backends []search.Backend
	HalfLife float64 // of the recency score, in days
}

// batch is what a set of queries found.
type batch struct {
	runs  []citestone.QueryRun
	lists [][]string // per query: documents best first
	docs  map[string]search.Document
	found map[string][]string // document -> subquestions whose queries found it
}

// gather runs queries in parallel over every backend; a failing backend is noted,
// and an error only when none answered.
func (d Deps) gather(ctx context.Context, s *pipeline.Scope, queries []citestone.Query, pass, parallel int) (*batch, error) {
	type answerOf struct {
		hits []search.Hit
		err  error
	}
	answers := make([][]answerOf, len(queries))
	corpus := s.Pin("corpus") // an upgraded session searches anew
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, parallel))
	for i, q := range queries {
		answers[i] = make([]answerOf, len(d.Backends))
		for j, b := range d.Backends {
			g.Go(func() error {
				hits, err := pipeline.Call(ctx, s, pipeline.CallKey{Kind: "search", Key: []any{corpus, b.Name(), q.Text, hitsPerQuery}},
					func(ctx context.Context) ([]search.Hit, error) { return b.Search(ctx, q.Text, hitsPerQuery) })
				if ctx.Err() != nil {
					return ctx.Err()
				}
				answers[i][j] = answerOf{hits, err}
				return nil
			})
		}
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	out := &batch{docs: map[string]search.Document{}, found: map[string][]string{}}
	var failed error
	answered := false
	for i, q := range queries {
		for j, a := range answers[i] {
			if errors.Is(a.err, search.ErrChanged) {
				return nil, a.err
			}
			run := citestone.QueryRun{Query: q, Backend: d.Backends[j].Name(), Hits: len(a.hits), Pass: pass}
			if a.err != nil {
				run.Error, failed = a.err.Error(), a.err
			} else {
				answered = true
			}
			out.runs = append(out.runs, run)
			out.add(q, a.hits)
		}
	}
	if !answered && failed != nil {
		return nil, unanswered(failed)
	}
	return out, nil
}

// unanswered is the error when no backend answered; a hint of its cause is kept.
func unanswered(cause error) error {
	e := citestone.Errorf(citestone.Unavailable, "no search backend answered: %w", cause)
	var why *citestone.Error
	if errors.As(cause, &why) {
		e.Hint = why.Hint
	}
	return e
}

func (b *batch) add(q citestone.Query, hits []search.Hit) {
	var list []string
	for _, h := range hits {
		key := h.Document.Backend + "/" + h.Document.ID
		b.docs[key] = h.Document
		if !slices.Contains(list, key) {
			list = append(list, key)
		}
		if !slices.Contains(b.found[key], q.Subquestion) {
			b.found[key] = append(b.found[key], q.Subquestion)
		}
	}
	b.lists = append(b.lists, list)
}

// merge adds another batch's results.
func (b *batch) merge(o *batch) *batch {
	out := &batch{runs: slices.Concat(b.runs, o.runs), lists: slices.Concat(b.lists, o.lists),
		docs: map[string]search.Document{}, found: map[string][]string{}}
	for _, from := range []*batch{b, o} {
		for k, d := range from.docs {
			out.docs[k] = d
			for _, q := range from.found[k] {
				if !slices.Contains(out.found[k], q) {
					out.found[k] = append(out.found[k], q)
				}
			}
		}
	}
	return out
}

// candidate is a document with its text, ready to be scored.
type candidate struct {
	source citestone.Source
	text   string
	doc    *answer.Doc
}

// read fetches the best documents of a batch by fused rank, within the fetch budget.
func (d Deps) read(ctx context.Context, s *pipeline.Scope, b *batch, fetches int) ([]candidate, error) {
	fused := rank.Fuse(b.lists...)
	var out []candidate
	for _, f := range fused {
		if len(out) == fetches {
			break
		}
		doc := b.docs[f.ID]
		backend, err := d.backend(doc.Backend)
		if err != nil {
			return nil, err
		}
		stored, err := backend.Read(ctx, doc.ID)
		if err != nil {
			return nil, err
		}
		s.Count(citestone.Usage{Fetches: 1})
		src := citestone.Source{Title: strings.Join(strings.Fields(doc.Title), " "), URL: doc.URL, Path: doc.Path, Corpus: doc.Backend, DocID: doc.ID,
			Authors: doc.Authors, Publisher: doc.Publisher, Published: doc.Published, Accessed: s.Date(), Summary: doc.Summary,
			SHA256: doc.SHA256, Bytes: doc.Bytes, Rank: f.Score, Found: b.found[f.ID]}
		src.Type = rank.TypeOf(src)
		src.Grade = rank.GradeOf(src)
		out = append(out, candidate{src, stored, evidence.Doc(s, src, stored)})
	}
	return out, nil
}

func (d Deps) backend(name string) (search.Backend, error) {
	for _, b := range d.Backends {
		if b.Name() == name {
			return b, nil
		}
	}
	return nil, citestone.Errorf(citestone.Unavailable, "%q, where sources were found, is not configured any more", name)
}

// score fills each candidate's four-axis scores and how well it answers each
// subquestion, and returns the batch's quality.
func (d Deps) score(s *pipeline.Scope, scorer *answer.Scorer, questions map[string]answer.Question, list []candidate) float64 {
	for id, q := range questions {
		questions[id] = scorer.Expand(q)
	}
	sources := make([]citestone.Source, len(list))
	for i := range list {
		c := &list[i]
		c.source.Answers = map[string]float64{}
		relevance := 0.0
		for id, q := range questions {
			best := 0.0
			for j := range c.doc.Sentences {
				sc := scorer.Score(q, c.doc, j)
				best = max(best, sc.Value)
				relevance = max(relevance, sc.Coverage)
			}
			c.source.Answers[id] = round(best)
		}
		c.source.Scores = rank.Score(c.source, c.text, relevance, s.Date(), d.HalfLife)
		sources[i] = c.source
	}
	return rank.Quality(sources)
}

func round(x float64) float64 { return float64(int(x*1e4+0.5)) / 1e4 }

// entries picks the passages of a candidate worth citing: for each subquestion the
// blocks around its best sentences.
func entries(scorer *answer.Scorer, ids []string, questions map[string]answer.Question, c candidate) []citestone.LedgerEntry {
	var out []citestone.LedgerEntry
	taken := map[int]bool{}
	for _, id := range ids {
		for n, blk := range bestBlocks(scorer, questions[id], c.doc) {
			if n >= perQuestion || len(out) >= entriesEach {
				break
			}
			if taken[blk.index] {
				continue
			}
			taken[blk.index] = true
			b := c.doc.Parsed.Blocks[blk.index]
			out = append(out, citestone.LedgerEntry{
				Tool: "read", Input: questions[id].Text, URL: c.source.URL, Snapshot: c.source.SHA256,
				Score: round(blk.score), Subquestion: id,
				Passage: citestone.Passage{Source: c.source.ID, Start: b.Start, End: b.End, Text: c.text[b.Start:b.End], Section: b.Section},
			})
		}
	}
	return out
}

type scoredBlock struct {
	index int
	score float64
}

func bestBlocks(scorer *answer.Scorer, q answer.Question, d *answer.Doc) []scoredBlock {
	best := map[int]float64{}
	q = scorer.Expand(q)
	for i, sentence := range d.Sentences {
		if v := scorer.Score(q, d, i).Value; v >= worthCiting && v > best[sentence.Block] {
			best[sentence.Block] = v
		}
	}
	out := make([]scoredBlock, 0, len(best))
	for i, v := range best {
		out = append(out, scoredBlock{i, v})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].score != out[j].score {
			return out[i].score > out[j].score
		}
		return out[i].index < out[j].index
	})
	return out
}

// questionsOf analyses each subquestion of a plan.
func questionsOf(p citestone.Plan) (ids []string, byID map[string]answer.Question) {
	byID = map[string]answer.Question{}
	for _, q := range p.Subquestions {
		ids = append(ids, q.ID)
		byID[q.ID] = answer.Of(q)
	}
	return ids, byID
}

func sourceID(n int) string { return fmt.Sprintf("s%d", n) }
