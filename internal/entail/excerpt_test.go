package entail_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

const harbour = "# The harbour\n\nThe *new* mole is long. Ships moor there. It was built of stone.\n\nThe light on the mole was lit by gas."

func texts(list []entail.Excerpt) []string {
	var out []string
	for _, e := range list {
		out = append(out, e.Text())
	}
	return out
}

func TestWindows(t *testing.T) {
	p := entail.Prepare(harbour, document.Parse("harbour.md", harbour), entail.Context{Source: "s1"})
	chosen := p.Candidates("The mole had a gas light.", 2)
	windows := entail.Windows(chosen, func(s string) bool { return len(strings.Fields(s)) < 20 })
	want := []string{
		"The light on the mole was lit by gas.",
		"It was built of stone. The light on the mole was lit by gas.",
		"The new mole is long.",
		"The harbour The new mole is long. Ships moor there.",
		"The new mole is long. The light on the mole was lit by gas.",
	}
	if diff := cmp.Diff(want, texts(windows)); diff != "" {
		t.Error(diff)
	}
	if ev := windows[2].Evidence(); len(ev) != 1 || ev[0].Quote != "The *new* mole is long." {
		t.Errorf("evidence %+v", ev)
	}
	if a, b := windows[0].Cover(), windows[2].Cover(); a != 1 || b <= 0 || b >= 0.5 {
		t.Errorf("cover %v and %v", a, b)
	}
}

// TestCandidatesOfEachSource: one source that speaks of a claim at length does not push
// the others out.
func TestCandidatesOfEachSource(t *testing.T) {
	one := strings.Repeat("The mole of the harbour is made of stone.\n\n", 9)
	p := func(s, id string) *entail.Premise {
		return entail.Prepare(s, document.Parse("x.md", s), entail.Context{Source: id})
	}
	got := map[string]int{}
	for _, e := range entail.Join(p(one, "a"), nil, p("A mole.", "b")).Candidates("The mole of the harbour is stone.", 3) {
		got[e.Evidence()[0].Source]++
	}
	if diff := cmp.Diff(map[string]int{"a": 3, "b": 1}, got); diff != "" {
		t.Error(diff)
	}
}

// TestWindowsFit: whatever the text, windows fit or cannot be made smaller, all their
// evidence stands in the source, and parts of a sentence make up the sentence.
func TestWindowsFit(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields("mole harbour isn't 12 % *new* `code` “so” é 灯塔 the of . \n\n, [1] (as) -")), 0, 900)
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(words.Draw(t, "source"), " ")
		limit := rapid.IntRange(1, 200).Draw(t, "limit")
		fits := func(s string) bool { return len(strings.Fields(s)) <= limit }
		p := entail.Prepare(source, document.Parse("x.md", source), entail.Context{Source: "s1"})
		for _, e := range entail.Windows(p.Candidates("the new mole of the harbour", 3), fits) {
			halves := e.Halves()
			if !fits(e.Text()) && halves != nil {
				t.Fatalf("%q does not fit", e.Text())
			}
			for _, ev := range e.Evidence() {
				if !p.Holds(ev) {
					t.Fatalf("evidence %+v is no slice of the source", ev)
				}
			}
			if len(e.Evidence()) == 0 || e.Text() == "" {
				t.Fatal("an empty excerpt")
			}
			if halves == nil {
				continue
			}
			if len(halves) != 2 || len(halves[0].Text()) >= len(e.Text()) || len(halves[1].Text()) >= len(e.Text()) {
				t.Fatalf("halves of %q: %q", e.Text(), texts(halves))
			}
			for _, w := range strings.FieldsFunc(e.Text(), func(r rune) bool { return !strings.ContainsRune("moleharbu12é灯塔", r) }) {
				if !strings.Contains(halves[0].Text(), w) && !strings.Contains(halves[1].Text(), w) {
					t.Fatalf("%q got lost", w)
				}
			}
		}
	})
}

func TestHypothesis(t *testing.T) {
	for claim, want := range map[string]string{
		"The mole is **long** [2, 5–7].":         "The mole is long.",
		"[The mole] is  long":                    "The mole is long",
		"[Unverified] The mole is `long`.":       "The mole is long.",
		"Is it long?":                            "",
		"[1]":                                    "",
		"of the":                                 "",
		" \n":                                    "",
		"Built [see the plan\x00\xff in 1850 **": "Built [see the plan\x00\xff in 1850",
	} {
		if got := entail.Hypothesis(claim); got != want {
			t.Errorf("%q: %q, want %q", claim, got, want)
		}
	}
}
