package entail

import (
	"math"
	"math/bits"

	"github.com/citestone/citestone/internal/text"
)

// Feature is one thing that speaks for or against the support of a claim.
type Feature int

// The features. All lie between 0 and 1. A share is one of the claim's content words,
// each weighted by how rare it is in the source.
const (
	Page       Feature = iota // share that stands anywhere in the source
	Window                    // share that stands in the best one to three sentences
	Facts                     // mean over the claim's clauses of the share in their own best window
	Ties                      // how much of the claim stands in the sentence that a word is found in, mean
	NameTie                   // the same for names
	Order                     // share of words in the claim's order in the window
	Neighbours                // share of neighbouring words that are neighbours in the window
	Complete                  // the window has every word, name and number, none denied
	BothDeny                  // what a negation of the claim is about is denied in the window too

	MissingName   // share of the names that the source lacks
	MissingNumber // a number that the source lacks
	OtherNumber   // the window has another number of the kind and unit of one that it lacks
	Flipped       // share of words that are denied on one side only, with coverage
	FlippedHead   // what a negation of one side is about the other states, with coverage
	DeniedAlone   // the claim denies something, the window nothing, with coverage
	DeniesAlone   // the window denies, the claim does not
	DoubtedAlone  // share of words that the source only plans, supposes or reports
	Misquoted     // a quotation that the source lacks
	PageLack      // Page x a missing name or number
	features      = int(PageLack) + 1
)

// against is the first feature that speaks against support; those before speak for it.
const against = MissingName

var featureNames = [features]string{
	"page", "window", "facts", "ties", "name_tie", "order", "neighbours", "complete", "both_deny",
	"missing_name", "missing_number", "other_number", "flipped", "flipped_head", "denied_alone", "denies_alone", "doubted_alone", "misquoted", "page_lack",
}

func (f Feature) String() string { return featureNames[f] }

// Sign is +1 for a feature that can only raise support, -1 for one that can only lower it.
func (f Feature) Sign() float64 {
	if f < against {
		return 1
	}
	return -1
}

// Features are the values of all features for one claim and one source.
type Features [features]float64

// measure fills in what the comparison's best sight and the source as a whole tell.
func (c *comparison) measure() Features {
	var x Features
	f, s := c.found, &c.sight
	page := c.pageMask()
	x[Page], x[Window] = f.share(page), s.cover
	x[Facts] = c.facts()
	x[Ties], x[NameTie] = f.ties()
	x[Order], x[Neighbours] = s.order, s.neighbours
	far := c.p.scattered()
	for _, k := range []Feature{Window, Facts, Order} {
		x[k] += far * (x[Page] - x[k])
	}
	x[Ties] += far * (x[Page]*x[Page] - x[Ties])
	x[MissingName] = f.lacks(f.names, page)
	x[MissingNumber] = truth(f.lacks(f.numbers, page) > 0)
	x[OtherNumber] = truth(c.otherNumber())
	x[Flipped] = s.flipped * s.cover * s.cover
	x[FlippedHead] = truth(s.flippedHead) * s.cover
	x[BothDeny] = truth(s.bothDeny)
	x[DeniedAlone] = truth(s.deniedAlone) * s.cover * s.cover
	x[DeniesAlone] = truth(s.deniesAlone)
	x[DoubtedAlone] = s.doubted
	x[Misquoted] = truth(c.p.misquoted(c.s.text) != "")
	x[PageLack] = x[Page] * max(x[MissingName], x[MissingNumber])
	x[Complete] = truth(s.mask == c.all() && s.flipped == 0 && s.doubted == 0 && !s.deniedAlone && x[Misquoted] == 0)
	return x
}

// scattered returns how far the evidence in the source may lie apart, 0 to 1: in a long
// page one window rarely has all of it, and what the page has counts in its place.
func (p *Premise) scattered() float64 {
	const near, far = 16, 256 // sentences
	return min(max(math.Log2(float64(len(p.sentences)+1)/near)/math.Log2(far/near), 0), 1)
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// all is the set of all terms.
func (c *comparison) all() uint64 { return 1<<len(c.found.terms) - 1 }

// pageMask is the set of terms that stand anywhere in the source.
func (c *comparison) pageMask() uint64 {
	var mask uint64
	for i, t := range c.found.terms {
		if t.page > 0 {
			mask |= 1 << i
		}
	}
	return mask
}

// facts returns how well the clauses of the claim are covered, each by its own best two
// sentences: the mean by weight.
func (c *comparison) facts() float64 {
	f := c.found
	sum := 0.0
	for _, fact := range c.clauses() {
		best := 0.0
		for _, i := range f.touched {
			mask := f.masks[i]
			if int(i)+1 < len(f.masks) {
				mask |= f.masks[i+1]
			}
			best = max(best, f.weigh(fact&mask))
		}
		sum += best
	}
	return sum / max(f.total, 1e-9)
}

// shortest is the number of terms that make a clause a fact of its own.
const shortest = 2

// clauses parts the terms of the claim where a clause begins.
func (c *comparison) clauses() []uint64 {
	var list []uint64
	var fact uint64
	at := 0
	for i, t := range c.found.terms {
		begins := false
		for ; at <= t.word; at++ {
			w := &c.claim.words[at]
			begins = begins || w.breaks || lex.joins[w.norm] || lex.preposition[w.norm]
		}
		if begins && bits.OnesCount64(fact) >= shortest {
			list = append(list, fact)
			fact = 0
		}
		fact |= 1 << i
	}
	if bits.OnesCount64(fact) >= shortest || len(list) == 0 {
		return append(list, fact)
	}
	list[len(list)-1] |= fact
	return list
}

// ties returns how much of the claim stands around each term where it stands with most:
// the mean of all, and the least of the names.
func (f *found) ties() (mean, name float64) {
	var tie [maxTerms]float64
	for _, i := range f.touched {
		around := f.masks[i]
		if i > 0 {
			around |= f.masks[i-1]
		}
		if int(i)+1 < len(f.masks) {
			around |= f.masks[i+1]
		}
		share := f.share(f.masks[i])/2 + f.share(around)/2
		for m := f.masks[i]; m != 0; m &= m - 1 {
			k := bits.TrailingZeros64(m)
			tie[k] = max(tie[k], share)
		}
	}
	name = 1
	for k, t := range f.terms {
		mean += tie[k] * t.weight
		if t.name {
			name = min(name, tie[k])
		}
	}
	return mean / max(f.total, 1e-9), name
}

// lacks returns the share of the terms of kind that mask lacks, by number.
func (f *found) lacks(kind, mask uint64) float64 {
	if kind == 0 {
		return 0
	}
	return float64(bits.OnesCount64(kind&^mask)) / float64(bits.OnesCount64(kind))
}

// otherNumber reports whether the window lacks a number of the claim but has another of
// its kind and unit that the claim has not.
func (c *comparison) otherNumber() bool {
	_, _, ok := c.other()
	return ok
}

// other returns a number of the claim that the window lacks, and one of the same kind and
// unit that it has instead.
func (c *comparison) other() (claim, source text.Number, ok bool) {
	f := c.found
	for m := f.numbers &^ c.sight.mask; m != 0; m &= m - 1 {
		n := c.claim.number(f.terms[bits.TrailingZeros64(m)].word)
		for i := c.sight.from; i < c.sight.to; i++ {
			for _, o := range c.p.sentences[i].numbers {
				if o.Kind == n.Kind && o.Unit == n.Unit && !c.claim.states(o) {
					return n, o, true
				}
			}
		}
	}
	return text.Number{}, text.Number{}, false
}

func (r *reading) states(n text.Number) bool {
	for _, m := range r.numbers {
		if m.Supports(n) || n.Supports(m) {
			return true
		}
	}
	return false
}
