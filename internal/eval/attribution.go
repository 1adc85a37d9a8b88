package eval

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/citestone/citestone"
)

// Judgement is a claim with its passage, as labelled and as judged.
type Judgement struct {
	Set     string // data set that it is of
	Kind    string // of edit or source within the set, "" if it says none
	Gold    string // supported, contradicted, neutral or unsupported
	Label   citestone.Label
	Score   float64 // support in [0,1]
	Overlap float64 // the share of the claim's content words that the passage has: the baseline
}

func (j Judgement) supported() bool { return j.Gold == "supported" }

// Attribution prints a row of measures for each data set, then one for each kind of a
// set that has several.
//
//   - BAcc: balanced accuracy of the label entailment against gold supported.
//   - BAcc@: balanced accuracy of score >= t, where t is the one that is best on the
//     mean of the other sets: a threshold chosen on a set's own rows flatters.
//   - AUROC: the area under the ROC curve of the score, ties counting half.
//   - The same two for the overlap of words alone.
//   - Entailment and contradiction calls that are right, with Wilson's 95 % interval
//     (Wilson 1927), and which share of the supported rows they are. In a set without
//     contradicted rows a contradiction is right if the row is not supported.
func Attribution(w io.Writer, rows []Judgement) error {
	sets := group(rows, func(j Judgement) string { return j.Set })
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "set\trows\tsupported\tBAcc\tBAcc@\tAUROC\toverlap BAcc@\toverlap AUROC\tdecided\tentailment right\tof supported\tcontradiction right\tsupported called contradicted")
	score, overlap := func(j Judgement) float64 { return j.Score }, func(j Judgement) float64 { return j.Overlap }
	for _, s := range sets {
		others := others(sets, s)
		c := s.calls()
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.name, len(s.rows), c.supported,
			hundredth(s.balanced(func(j Judgement) bool { return j.Label == citestone.Entailment })),
			hundredth(s.balancedAt(score, threshold(others, score))), hundredth(s.auroc(score)),
			hundredth(s.balancedAt(overlap, threshold(others, overlap))), hundredth(s.auroc(overlap)),
			proportion(c.decided, len(s.rows)), Wilson(c.entailedRight, c.entailed), proportion(c.entailedRight, c.supported),
			Wilson(c.contradictedRight, c.contradicted), proportion(c.contradictedWrong, c.supported))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if err := kinds(w, sets); err != nil {
		return err
	}
	return reliability(w, sets)
}

// bands is how many parts the scores are put in to see how far they can be trusted.
const bands = 5

// reliability prints which share of the rows is supported, by score.
func reliability(w io.Writer, sets []set) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "\nsupported by score")
	for b := range bands {
		fmt.Fprintf(t, "\t%.1f to %.1f", float64(b)/bands, float64(b+1)/bands)
	}
	fmt.Fprintln(t)
	for _, s := range sets {
		var all, supported [bands]int
		for _, j := range s.rows {
			b := min(int(j.Score*bands), bands-1)
			all[b]++
			supported[b] += count(j.supported())
		}
		fmt.Fprint(t, s.name)
		for b := range bands {
			fmt.Fprintf(t, "\t%s", Wilson(supported[b], all[b]))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// kinds prints how often each kind of row is called supported.
func kinds(w io.Writer, sets []set) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "\nset\tkind\tgold\trows\tscore says supported\tcalled entailed\tcalled contradicted\n"
	score := func(j Judgement) float64 { return j.Score }
	for _, s := range sets {
		at := threshold(others(sets, s), score)
		parts := group(s.rows, func(j Judgement) string { return j.Kind + "\t" + j.Gold })
		if len(group(s.rows, func(j Judgement) string { return j.Kind })) < 2 {
			continue
		}
		for _, k := range parts {
			c := k.calls()
			above := 0
			for _, j := range k.rows {
				above += count(j.Score >= at)
			}
			fmt.Fprintf(t, "%s%s\t%s\t%d\t%s\t%s\t%s\n", head, s.name, k.name, len(k.rows), Wilson(above, len(k.rows)), Wilson(c.entailed, len(k.rows)), Wilson(c.contradicted, len(k.rows)))
			head = ""
		}
	}
	return t.Flush()
}

// others returns the sets but one.
func others(sets []set, s set) []set {
	return slices.DeleteFunc(slices.Clone(sets), func(o set) bool { return o.name == s.name })
}

// A set is the rows of one name.
type set struct {
	name string
	rows []Judgement
}

// group parts rows by a property, in order of its values.
func group(rows []Judgement, by func(Judgement) string) []set {
	index := map[string]int{}
	var out []set
	for _, r := range rows {
		name := by(r)
		i, ok := index[name]
		if !ok {
			i = len(out)
			index[name] = i
			out = append(out, set{name: name})
		}
		out[i].rows = append(out[i].rows, r)
	}
	slices.SortFunc(out, func(a, b set) int { return cmp.Compare(a.name, b.name) })
	return out
}

// calls counts what a set was called.
type calls struct {
	supported, decided                                 int
	entailed, entailedRight                            int
	contradicted, contradictedRight, contradictedWrong int // wrong: of supported rows
}

func (s set) calls() calls {
	var c calls
	strict := slices.ContainsFunc(s.rows, func(j Judgement) bool { return j.Gold == "contradicted" })
	for _, j := range s.rows {
		c.supported += count(j.supported())
		switch j.Label {
		case citestone.Entailment:
			c.decided++
			c.entailed++
			c.entailedRight += count(j.supported())
		case citestone.Contradiction:
			c.decided++
			c.contradicted++
			c.contradictedRight += count(j.Gold == "contradicted" || !strict && !j.supported())
			c.contradictedWrong += count(j.supported())
		}
	}
	return c
}

// balanced is the mean of the shares of supported rows that are called so and of the
// others that are not; NaN where one of the two has no rows.
func (s set) balanced(called func(Judgement) bool) float64 {
	var right, all [2]float64
	for _, j := range s.rows {
		k := count(j.supported())
		all[k]++
		if called(j) == j.supported() {
			right[k]++
		}
	}
	return (right[0]/all[0] + right[1]/all[1]) / 2
}

func (s set) balancedAt(score func(Judgement) float64, t float64) float64 {
	return s.balanced(func(j Judgement) bool { return score(j) >= t })
}

// steps is how many thresholds are tried.
const steps = 100

// threshold returns the threshold that is best on the mean of the sets.
func threshold(sets []set, score func(Judgement) float64) float64 {
	best, at := -1.0, 0.5
	for i := 1; i < steps; i++ {
		t, sum, n := float64(i)/steps, 0.0, 0
		for _, s := range sets {
			if b := s.balancedAt(score, t); !math.IsNaN(b) {
				sum += b
				n++
			}
		}
		if n > 0 && sum/float64(n) > best {
			best, at = sum/float64(n), t
		}
	}
	return at
}

// auroc is the chance that a supported row has a higher score than another, ties
// counting half.
func (s set) auroc(score func(Judgement) float64) float64 {
	rows := slices.SortedFunc(slices.Values(s.rows), func(a, b Judgement) int { return cmp.Compare(score(a), score(b)) })
	var wins, below, positives float64
	for i := 0; i < len(rows); {
		var pos, neg float64
		k := i
		for ; k < len(rows) && score(rows[k]) == score(rows[i]); k++ {
			pos += float64(count(rows[k].supported()))
			neg += float64(count(!rows[k].supported()))
		}
		wins += pos * (below + neg/2)
		below += neg
		positives += pos
		i = k
	}
	return wins / (positives * below)
}

// Wilson writes a share with its counts and its 95 % interval by Wilson's score.
func Wilson(n, of int) string {
	if of == 0 {
		return "-"
	}
	const z = 1.96
	total := float64(of)
	p := float64(n) / total
	middle := p + z*z/(2*total)
	half := z * math.Sqrt(p*(1-p)/total+z*z/(4*total*total))
	low, high := (middle-half)/(1+z*z/total), (middle+half)/(1+z*z/total)
	return fmt.Sprintf("%d/%d %.0f %% (%.0f-%.0f)", n, of, 100*p, 100*max(low, 0), 100*min(high, 1))
}

func hundredth(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*x)
}

func proportion(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
