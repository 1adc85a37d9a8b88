package entail

import "github.com/citestone/citestone/internal/text"

// alignment maps the words of a claim to words of a window, in order.
type alignment struct {
	claim  reading
	source passage
	pairs  []int // word of the source, or -1
	slots  []int // words of the claim whose number stands against another one
}

// passage is a window's sentences read as one.
type passage struct {
	reading
	ends []int // index behind the last word of each sentence
}

// passage returns the words of sentences [from, to).
func (p *Premise) passage(w window) passage {
	var q passage
	for i := w.from; i < w.to; i++ {
		s := &p.sentences[i]
		for _, word := range s.words {
			if word.number > 0 {
				word.number += len(q.numbers)
			}
			q.words = append(q.words, word)
		}
		q.numbers = append(q.numbers, s.numbers...)
		q.ends = append(q.ends, len(q.words))
	}
	return q
}

// sentence returns the word range of the sentences that hold words first to last.
func (q *passage) sentence(first, last int) (from, to int) {
	for _, end := range q.ends {
		if end <= first {
			from = end
		}
		if end > last {
			return from, end
		}
	}
	return from, len(q.words)
}

// The worth of a pair of words.
const (
	pairWorth = 8 // the same word
	slotWorth = 3 // two numbers of a kind that differ
	nextWorth = 1 // the pair follows directly on the pair before
)

// pair returns what it is worth to align two words, 0 when they cannot be.
func pair(a *reading, i int, b *reading, j int) int {
	x, y := &a.words[i], &b.words[j]
	switch {
	case x.norm == y.norm:
		return pairWorth
	case x.number > 0 && y.number > 0:
		n, m := a.numbers[x.number-1], b.numbers[y.number-1]
		if n.Bound == m.Bound { // "under 10" implies "under 40", but that is not what is said
			n.Bound, m.Bound = 0, 0
		}
		if m.Supports(n) {
			return pairWorth
		}
		if m.Comparable(n) {
			return slotWorth
		}
	case x.number == 0 && y.number == 0 && !x.stop && !y.stop && x.stem == y.stem:
		return pairWorth
	}
	return 0
}

// align finds the best alignment in order of claim and source, preferring runs of
// words that stand together. It takes time and space in the product of the lengths.
func align(claim reading, source passage) *alignment {
	n, m := len(claim.words), len(source.words)
	width := m + 1
	best := make([]int32, (n+1)*width) // of the first i and j words
	last := make([]int32, (n+1)*width) // of those, when i-1 and j-1 are a pair
	for i := 1; i <= n; i++ {
		for j := 1; j <= m; j++ {
			at := i*width + j
			best[at] = max(best[at-1], best[at-width])
			worth := int32(pair(&claim, i-1, &source.reading, j-1))
			if worth == 0 {
				continue
			}
			before := best[at-width-1]
			if run := last[at-width-1]; run > 0 {
				before = max(before, run+nextWorth)
			}
			last[at] = before + worth
			best[at] = max(best[at], last[at])
		}
	}
	a := &alignment{claim: claim, source: source, pairs: make([]int, n)}
	a.trace(best, last, width)
	return a
}

// trace walks the tables back.
func (a *alignment) trace(best, last []int32, width int) {
	i, j := len(a.claim.words), len(a.source.words)
	for k := range a.pairs {
		a.pairs[k] = -1
	}
	run := false // the pair (i,j) must be taken
	for i > 0 && j > 0 {
		at := i*width + j
		if !run && (last[at] == 0 || last[at] != best[at]) {
			if best[at] == best[at-1] {
				j--
			} else {
				i--
			}
			continue
		}
		a.pairs[i-1] = j - 1
		worth := int32(pair(&a.claim, i-1, &a.source.reading, j-1))
		if worth == slotWorth {
			a.slots = append(a.slots, i-1)
		}
		prev := last[at-width-1]
		run = prev > 0 && last[at] == prev+nextWorth+worth
		i, j = i-1, j-1
	}
}

// bounds returns the first and last aligned word of the source, or -1.
func (a *alignment) bounds() (first, last int) {
	first, last = -1, -1
	for _, j := range a.pairs {
		if j >= 0 && first < 0 {
			first = j
		}
		last = max(last, j)
	}
	return first, last
}

// number returns the number that a word stands for.
func (r *reading) number(i int) text.Number { return r.numbers[r.words[i].number-1] }
