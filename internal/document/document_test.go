package document

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// blocks writes the blocks of d, one a line: kind and plain text.
func blocks(d *Document) string {
	var b strings.Builder
	for _, k := range d.Blocks {
		name := []string{"P", "H", "LI", "TD", "Q", "CODE", "HTML", "DEF", "FM"}[k.Kind]
		if k.Level > 0 {
			name += fmt.Sprint(k.Level)
		}
		fmt.Fprintf(&b, "%s %q\n", name, k.Plain.Text)
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"headings", "# One {#id}\n\nTwo\n===\n\n### *Three*", "H1 \"One\"\nH1 \"Two\"\nH3 \"Three\"\n"},
		{"emphasis", "A **bold _and_ italic** `code*` word.", "P \"A bold and italic code* word.\"\n"},
		{"links", "See [the *blog*](https://go.dev \"t\") and ![alt](x.png)<https://a.org>.", "P \"See the blog and https://a.org.\"\n"},
		{"entities", "10&ndash;20 &amp; \\*5\\* &nope; a&b", "P \"10–20 & *5* &nope; a&b\"\n"},
		{"html", "a <b>bold</b> x\n\n<div>\nraw\n</div>", "P \"a bold x\"\nHTML \"<div>\\nraw\\n</div>\"\n"},
		{"templates", "The {{% note %}}time `{{x}}` is {{now}}.", "P \"The time {{x}} is .\"\n"},
		{"template over lines", "a\n\n{{raw `\n<b>x</b>\n\ny\n`}}\n\nb", "P \"a\"\nP \"b\"\n"},
		{"breaks", "one\ntwo  \nthree", "P \"one two\\nthree\"\n"},
		{"lists", "- a\n  - b\n\n    c\n- d\n\n1. e", "LI1 \"a\"\nLI2 \"b\"\nLI2 \"c\"\nLI1 \"d\"\nLI1 \"e\"\n"},
		{"tasks", "- [x] done\n- [ ] open", "LI1 \"done\"\nLI1 \"open\"\n"},
		{"quote", "> one\n> two\n>\n> > deep", "Q1 \"one two\"\nQ2 \"deep\"\n"},
		{"code", "```go\nx := 1 // [1]\n```\n\n    indented [1]", "CODE \"x := 1 // [1]\\n\"\nCODE \"indented [1]\"\n"},
		{"table", "| A | B |\n|---|---|\n| 1 [2] | **x** |", "TD \"A\"\nTD \"B\"\nTD \"1\"\nTD \"x\"\n"},
		{"front matter", "---\ntitle: T\n---\n\nText", "FM \"---\\ntitle: T\\n---\\n\"\nP \"Text\"\n"},
		{"rules are no front matter", "---\nprose here\n---\n", "H2 \"prose here\"\n"},
		{"markers", "So [1]. Then[2][3] and [cite:g1,g2], x.", "P \"So. Then[2][3] and, x.\"\n"},
		{"footnote", "a[^1]\n\n[^1]: note", "P \"a\"\nDEF \"note\"\n"},
	} {
		if diff := cmp.Diff(test.want, blocks(Parse("x.md", test.in))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestPlainText(t *testing.T) {
	d := Parse("x.txt", "# Not a *heading* &amp; [1].\nmore\n\n- second \\* [2]\n")
	want := "P \"# Not a *heading* &amp;.\\nmore\"\nP \"- second \\\\*\"\n"
	if diff := cmp.Diff(want, blocks(d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(d.Markers) != 2 {
		t.Errorf("markers = %v, want two", d.Markers)
	}
}

func TestMarkers(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string // text: keys
	}{
		{"a [cite:g1], b [cite:g1, g4].", []string{"[cite:g1]: g1", "[cite:g1, g4]: g1 g4"}},
		{"a [1], b [1, 2], c [1-3], d [4–5][7].", []string{"[1]: 1", "[1, 2]: 1 2", "[1-3]: 1 2 3", "[4–5]: 4 5", "[7]: 7"}},
		{"a [[1]](http://x.org/a_(b)), b [2](http://y.org).", []string{"[[1]](http://x.org/a_(b)): 1", "[2](http://y.org): 2"}},
		{"`[1]` and [one](u) ![2](i.png) and array[1] f(x)[2] \\[3]", nil},
		{"- [ ] a\n- [x] b\n- c [0, 1) d [3-1] [1-9999] [2015] [2016](u)", nil},
		{"| a [1] |\n|---|\n| [2] |", []string{"[1]: 1", "[2]: 2"}},
		{"Its use[1] is known.\n\n## References\n\n[1] Book.", []string{"[1]: 1"}},
		{"**bold.**[1] More *x*[2].", []string{"[1]: 1", "[2]: 2"}},
		{"See [Go][1] and so.\n\n[1]: https://go.dev", nil},
		{"It is so [1].\n\n[1]: https://go.dev", []string{"[1]: 1"}},
		{"## Sources\n\n- [1] A [2]", nil},
		{"It is so[1].\n\n[1] https://go.dev\n[2] https://x.org", []string{"[1]: 1"}},
		{"Fine [1].\n\n## Verification\n\nClaim [2].", []string{"[1]: 1"}},
	} {
		d := Parse("x.md", test.in)
		var got []string
		for _, m := range d.Markers {
			if d.Source[m.Start:m.End] != m.Text {
				t.Errorf("marker %q spans %q", m.Text, d.Source[m.Start:m.End])
			}
			got = append(got, m.Text+": "+strings.Join(m.Keys, " "))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q: -want +got:\n%s", test.in, diff)
		}
	}
}

func TestSentences(t *testing.T) {
	in := "# Title. Here\n\n" +
		"**Pauses fell.**[1] They are &lt;10 ms [see](http://a.b \"x y\"). [2]\n*Third* one.\n\n" +
		"- [x] Item one [3]. Item two.\n\n> Quoted\n> text.\n\n" +
		"| cell one. |\n|---|\n\n```\ncode.\n```\n\n## References\n\n1. Ref."
	d := Parse("x.md", in)
	var got []string
	for _, s := range d.Sentences {
		got = append(got, fmt.Sprintf("%s|%s|%s|%d|%s", s.Location, s.Plain.Text, in[s.Start:s.End], s.Markers, s.Section))
	}
	want := []string{
		"paragraph 1, sentence 1|Pauses fell.|**Pauses fell.**[1]|[0]|Title. Here",
		"paragraph 1, sentence 2|They are <10 ms see.|They are &lt;10 ms [see](http://a.b \"x y\"). [2]|[1]|Title. Here",
		"paragraph 1, sentence 3|Third one.|*Third* one.|[]|Title. Here",
		"paragraph 2, sentence 1|Item one.|Item one [3].|[2]|Title. Here",
		"paragraph 2, sentence 2|Item two.|Item two.|[]|Title. Here",
		"paragraph 3, sentence 1|Quoted text.|Quoted\n> text.|[]|Title. Here",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	s := d.Sentences[1]
	i := strings.Index(s.Plain.Text, "<10 ms")
	if o := s.Plain.Origin(i, i+len("<10 ms")); in[o.Start:o.End] != "&lt;10 ms" {
		t.Errorf("origin of %q is %q", "<10 ms", in[o.Start:o.End])
	}
}

func TestReferences(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	in := "Text [1].\n\n## Sources:\n\n" +
		"[1] Jane Doe, John Roe. *A Title*. Publisher. 2018-07-12. <https://x.org/a>. Accessed 2026-01-02. sha256:" + hash + "\n" +
		"[2]: https://go.dev/blog/x\n\n" +
		"3. [Linked Title](https://y.org/p_(q)), August 2015\n" +
		"4. Plain title: https://z.org/. doi:10.1000/xyz.1\n\n" +
		"- [5] [6] Two ids, 2011\n"
	d := Parse("x.md", in)
	var got []string
	for _, r := range d.References {
		got = append(got, strings.Join([]string{r.ID, r.Title, r.URL, r.DOI, r.Published, strings.Join(r.Authors, ";"), r.SHA256}, "|"))
	}
	want := []string{
		"1|A Title|https://x.org/a||2018-07-12|Jane Doe;John Roe|" + hash,
		"2||https://go.dev/blog/x||||",
		"3|Linked Title|https://y.org/p_(q)||2015-08||",
		"4|Plain title|https://z.org/|10.1000/xyz.1|||",
		"5|Two ids, 2011|||2011||",
		"6|Two ids, 2011|||2011||",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(d.Sentences) != 1 {
		t.Errorf("%d sentences, want one", len(d.Sentences))
	}
}

func TestExempt(t *testing.T) {
	const cited = "Pauses fell below 10 ms [1]. "
	for _, test := range []struct {
		in, sentence string
		want         string
	}{
		{"Did pauses fall?", "Did pauses fall?", exemptQuestion},
		{"Did pauses fall in 2015?", "Did pauses fall in 2015?", ""},
		{"In summary, the main findings follow.", "In summary, the main findings follow.", exemptTransition},
		{"In summary, the collector is fast.", "In summary, the collector is fast.", ""},
		{"This report answers the question from the corpus alone.", "This report answers the question from the corpus alone.", exemptReport},
		{"This report shows that tea cures colds.", "This report shows that tea cures colds.", ""},
		{"This report covers 12 sources.", "This report covers 12 sources.", ""},
		{"## Limitations\n\nThis report rests on 12 sources.", "This report rests on 12 sources.", exemptReport},
		{"## Limitations\n\nThe evidence is limited and may change.", "The evidence is limited and may change.", exemptCaveat},
		{"## Limitations\n\nFunctions cannot take pointers.", "Functions cannot take pointers.", ""},
		{"## Limitations\n\nTea cures colds.", "Tea cures colds.", ""},
		{"## Limitations\n\nNot all of 12 trials ended.", "Not all of 12 trials ended.", ""},
		{cited + "We assess that pauses will likely keep falling.", "We assess that pauses will likely keep falling.", exemptJudgement},
		{"We assess that pauses will likely keep falling.", "We assess that pauses will likely keep falling.", ""},
		{cited + "We assess that Google will likely act.", "We assess that Google will likely act.", ""},
		{cited + "\n\nWe assess that pauses will likely keep falling.", "We assess that pauses will likely keep falling.", ""},
		{"- " + cited + "\n\nIt is likely that pauses keep falling.", "It is likely that pauses keep falling.", exemptJudgement},
		{cited + "He said “it just works”.", "He said “it just works”.", ""},
		{"Tea cures colds.", "Tea cures colds.", ""},
	} {
		d := Parse("x.md", test.in)
		found := false
		for _, s := range d.Sentences {
			if s.Plain.Text == test.sentence {
				found = true
				if s.Exempt != test.want {
					t.Errorf("%q: exempt = %q, want %q", test.in, s.Exempt, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%q: no sentence %q", test.in, test.sentence)
		}
	}
}

func TestFrontMatterMeta(t *testing.T) {
	d := Parse("x.md", "---\ntitle: The Title\ndate: 2018-07-12\nby:\n- Jane Doe\n- John Roe\ntags: [go, gc]\nsummary: Short.\nurl: https://x.org\nseries: gc\n---\n# Other")
	want := Meta{Title: "The Title", Date: "2018-07-12", Authors: []string{"Jane Doe", "John Roe"}, Tags: []string{"go", "gc"},
		Summary: "Short.", URL: "https://x.org", Extra: map[string]string{"series": "gc"}}
	if diff := cmp.Diff(want, d.Meta); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestFrontMatterForms has metadata in the forms that people write it in.
func TestFrontMatterForms(t *testing.T) {
	for _, test := range []struct {
		fields string
		want   Meta
	}{
		{"author: Jane Doe\ntitle: 1984\ntags: 2024", Meta{Title: "1984", Authors: []string{"Jane Doe"}, Tags: []string{"2024"}}},
		{"Title: [One, Two]\nauthors: [Jane Doe, '', 5, null]\ndate: 2015", Meta{Title: "One, Two", Authors: []string{"Jane Doe"}, Date: "2015"}},
		{"title: null\nsummary: {a: b}\nurl:\nlang: ~", Meta{}},
		{"date: 2018-07-12\npublished: 2019-01-02", Meta{Date: "2019-01-02"}}, // one of them, always the same
	} {
		for range 8 {
			got := Parse("x.md", "---\n"+test.fields+"\n---\nText").Meta
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Fatalf("%s: -want +got:\n%s", test.fields, diff)
			}
		}
	}
	if got := Parse("x.md", "---\nauthors: 5\n---\nText").Meta.Authors; len(got) != 0 {
		t.Errorf("authors = %q, want none", got)
	}
}

func TestPositions(t *testing.T) {
	p := Positions("aé\nb\n")
	for _, test := range []struct{ offset, line, column int }{{0, 1, 1}, {1, 1, 2}, {3, 1, 3}, {4, 2, 1}, {6, 3, 1}, {99, 3, 1}, {-1, 1, 1}} {
		if line, column := p.At(test.offset); line != test.line || column != test.column {
			t.Errorf("At(%d) = %d, %d, want %d, %d", test.offset, line, column, test.line, test.column)
		}
	}
}

// Columns on long lines are those that counting from the start of the line gives,
// whatever the text.
func TestPositionsOnLongLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 6).Draw(t, "pieces") {
			piece := rapid.SampledFrom([]string{"a", "é", "中", "😀", "\n", "\xff", "\x80", "\xe2\x82"}).Draw(t, "piece")
			b.WriteString(strings.Repeat(piece, rapid.IntRange(1, 3000).Draw(t, "times")))
		}
		s := b.String()
		at := rapid.IntRange(0, len(s)).Draw(t, "offset")
		start := strings.LastIndexByte(s[:at], '\n') + 1
		line, column := Positions(s).At(at)
		if line != strings.Count(s[:at], "\n")+1 || column != utf8.RuneCountInString(s[start:at])+1 {
			t.Fatalf("At(%d) = %d, %d, want column %d", at, line, column, utf8.RuneCountInString(s[start:at])+1)
		}
	})
}

func TestApplyRefusesOverlap(t *testing.T) {
	for _, edits := range [][]Edit{
		{{Span: citestone.Span{Start: 0, End: 2}}, {Span: citestone.Span{Start: 1, End: 3}}},
		{{Span: citestone.Span{Start: 2, End: 9}}},
		{{Span: citestone.Span{Start: -1, End: 0}}},
	} {
		if got, err := Apply("abc", edits); err == nil {
			t.Errorf("Apply(%v) = %q, want an error", edits, got)
		}
	}
}
