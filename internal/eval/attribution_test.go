package eval

import (
	"math"
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

// judgements makes rows of "gold label score" words.
func judgements(set string, rows ...string) []Judgement {
	labels := map[string]citestone.Label{"e": citestone.Entailment, "c": citestone.Contradiction, "a": citestone.Abstain}
	gold := map[string]string{"S": "supported", "U": "unsupported", "C": "contradicted"}
	var out []Judgement
	for _, r := range rows {
		f := strings.Fields(r)
		out = append(out, Judgement{Set: set, Gold: gold[f[0]], Label: labels[f[1]], Score: map[string]float64{"0": 0, "1": 0.1, "5": 0.5, "9": 0.9}[f[2]]})
	}
	return out
}

func TestMeasures(t *testing.T) {
	s := set{rows: judgements("a", "S e 9", "S a 5", "U a 5", "U a 1", "C c 0", "C e 9")}
	score := func(j Judgement) float64 { return j.Score }
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	near("balanced accuracy of the label", s.balanced(func(j Judgement) bool { return j.Label == citestone.Entailment }), (0.5+0.75)/2)
	near("balanced accuracy at 0.5", s.balancedAt(score, 0.5), (1+0.5)/2)
	near("AUROC", s.auroc(score), (0.5+3+2.5)/8) // 9 against 9 is half; 5 against 5 is half
	c := s.calls()
	if want := (calls{supported: 2, decided: 3, entailed: 2, entailedRight: 1, contradicted: 1, contradictedRight: 1}); c != want {
		t.Errorf("calls %+v, want %+v", c, want)
	}
}

// The threshold that a set is scored at comes from the others.
func TestThresholdOfTheOthers(t *testing.T) {
	others := []set{{rows: judgements("b", "S e 9", "U a 5")}, {rows: judgements("c", "S e 9", "U a 1")}}
	if got := threshold(others, func(j Judgement) float64 { return j.Score }); got <= 0.5 || got > 0.9 {
		t.Errorf("threshold %v, want one between 0.5 and 0.9", got)
	}
}

func TestWilson(t *testing.T) {
	for _, tt := range []struct {
		n, of int
		want  string
	}{{0, 0, "-"}, {10, 10, "10/10 100 % (72-100)"}, {0, 90, "0/90 0 % (0-4)"}, {50, 100, "50/100 50 % (40-60)"}} {
		if got := Wilson(tt.n, tt.of); got != tt.want {
			t.Errorf("Wilson(%d, %d) = %s, want %s", tt.n, tt.of, got, tt.want)
		}
	}
}

func TestAttributionTable(t *testing.T) {
	rows := append(judgements("a", "S e 9", "U a 1"), judgements("b", "S e 9", "C c 0")...)
	rows[0].Kind, rows[1].Kind = "original", "number"
	var out strings.Builder
	if err := Attribution(&out, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a    2     1          100.0", "1/1 100 % (21-100)", "a    number    unsupported  1", "0/1 0 % (0-79)  -"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
