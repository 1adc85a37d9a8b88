package entail

import (
	"math/bits"
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// The preconditions of calling a claim covered by a window, beside every word, name and
// number of it standing there.
const (
	inOrder     = 0.7  // share of the words that stand in the claim's order
	longOrder   = 0.6  // the same for a long claim
	long        = 6    // content words of a claim from which on it is long
	sameForm    = 0.9  // share of the weight that stands there in the same form
	coveredSure = 0.85 // share of such calls that were right on the sets it was measured on, rounded down
)

// whole reports whether a window has all of the claim, in its order. A long claim may
// have one frequent word more than its sentence. Of a claim with digits, one sentence
// has all, as a number belongs to the fact beside it.
func (c *comparison) whole() bool {
	s, n := &c.sight, len(c.found.terms)
	if s.to-s.from > 1 && (s.mask != c.all() || strings.ContainsAny(c.claim.text, "0123456789")) {
		return false
	}
	order := inOrder
	if n >= long {
		order = longOrder
	}
	return n > 2 && len(c.s.additions) == 0 && s.cover >= sameForm && s.order >= order &&
		(s.mask == c.all() || n >= long && c.spare(c.all()&^s.mask))
}

// spare reports whether a set of terms is one frequent word.
func (c *comparison) spare(terms uint64) bool {
	t := c.found.terms[bits.TrailingZeros64(terms)]
	return bits.OnesCount64(terms) == 1 && lex.common[t.stem] && !t.name && !t.number
}

// complete reports whether a window has all of the claim, in order, with nothing denied,
// doubted or weakened. Where both sides deny something, the wider denial says more.
func (c *comparison) complete() bool {
	return c.whole() && !c.sight.cue && c.sight.doubted == 0 && !c.leans()
}

// leans reports whether the claim rests on a word of the kind of "only", "all" or
// "because" that the window lacks, the window on a speaker, a condition or a doubt that the
// claim leaves out, or the claim on another subject than the window.
func (c *comparison) leans() bool {
	own, has := map[string]bool{}, map[string]bool{}
	for i := range c.claim.words {
		own[c.claim.words[i].norm] = true
	}
	for i := c.sight.from; i < c.sight.to; i++ {
		for _, w := range c.p.sentences[i].words {
			if (lex.says[w.norm] && w.norm != "or" || lex.doubt[w.norm] || lex.shifts[w.norm]) && !own[w.norm] {
				return true
			}
			has[w.norm] = true
		}
	}
	for i := range c.claim.words {
		w := &c.claim.words[i]
		if !has[w.norm] && !w.hedge && (lex.absolute(w.norm) || lex.cue[w.norm]) {
			return true
		}
	}
	first := c.claim.words[0].norm
	return c.p.topic == nil && lex.pronoun[first] && !has[first] || c.dependent()
}

// dependent reports whether the first term of the claim stands in the window only behind
// a preposition that the claim has not: "Acme" in "the CEO of Acme resigned".
func (c *comparison) dependent() bool {
	first := c.found.terms[0]
	if first.word > 0 && lex.preposition[c.claim.words[first.word-1].norm] {
		return false
	}
	some := false
	for i := c.sight.from; i < c.sight.to; i++ {
		words := c.p.sentences[i].words
		for k := range words {
			if c.found.forms[words[k].stem]&1 == 0 {
				continue
			}
			some = true
			at := k - 1
			for at >= 0 && (words[at].free() || words[at].capital && !words[at].stop) {
				at--
			}
			if at < 0 || !lex.preposition[words[at].norm] {
				return false
			}
		}
	}
	return some
}

// denial reports whether a window has the claim in its order but for a negation that only
// one side has, and that governs nothing else.
func (c *comparison) denial() bool {
	s := &c.sight
	return c.whole() && s.flippedHead && s.neighbours >= 0.5 && !s.bothDeny && (s.deniedAlone || s.deniesAlone && !s.deniesMore)
}

// tells reports whether a number of the kind is what a statement with so many numbers
// tells, rather than what it is about.
func tells(k text.NumberKind, numbers int) bool {
	switch k {
	case text.Version, text.Ordinal:
		return false
	case text.Year, text.Date:
		return numbers == 1
	}
	return true
}
