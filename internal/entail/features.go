package entail

import (
	"math/bits"

	"github.com/citestone/citestone/internal/text"
)

// Feature is one thing that speaks for or against the support of a claim.
type Feature int

// The features. All lie between 0 and 1. A share is one of the claim's content words,
// each weighted by how rare it is in the source.
const (
	Page        Feature = iota // share that stands anywhere in the source
	Window                     // share that stands in the best one to three sentences
	Sentence                   // share that stands in the best sentence
	Facts                      // mean over the claim's clauses of the share in their own best window
	WeakestFact                // the least of those
	Ties                       // how much of the claim stands in the sentence that a word is found in, mean
	NumberTie                  // the same for the number that is tied worst; 1 without numbers
	NameTie                    // the same for names
	Order                      // share of words in the claim's order in the window
	Neighbours                 // share of neighbouring words that are neighbours in the window
	Complete                   // the window has every word, name and number, none denied
	Cubed                      // Window to the third power
	BothDeny                   // what a negation of the claim is about is denied in the window too

	MissingWord     // weight of the rarest word that the source lacks, against the mean
	MissingInWindow // the same for the window
	MissingName     // share of the names that the source lacks
	NameElsewhere   // share of the names that the window lacks
	MissingNumber   // a number that the source lacks
	NumberElsewhere // share of the numbers that the window lacks
	OtherNumber     // the window has another number of the kind and unit of one that it lacks
	Flipped         // share of words that are denied on one side only, with coverage
	FlippedHead     // what a negation of one side is about the other states, with coverage
	DeniedAlone     // the claim denies, the window does not
	DeniesAlone     // the window denies, the claim does not
	DoubtedAlone    // share of words that the source only plans, supposes or reports
	Misquoted       // a quotation that the source lacks
	PageLack        // Page x a missing name or number
	Lack            // share of words that the source lacks, squared
	features        = int(Lack) + 1
)

// against is the first feature that speaks against support; those before speak for it.
const against = MissingWord

var featureNames = [features]string{
	"page", "window", "sentence", "facts", "weakest_fact", "ties", "number_tie", "name_tie", "order", "neighbours", "complete", "cubed", "both_deny",
	"missing_word", "missing_in_window", "missing_name", "name_elsewhere", "missing_number", "number_elsewhere", "other_number",
	"flipped", "flipped_head", "denied_alone", "denies_alone", "doubted_alone", "misquoted", "page_lack", "lack",
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
	for _, w := range c.windows {
		if w.to-w.from == 1 {
			x[Sentence] = max(x[Sentence], w.cover)
		}
	}
	x[Facts], x[WeakestFact] = c.facts()
	x[Ties], x[NumberTie], x[NameTie] = f.ties()
	x[Order], x[Neighbours] = s.order, s.neighbours
	x[Cubed] = s.cover * s.cover * s.cover
	x[MissingWord], x[MissingInWindow] = f.rarest(^page), f.rarest(^s.mask)
	x[MissingName] = f.lacks(f.names, page)
	x[NameElsewhere] = f.lacks(f.names, s.mask) - x[MissingName]
	x[MissingNumber] = truth(f.lacks(f.numbers, page) > 0)
	x[NumberElsewhere] = f.lacks(f.numbers, s.mask) * (1 - x[MissingNumber])
	x[OtherNumber] = truth(c.otherNumber())
	x[Flipped] = s.flipped * s.cover * s.cover
	x[FlippedHead] = truth(s.flippedHead) * s.cover
	x[BothDeny] = truth(s.bothDeny)
	x[DeniedAlone] = truth(s.deniedAlone)
	x[DeniesAlone] = truth(s.deniesAlone)
	x[DoubtedAlone] = s.doubted
	x[Misquoted] = truth(c.p.misquoted(c.s.text) != "")
	x[PageLack] = x[Page] * max(x[MissingName], x[MissingNumber])
	x[Lack] = (1 - x[Page]) * (1 - x[Page])
	x[Complete] = truth(s.mask == c.all() && s.flipped == 0 && s.doubted == 0 && !s.deniedAlone && x[Misquoted] == 0)
	return x
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

// facts returns how well the clauses of the claim are covered, each by its own best
// window: the mean by weight, and the least.
func (c *comparison) facts() (mean, least float64) {
	f := c.found
	least = 1
	sum, total := 0.0, 0.0
	for _, fact := range c.clauses() {
		all := 0.0
		for m := fact; m != 0; m &= m - 1 {
			all += f.terms[bits.TrailingZeros64(m)].weight
		}
		best := 0.0
		for _, i := range f.touched {
			mask := f.masks[i]
			if int(i)+1 < len(f.masks) {
				mask |= f.masks[i+1]
			}
			best = max(best, f.weigh(fact&mask))
		}
		sum, total = sum+best, total+all
		least = min(least, best/max(all, 1e-9))
	}
	return sum / max(total, 1e-9), least
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
// the mean of all, the least of the numbers, the least of the names.
func (f *found) ties() (mean, number, name float64) {
	var tie [maxTerms]float64
	for _, i := range f.touched {
		mask := f.masks[i]
		around := mask
		if i > 0 {
			around |= f.masks[i-1]
		}
		if int(i)+1 < len(f.masks) {
			around |= f.masks[i+1]
		}
		share := f.share(mask)/2 + f.share(around)/2
		for m := mask; m != 0; m &= m - 1 {
			k := bits.TrailingZeros64(m)
			tie[k] = max(tie[k], share)
		}
	}
	number, name = 1, 1
	for k, t := range f.terms {
		mean += tie[k] * t.weight
		if t.number {
			number = min(number, tie[k])
		}
		if t.name {
			name = min(name, tie[k])
		}
	}
	return mean / max(f.total, 1e-9), number, name
}

// rarest returns the weight of the heaviest term of a set against twice the mean weight.
func (f *found) rarest(mask uint64) float64 {
	most := 0.0
	for k, t := range f.terms {
		if mask&(1<<k) != 0 {
			most = max(most, t.weight)
		}
	}
	return min(1, most*float64(len(f.terms))/max(2*f.total, 1e-9))
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
