package train

import (
	"testing"

	"github.com/citestone/citestone/internal/entail"
)

// row makes a labelled row with two features.
func row(set, document string, supported bool, window, missing float64) Row {
	r := Row{Set: set, Document: document, Supported: supported}
	r.Features[entail.Window], r.Features[entail.MissingNumber] = window, missing
	return r
}

func rows() []Row {
	return []Row{
		row("a", "1", true, 0.9, 0), row("a", "2", true, 0.8, 0), row("a", "3", false, 0.3, 0), row("a", "4", false, 0.9, 1),
		row("b", "5", true, 0.7, 0), row("b", "4", false, 0.4, 0), row("b", "6", false, 0.8, 1),
	}
}

func TestFitLearnsWhatSeparates(t *testing.T) {
	w := Fit(rows(), "test")
	if w.Weight["window"] <= 0 || w.Weight["missing_number"] >= 0 || w.Prior != Prior || w.Note != "test" {
		t.Errorf("%+v, want coverage for and a missing number against support", w)
	}
	if again := Fit(rows(), "test"); again.Bias != w.Bias || again.Weight["window"] != w.Weight["window"] {
		t.Errorf("%+v, then %+v", w, again)
	}
}

// Rows in which coverage and support run against each other must not teach the contrary.
func TestFitKeepsSigns(t *testing.T) {
	turned := rows()
	for i := range turned {
		turned[i].Supported = !turned[i].Supported
	}
	if w := Fit(turned, ""); w.Weight["window"] < 0 || w.Weight["missing_number"] > 0 {
		t.Errorf("%+v, want no weight of the wrong sign", w.Weight)
	}
}

// A large set counts as much as a small one, and a set of one class teaches nothing.
func TestFitBalances(t *testing.T) {
	once := Fit(rows(), "")
	many := rows()
	for range 50 {
		many = append(many, rows()[:4]...)
	}
	many = append(many, row("c", "9", false, 1, 0), row("c", "10", false, 1, 0))
	if w := Fit(many, ""); w.Bias != once.Bias || w.Weight["window"] != once.Weight["window"] {
		t.Errorf("%+v with the first set repeated, %+v without", w, once)
	}
}

func TestWithoutDropsSharedPassages(t *testing.T) {
	got := ""
	for _, r := range Without(rows(), rows(), "a") {
		got += r.Set + r.Document + " "
	}
	if got != "b5 b6 " {
		t.Errorf("rows %q, want those of the other set but for the passage that both have", got)
	}
}
