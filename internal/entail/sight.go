package entail

import "math/bits"

// sight is what a claim looks like in one window.
type sight struct {
	window
	order, neighbours float64
	flipped           float64 // share of the covered weight that is denied on one side only
	doubted           float64 // share of the covered weight that only the source doubts
	deniedAlone       bool    // the claim denies something, the window nothing
	deniesAlone       bool    // the window denies something that the claim says, the claim denies nothing
	deniesMore        bool    // the window denies something that the claim does not speak of
	flippedHead       bool    // what a negation of one side is about, the other side states
	cue               bool    // either side has a negation
	bothDeny          bool    // what a negation is about is denied on both sides
}

// look compares the claim with a window, word by word.
func (c *comparison) look(w window) sight {
	s := sight{window: w}
	var seq []uint64 // terms of the window's words, in their order
	var plain, denying, sure, heads uint64
	cue := false
	for i := w.from; i < w.to; i++ {
		r := &c.p.sentences[i].reading
		for k := range r.words {
			word := &r.words[k]
			cue = cue || lex.negator[word.norm]
			mask := c.terms(r, word) & w.mask
			if mask == 0 {
				if word.content() {
					seq = append(seq, 0)
					s.deniesMore = s.deniesMore || word.mood&denied != 0
				}
				continue
			}
			seq = append(seq, mask)
			if word.mood&denied != 0 {
				denying |= mask
			} else {
				plain |= mask
			}
			if word.mood&head != 0 {
				heads |= mask
			}
			if word.mood&doubted == 0 {
				sure |= mask
			}
		}
	}
	s.moods(c, plain, denying, sure, heads, cue)
	s.order, s.neighbours = c.inOrder(seq)
	return s
}

// terms returns the terms of the claim that a word of the source can be.
func (c *comparison) terms(r *reading, w *word) uint64 {
	f := c.found
	if w.number == 0 {
		return f.forms[w.stem]
	}
	var mask uint64
	for m := f.numbers; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		if r.numbers[w.number-1].Supports(c.claim.number(f.terms[k].word)) {
			mask |= 1 << k
		}
	}
	for _, stem := range w.stems() {
		mask |= f.forms[stem]
	}
	return mask
}

// moods compares what the two sides deny and doubt.
func (s *sight) moods(c *comparison, plain, denying, sure, heads uint64, cue bool) {
	var deniedTerms, doubtedTerms, headTerms uint64
	claimCue := false
	for i := range c.claim.words {
		claimCue = claimCue || lex.negator[c.claim.words[i].norm]
	}
	for k, t := range c.found.terms {
		w := &c.claim.words[t.word]
		if w.mood&denied != 0 {
			deniedTerms |= 1 << k
		}
		if w.mood&head != 0 {
			headTerms |= 1 << k
		}
		if w.mood&doubted != 0 {
			doubtedTerms |= 1 << k
		}
	}
	covered := max(c.found.weigh(s.mask), 1e-9)
	flipped := deniedTerms&plain&^denying | denying&^plain&^deniedTerms
	s.flipped = c.found.weigh(flipped) / covered
	s.doubted = c.found.weigh((plain|denying)&^sure&^doubtedTerms) / covered
	s.flippedHead = flipped&(headTerms|heads) != 0
	s.bothDeny = deniedTerms&denying != 0
	s.cue = cue || claimCue
	s.deniedAlone = claimCue && !cue
	s.deniesAlone = !claimCue && denying&^plain != 0
}

// inOrder returns which share of the claim's terms stands in the claim's order in the
// sequence (longest common subsequence), and which share of its neighbours are
// neighbours there.
func (c *comparison) inOrder(seq []uint64) (order, neighbours float64) {
	n := len(c.found.terms)
	row := make([]uint8, n+1)
	for j, mask := range seq {
		diagonal := uint8(0)
		for k := range n {
			above := row[k+1]
			if mask&(1<<k) != 0 {
				row[k+1] = max(above, diagonal+1)
			} else {
				row[k+1] = max(above, row[k])
			}
			diagonal = above
		}
		if j > 0 {
			neighbours += float64(min(1, bits.OnesCount64(seq[j-1]<<1&mask)))
		}
	}
	if n == 0 {
		return 0, 0
	}
	return float64(row[n]) / float64(n), min(1, neighbours/float64(max(n-1, 1)))
}
