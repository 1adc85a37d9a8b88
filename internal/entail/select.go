package entail

import (
	"cmp"
	"math/bits"
	"slices"
)

// term is a content word or a number of a claim.
type term struct {
	stem   string
	word   int // where it stands first in the claim
	weight float64
	page   float64 // how near the nearest form on the page is, 0 to 1
	name   bool
	number bool
}

// found is where the terms of a claim stand in a premise. Sets of terms are bit masks.
type found struct {
	p       *Premise
	terms   []term
	total   float64 // weight of all terms
	names   uint64
	numbers uint64
	forms   map[string]uint64 // stem of the premise -> terms that it is a form of
	masks   []uint64          // terms of each sentence
	touched []int32           // sentences that have any, in no order
}

// maxTerms bounds the terms of a claim that are looked at.
const maxTerms = 64

// The weight that a term keeps.
const (
	known       = 0.3 // when the context has it: a passage need not repeat the source's title, date and authors
	presupposed = 0.5 // when the question or heading has it
	frequent    = 0.5 // when the word is frequent in any text
)

// search looks the content terms of a claim up, in any of their forms.
func (p *Premise) search(r *reading) *found {
	f := &found{p: p, masks: make([]uint64, len(p.sentences)), forms: map[string]uint64{}}
	seen := map[string]bool{}
	for i := range r.words {
		w := &r.words[i]
		if !w.content() || lex.prepose[w.norm] || seen[w.stem] || len(f.terms) == maxTerms {
			continue
		}
		seen[w.stem] = true
		f.add(r, i)
	}
	f.variants(r)
	return f
}

// add looks up the term that word i of the claim is.
func (f *found) add(r *reading, i int) {
	w := &r.words[i]
	t := term{stem: w.stem, word: i, name: w.name, number: w.number > 0}
	bit := uint64(1) << len(f.terms)
	switch {
	case t.number:
		f.numbers |= bit
		t.page = f.number(r, i, bit)
	default:
		t.page = f.stem(w.stem, bit)
	}
	if t.name {
		f.names |= bit
	}
	t.weight = f.p.weight(w.stem)
	if lex.common[w.stem] {
		t.weight *= frequent
	}
	if f.p.topic[w.stem] {
		t.weight *= presupposed
	}
	if f.p.context(r, i) {
		t.weight, t.page = t.weight*known, 1
	}
	f.terms, f.total = append(f.terms, t), f.total+t.weight
}

// stem marks the sentences that have a form of a stem.
func (f *found) stem(stem string, bit uint64) float64 {
	near := 0.0
	for _, form := range f.p.forms(stem) {
		f.forms[form] |= bit
		near = max(near, likeness(form, stem))
		for _, i := range f.p.index[form] {
			f.mark(i, bit)
		}
	}
	return near
}

// number marks the sentences that state the number of word i.
func (f *found) number(r *reading, i int, bit uint64) float64 {
	n, near := r.number(i), 0.0
	for _, at := range f.p.numbered {
		for _, m := range f.p.sentences[at].numbers {
			if m.Supports(n) {
				near = 1
				f.mark(at, bit)
				break
			}
		}
	}
	if near == 0 && f.p.supports(n) {
		return 1
	}
	return near
}

func (f *found) mark(i int32, bit uint64) {
	if f.masks[i] == 0 {
		f.touched = append(f.touched, i)
	}
	f.masks[i] |= bit
}

// weigh returns the weight of a set of terms.
func (f *found) weigh(mask uint64) float64 {
	sum := 0.0
	for ; mask != 0; mask &= mask - 1 {
		t := &f.terms[bits.TrailingZeros64(mask)]
		sum += t.weight * t.page
	}
	return sum
}

// share returns the weight of a set of terms as a share of all.
func (f *found) share(mask uint64) float64 { return f.weigh(mask) / max(f.total, 1e-9) }

// best returns up to n sentences in falling order of what they cover.
func (f *found) best(n int) []int {
	type sentence struct {
		at     int
		weight float64
	}
	list := make([]sentence, len(f.touched))
	for k, i := range f.touched {
		list[k] = sentence{int(i), f.weigh(f.masks[i])}
	}
	slices.SortFunc(list, func(a, b sentence) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.at, b.at))
	})
	out := make([]int, 0, n)
	for _, s := range list[:min(n, len(list))] {
		out = append(out, s.at)
	}
	return out
}

// window is a run of sentences [from, to) of one source.
type window struct {
	from, to int
	mask     uint64
	cover    float64 // share of the claim's terms, by weight
}

// maxWindow is the number of consecutive sentences that may be evidence together.
const maxWindow = 3

func (f *found) window(from, to int) window {
	w := window{from: from, to: to}
	for i := from; i < to; i++ {
		w.mask |= f.masks[i]
	}
	w.cover = f.share(w.mask)
	return w
}

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
					list = append(list, f.window(from, to))
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
	if f.p.sentences[from].part != f.p.sentences[to-1].part {
		return false
	}
	all := f.window(from, to).mask
	return all != f.window(from+1, to).mask && all != f.window(from, to-1).mask
}
