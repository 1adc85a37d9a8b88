package render

import (
	"slices"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

func TestNumbered(t *testing.T) {
	for _, style := range []Style{Numeric, APA, IEEE} {
		t.Run(string(style), func(t *testing.T) {
			got, _, err := Numbered(draft, fixture(t), style)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "numbered_"+string(style)+".md", got)
		})
	}
}

func TestNumberedOrder(t *testing.T) {
	for style, want := range map[Style][]string{Numeric: {"s2", "s1", "s3"}, IEEE: {"s2", "s1", "s3"}, APA: {"s1", "s2", "s3"}} {
		if _, order, _ := Numbered(draft, fixture(t), style); !slices.Equal(order, want) {
			t.Errorf("%s: order %v, want %v", style, order, want)
		}
	}
}

// TestNumberedReadsBack holds the reference list to the form that citations are
// checked in.
func TestNumberedReadsBack(t *testing.T) {
	lib := fixture(t)
	markdown, order, err := Numbered(draft, lib, Numeric)
	if err != nil {
		t.Fatal(err)
	}
	doc := document.Parse("report.md", markdown)
	if len(doc.References) != 3 {
		t.Fatalf("%d references read back, want 3:\n%s", len(doc.References), markdown)
	}
	for i, r := range doc.References {
		s, _ := lib.Source(order[i])
		if r.Title != s.Title || r.URL != s.URL || r.Published != s.Published || !strings.HasPrefix(s.SHA256, r.SHA256) || len(r.SHA256) < 16 {
			t.Errorf("reference %d reads back as %+v of %+v", i+1, r, s)
		}
	}
	keys := ""
	for _, m := range doc.Markers {
		keys += strings.Join(m.Keys, ",") + " "
	}
	if want := "1 2 1 2 1 3 "; keys != want {
		t.Errorf("markers read back as %q, want %q", keys, want)
	}
}

func TestNumberedChangesMarkersOnly(t *testing.T) {
	body := "A  fact[cite:g1]\t\r\n\r\nand *more* [cite:g4] \\[x\\].  \n\n\n"
	got, _, err := Numbered(body, fixture(t), Numeric)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("[cite:g1]", "[1]", "[cite:g4]", "[2]").Replace(body)
	if rest, ok := strings.CutPrefix(got, want); !ok || !strings.HasPrefix(rest, "## References\n") {
		t.Errorf("got %q", got)
	}
	if got, order, err := Numbered("No markers.", fixture(t), Numeric); got != "No markers." || order != nil || err != nil {
		t.Errorf("a body without markers became %q, %v, %v", got, order, err)
	}
}

func TestNumberedNamesUnknownEntries(t *testing.T) {
	_, _, err := Numbered("One [cite:g1] two [cite:g9] three [cite:g1,g77].", fixture(t), Numeric)
	if err == nil || citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), "g77, g9") {
		t.Errorf("got %v, want an error that names g77 and g9", err)
	}
}

func TestAuthorYear(t *testing.T) {
	source := func(id, title, published string, authors ...string) citestone.Source {
		return citestone.Source{ID: id, Title: title, Published: published, Authors: authors}
	}
	l := authorYear([]citestone.Source{
		source("s1", "Zeta", "2018-03-01", "Ann Doe"),
		source("s2", "Alpha", "2018-01-01", "Doe, Ann"),
		source("s3", "Mu", "2018", "Ann Doe", "Guido van Rossum"),
		source("s4", "Nu", "", "Ann Doe"),
		source("s5", "Xi", "", "Ann Doe"),
		source("s6", "Pi", "2020", "The Go Authors"),
		source("s7", "A survey: of things", "2021"),
		source("s8", "Rho", "2022", "A B", "C D", "E F"),
	})
	for id, want := range map[string]string{
		"s1": "Doe, 2018b", "s2": "Doe, 2018a", "s3": "Doe & van Rossum, 2018", "s4": "Doe, n.d.-a", "s5": "Doe, n.d.-b",
		"s6": "The Go Authors, 2020", "s7": "“A survey”, 2021", "s8": "B et al., 2022",
	} {
		if got := l.labels[id]; got != want {
			t.Errorf("%s is cited as %q, want %q", id, got, want)
		}
	}
	if got, want := l.marker([]string{"s1", "s8"}), "(B et al., 2022; Doe, 2018b)"; got != want {
		t.Errorf("marker %q, want %q", got, want)
	}
	if got, want := l.entry(l.sources[slices.IndexFunc(l.sources, func(s citestone.Source) bool { return s.ID == "s3" })]), "Doe, A., & van Rossum, G. (2018). *Mu*"; got != want {
		t.Errorf("entry %q, want %q", got, want)
	}
}

func TestParsePerson(t *testing.T) {
	for name, want := range map[string]person{
		"Austin Clements":        {Family: "Clements", Given: "Austin"},
		"Clements, Austin":       {Family: "Clements", Given: "Austin"},
		"Ludwig van der Berg":    {Family: "van der Berg", Given: "Ludwig"},
		"Martin King Jr.":        {Family: "King Jr.", Given: "Martin"},
		"Plato":                  {Whole: "Plato"},
		"The Go Authors":         {Whole: "The Go Authors"},
		"Smith & Sons, Ltd.":     {Whole: "Smith & Sons, Ltd."},
		"山田 太郎":                  {Whole: "山田 太郎"},
		"  Jean-Luc \n  Picard ": {Family: "Picard", Given: "Jean-Luc"},
		"":                       {},
	} {
		if got := parsePerson(name); got != want {
			t.Errorf("parsePerson(%q) = %+v, want %+v", name, got, want)
		}
	}
}
