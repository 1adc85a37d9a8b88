package entail

import (
	"math/bits"
	"strings"
)

// shortened is how near a name is to its shorter form: "Curry" for "Stephen Curry".
const shortened = 0.7

// variants finds names of the claim that the premise has in another form only: a person's
// surname for the full name, initials for a name of several words and the reverse.
func (f *found) variants(r *reading) {
	for from := 0; from < len(r.words); {
		to := from
		for to < len(r.words) && r.words[to].name && (to == from || !r.words[to].breaks) {
			to++
		}
		if to-from > 1 {
			f.initials(r, from, to)
			f.surname(r, from, to)
		} else if to > from {
			f.spelledOut(r, from)
		}
		from = max(to, from+1)
	}
}

// term returns the bit of the term that word i of the claim is, 0 if it is none.
func (f *found) term(r *reading, i int) uint64 {
	for k := range f.terms {
		if f.terms[k].stem == r.words[i].stem {
			return 1 << k
		}
	}
	return 0
}

// grant marks terms of which the premise has another form in the sentences that have it.
func (f *found) grant(terms uint64, sentences []int32, near float64) {
	for m := terms; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m)
		if f.terms[k].page > 0 || len(sentences) == 0 {
			continue
		}
		f.terms[k].page = near
		for _, i := range sentences {
			f.mark(i, 1<<k)
		}
	}
}

// surname grants the first names of a person whose surname stands alone in the source
// and never behind another first name.
func (f *found) surname(r *reading, from, to int) {
	last := r.words[to-1].stem
	sentences := f.p.index[last]
	if len(sentences) == 0 || to-from > 3 {
		return
	}
	var given uint64
	for i := from; i < to-1; i++ {
		bit := f.term(r, i)
		if bit == 0 || f.terms[bits.TrailingZeros64(bit)].page > 0 {
			return // the source knows this first name
		}
		given |= bit
	}
	for _, i := range sentences {
		words := f.p.sentences[i].words
		for k := range words {
			if words[k].stem == last && k > 0 && words[k-1].name && !words[k].breaks && !lex.title[words[k-1].norm] {
				return
			}
		}
	}
	f.grant(given, sentences, shortened)
}

// initials grants the words of a name whose initials the source has as a word.
func (f *found) initials(r *reading, from, to int) {
	var b strings.Builder
	var all uint64
	for i := from; i < to; i++ {
		b.WriteByte(r.words[i].norm[0])
		all |= f.term(r, i)
	}
	f.grant(all, f.p.index[b.String()], 1)
}

// spelledOut grants initials of which the source, or the claim itself, has the words.
func (f *found) spelledOut(r *reading, i int) {
	w := &r.words[i]
	if n := w.end - w.start; n < 2 || n > 6 || r.text[w.start:w.end] != strings.ToUpper(w.norm) {
		return
	}
	if from := i - len(w.norm); from >= 0 && initials(r.words[from:i]) == w.norm { // "artificial intelligence (AI)"
		f.grant(f.term(r, i), f.p.index[r.words[i-1].stem], 1)
	}
	f.grant(f.term(r, i), f.p.initials[w.norm], 1)
}

// initials returns the first letters of words.
func initials(words []word) string {
	var b strings.Builder
	for i := range words {
		b.WriteByte(words[i].norm[0])
	}
	return b.String()
}
