package reader

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestConversions compares what files of testdata are converted to.
func TestConversions(t *testing.T) {
	for _, name := range []string{"paper.tex", "wiki.html", "bibliography.html", "notes.html"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		d, err := Cited(name, data, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkPlaces(t, d)
		golden := filepath.Join("testdata", name+".md")
		if *update {
			if err := os.WriteFile(golden, []byte(d.Source+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), d.Source+"\n"); diff != "" {
			t.Errorf("%s: -want +got:\n%s", name, diff)
		}
	}
}

// checkPlaces holds that every span of a document lies in its file, and that a run of
// plain words stands in the file as it is where its origin is said to be.
func checkPlaces(t testing.TB, d *document.Document) {
	t.Helper()
	places := d.Places()
	inside := func(what string, s citestone.Span) citestone.Span {
		at := places.At(s)
		if at.Start < 0 || at.End < at.Start || at.Line < 1 || at.Column < 1 || at.EndLine < at.Line {
			t.Fatalf("%s %v has the place %+v", what, s, at)
		}
		if d.Origin != nil && d.Origin.Paragraphs == nil && at.End > len(d.Origin.File) {
			t.Fatalf("%s %v ends at %d, behind the file", what, s, at.End)
		}
		d.Exact(s)
		return at.Span
	}
	for _, m := range d.Markers {
		inside("marker", m.Span)
	}
	for _, r := range d.References {
		inside("reference", r.Span)
	}
	for _, s := range d.Sentences {
		inside("sentence", s.Span)
		if d.Origin == nil || d.Origin.Paragraphs != nil {
			continue
		}
		for _, w := range plainWords(s.Plain.Text) {
			source := s.Plain.Origin(w.Start, w.End)
			at := inside("word", source)
			if stands(places, source) {
				continue
			}
			if d.Source[source.Start:source.End] != s.Plain.Text[w.Start:w.End] {
				continue // with markup in it
			}
			got, want := d.Origin.File[at.Start:at.End], s.Plain.Text[w.Start:w.End]
			if len(got) == len(want) && got != want {
				t.Fatalf("%q stands at %v in the file, where %q is", want, at, got)
			}
		}
	}
}

// stands reports whether some of a span stands for something else, such as a macro.
func stands(places *document.Places, s citestone.Span) bool {
	for i := s.Start; i < s.End; i++ {
		if at := places.At(citestone.Span{Start: i, End: i + 1}); at.End-at.Start != 1 {
			return true
		}
	}
	return false
}

// plainWords returns the words of ASCII letters.
func plainWords(s string) []citestone.Span {
	var list []citestone.Span
	at := 0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) }) {
		i := at + strings.Index(s[at:], w)
		at = i + len(w)
		list = append(list, citestone.Span{Start: i, End: at})
	}
	return list
}

// TestPlaces finds words of converted documents where they stand in the file.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		name, data, word string
		line, column     int
	}{
		{"a.tex", "\\section{A}\nCaf\\'e has \\emph{ten}\nseats and \\%5.", "seats", 3, 1},
		{"a.tex", "One.\\footnote{Two\nthree.} Four.", "three", 2, 1},
		{"a.tex", "\\documentclass{article}\n\\begin{document}\nOne % no\n two three.\n\\end{document}", "three", 4, 6},
		{"a.html", "<p>One\n<b>two</b> &amp; three</p>", "three", 2, 18},
		{"a.html", "<nav>One</nav>\n<ol><li>x<li>&Uuml;ber three", "three", 2, 24},
	} {
		d, err := Cited(test.name, []byte(test.data), nil)
		if err != nil {
			t.Fatal(err)
		}
		i := strings.Index(d.Source, test.word)
		at := d.Places().At(citestone.Span{Start: i, End: i + len(test.word)})
		if i < 0 || at.Line != test.line || at.Column != test.column || test.data[at.Start:at.End] != test.word {
			t.Errorf("%q: %s at %+v of %q, want %d:%d", test.data, test.word, at, d.Source, test.line, test.column)
		}
	}
}

func TestBibliographies(t *testing.T) {
	for _, test := range []struct {
		name, data string
		want       []string
	}{
		{"a.tex", "\\bibliography{a,b/c.bib}\n% \\bibliography{no}\n\\addbibresource[x=y]{ d.bib }\\bibliographystyle{plain}", []string{"a.bib", "b/c.bib", "d.bib"}},
		{"a.md", "---\nbibliography: refs.bib\n---\n", []string{"refs.bib"}},
		{"a.md", "---\nbibliography: [a.bib, b.bib]\n---\n", []string{"a.bib", "b.bib"}},
		{"a.md", "\\bibliography{a}", nil},
		{"a.html", "\\bibliography{a}", nil},
	} {
		if diff := cmp.Diff(test.want, Bibliographies(test.name, []byte(test.data))); diff != "" {
			t.Errorf("Bibliographies(%q): -want +got:\n%s", test.data, diff)
		}
	}
}

// A chapter's keys may be listed in a file that it does not name.
func TestBibliographyOfAChapter(t *testing.T) {
	d, err := Cited("chapter.tex", []byte(`One \cite{k}.`), map[string][]byte{"a.bib": []byte("@misc{k, title={T}}")})
	if err != nil || d.Unlisted || len(d.References) != 1 || d.References[0].ID != "k" {
		t.Errorf("unlisted = %v, references %v (%v), want k", d.Unlisted, d.References, err)
	}
}

func TestUnlisted(t *testing.T) {
	bib := map[string][]byte{"a.bib": []byte("@misc{k, title={T}}")}
	for _, test := range []struct {
		data string
		want bool
	}{
		{`One \cite{k}.`, true},
		{`One.`, false},
		{`One \cite{k}. \bibliography{a}`, false},
		{`One \cite{k}. \bibliography{a,missing}`, true},
		{`One \cite{k}. \begin{thebibliography}{9}\bibitem{k} T.\end{thebibliography}`, false},
	} {
		given := bib
		if !strings.Contains(test.data, `\bibliography`) {
			given = nil
		}
		d, err := Cited("a.tex", []byte(test.data), given)
		if err != nil || d.Unlisted != test.want {
			t.Errorf("%s: unlisted = %v (%v), want %v", test.data, d.Unlisted, err, test.want)
		}
	}
}

// Citations of LaTeX and the keys of entries are the bytes of the file, so that they
// can be edited there.
func TestLaTeXCitationsAreExact(t *testing.T) {
	const data = "One~\\cite{a,b} and \\citep[see][p.~5]{c}.\n\\begin{thebibliography}{9}\n\\bibitem[X]{a} Text.\n\\end{thebibliography}"
	d, err := Cited("a.tex", []byte(data), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{`\cite{a,b}`, `\citep[see][p.~5]{c}`} {
		i := strings.Index(d.Source, s)
		if at, exact := d.Exact(citestone.Span{Start: i, End: i + len(s)}); i < 0 || !exact || data[at.Start:at.End] != s {
			t.Errorf("%s: %v exact %v in %q", s, at, exact, d.Source)
		}
	}
	i := strings.Index(d.Source, "[@a]: Text.")
	if i < 0 {
		t.Fatalf("no entry in %q", d.Source)
	}
	if at := d.Places().At(citestone.Span{Start: i, End: i + len("[@a]: Text.")}); data[at.Start:at.End] != `\bibitem[X]{a} Text.` {
		t.Errorf("the entry stands for %q", data[at.Start:at.End])
	}
}

func TestLaTeX(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{`\"o \'{e} \ss{} \c{c} \v{S} \i \~n \^{\i} \o re`, "ö é ß ç Š iñ î øre"},
		{"``quoted'' -- and --- `so'", "“quoted” – and — ‘so'"},
		{`50\% of \$5 \& more \_x\_ a\_b \#1 \{x\}`, `50% of $5 \& more \_x_ a_b #1 {x}`},
		{`Dr.~Who\,5\ m`, "Dr. Who 5 m"},
		{`$p < 0.05$ and $5\times10^{-3}$ \(\alpha\)`, "p < 0.05 and 5×10^-3 α"},
		{`\href{https://x.org/a\%20b_c}{the \emph{page}}`, "[the page](https://x.org/a%20b_c)"},
		{`\url{https://x.org/a_b%20c}`, "<https://x.org/a_b%20c>"},
		{`\unknown{kept} \vspace{1em}gone`, "kept gone"},
		{`\newcommand{\x}{ten \%}\newcommand{\y}[1]{#1}Of \x{} and \y{five}`, "Of ten % and five"},
		{"a % b\n  c\n\nd", "a c\n\nd"},
		{"Note.\\footnote{See Smith (2020).} More.\n\nNext.", "Note.[^1] More.\n\n[^1]: See Smith (2020).\n\nNext."},
		{"Note.\\footnote{\\cite{a}} More.", "Note. \\cite{a} More."},
		{"Note.\\footnote{It was said before by others that \\cite{a}.} More.", "Note. More.\n\nIt was said before by others that \\cite{a}."},
		{"\\begin{enumerate}\\item a\\item b\\begin{itemize}\\item c\\end{itemize}\\end{enumerate}d", "1. a\n\n2. b\n\n   - c\n\nd"},
		{"\\begin{figure}x.\\caption{A \\textbf{cap}.}\\end{figure}", "x.\n\n| A cap. |\n| --- |"},
		{"\\begin{tabular}{ll}\\hline a & b\\\\\\hline c & d \\\\ \\end{tabular}", "| a | b |\n| --- | --- |\n| c | d |"},
		{"\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}", "~~~~~~~~~~~~\n\\cite{a}\n~~~~~~~~~~~~"},
		{`\verb|a_b*| and \texttt{c\_d}`, "`a_b*` and `c_d`"},
		{"We get \\[ x = y \\] here.", "We get `x = y` here."},
		{"\\cite{a,% why\n  b}", `\cite{a,b}`},
		{"- a\n\n# b\n\n12. c\n\n1234. d\ne\n1. f\n> g", "\\- a\n\n\\# b\n\n12. c\n\n1234\\. d\ne\n1\\. f\n\\> g"},
	} {
		l := readLaTeX(test.src)
		if diff := cmp.Diff(test.want, l.out.Mapped().Text); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.src, diff)
		}
	}
}

func TestHTML(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"<p>a<br>b<p>c", "a\nb\n\nc"},
		{"<h2>A <i>b</i></h2>c", "## A b\n\nc"},
		{"<ol start=3><li>a<li value=7><p>b</p><p>c</p></ol>d", "3. a\n\n7. b\n\n   c\n\nd"},
		{"<ul><li>a<ul><li>b</ul></ul>", "- a\n\n  - b"},
		{"<p>10<sup>3</sup> x.<sup>1, 2</sup><sup>a</sup>", "10<sup>3</sup> x.<sup>1, 2</sup>a"},
		{`<p><a class=cite href="https://x.org/a">[1]</a> <a href="/b">b</a> <a href="#x">✓</a>`, "[[1]](https://x.org/a) b"},
		{"<p>&lt;b&gt; &amp;amp; &copy &nosuch; a&b *c* [d](e)", "\\<b> \\&amp; © \\&nosuch; a\\&b \\*c\\* [d]\\(e)"},
		{"<script>a</script><style>b</style><p hidden>c</p><p style='display: none'>d</p>e", "e"},
		{"<body><p>a</p><main><header>b</header><p>c</p></main><p>d</p></body>", "b\n\nc"},
		{"<table><tr><td><table><tr><td>a</td></tr></table></td><td><h1>b</h1></td></tr></table>", "| a |\n| --- |\n\n# b"},
		{"<table><caption>c</caption><tr><td>a<td>b<tr><td>1<td>2<td>3</table>", "| c |\n| --- |\n\n| a | b |\n| --- | --- |\n| 1 | 2 3 |"},
		{"<pre>a\n  <b>b</b> &lt;</pre>", "~~~~~~~~~~~~\na\n  b <\n~~~~~~~~~~~~"},
		{"<p>One.<a href='#fn1' id=r1><sup>1</sup></a></p><ol><li id=fn1>Note <a href='#r1'>↩</a></li></ol>", "One.[^1]\n\n[^1]: Note"},
		{"<p>See <a href='#s2'>2</a> in <a href='#tab'>Table 1</a></p><h2 id=s2>Head</h2>", "See 2 in Table 1\n\n## Head"},
		{"<p>x [<a href='#bib1'>1</a>–<a href='#bib3'>3</a>]</p><p id=bib1>[1] A<p id=bib3>[3] C", "x [^1][^2][^3]\n\n[^1]: A\n\n[^3]: C"},
		{"<p>a</p><!-- citestone-disable-next-line uncited-claim --><!-- other --><p>b</p>", "a\n\n<!-- citestone-disable-next-line uncited-claim -->\n\nb"},
	} {
		p := convertPage(test.src)
		if diff := cmp.Diff(test.want, p.out.Mapped().Text); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.src, diff)
		}
	}
}
