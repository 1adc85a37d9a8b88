package entail

import (
	_ "embed"
	"encoding/json"
	"math"

	"github.com/citestone/citestone"
)

// Weights are what the deterministic judge has learnt: a logistic regression over the
// Features of a claim.
type Weights struct {
	Version int                `json:"version"`
	Note    string             `json:"note"`  // what it was learnt from
	Prior   float64            `json:"prior"` // share of supported claims that Score assumes
	Bias    float64            `json:"bias"`
	Weight  map[string]float64 `json:"weights"` // by the features' names; those that are missing weigh nothing
}

// WeightsVersion is that of the features: weights of another one cannot be used.
const WeightsVersion = 1

//go:embed weights.json
var learnt []byte

// Learnt returns the weights that are built in.
func Learnt() Weights {
	w, err := ReadWeights(learnt)
	if err != nil {
		panic("entail: weights.json: " + err.Error()) // it is a part of the program
	}
	return w
}

// ReadWeights reads weights as they are stored.
func ReadWeights(data []byte) (Weights, error) {
	var w Weights
	if err := json.Unmarshal(data, &w); err != nil {
		return w, citestone.Errorf(citestone.BadInput, "weights: %w", err)
	}
	if w.Version != WeightsVersion {
		return w, citestone.Errorf(citestone.BadInput, "weights are of version %d, want %d", w.Version, WeightsVersion)
	}
	return w, nil
}

// model is weights made ready.
type model struct {
	bias   float64
	weight Features
}

func newModel(w Weights) model {
	m := model{bias: w.Bias}
	for i := range m.weight {
		m.weight[i] = w.Weight[Feature(i).String()]
	}
	return m
}

// support returns the chance that a claim with the features is supported, if the
// prior share of such claims is that of the weights.
func (m *model) support(x *Features) float64 {
	z := m.bias
	for i, v := range x {
		z += m.weight[i] * v
	}
	return 1 / (1 + math.Exp(-z))
}
