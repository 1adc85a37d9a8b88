package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestKeyMarkers(t *testing.T) {
	listed := []Reference{
		{ID: "alder2020", External: true, Authors: []string{"Alder, J.", "Birch, A."}, Published: "2020"},
		{ID: "fig:leaf", External: true}, {ID: "fir", External: true, Authors: []string{"World Tree Organization"}},
	}
	for _, test := range []struct {
		in, plain string
		want      []string
	}{
		{"It grows [@alder2020].", "It grows.", []string{"[@alder2020]: alder2020"}},
		{"It grows [@alder2020; @cedar2021].", "It grows.", []string{"[@alder2020; @cedar2021]: alder2020 cedar2021"}},
		{"It grows [see @alder2020, pp. 33-35; also @cedar2021, ch. 1].", "It grows.", []string{"[see @alder2020, pp. 33-35; also @cedar2021, ch. 1]: alder2020 cedar2021"}},
		{"It grows [@alder2020, @cedar2021] and [-@alder2020] so.", "It grows and so.", []string{"[@alder2020, @cedar2021]: alder2020 cedar2021", "[-@alder2020]: alder2020"}},
		{"It grows. @alder2020 says so.", "It grows. Alder and Birch says so.", []string{"@alder2020: alder2020"}},
		{"@alder2020 [p. 4] and @{fir} [33] say so.", "Alder and Birch and World Tree Organization say so.", []string{"@alder2020 [p. 4]: alder2020", "@{fir} [33]: fir"}},
		{"@alder2020 [p. 4; @fir] says so.", "Alder and Birch says so.", []string{"@alder2020 [p. 4; @fir]: alder2020 fir"}},
		{"As @vaswani2017attention shows (@fir).", "As Vaswani shows (World Tree Organization).", []string{"@vaswani2017attention: vaswani2017attention", "@fir: fir"}},
		{"See [@fig:leaf] in [@DBLP:conf/nips/X17].", "See in.", []string{"[@fig:leaf]: fig:leaf", "[@DBLP:conf/nips/X17]: DBLP:conf/nips/X17"}},
		{"Over\n[@alder2020;\n@fir] lines.", "Over lines.", []string{"[@alder2020;\n@fir]: alder2020 fir"}},
		// none
		{"Write to me@alder2020.org or @golang, `[@alder2020]`, \\@fir and \\[@fir].", "Write to me@alder2020.org or @golang, [@alder2020], @fir and [@fir].", nil},
		{"See [@golang](https://x.org/@fir), @fig:one, [@fig:one; @tbl:two] and [a@b.org].", "See @golang, @fig:one, [@fig:one; @tbl:two] and [a@b.org].", nil},
		{"Use @media, @param, npm i @types/node@20 and actions/checkout@v4.", "Use @media, @param, npm i @types/node@20 and actions/checkout@v4.", nil},
		// LaTeX
		{`It grows~\cite{alder2020,fir}.`, "It grows.", []string{`\cite{alder2020,fir}: alder2020 fir`}},
		{`It grows \cite[p.~4]{a_b} and \citep*[see][p. 3]{c-d}.`, "It grows and.", []string{`\cite[p.~4]{a_b}: a_b`, `\citep*[see][p. 3]{c-d}: c-d`}},
		{`\citet{alder2020} and \textcite{cedar2021} say so.`, "Alder and Birch and Cedar say so.", []string{`\citet{alder2020}: alder2020`, `\textcite{cedar2021}: cedar2021`}},
		{`So \parencite{a}, \autocite{b}, \footcite{c}, \citealp{d}, \supercite{e}, \Citep{f}.`, "So,,,,,.", []string{`\parencite{a}: a`, `\autocite{b}: b`, `\footcite{c}: c`, `\citealp{d}: d`, `\supercite{e}: e`, `\Citep{f}: f`}},
		{`So \parencites[3]{a}[4][5]{b,c} it is.`, "So it is.", []string{`\parencites[3]{a}[4][5]{b,c}: a b c`}},
		{"So \\cite\n{a,\n b} it is.", "So it is.", []string{"\\cite\n{a,\n b}: a b"}},
		{`\citeauthor{alder2020} (\citeyear{alder2020}) says so.`, "Alder and Birch says so.", []string{`\citeauthor{alder2020} (\citeyear{alder2020}): alder2020`}},
		{`\citestyle{apa} \setcitestyle{x} \bibcite{a}{b} \cite{#1} \excite{x} \cite {} \\cite{a}`, "", nil},
	} {
		d := ParseCited("x.md", test.in, listed...)
		if diff := cmp.Diff(test.want, keyTable(t, d)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.in, diff)
		}
		if got := plainTexts(d); test.plain != "" && strings.Join(strings.Fields(got), " ") != test.plain {
			t.Errorf("%s: plain text %q, want %q", test.in, got, test.plain)
		}
		if d.Unlisted {
			t.Errorf("%s: unlisted", test.in)
		}
	}
}

// keyTable writes the markers of a document, "text: keys" one a line.
func keyTable(t *testing.T, d *Document) []string {
	t.Helper()
	check(t, d)
	var got []string
	for _, m := range d.Markers {
		got = append(got, m.Text+": "+strings.Join(m.Keys, " "))
	}
	return got
}

func TestKeysWithoutAList(t *testing.T) {
	for _, test := range []struct {
		in       string
		markers  int
		unlisted bool
	}{
		{"It grows [@alder2020]. So @fir2019 says.", 2, true},
		{`It grows \cite{alder2020}.`, 1, true},
		{"Ask @alder2020 on the site.", 0, false},
		{"It grows [@alder2020].\n\n## References\n\n[@alder2020]: Alder, J. (2020). *Trees*.\n[@fir]: https://x.org/f\n", 1, false},
		{"It grows [@alder2020].\n\n[@alder2020]: https://x.org/a\n", 1, false},
		{"It grows [1], it falls [2]. Write `\\cite{a}` or \\cite{a}.\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b", 2, false},
		{"---\nreferences:\n- id: alder2020\n  title: Trees\n---\n\nIt grows [@alder2020].", 1, false},
	} {
		d := ParseCited("x.md", test.in)
		if check(t, d); len(d.Markers) != test.markers || d.Unlisted != test.unlisted {
			t.Errorf("%s: markers = %v, unlisted = %v", test.in, d.Markers, d.Unlisted)
		}
	}
}

func TestKeyedEntries(t *testing.T) {
	d := ParseCited("x.md", "It grows [@alder2020].\n\n## References\n\n[@alder2020]: Alder, J. (2020). *Trees*. Press.\n[@fir]: Fir, F. Notes on\n  firs. 2019.\n\n[@x]: https://x.org/a\n")
	var got []string
	for _, r := range d.References {
		got = append(got, strings.Join([]string{r.ID, r.Label, r.Title, strings.Join(r.Authors, ";"), r.Published, r.URL, d.Source[r.Start:r.End]}, "|"))
	}
	want := []string{
		"alder2020|alder2020|Trees|Alder, J.|2020||[@alder2020]: Alder, J. (2020). *Trees*. Press.",
		"fir|fir|Notes on firs|Fir, F.|2019||[@fir]: Fir, F. Notes on\n  firs. 2019.",
		"x|x||||https://x.org/a|[@x]: https://x.org/a",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFrontMatterReferences(t *testing.T) {
	d := ParseCited("x.md", `---
title: Trees
references:
- id: alder2020
  type: article-journal
  author:
  - {family: Alder, given: Jane}
  - {family: Elm, given: P., non-dropping-particle: van der}
  issued: {date-parts: [[2020, 3, 5]]}
  title: Roots
  DOI: 10.1000/x
- id: wto
  author: [{literal: World Tree Organization}]
  issued: 2015
  title: Report
- id: fir
  issued:
  - year: 2019
---

It grows [@alder2020].
`)
	var got []string
	for _, r := range d.References {
		got = append(got, strings.Join([]string{r.ID, r.Title, strings.Join(r.Authors, ";"), r.Published, r.DOI}, "|"))
		if !r.External {
			t.Errorf("%s is not external", r.ID)
		}
	}
	want := []string{"alder2020|Roots|Alder, Jane;van der Elm, P.|2020-03-05|10.1000/x", "wto|Report|World Tree Organization|2015|", "fir|||2019|"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNociteIsNoMarker(t *testing.T) {
	d := ParseCited("x.md", `It grows \cite{a}. \nocite{b,c}\nocite{*}`)
	if diff := cmp.Diff([]string{`\cite{a}: a`}, keyTable(t, d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b", "c", "*"}, d.Mentioned); diff != "" {
		t.Errorf("mentioned: -want +got:\n%s", diff)
	}
}

// TestCitedSpans puts documents together from pieces of markers and lists.
func TestCitedSpans(t *testing.T) {
	pieces := []string{
		"(Alder, 2020)", "Alder et al. (2020)", "(", ")", "[", "]", "Alder", "Birch", " & ", " and ", ", ", "; ", "2020", "2020a", "n.d.", "et al.", "’s", "`", "*", "_", "\\", "\n", "\n\n", " ", "# References\n\n",
		"Alder, J. (2020). Roots. *T*.\n\n", "- Birch, A., & Alder, J. (2019a). Leaves.\n", "[@alder]", "@alder20", "[@alder]: ", "\\cite{alder}", "\\citet[p. 4]{b,", "}", "{", "](https://x.org/a)", "（", "）", "张三", "，2020", "等", "é", "\xff", "“", "---\n", "> ", "1. ", "See ", "van der ", "\r\n", "\\nocite{*}", "\\[", "&amp;", "<i>", "World Tree Organization",
	}
	rapid.Check(t, func(r *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(r, "pieces"), "")
		name := rapid.SampledFrom([]string{"x.md", "x.txt"}).Draw(r, "name")
		check(t, ParseCited(name, s))
	})
}
