package render

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

// nasty are sources whose texts would break a careless writer.
func nasty() []citestone.Source {
	return []citestone.Source{
		{Title: `100% of {braces} & "quotes" cost $5 #1 a_b ~x^2 \end`, URL: "https://example.org/a{b}?q=1&r=%20#x_y", Authors: []string{"Zoë Müller", "Ó Briain, Pádraig"},
			Publisher: "R&D Weekly", Published: "2020-02-29", Accessed: today, Type: "news"},
		{Title: "日本語の題名", URL: "https://例え.jp/", Authors: []string{"山田 太郎"}, Published: "2019-05", Accessed: today, Type: "academic"},
		{Title: "Заголовок\nс переводом", Path: "docs/ru_1.md", Published: "circa 1990"},
		{Title: "Pauses", URL: "javascript:alert(1)", Authors: []string{"Ann Doe"}, Published: "2018"},
		{Title: "Pauses again", Path: "p.md", Authors: []string{"A. Doe", "The Go Authors"}, Published: "2018"},
		{Title: "Pauses, too", URL: "https://go.dev/x", Authors: []string{"Doe, B."}, Published: "2018-01-02"},
	}
}

func TestBibTeX(t *testing.T) {
	got := BibTeX(nasty())
	golden(t, "references.bib", got)
	if strings.Contains(got, "javascript") {
		t.Error("a javascript: address was kept")
	}
	depth := 0
	for i, r := range got {
		escaped := i > 0 && got[i-1] == '\\'
		switch {
		case r == '{' && !escaped:
			depth++
		case r == '}' && !escaped:
			depth--
		}
	}
	if depth != 0 {
		t.Errorf("braces are off by %d", depth)
	}
}

func TestCSLJSON(t *testing.T) {
	got, err := CSLJSON(nasty())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "references.csl.json", string(got))
	var items []struct{ ID, Title string }
	if err := json.Unmarshal(got, &items); err != nil {
		t.Fatal(err)
	}
	if items[0].Title != nasty()[0].Title {
		t.Errorf("title %q reads back as %q", nasty()[0].Title, items[0].Title)
	}
}

func TestKeysAreUniqueAndStable(t *testing.T) {
	sources := nasty()
	want := []string{"muller2020braces", "xn2019", "1990", "doe2018pauses", "doe2018pauses-2", "doe2018pauses-3"}
	got := keys(sources)
	seen := map[string]bool{}
	for _, k := range got {
		if seen[k] || k == "" {
			t.Errorf("key %q is not unique", k)
		}
		seen[k] = true
	}
	if got[0] != want[0] || got[5] != want[5] {
		t.Errorf("keys %q, want %q", got, want)
	}
}
