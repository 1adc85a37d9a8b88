package text

import (
	"hash/fnv"
	"io"
)

// shingle is the number of words in a shingle.
const shingle = 5

// Similarity returns the Jaccard similarity of the word 5-shingles of a and b,
// from 0 (nothing shared) to 1 (the same words in the same order). Texts of fewer
// words are one shingle. Two texts without words are not similar.
func Similarity(a, b string) float64 {
	x, y := shingles(a), shingles(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	both := 0
	for h := range x {
		if y[h] {
			both++
		}
	}
	return float64(both) / float64(len(x)+len(y)-both)
}

// shingles returns the hashes of the word shingles of s.
func shingles(s string) map[uint64]bool {
	list := words(s)
	set := make(map[uint64]bool, len(list))
	h := fnv.New64a()
	for i := 0; i < len(list) && (i == 0 || i+shingle <= len(list)); i++ {
		h.Reset()
		for _, w := range list[i:min(i+shingle, len(list))] {
			io.WriteString(h, w.Norm+" ")
		}
		set[h.Sum64()] = true
	}
	return set
}
