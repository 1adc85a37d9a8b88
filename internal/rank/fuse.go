// Package rank orders and grades sources without a model: reciprocal rank fusion, a
// four-axis quality score, source grades, near-duplicates and independence groups. It
// is pure.
package rank

import "sort"

// fusionK damps the influence of high ranks in reciprocal rank fusion.
const fusionK = 60

// Fused is an item with its fused score.
type Fused struct {
	ID    string
	Score float64 // sum over lists of 1/(60 + rank), rank from 1
}

// Fuse merges ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher,
// SIGIR 2009), best first; equal scores are ordered by id.
func Fuse(lists ...[]string) []Fused {
	score := map[string]float64{}
	for _, list := range lists {
		for i, id := range list {
			score[id] += 1 / float64(fusionK+i+1)
		}
	}
	out := make([]Fused, 0, len(score))
	for id, s := range score {
		out = append(out, Fused{id, s})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Score != out[j].Score {
			return out[i].Score > out[j].Score
		}
		return out[i].ID < out[j].ID
	})
	return out
}
