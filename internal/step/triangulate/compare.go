package triangulate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/evidence"
	"github.com/citestone/citestone/internal/text"
)

const (
	maxDiffer = 8   // facts that one contradiction shows
	sameThing = 0.4 // overlap of the words around two values that are of one thing
	reach     = 60  // bytes on each side of a value that count as around it
	mustShare = 2   // terms of the question that both surroundings hold
	farApart  = 1e3 // ratio from which two values are of different things
)

// compare sets the values that answer a subquestion side by side: values of one kind
// and unit, whose surrounding words are much the same, agree when their ranges
// overlap and differ when they do not. Where the user asks whether the sources agree,
// the best answer is also held against every other source's value of that kind.
func compare(t *citestone.Triangulation, part citestone.Subquestion, q answer.Question, chosen []evidence.Candidate, asked bool) {
	if !q.Kind.Quantity() {
		return
	}
	first := len(t.Facts) - len(chosen)
	agree := citestone.Comparison{About: part.Text, Kind: "data", Resolution: "the same value in more than one source"}
	differ := citestone.Comparison{About: part.Text, Kind: "data"}
	for i, a := range chosen {
		for j := i + 1; j < len(chosen); j++ {
			b := chosen[j]
			fa, fb := t.Facts[first+i], t.Facts[first+j]
			loose := asked && i == 0 && a.Source != b.Source && q.Kind != answer.Amount
			kind, x, y := relation(q, a, b, loose)
			switch {
			case kind == sameValue && fa.Source != fb.Source:
				add(&agree, fa.ID, x)
				add(&agree, fb.ID, y)
			case kind == otherValue && len(differ.Facts) < maxDiffer:
				add(&differ, fa.ID, x)
				add(&differ, fb.ID, y)
			}
		}
	}
	if len(agree.Facts) > 0 {
		t.Agreements = append(t.Agreements, agree)
	}
	if len(differ.Facts) > 0 {
		differ.Resolution = resolve(t.Facts, differ.Facts)
		t.Contradictions = append(t.Contradictions, differ)
	}
}

func add(c *citestone.Comparison, fact, value string) {
	if !slices.Contains(c.Facts, fact) {
		c.Facts = append(c.Facts, fact)
		c.Values = append(c.Values, value)
	}
}

type comparison int

const (
	unrelated comparison = iota
	sameValue
	otherValue
)

// relation compares the values of two sentences that are of one thing. Where none
// overlap, it returns the two that are nearest to each other.
func relation(q answer.Question, a, b evidence.Candidate, loose bool) (out comparison, va, vb string) {
	if !loose && len(a.Score.Missing)+len(b.Score.Missing) > 0 {
		return unrelated, "", ""
	}
	nearest := float64(farApart)
	for _, x := range values(q, a) {
		for _, y := range values(q, b) {
			x1, x2, unit := interval(x)
			y1, y2, other := interval(y)
			if x.Kind != y.Kind || unit != other || !loose && !oneThing(q, around(a, x), around(b, y)) {
				continue
			}
			if x1 <= y2 && y1 <= x2 {
				if x.Bound != y.Bound {
					continue // a value within a bound neither repeats nor contradicts it
				}
				return sameValue, x.Text, y.Text
			}
			if apart := max(x1, y1) / min(x2, y2); apart < nearest {
				nearest, out, va, vb = apart, otherValue, x.Text, y.Text
			}
		}
	}
	return out, va, vb
}

// seconds are the units of time.
var seconds = map[string]float64{"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600,
	"day": 86400, "week": 7 * 86400, "month": 30 * 86400, "year": 365 * 86400}

// interval is the range that a value stands for, in a unit that others of its kind
// share: "under 10 ms" is 0 to 0.01 seconds.
func interval(n text.Number) (low, high float64, unit string) {
	low, high, unit = n.Low, n.High, n.Unit
	if f := seconds[unit]; f > 0 {
		low, high, unit = low*f, high*f, "s"
	}
	switch n.Bound {
	case -1:
		low = 0
	case 1:
		high = math.Inf(1)
	}
	return low, high, unit
}

// around are the content words near a value, up to the next punctuation or number.
func around(c evidence.Candidate, n text.Number) map[string]bool {
	plain := c.Sentence.Plain.Text
	from, to := max(0, n.Start-reach), min(len(plain), n.End+reach)
	if i := strings.LastIndexAny(plain[from:n.Start], ",;:()"); i >= 0 {
		from += i + 1
	}
	if i := strings.IndexAny(plain[n.End:to], ",;:()"); i >= 0 {
		to = n.End + i
	}
	for _, o := range c.Sentence.Numbers {
		if o.End <= n.Start && o.End > from {
			from = o.End
		}
		if o.Start >= n.End && o.Start < to {
			to = o.Start
		}
	}
	set := map[string]bool{}
	for _, term := range text.Terms(plain[from:n.Start] + " " + plain[n.End:to]) {
		set[term] = true
	}
	return set
}

func oneThing(q answer.Question, a, b map[string]bool) bool {
	shared := 0
	for _, t := range q.Terms {
		if a[t] && b[t] {
			shared++
		}
	}
	return shared >= mustShare && overlap(a, b) >= sameThing
}

// resolve prefers the most recent dated source and says so.
func resolve(facts []citestone.Fact, ids []string) string {
	var dated []citestone.Fact
	for _, f := range facts {
		if slices.Contains(ids, f.ID) && f.Date != "" {
			dated = append(dated, f)
		}
	}
	if len(dated) == 0 {
		return "no source is dated; both are given"
	}
	latest := slices.MaxFunc(dated, func(a, b citestone.Fact) int { return cmp.Compare(a.Date, b.Date) })
	return "both are given; the most recent source is of " + latest.Date
}
