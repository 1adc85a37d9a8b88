package rank

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func TestFuse(t *testing.T) {
	got := Fuse([]string{"a", "b", "c"}, []string{"b", "d"}, nil, []string{"e", "e", "b"})
	want := []Fused{{"b", 1.0/62 + 1.0/61 + 1.0/63}, {"a", 1.0 / 61}, {"e", 1.0 / 61}, {"d", 1.0 / 62}, {"c", 1.0 / 63}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFuseKeepsEveryItemOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lists := rapid.SliceOfN(rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"})), 0, 4).Draw(rt, "lists")
		want := map[string]bool{}
		for _, l := range lists {
			for _, id := range l {
				want[id] = true
			}
		}
		last := math.Inf(1)
		for _, f := range Fuse(lists...) {
			if !want[f.ID] || f.Score > last {
				rt.Fatalf("%s, %v after %v", f.ID, f.Score, last)
			}
			delete(want, f.ID)
			last = f.Score
		}
		if len(want) != 0 {
			rt.Fatalf("lost %v", want)
		}
	})
}

func TestScore(t *testing.T) {
	dense := strings.Repeat("Pauses fell below 10 milliseconds. ", 200)
	got := Score(citestone.Source{URL: "https://www.nist.gov/x", Published: "2024-01-02"}, dense, 0.5, now, 730)
	want := citestone.Scores{Relevance: 0.5, Authority: 0.95, Recency: 0.5, Density: 1, Composite: 0.45*0.5 + 0.2*0.95 + 0.15*0.5 + 0.2}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRecency(t *testing.T) {
	for _, tt := range []struct {
		published string
		halfLife  float64
		want      float64
	}{
		{"2026-01-01", 365, 1}, {"2025-01-01", 365, 0.5}, {"2024-01-01", 365, 0.25}, {"2025-01", 365, 0.5}, {"2025", 365, 0.5},
		{"2030-01-01", 365, 1}, {"", 365, 0.5}, {"yesterday", 365, 0.5}, {"2025-01-01", 0, 0.5}, {"2025-01-01T12:00:00Z", 365, 0.5},
	} {
		if got := recency(tt.published, now, tt.halfLife); math.Abs(got-tt.want) > 0.001 {
			t.Errorf("%q, half-life %v: got %v, want %v", tt.published, tt.halfLife, got, tt.want)
		}
	}
}

func TestDensity(t *testing.T) {
	filler := strings.Repeat("It is that which was to be as it is. ", 100)
	facts := strings.Repeat("Pauses fell below 10 milliseconds. ", 100)
	if density("") != 0 || density(filler) >= density(facts) || density("Pauses fell.") >= density(facts) {
		t.Errorf("filler %v, facts %v, short %v", density(filler), density(facts), density("Pauses fell."))
	}
}

func TestScoresAreInRange(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := citestone.Source{URL: rapid.String().Draw(rt, "url"), Published: rapid.String().Draw(rt, "published")}
		s := Score(src, rapid.String().Draw(rt, "text"), rapid.Float64().Draw(rt, "relevance"), now, rapid.Float64().Draw(rt, "half-life"))
		for _, axis := range []float64{s.Relevance, s.Authority, s.Recency, s.Density, s.Composite} {
			if !(axis >= 0 && axis <= 1) {
				rt.Fatalf("%+v", s)
			}
		}
	})
}

func TestQuality(t *testing.T) {
	var list []citestone.Source
	for i, want := range []float64{0, 0.2, 0.3, 0.4, 0.6} {
		if got := Quality(list); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d sources: got %v, want %v", i, got, want)
		}
		list = append(list, citestone.Source{Scores: citestone.Scores{Composite: 0.2 * float64(i+1)}})
	}
}

func TestGrades(t *testing.T) {
	for _, tt := range []struct {
		src   citestone.Source
		kind  string
		grade citestone.Grade
	}{
		{citestone.Source{URL: "https://www.nature.com/articles/x"}, "academic", "A"},
		{citestone.Source{URL: "https://www.bls.gov/cpi"}, "report", "A"},
		{citestone.Source{URL: "https://www.nasa.gov"}, "report", "B"},
		{citestone.Source{URL: "https://cs.stanford.edu:8443/x"}, "academic", "B"},
		{citestone.Source{URL: "https://go.dev/doc"}, "documentation", "B"},
		{citestone.Source{URL: "https://en.wikipedia.org/wiki/Go"}, "reference", "C"},
		{citestone.Source{URL: "https://someone.github.io"}, "blog", "D"},
		{citestone.Source{URL: "https://notgo.dev"}, "web", "D"},
		{citestone.Source{URL: "https://fake.gov.example.com"}, "web", "D"},
		{citestone.Source{Path: "notes.md", Authors: []string{"A"}}, "document", "D"},
		{citestone.Source{Path: "notes.md"}, "document", "E"},
	} {
		if kind, grade := TypeOf(tt.src), GradeOf(tt.src); kind != tt.kind || grade != tt.grade {
			t.Errorf("%s%s: got %s, %s, want %s, %s", tt.src.URL, tt.src.Path, kind, grade, tt.kind, tt.grade)
		}
	}
}

func TestMarkDuplicates(t *testing.T) {
	long := func(tail string) string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, "Sentence number %d says something. ", i)
		}
		return b.String() + tail
	}
	sources := []citestone.Source{
		{ID: "s1", URL: "https://example.org/a/"},
		{ID: "s2", URL: "http://www.example.org/a?utm_source=x#top"},
		{ID: "s3", URL: "https://example.org/a?page=2"},
		{ID: "s4", SHA256: "same"}, {ID: "s5", SHA256: "same"},
		{ID: "s6"}, {ID: "s7"}, {ID: "s8"}, {ID: "s9"},
	}
	texts := map[string]string{"s6": long(""), "s7": long("And one more."), "s8": "Something else.", "s9": ""}
	MarkDuplicates(sources, texts)
	got := map[string]string{}
	for _, s := range sources {
		if s.Duplicate != "" {
			got[s.ID] = s.Duplicate
		}
	}
	if diff := cmp.Diff(map[string]string{"s2": "s1", "s5": "s4", "s7": "s6"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestGroups(t *testing.T) {
	sources := []citestone.Source{
		{ID: "s1", Authors: []string{"Ann"}},
		{ID: "s2", URL: "https://arxiv.org/abs/1"},
		{ID: "s3", Publisher: "Press"},
		{ID: "s4", Authors: []string{"ann"}, Publisher: "press"}, // joins s1 and s3
		{ID: "s5", URL: "https://arxiv.org/abs/2"},
		{ID: "s6", URL: "https://go.dev/a"},
		{ID: "s7", URL: "https://go.dev/b"},
	}
	want := []citestone.IndependenceGroup{
		{Sources: []string{"s1", "s3", "s4"}, Reason: "same author: ann; same publisher: press"},
		{Sources: []string{"s2"}, Reason: "stands alone"},
		{Sources: []string{"s5"}, Reason: "stands alone"},
		{Sources: []string{"s6", "s7"}, Reason: "same site: go.dev"},
	}
	if diff := cmp.Diff(want, Groups(sources, nil)); diff != "" {
		t.Error(diff)
	}
}
