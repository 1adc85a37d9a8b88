// Package rank orders and grades sources without a model: reciprocal rank fusion, a
// four-axis quality score, source grades, near-duplicates and independence groups. It
// is pure.
package rank

import (
	"cmp"
	"slices"
)

// fusionK damps the influence of high ranks in reciprocal rank fusion.
const fusionK = 60

// Fused is an item with its fused score.
type Fused struct {
	ID    string
	Score float64 // sum over lists of 1/(60 + rank), rank from 1
}

// Fuse merges ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher,
// SIGIR 2009), best first; equal scores are ordered by id. A list that repeats an item
// counts its first place.
func Fuse(lists ...[]string) []Fused {
	score := map[string]float64{}
	for _, list := range lists {
		for i, id := range list {
			if !slices.Contains(list[:i], id) {
				score[id] += 1 / float64(fusionK+i+1)
			}
		}
	}
	out := make([]Fused, 0, len(score))
	for id, s := range score {
		out = append(out, Fused{id, s})
	}
	slices.SortFunc(out, func(a, b Fused) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return out
}
