package retrieve

import (
	"context"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
)

// found is what a search for better sources brought.
type found struct {
	Search  citestone.Search // Sources: the new ones that passed the relevance bar
	Entries []citestone.LedgerEntry
	Texts   map[string]string // stored texts of the new sources
}

// supports is the sentence score from which a passage may bear on a claim; it stands
// for a relevance of 3 or more.
const supports = 0.5

// forClaims searches for passages that bear on failed claims, in sources that are
// known and citable or new. Documents that the gate dropped stay out.
func (d Deps) forClaims(ctx context.Context, s *pipeline.Scope, b citestone.Brief, claims []citestone.Query, set *evidence.Set) (found, error) {
	out := found{Search: citestone.Search{Pass: s.Round()}, Texts: map[string]string{}}
	batch, err := d.gather(ctx, s, claims, s.Round(), b.Researchers)
	if err != nil {
		return out, err
	}
	out.Search.Queries = batch.runs
	list, err := d.read(ctx, s, batch, b.Budget.Fetches)
	if err != nil {
		return out, err
	}
	known := map[string]string{}
	next := 1
	for id, src := range set.Sources {
		known[src.Corpus+"/"+src.DocID] = id
		next = max(next, evidence.Number(id)+1)
	}
	scorer, chain := scorerOf(list), set.Entries
	for _, c := range list {
		id, old := known[c.source.Corpus+"/"+c.source.DocID]
		if old && set.Docs[id] == nil {
			continue // found before and not selected
		}
		if !old {
			id = sourceID(next)
		}
		c.source.ID = id
		passages := bearing(scorer, claims, c, chain)
		if len(passages) == 0 {
			continue
		}
		for _, e := range passages {
			e.RetrievedAt = s.Date()
			e = ledger.Append(chain, e)
			chain = append(chain, e)
			out.Entries = append(out.Entries, e)
			c.source.Passages = append(c.source.Passages, e.ID)
		}
		if !old {
			next++
			c.source.Scores = rank.Score(c.source, c.text, passages[0].Score, s.Date(), d.HalfLife)
			out.Search.Sources = append(out.Search.Sources, c.source)
			out.Texts[id] = c.text
		}
	}
	return out, nil
}

// bearing are the passages of a document that bear on a claim and are not in the
// ledger yet, the best first.
func bearing(scorer *answer.Scorer, claims []citestone.Query, c candidate, chain []citestone.LedgerEntry) []citestone.LedgerEntry {
	var out []citestone.LedgerEntry
	for _, claim := range claims {
		q := answer.Analyse(claim.Text)
		q.Kind = answer.Any
		for _, blk := range bestBlocks(scorer, q, c.doc) {
			if blk.score < supports {
				break
			}
			b := c.doc.Parsed.Blocks[blk.index]
			e := citestone.LedgerEntry{Tool: "read", Input: claim.Text, URL: c.source.URL, Snapshot: c.source.SHA256,
				Score: round(blk.score), Subquestion: claim.Subquestion,
				Passage: citestone.Passage{Source: c.source.ID, Start: b.Start, End: b.End, Text: c.text[b.Start:b.End], Section: b.Section}}
			same := func(o citestone.LedgerEntry) bool { return spanKey(o) == spanKey(e) }
			if !slices.ContainsFunc(chain, same) && !slices.ContainsFunc(out, same) {
				out = append(out, e)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b citestone.LedgerEntry) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	return out[:min(len(out), entriesEach)]
}
