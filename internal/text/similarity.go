package text

import (
	"hash/fnv"
	"io"
	"slices"
)

// shingle is the number of words in a shingle.
const shingle = 5

// Similarity returns the Jaccard similarity of the word 5-shingles of a and b,
// from 0 (nothing shared) to 1 (the same words in the same order). Texts of fewer
// words are one shingle. Two texts without words are not similar.
func Similarity(a, b string) float64 { return ShinglesOf(a).Similarity(ShinglesOf(b)) }

// Shingles is the set of the word 5-shingles of a text, for comparing it with many.
type Shingles []uint64 // their hashes, rising

// ShinglesOf returns the shingles of s.
func ShinglesOf(s string) Shingles {
	list := Words(s)
	set := make(Shingles, 0, len(list))
	h := fnv.New64a()
	for i := 0; i < len(list) && (i == 0 || i+shingle <= len(list)); i++ {
		h.Reset()
		for _, w := range list[i:min(i+shingle, len(list))] {
			io.WriteString(h, w.Norm+" ")
		}
		set = append(set, h.Sum64())
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// Similarity is the function of that name for prepared texts.
func (s Shingles) Similarity(o Shingles) float64 {
	if len(s) == 0 || len(o) == 0 {
		return 0
	}
	both := 0
	for i, j := 0, 0; i < len(s) && j < len(o); {
		switch {
		case s[i] < o[j]:
			i++
		case s[i] > o[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return float64(both) / float64(len(s)+len(o)-both)
}
