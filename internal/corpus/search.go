package corpus

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// The parameters of BM25 (Robertson and Zaragoza, "The probabilistic relevance
// framework: BM25 and beyond", 2009), as usual and not tuned.
const (
	k1 = 1.2
	b  = 0.75
)

// view is a way of scoring records: as passages, or together as documents.
type view struct {
	lengths []float64                           // of each unit in terms; 0 for none
	units   func(record int) (first, after int) // that have a record's terms
	count   float64
	total   float64
}

func (v *view) add(length int) {
	v.lengths = append(v.lengths, float64(length))
	v.count++
	v.total += float64(length)
}

// scores returns the BM25 score of every unit. Terms are added up in the order of the
// query and products are rounded, so that all machines agree.
func (g *generation) scores(ctx context.Context, v *view, query string) ([]float64, error) {
	scores := make([]float64, len(v.lengths))
	counts := make([]int, len(v.lengths))
	seen := map[string]bool{}
	var found []int
	for _, term := range terms(query) {
		if seen[term] {
			continue
		}
		seen[term] = true
		found = found[:0]
		err := g.postings.each(ctx, term, func(record, n int) {
			first, after := v.units(record)
			for u := first; u < after; u++ {
				if counts[u] == 0 {
					found = append(found, u)
				}
				counts[u] += n
			}
		})
		if err != nil {
			return nil, err
		}
		df := float64(len(found))
		idf := math.Log(1 + (v.count-df+0.5)/(df+0.5))
		for _, u := range found {
			tf := float64(counts[u])
			norm := float64(k1 * (1 - b + float64(b*v.lengths[u]*v.count/v.total)))
			scores[u] += float64(idf * tf * (k1 + 1) / (tf + norm))
			counts[u] = 0
		}
	}
	for u := range scores {
		scores[u] = math.Round(scores[u]*1e6) / 1e6
	}
	return scores, nil
}

// best returns the n units with the highest scores above 0, best first, equal ones in order.
func best(scores []float64, n int) []int {
	if n <= 0 {
		return nil
	}
	var found []int
	order := func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) }
	least := 0.0
	for u, s := range scores {
		if s <= least {
			continue // later ones lose to equal ones
		}
		if found = append(found, u); len(found) == 2*n {
			slices.SortFunc(found, order)
			found = found[:n]
			least = scores[found[n-1]]
		}
	}
	slices.SortFunc(found, order)
	return found[:min(n, len(found))]
}

func (g *generation) search(ctx context.Context, query string, n int) ([]Hit, error) {
	scores, err := g.scores(ctx, &g.passages, query)
	if err != nil {
		return nil, err
	}
	units := best(scores, n)
	hits := make([]Hit, len(units))
	for i, u := range units {
		e := g.entries[g.origin[u].document]
		p := e.Passages[g.origin[u].passage]
		hits[i] = Hit{e.ID, p.Start, p.End, p.Section, scores[u]}
	}
	return hits, nil
}

// searchDocuments scores a document by its text as a whole and by its best passage.
func (g *generation) searchDocuments(ctx context.Context, query string, n int) ([]DocumentHit, error) {
	scores, err := g.scores(ctx, &g.whole, query)
	if err != nil {
		return nil, err
	}
	byPassage, err := g.scores(ctx, &g.passages, query)
	if err != nil {
		return nil, err
	}
	top := make([]float64, len(scores))
	for u, s := range byPassage {
		d := g.origin[u].document
		top[d] = max(top[d], s)
	}
	for d := range scores {
		scores[d] += top[d]
	}
	units := best(scores, n)
	hits := make([]DocumentHit, len(units))
	for i, d := range units {
		hits[i] = DocumentHit{g.entries[d].ID, scores[d]}
	}
	return hits, nil
}
