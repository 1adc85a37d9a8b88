package entail

import (
	"cmp"
	"math/bits"
	"slices"
)

// found is how well the sentences of a premise cover the content terms of a claim.
type found struct {
	p       *Premise
	terms   []string
	weights []float64 // of the terms
	total   float64
	page    float64          // weight covered anywhere
	masks   map[int32]uint64 // sentence -> terms it holds
	count   map[int32]float64
}

// maxTerms bounds the terms of a claim that are looked at.
const maxTerms = 64

// known is the share of its weight that a term keeps when the context has it: a
// passage need not repeat the source's title, date and authors.
const known = 0.3

// search looks the content terms of words up, in any of their forms.
func (p *Premise) search(words []word) *found {
	f := &found{p: p, masks: map[int32]uint64{}, count: map[int32]float64{}}
	seen := map[string]bool{}
	for _, w := range words {
		if lex.prepose[w.norm] {
			continue
		}
		for _, stem := range w.stems() {
			if seen[stem] || len(f.terms) == maxTerms {
				continue
			}
			seen[stem] = true
			f.add(stem)
		}
	}
	return f
}

func (f *found) add(stem string) {
	weight := f.p.weight(stem)
	for i := range f.p.parts {
		if f.p.parts[i].words[stem] {
			weight *= known
			break
		}
	}
	bit := uint64(1) << len(f.terms)
	f.terms, f.weights, f.total = append(f.terms, stem), append(f.weights, weight), f.total+weight
	hit := false
	for _, form := range f.p.forms(stem) {
		for _, i := range f.p.index[form] {
			hit = true
			if f.masks[i]&bit == 0 {
				f.masks[i] |= bit
				f.count[i] += weight
			}
		}
	}
	if hit {
		f.page += weight
	}
}

// best returns up to n sentences in falling order of what they cover.
func (f *found) best(n int) []int {
	list := make([]int, 0, len(f.masks))
	for i := range f.masks {
		list = append(list, int(i))
	}
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(f.count[int32(b)], f.count[int32(a)]), cmp.Compare(a, b))
	})
	return list[:min(n, len(list))]
}

// cover returns the covered share of the claim's weight in sentences [from, to).
func (f *found) cover(from, to int) float64 {
	var mask uint64
	for i := from; i < to; i++ {
		mask |= f.masks[int32(i)]
	}
	sum := 0.0
	for ; mask != 0; mask &= mask - 1 {
		sum += f.weights[bits.TrailingZeros64(mask)]
	}
	return sum / max(f.total, 1e-9)
}

// window is a run of sentences [from, to) of one source.
type window struct {
	from, to int
	cover    float64 // share of the claim's terms, by weight
}

// maxWindow is the number of consecutive sentences that may be evidence together.
const maxWindow = 3

// windows returns the windows around the best n sentences in which every sentence at
// the edge adds to what is covered, best first.
func (f *found) windows(n int) []window {
	var list []window
	seen := map[[2]int]bool{}
	for _, i := range f.best(n) {
		for from := max(i-maxWindow+1, 0); from <= i; from++ {
			for to := i + 1; to <= min(from+maxWindow, len(f.p.sentences)); to++ {
				if key := [2]int{from, to}; !seen[key] && f.tight(from, to) {
					seen[key] = true
					list = append(list, window{from, to, f.cover(from, to)})
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b window) int {
		return cmp.Or(cmp.Compare(b.cover, a.cover), cmp.Compare(a.to-a.from, b.to-b.from), cmp.Compare(a.from, b.from))
	})
	return list
}

// tight reports whether sentences [from, to) are of one source and none at the edge
// could be left out.
func (f *found) tight(from, to int) bool {
	if to-from == 1 {
		return true
	}
	c := f.cover(from, to)
	return f.p.sentences[from].part == f.p.sentences[to-1].part && c > f.cover(from+1, to) && c > f.cover(from, to-1)
}
