package audit

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// of returns what a rule finds in a stranger's document, as written.
func of(rule, name, body string) []string {
	var got []string
	d := document.ParseCited(name, body)
	for _, f := range Run(&Input{Document: d}) {
		if f.Rule == rule {
			got = append(got, d.Source[f.Start:f.End])
		}
	}
	return got
}

func TestMalformed(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []string
	}{
		{"broken numbers", "It is so [1] and so [1,] or [,2] and [1-] so [3-1]. It is [2.", []string{"[1,]", "[,2]", "[1-]", "[3-1]", "[2"}},
		{"no bracket at the end of a line", "It is so [1] and so [2\n\nMore text.", []string{"[2"}},
		{"intervals, arrays and results", "For x in [0, 1) and f[i] as in [1], it won [10-3]. See [a, b], [1.5, 2] and [0, 1.", nil},
		{"vectors and indices", "It is so [1]. The norm of v[2, 3] and of the vector [1, 2, 3] is known, as is that of a[-1].", nil},
		{"over two lines", "It is so [1]. It is so [1,\n2] too.", nil},
		{"placeholders", "It is so [1]. It is [citation needed]. It is [?]. It is [TODO: cite] so.", []string{"[citation needed]", "[?]", "[TODO: cite]"}},
		{"placeholders that may be something else", "It is so [1]. The form is cp [source] [ref] file. Write [N] or “[citation needed]”. He [?] it.", nil},
		{"left by a program", "It is so [1]. It is :contentReference[oaicite:0]{index=0} so [cite_start]. And \ue200cite\ue202turn0search1\ue201.",
			[]string{":contentReference[oaicite:0]{index=0}", "[cite_start]", "\ue200cite\ue202turn0search1\ue201"}},
		{"lenticular", "It is so [1]. It is 【†source】 so.\n\nIt is 【1† so.", []string{"【†source】", "【1†"}},
		{"code and escapes", "It is so [1]. `[1,]` and ``[citation needed]`` and \\[1,].\n\n```\n[1,]\n```", nil},
		{"links", "It is so [1]. See [ref](https://a.example) and [?][1].", nil},
		{"numbers that are no references", "It is so [1]. Between [5-] and [7,] or [8-5].", nil},
	} {
		if diff := cmp.Diff(tt.want, of("malformed-citation", "p.md", tt.body+references)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	for _, body := range []string{"a [1,] [2-] b", "The text [?]. More [ref]. It is [1.", "x = a[1,] and [3-1]"} {
		if got := of("malformed-citation", "p.md", body); got != nil {
			t.Errorf("%q cites in no such way, but has %q", body, got)
		}
	}
	notes := "It is so.[^1] It is not.[^] Nor is [^7] it, but [^a-z] may be.\n\n[^1]: Collectors.\n"
	if diff := cmp.Diff([]string{"[^]", "[^7]"}, of("malformed-citation", "p.md", notes)); diff != "" {
		t.Errorf("footnotes (-want +got):\n%s", diff)
	}
}

func TestConflicting(t *testing.T) {
	const list = "\n\n## References\n\n[1] Collectors. https://a.example/gc\n[2] Fruit. https://doi.org/10.1000/fruit.1\n[3] No address.\n[4] Two: https://a.example/x and https://b.example/y\n[5] Preprint. https://arxiv.org/abs/1706.03762\n"
	for _, tt := range []struct {
		marker string
		want   bool
	}{
		{"[1](https://b.example/other)", true},
		{"[1](https://a.example/gc?utm_source=x#:~:text=so)", false},
		{"[1](http://www.a.example/GC/index.html)", false},
		{"[1](#ref1)", false},
		{"[1](other.html)", false},
		{"[1](https://bit.ly/abc)", false},
		{"[1](https://doi.org/10.1000/collectors)", false}, // may be the same
		{"[2](https://www.publisher.example/doi/full/10.1000/fruit.1)", false},
		{"[2](https://www.publisher.example/fruit)", false},
		{"[2](https://doi.org/10.1000/fruit.2)", true},
		{"[3](https://b.example/other)", false},
		{"[4](https://b.example/y)", false},
		{"[4](https://b.example/z)", true},
		{"[5](https://arxiv.org/pdf/1706.03762v2)", false},
		{"[5](https://arxiv.org/abs/1706.99999)", true},
		{"[5](https://publisher.example/10.1000/attention)", false},
		{"[9](https://b.example/other)", false}, // in no list
		{"[1]", false},
	} {
		got := of("conflicting-citation", "p.md", "It is so "+tt.marker+"."+list)
		if (len(got) > 0) != tt.want {
			t.Errorf("%s: %q, want a conflict: %v", tt.marker, got, tt.want)
		}
	}
}

func TestDuplicates(t *testing.T) {
	for _, tt := range []struct {
		name, first, second string
		want                bool
	}{
		{"address", "Collectors. https://a.example/gc", "Of collectors. http://www.a.example/gc/#x", true},
		{"arXiv and its DOI", "One. https://arxiv.org/abs/1706.03762", "Two. https://doi.org/10.48550/arXiv.1706.03762", true},
		{"title", "*The pauses of collectors*. https://a.example/1", "*The Pauses of Collectors*. https://b.example/2", true},
		{"title of many pages", "*Annual Report 2024*. https://a.example/1", "*Annual Report 2024*. https://b.example/2", false},
		{"title that is the site's", "*World Health Organization*. https://who.int/1", "*World Health Organization*. https://who.int/2", false},
		{"years", "*The state of the collectors*, 2019. https://a.example/1", "*The state of the collectors*, 2020. https://a.example/2", false},
		{"volumes", "*The art of collecting things*, vol. 1. https://a.example/1", "*The art of collecting things*, vol. 2. https://a.example/2", false},
		{"DOIs", "*The pauses of collectors*. https://doi.org/10.1000/1", "*The pauses of collectors*. https://doi.org/10.1000/2", false},
		{"first page of a site", "Collectors today. https://a.example/", "Collectors tomorrow. https://a.example", false},
		{"pages of a file", "Table one. https://a.example/x.pdf#page=1", "Table two. https://a.example/x.pdf#page=9", false},
		{"authors", "Ann Lee, *The pauses of collectors*. https://a.example/1", "Bo Ray, *The pauses of collectors*. https://b.example/1", false},
	} {
		body := fmt.Sprintf("It is so [1][2].\n\n## References\n\n[1] %s\n[2] %s\n", tt.first, tt.second)
		if got := of("duplicate-reference", "p.md", body); (len(got) > 0) != tt.want {
			t.Errorf("%s: %q, want a finding: %v", tt.name, got, tt.want)
		}
	}
}

func TestUncitedInAStrangersDocument(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       []string
	}{
		{"a fact", "The collector of Go was concurrent in 2015.", []string{"The collector of Go was concurrent in 2015."}},
		{"a fact without a number", "Modern collectors seldom stop the whole program.", []string{"Modern collectors seldom stop the whole program."}},
		{"two in a row", "The collector was concurrent in 2015. Its pauses fell to 10 milliseconds in 2016. Is it so?", []string{"The collector was concurrent in 2015. Its pauses fell to 10 milliseconds in 2016."}},
		{"covered by the paragraph's end", "The collector was concurrent in 2015. Pauses fell by 2016 [1].", nil},
		{"covered by the list's introduction", "The team reports three results: [1]\n\n- Pauses fell to 10 milliseconds.\n- Heaps grew by 5 percent.\n", nil},
		{"covered by the item above", "- The team reports: [1]\n  - Pauses fell to 10 milliseconds.\n- Heaps grew by 5 percent in 2016.\n", []string{"Heaps grew by 5 percent in 2016."}},
		{"goes on about what was cited", "Pauses were measured by the team [1]. These measurements cover all kinds of programs. They fell to 10 milliseconds.", []string{"They fell to 10 milliseconds."}},
		{"introductions", "The collectors of the year 2015 have these parts:\n\n- Marking [1]\n", nil},
		{"headings in bold", "**Collectors before the year 2015**\n\n**Level 2**\n", nil},
		{"labels", "- Hospitality, transportation and sectors of tourism\n- 1. Data\n- Low\n", nil},
		{"fragments with numbers", "- Largest pension fund of the world ($1.7 trillion)\n", []string{"Largest pension fund of the world ($1.7 trillion)"}},
		{"advice", "Use a concurrent collector for long running programs. Every team should measure its own pauses.\n\n- **Design**: measure the pauses of your programs.\n", nil},
		{"advice with a number", "Every team should know that 40 percent of programs are slow.", []string{"Every team should know that 40 percent of programs are slow."}},
		{"of the authors", "We propose a new collector for Go. In our measurements it was 40 percent faster. This paper describes three collectors of 2015.", nil},
		{"restated", "Pauses fell to 10 milliseconds [1].\n\n## Conclusion\n\nPauses of the collector fell to 10 milliseconds. Modern collectors seldom stop the whole program.", nil},
		{"new in a conclusion", "Pauses fell to 10 milliseconds [1].\n\n## Conclusion\n\nHeaps of the collector grew by 77 percent.", []string{"Heaps of the collector grew by 77 percent."}},
		{"of the authors, behind a phrase", "Building on these results, we propose a new collector. This systematic review covers 40 collectors. To that end, I'll compare three of them.", nil},
		{"of others, who are quoted", "The team of 2015 says that \"we propose a new collector\".", []string{"The team of 2015 says that \"we propose a new collector\"."}},
		{"of the document's parts", "Table 3 lists the pauses of the collectors in 2015. Figure 2 shows the heaps of 40 programs.", nil},
		{"formulas", "For all $t \\in [0,1]$ the map of the heap is continuous.", nil},
		{"a fact with a formula", "The map $f(x)$ was found in 1994 by the team.", []string{"The map $f(x)$ was found in 1994 by the team."}},
		{"prices are no formulas", "The team of the collector paid $5 and got $7 back.", []string{"The team of the collector paid $5 and got $7 back."}},
		{"columns and diagrams", "Network Working Group           A. Author, March 2015\n\nA -- Yes --> B[Fix the vibration and the filters first in 2015]\n", nil},
		{"cases of law", "The Constitution protects \"people, not places.\" Lee v. Ray, 389 U.S. 347, 351 (1967). Id. at 352.", nil},
		{"advice with a quotation", "Make the programs \"easy to track\" for every team.", nil},
		{"offers", "If you'd like it so, another list of collectors comes next.", nil},
		{"plans", "- **Goal**: To review the collectors of all programs.\n", nil},
		{"Chinese", "我们采用了三种方法。\n\n该系统在2015年的市场占有率为百分之五十。", []string{"该系统在2015年的市场占有率为百分之五十。"}},
	} {
		if diff := cmp.Diff(tt.want, of("uncited-claim", "p.md", tt.body+"\n\nAll is cited here [1][2][3]."+references)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Links are there for many reasons: one finding where most sentences have none.
func TestFewLinks(t *testing.T) {
	const linked = "The tool reads [three formats](https://a.example/1) and [two more](https://a.example/2).\n\n"
	const bare = "The collector was concurrent in 2015.\n\nIts pauses fell to 10 milliseconds in 2016.\n\n"
	if got := of("uncited-claim", "p.md", linked+bare); len(got) != 1 {
		t.Errorf("%q, want one finding", got)
	}
	cited := strings.Repeat("Heaps grew in 2017 (https://a.example/3).\n\n", 3)
	if got := of("uncited-claim", "p.md", linked+cited+bare); len(got) != 2 {
		t.Errorf("%q, want a finding for each sentence: the document cites by links", got)
	}
}

// A bibliography may stand beside the notes that cite its works.
func TestBibliographyBesideNotes(t *testing.T) {
	const body = "Print spread after 1450.[^1]\n\n[^1]: Elizabeth Lee, *The Press* (London, 1979), 45.\n\n## Bibliography\n\nLee, Elizabeth. *The Press*. London, 1979.\n\nRay, Adrian. *The Book*. Chicago, 1998.\n"
	if diff := cmp.Diff([]string{"Ray, Adrian. *The Book*. Chicago, 1998."}, of("orphan-reference", "p.md", body)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAListThatIsMissingIsOneFinding(t *testing.T) {
	if got := of("dangling-citation", "p.md", "One thing [1]. Another [2]. A third [1, 3]."); len(got) != 1 {
		t.Errorf("%q, want one finding", got)
	}
	d := document.ParseCited("p.md", "One thing [1]. Another [2].")
	d.Unlisted = true
	if got := Run(&Input{Document: d}); len(got) > 0 {
		t.Errorf("the list is elsewhere, but: %+v", got)
	}
}

// What people read is in testdata/messages.txt.
func TestMessages(t *testing.T) {
	stored, err := os.ReadFile(filepath.Join("testdata", "messages.md"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, f := range Run(&Input{Document: document.ParseCited("messages.md", string(stored))}) {
		fmt.Fprintf(&out, "%d:%d %s %s\n  %s\n  -> %s\n", f.Line, f.Column, f.Severity, f.Rule, f.Message, f.Suggestion)
	}
	golden := filepath.Join("testdata", "messages.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("messages (-want +got), run with -update to accept:\n%s", diff)
	}
}

// BenchmarkRun audits the structure of a document of 10,000 words with 200 references.
func BenchmarkRun(b *testing.B) {
	var s strings.Builder
	for i := range 200 {
		fmt.Fprintf(&s, "The collector number %d of the programs was concurrent and its pauses fell to %d milliseconds in the year 2015 [%d](https://a.example/%d). ", i, i+7, i+1, i)
		fmt.Fprintf(&s, "Modern collectors of this kind seldom stop the whole program, as the teams that build them say when they are asked about it.\n\n")
	}
	s.WriteString("\n## References\n\n")
	for i := range 200 {
		fmt.Fprintf(&s, "[%d] *Collectors of the kind %d in the programs*. https://a.example/%d\n", i+1, i, i+1)
	}
	d := document.ParseCited("p.md", s.String())
	b.ReportMetric(float64(len(strings.Fields(s.String()))), "words")
	for b.Loop() {
		Run(&Input{Document: d})
	}
}
