// Package train learns the weights of the deterministic judge: a logistic regression
// whose signs are fixed in advance, so that more coverage never lowers a score and a
// missing number never raises one.
package train

import (
	"math"
	"slices"

	"github.com/citestone/citestone/internal/entail"
)

// Row is one labelled claim.
type Row struct {
	Set       string // data set that it is of
	Document  string // its passage; a set is never scored with weights that saw its passages
	Supported bool
	Features  entail.Features
}

// Prior is the share of supported claims that the weights assume, since both classes of
// a set count the same.
const Prior = 0.5

// How the weights are fitted: accelerated gradient descent from zero, which needs no
// seed, with a ridge that keeps correlated features from cancelling each other.
const (
	rounds = 2000
	ridge  = 0.0003
	rate   = 0.5
)

// Fit learns from rows. Every data set that has both classes counts the same, and within
// it both classes do; the rows of one class of a set without the other are added to the
// class of all.
func Fit(rows []Row, note string) entail.Weights {
	weight := balance(rows)
	dims := len(entail.Features{})
	at, before := make([]float64, dims+1), make([]float64, dims+1) // the last is the bias
	gradient := make([]float64, dims+1)
	for round := range rounds {
		push := float64(round) / float64(round+3)
		ahead := make([]float64, dims+1)
		for k := range at {
			ahead[k] = at[k] + push*(at[k]-before[k])
			gradient[k] = ridge * ahead[k]
		}
		gradient[dims] = 0
		for i := range rows {
			slope(&rows[i], weight[i], ahead, gradient)
		}
		copy(before, at)
		for k := range at {
			at[k] = ahead[k] - rate*gradient[k]
			if k < dims {
				sign := entail.Feature(k).Sign()
				at[k] = sign * max(0, sign*at[k])
			}
		}
	}
	w := entail.Weights{Version: entail.WeightsVersion, Note: note, Prior: Prior, Bias: round4(at[dims]), Weight: map[string]float64{}}
	for k := range dims {
		w.Weight[entail.Feature(k).String()] = round4(at[k])
	}
	return w
}

// slope adds the gradient of a row's loss.
func slope(r *Row, weight float64, at, gradient []float64) {
	z := at[len(at)-1]
	for k, v := range r.Features {
		z += at[k] * v
	}
	off := 1 / (1 + math.Exp(-z))
	if r.Supported {
		off--
	}
	for k, v := range r.Features {
		gradient[k] += weight * off * v
	}
	gradient[len(at)-1] += weight * off
}

// balance returns what each row weighs: one in all.
func balance(rows []Row) []float64 {
	type class struct {
		set       string
		supported bool
	}
	count := map[class]int{}
	for _, r := range rows {
		count[class{r.Set, r.Supported}]++
	}
	weights := make([]float64, len(rows))
	total := 0.0
	for i, r := range rows {
		own := class{r.Set, r.Supported}
		if count[class{r.Set, !r.Supported}] == 0 {
			continue // one class alone would teach the set, not the matter
		}
		weights[i] = 1 / float64(count[own])
		total += weights[i]
	}
	for i := range weights {
		weights[i] /= max(total, 1e-9)
	}
	return weights
}

// Without returns those of rows that weights for scoring a set may learn from: of other
// sets, and of no passage that the set, among all, has too.
func Without(rows, all []Row, set string) []Row {
	own := map[string]bool{}
	for _, r := range all {
		if r.Set == set {
			own[r.Document] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Set == set || own[r.Document] })
}

func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }
