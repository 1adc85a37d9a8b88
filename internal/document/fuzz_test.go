package document

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/citestone/citestone"
	"pgregory.net/rapid"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"# T {#x}\n\nA **b** [1]. [c](d) [[2]](u) &lt; {{x}}\n\n- [x] i [3-5]\n  - j\n\n> q\n\n| a |\n|---|\n| b [1] |\n\n## References\n\n[1]: https://x.org\n2. *T* 10.1000/x 2018-02-30",
		"---\ntitle: x\n---\n[1][2] \\[3] ![i](j) `[4]`\r\n\r\n<b>x</b> <https://a.b>\n[^1]\n\n[^1]: n",
		"[t][1]\n\n[1]: u\n\n***a_ *b_\n\n\t\tcode\n~~~\nfence", "[\xff](\x00)[1]", "> - 1. > a\n<div>\n</div>\n",
		"Aa.1 Bb.2 Cc d 3, (1) ^[n] [^1^][1] <sup><a href=\"#1\">1</a></sup> \\[1\\](http://a) [1]–[3] [¹] [a][1]\n\n1. http://a\n2. http://b\n3. http://c",
		"# References\n[1] a\n\n# B\n[1]\n\n# Sources\n1. b\n[^1]: c\n\n    d\n",
		"A (Doe, 2020; see Roe et al., 2019a, p. 3). Doe's (2020) [Roe, 2019](u) （张三，2020）\n\n## 参考文献\n\n- Doe, J. (2020). *T*. U.\n- Roe, R., & Doe, J. (2019a). “T.” U\n- 张三. 题[J]. 刊, 2020.",
		"---\nreferences:\n- id: a\n  issued: {date-parts: [[2020, 1]]}\n---\n[@a; see @b, p. 3] @a [p. 4] \\cite[p.~3]{a,\nb} \\citeauthor{a} (\\citeyear{a}) \\nocite{*}\n\n[@b]: @misc{b, title={T}}",
	} {
		f.Add("x.md", s)
		f.Add("x.txt", s)
	}
	f.Fuzz(func(t *testing.T, name, s string) {
		check(t, Parse(name, s))
		check(t, ParseCited(name, s))
	})
}

// check fails unless every span of d is where it must be.
func check(t *testing.T, d *Document) {
	t.Helper()
	inside := func(what string, inner, outer citestone.Span) {
		if inner.Start < outer.Start || inner.End > outer.End || inner.Start > inner.End {
			t.Fatalf("%s %v is outside of %v in %.200q", what, inner, outer, d.Source)
		}
	}
	all := citestone.Span{Start: 0, End: len(d.Source)}
	for _, b := range d.Blocks {
		inside("block", b.Span, all)
		for i := range len(b.Plain.Text) {
			inside("origin", b.Plain.Origin(i, i+1), b.Span)
		}
	}
	for _, m := range d.Markers {
		inside("marker", m.Span, all)
		if d.Source[m.Start:m.End] != m.Text || len(m.Keys) == 0 {
			t.Fatalf("marker %+v in %.200q", m, d.Source)
		}
	}
	last := 0
	for _, s := range d.Sentences {
		inside("sentence", s.Span, d.Blocks[s.Block].Span)
		inside("sentence", s.Plain.Origin(0, len(s.Plain.Text)), s.Span)
		if s.Start < last {
			t.Fatalf("sentence %v overlaps the one before in %.200q", s.Span, d.Source)
		}
		last = s.End
		for _, m := range s.Markers {
			inside("marker of a sentence", d.Markers[m].Span, s.Span)
		}
	}
	for _, r := range d.References {
		inside("reference", r.Span, all)
	}
}

func TestApplyChangesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.String().Draw(t, "source")
		if got, err := Apply(source, nil); err != nil || got != source {
			t.Fatalf("Apply without edits = %q, %v", got, err)
		}
		cuts := rapid.SliceOfN(rapid.IntRange(0, len(source)), 2, 10).Draw(t, "cuts")
		slices.Sort(cuts)
		var edits []Edit
		var want strings.Builder
		at := 0
		for i := 0; i+1 < len(cuts); i += 2 {
			e := Edit{Span: citestone.Span{Start: cuts[i], End: cuts[i+1]}, New: rapid.String().Draw(t, "new")}
			want.WriteString(source[at:e.Start] + e.New)
			at = e.End
			edits = append(edits, e)
		}
		want.WriteString(source[at:])
		if rapid.Bool().Draw(t, "reverse") && distinct(edits) {
			slices.Reverse(edits)
		}
		got, err := Apply(source, edits)
		if err != nil || got != want.String() {
			t.Fatalf("Apply = %q, %v, want %q", got, err, want.String())
		}
	})
}

// distinct reports whether no two edits start at one place.
func distinct(edits []Edit) bool {
	for i := 1; i < len(edits); i++ {
		if edits[i].Start == edits[i-1].Start {
			return false
		}
	}
	return true
}

// TestHostile parses what is made to be slow. A parser that needs the square of
// the input's size does not come back before the test binary's own limit.
func TestHostile(t *testing.T) {
	const size = 100_000
	for _, s := range []string{
		"[", "![", "> ", "- ", "1. ", "*a_ ", "_a*", "[a](", "[a](<b", "[a]: b\n", "`a` ``b ", "<a ", "&", "|a\n|-|\n", "[1]", "[t][1]", "{{", "\\[", "a", "a\n", "word. ",
		". ", ".\" ", "\n", "# a\n", "[^1]: a\n\n", "[^1]", "“", "\"a ", "[1]: x\n", "- [1] a\n", "\t", "1", "1-", "a.b.", "half ", "A ", "word.3 The ", "word 3, ", "^[", "<sup><a ", "[1, p. ", "[1]-", "1. http://a\n", "## References\n\n1. a\n\nb\n\n", "*\"", "[1][a]", "【", "(1). ",
		"(", "(2020) ", "(A, 2020", "(A, 2020; ", "Doe (2020) ", "A & ", "van ", "[@a", "[@a; ", "@a20 ", "\\cite", "\\cite{a}[", "\\cites{a}", "~\\cite{a}", "[A, 2020](u) ", "（张2020）", "张", "J. ", "\"A,\" 2020) ",
	} {
		start := time.Now()
		check(t, ParseCited("x.md", strings.Repeat(s, size/len(s))))
		check(t, ParseCited("x.md", strings.Repeat(s, size/len(s))+"\n\n1. http://a\n2. http://b\n3. http://c"))
		check(t, ParseCited("x.md", strings.Repeat(s, size/len(s))+"\n\n# References\n\n- Doe, J. (2020). T. U.\n- "+strings.Repeat(s, size/len(s))))
		if testing.Verbose() {
			t.Logf("%q: %v", s, time.Since(start).Round(time.Millisecond))
		}
	}
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.Repeat("  ", i) + "- a\n")
	}
	check(t, Parse("x.md", b.String()))
}

func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile("testdata/report.md")
	if err != nil {
		b.Fatal(err)
	}
	s := strings.Repeat(string(data), 20)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Parse("x.md", s)
	}
}

// cited returns a report of 10,000 words that cites each of 200 references, in the
// way of marker, with a list whose entries begin as number says.
func cited(marker, number string) string {
	var b strings.Builder
	b.WriteString("# A Report\n\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "The yield of wheat rose by %d percent over ten years."+marker+" ", i%50, i%200+1)
		if i%5 == 4 {
			b.WriteString("\n\n")
		}
	}
	b.WriteString("## References\n\n")
	for i := range 200 {
		fmt.Fprintf(&b, number+"Doe, J. (20%02d). A study of wheat in year %d. Journal of Fields. https://example.org/wheat/%d\n", i+1, i%25, i, i)
	}
	return b.String()
}

func BenchmarkParseCited(b *testing.B) {
	for _, style := range []struct{ name, marker, number string }{
		{"numeric", " [%d]", "[%d] "}, {"flattened", "%d", "%d. "}, {"footnotes", "[^%d]", "[^%d]: "}, {"raised", "<sup><a href=\"#r%d\">1</a></sup>", "%d. "},
	} {
		s := cited(style.marker, style.number)
		b.Run(style.name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				ParseCited("x.md", s)
			}
		})
	}
}

// BenchmarkParseHostile parses what looks like citations by author and year all over, and
// a document that has as many in earnest.
func BenchmarkParseHostile(b *testing.B) {
	const list = "\n\n# References\n\n- Doe, J., & Roe, R. (2020). *Title*. Press.\n"
	for name, piece := range map[string]string{
		"parentheses": "(a (2020 [b, 2019) ", "years": "In 2020 (2019) it fell (by 2021), 1999. ", "open": "(((( 2020 ", "names": "Doe and Roe Doe Roe (2020) ", "works": "It grows (Doe & Roe, 2020; Doe et al., 2020). ",
		"keys": "It grows [@doe2020; @roe]. ", "latex": `It grows \cite[p. 3]{doe}. `, "prose": "The quick brown fox jumps over the lazy dog. ",
	} {
		for _, size := range []int{1 << 20, 2 << 20} {
			s := strings.Repeat(strings.Repeat(piece, 20)+"\n\n", size/len(piece)/20) + list
			b.Run(fmt.Sprintf("%s/%dMB", name, size>>20), func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					ParseCited("x.md", s)
				}
			})
		}
	}
	b.Run("references/2MB", func(b *testing.B) {
		var s strings.Builder
		s.WriteString("It grows (Doe & Roe, 2020).\n\n# References\n\n")
		for i := 0; s.Len() < 2<<20; i++ {
			fmt.Fprintf(&s, "- Doe, J., & Roe, R. (2020). Title %d. *Press*.\n", i)
		}
		b.SetBytes(int64(s.Len()))
		for b.Loop() {
			ParseCited("x.md", s.String())
		}
	})
}
