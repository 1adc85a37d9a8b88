package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// fixed returns body as Fix leaves it, and the fixes.
func fixed(t interface{ Fatalf(string, ...any) }, d *document.Document) (string, Fixes) {
	fixes := Fix(&Input{Document: d}, FixOptions{})
	out, err := document.Apply(d.Source, fixes.Edits)
	if err != nil {
		t.Fatalf("%q: %v", d.Source, err)
	}
	return out, fixes
}

func TestFixMarkers(t *testing.T) {
	const list = "\n\n## References\n\n[1] A https://x.org/a\n[2] B https://x.org/b\n"
	for _, tt := range []struct{ name, body, list, want string }{
		{"a key of a group", "A [1, 9]. B [7,2] c [1; 2].", list, "A [1]. B [2] c [1; 2]."},
		{"a range", "A [1–5]. B [1-2, 4].", list, "A [1–2]. B [1-2]."},
		{"neighbours", "A [1][9]. B [9][2]. C [1], [9], [2]. D [9], [1] e.", list, "A [1]. B [2]. C [1], [2]. D [1] e."},
		{"all of a run", "A [8], [9]. B [1] [2].", list, "A. B [1] [2]."},
		{"brackets around", "A ([9]) b (see [8]; [9]). C <sup>[9]</sup>. **[9]** [1] [2]", list, "A b. C. [1] [2]"},
		{"with other words in brackets", "A (so [9], see b) c ([9], see b) d (see b, [9]) [1] [2].", list, "A (so, see b) c (see b) d (see b) [1] [2]."},
		{"no words joined", "One[9]two three.[9]Four, 中文[9]中文 [1][2].", list, "One two three. Four, 中文中文 [1][2]."},
		{"no space left", "A [9] . B  [9]  c [9], d [1][2]  \ne [9]  \nf.", list, "A. B  c, d [1][2]  \ne  \nf."},
		{"a sentence that it begins", "[9] The end. [9] Again [1] [2].\n[9] and", list, "The end. Again [1] [2].\nand"},
		{"a list item of its own", "- A [1]\n- [9]\n- B [2]", list, "- A [1]\n- B [2]"},
		{"a line of its own", "A [1]\n[9]\nB [2]", list, "A [1]\nB [2]"},
		{"a table cell", "| a | b |\n|---|---|\n| [9] | x [9] |\n| [1] | [2] |", list, "| a | b |\n|---|---|\n| | x |\n| [1] | [2] |"},
		{"escaped", `A \[1\] b \[9\] \[2\].`, list, `A \[1\] b \[2\].`},
		{"lenticular", "A 【1†source】【9†source】 b 【2†L3-L8】.", list, "A 【1†source】 b 【2†L3-L8】."},
		{"superscripts", "Alpha¹˒⁹ beta² gamma⁷.", list, "Alpha¹ beta² gamma."},
		{"superscripts in a tag", "Alpha<sup>1, 9</sup> beta<sup>2</sup> gamma<sup>7</sup>.", list, "Alpha<sup>1</sup> beta<sup>2</sup> gamma."},
		{"cites by its link", "A [9](https://x.org/z) [[8]](https://x.org/y) [1][2].", list, "A [9](https://x.org/z) [[8]](https://x.org/y) [1][2]."},
		{"in a heading and a table", "# A [1]\n\n| b [2] |\n|---|\n| c [9] |", list, "# A [1]\n\n| b [2] |\n|---|\n| c |"},
	} {
		got, fixes := fixed(t, document.ParseCited("x.md", tt.body+tt.list))
		if diff := cmp.Diff(tt.want+tt.list, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if len(fixes.Left) > 0 {
			t.Errorf("%s: left %+v", tt.name, fixes.Left)
		}
	}
}

func TestFixLists(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"orphan", "A [1]. B [3].\n\n## References\n\n[1] A\n[2] B\n[3] C\n", "A [1]. B [2].\n\n## References\n\n[1] A\n[2] C\n"},
		{"the styles follow", "A [3](https://x.org/c) [[3]](https://x.org/c) \\[3\\] 【3†s】 [3-4, 1].\n\n## References\n\n[1] A\n[2] B\n[3] C\n[4] D\n",
			"A [2](https://x.org/c) [[2]](https://x.org/c) \\[2\\] 【2†s】 [2-3, 1].\n\n## References\n\n[1] A\n[2] C\n[3] D\n"},
		{"ordered list", "A [1]. B [3].\n\n## Sources\n\n1. A\n2. B\n3. C", "A [1]. B [2].\n\n## Sources\n\n1. A\n2. C"},
		{"the last one, no line break after it", "A [1].\n\n## Sources\n\n[1] A\n\n[2] B", "A [1].\n\n## Sources\n\n[1] A"},
		{"blank lines between, CRLF", "A [1], [3].\r\n\r\n## Sources\r\n\r\n[1] A\r\n\r\n[2] B\r\n\r\n[3] C\r\n", "A [1], [2].\r\n\r\n## Sources\r\n\r\n[1] A\r\n\r\n[2] C\r\n"},
		{"several lines", "A [1].\n\n## Sources\n\n- [1] A\n  https://x.org/a\n- [2] B\n  https://x.org/b\n\n## Next\n\nC.", "A [1].\n\n## Sources\n\n- [1] A\n  https://x.org/a\n\n## Next\n\nC."},
		{"several labels", "A [5]. B [7].\n\n## Sources\n\n[5] [6] https://x.org/a\n[7] https://x.org/b\n", "A [5]. B [6].\n\n## Sources\n\n[5] https://x.org/a\n[6] https://x.org/b\n"},
		{"zero-based", "A [0]. B [2].\n\n## Sources\n\n[0] A\n[1] B\n[2] C\n", "A [0]. B [1].\n\n## Sources\n\n[0] A\n[1] C\n"},
		{"gaps alone are none of our business", "A [1]. B [5].\n\n## Sources\n\n[1] A\n[5] B\n", "A [1]. B [5].\n\n## Sources\n\n[1] A\n[5] B\n"},
		{"footnotes", "A[^1]. B[^3].\n\n[^1]: A\n[^2]: B\n    and more\n[^3]: C\n", "A[^1]. B[^2].\n\n[^1]: A\n[^2]: C\n"},
		{"duplicates", "A [2, 4]. B [2][4]. C [4]. D [1] [3].\n\n## Sources\n\n[1] A\n[2] B https://x.org/b/\n[3] C\n[4] D http://www.x.org/b\n",
			"A [2]. B [2]. C [2]. D [1] [3].\n\n## Sources\n\n[1] A\n[2] B https://x.org/b/\n[3] C\n"},
		{"paths differ by case", "A [1]. B [2].\n\n## Sources\n\n[1] A https://x.org/b\n[2] B https://x.org/B\n", "A [1]. B [2].\n\n## Sources\n\n[1] A https://x.org/b\n[2] B https://x.org/B\n"},
		{"a title is not enough", "A [1]. B [2].\n\n## Sources\n\n[1] *On the same thing*. 2020\n[2] *On the same thing*. 2020\n", "A [1]. B [2].\n\n## Sources\n\n[1] *On the same thing*. 2020\n[2] *On the same thing*. 2020\n"},
		{"named in another reference", "A [3]. B.\n\n## Sources\n\n[1] A\n[2] B\n[3] C, a reply to [2]\n", "A [2]. B.\n\n## Sources\n\n[1] B\n[2] C, a reply to [1]\n"},
		{"named in one that goes", "A [1].\n\n## Sources\n\n[1] A\n[2] B\n[3] C, a reply to [2]\n", "A [1].\n\n## Sources\n\n[1] A\n"},
		{"named in HTML", "A [3].\n\n<p>B [2]</p>\n\n## Sources\n\n[1] A\n[2] B\n[3] C\n", "A [2].\n\n<p>B [1]</p>\n\n## Sources\n\n[1] B\n[2] C\n"},
		{"code is none", "A [1] `x[2]`.\n\n## Sources\n\n[1] A\n[2] B\n", "A [1] `x[2]`.\n\n## Sources\n\n[1] A\n"},
		{"a link that cites what the list has not keeps the numbers", "A [3] [2](https://x.org/z).\n\n## Sources\n\n[1] A\n[3] B\n", "A [3] [2](https://x.org/z).\n\n## Sources\n\n[3] B\n"},
		{"the list goes, its heading stays", "A [8].\n\n## Sources\n\n[1] A\n[2] B\n", "A.\n\n## Sources\n"},
		{"a paragraph below the list", "A [1].\n\n## Sources\n\n[1] A\n\nThe end.\n", "A [1].\n\n## Sources\n\n[1] A\n\nThe end.\n"},
	} {
		got, _ := fixed(t, document.ParseCited("x.md", tt.body))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Keys of other kinds: what is in the list is a; b dangles.
func TestFixKeys(t *testing.T) {
	for _, tt := range []struct {
		marker, want string
		keys         []string
	}{
		{`\cite{a,b}`, `\cite{a}`, []string{"a", "b"}},
		{`\cite[p.~3]{b, a}`, `\cite[p.~3]{a}`, []string{"b", "a"}},
		{`\citep{b}`, ``, []string{"b"}},
		{`\citet{b}`, `\citet{b}`, []string{"b"}},
		{"[see @a; @b, p. 3]", "[see @a]", []string{"a", "b"}},
		{"[-@b; @a, p. 3]", "[@a, p. 3]", []string{"b", "a"}},
		{"@b", "@b", []string{"b"}},
		{"(Doe, 2019; a, 2020)", "(a, 2020)", []string{"Doe 2019", "a 2020"}},
		{"(Doe, 2019)", "", []string{"Doe 2019"}},
		{"Doe (2019)", "Doe (2019)", []string{"Doe 2019"}},
		{"(Doe, 2019, 2020; a, 2020)", "(Doe, 2019, 2020; a, 2020)", []string{"Doe 2019", "Doe 2020", "a 2020"}},
		{"[the docs](https://x.org/a)", "[the docs](https://x.org/a)", []string{"b"}},
	} {
		source := "So " + tt.marker + "."
		d := &document.Document{Name: "x.md", Source: source, References: []document.Reference{{ID: "a", External: true}, {ID: "a 2020", External: true}},
			Markers: []document.Marker{{Span: citestone.Span{Start: 3, End: 3 + len(tt.marker)}, Text: tt.marker, Keys: tt.keys}}}
		if strings.Contains(tt.marker, "](") {
			d.Markers[0].Style = document.AddressStyle
		}
		want := strings.ReplaceAll("So "+tt.want+".", " .", ".")
		got, fixes := fixed(t, d)
		if got != want {
			t.Errorf("%s: %q, want %q", tt.marker, got, want)
		}
		if left := len(fixes.Left) > 0; left != (tt.marker == tt.want) {
			t.Errorf("%s: left %+v", tt.marker, fixes.Left)
		}
		d.Unlisted = true
		if got, _ := fixed(t, d); got != source {
			t.Errorf("%s, list unknown: %q", tt.marker, got)
		}
	}
}

// Whatever the style and the list, fixing again changes nothing, what is left outside
// of the edits is as it was, and each citation cites what it cited.
func TestFixAnything(t *testing.T) {
	styles := [][2]string{{"[", "]"}, {"[^", "]"}, {`\[`, `\]`}, {"【", "†source】"}, {"<sup>", "</sup>"}, {"([", "])"}, {"[", "](https://x.org/%d)"}, {"[[", "]](https://x.org/%d)"}}
	lists := []string{"[%d] Entry %d https://x.org/%d\n", "%d. Entry %d https://x.org/%d\n", "- [%d] Entry %d\n  https://x.org/%d\n", "[%d]: https://x.org/%[3]d\n", "[%d] Entry %d https://x.org/%d\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom(styles).Draw(t, "style")
		var b strings.Builder
		for range rapid.IntRange(0, 30).Draw(t, "words") {
			b.WriteString(rapid.SampledFrom([]string{"word", "Word.", ",", " (", ")", " ", " ", "\n", "\n\n- ", "**", "中文", "| a |", "été"}).Draw(t, "word"))
			if n := rapid.IntRange(-9, 9).Draw(t, "key"); n >= 0 {
				b.WriteString(style[0] + fmt.Sprint(n) + strings.ReplaceAll(style[1], "%d", fmt.Sprint(n)))
			}
		}
		b.WriteString("\n\n## References\n\n")
		entry := rapid.SampledFrom(lists).Draw(t, "list")
		if style[0] == "[^" {
			entry = "[^%d]: Entry %d https://x.org/%d\n"
		}
		for n := 1; n < 8; n++ {
			if url := rapid.IntRange(-2, 7).Draw(t, "url"); url >= 0 {
				b.WriteString(fmt.Sprintf(entry, n, n, url))
			}
		}
		before := document.ParseCited("x.md", b.String())
		text, fixes := fixed(t, before)
		after := document.ParseCited("x.md", text)
		if again := Fix(&Input{Document: after}, FixOptions{}); len(again.Edits) > 0 {
			t.Fatalf("%q\n%q\nis fixed again: %+v", before.Source, text, again.Edits)
		}
		checkCitations(t, before, after, fixes)
	})
}

func BenchmarkFix(b *testing.B) {
	var text, list strings.Builder
	for n := range 999 {
		fmt.Fprintf(&text, "Words and more words [%d] and others [%d, 997].\n\n", n, n/2)
		fmt.Fprintf(&list, "[%d] Entry %d https://x.org/%d\n", n, n, n/3)
	}
	d := document.ParseCited("x.md", text.String()+"## References\n\n"+list.String())
	for b.Loop() {
		Fix(&Input{Document: d}, FixOptions{})
	}
}

// What somebody chose to live with is not mended.
func TestFixLeavesWhatIsAccepted(t *testing.T) {
	const body = "The collector [1] is [9]. Banana [7]." + references // [2] and [3] are orphans
	in := input(body)
	for _, tt := range []struct {
		accept func(citestone.Finding) bool
		want   string
	}{
		{func(citestone.Finding) bool { return true }, body},
		{func(f citestone.Finding) bool { return f.Reference == "9" || f.Rule == "orphan-reference" }, strings.Replace(body, " [7]", "", 1)},
		{func(f citestone.Finding) bool { return f.Reference == "2" },
			"The collector [1] is. Banana.\n\n## References\n\n[1] Collectors. https://a.example/gc\n[2] Fruit. https://b.example/food\n"},
	} {
		var o FixOptions
		for _, f := range Run(in) {
			if tt.accept(f) {
				o.Accepted = append(o.Accepted, f)
			}
		}
		got, err := document.Apply(body, Fix(in, o).Edits)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	}
}
