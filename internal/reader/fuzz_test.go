package reader

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzLaTeX(f *testing.F) {
	for _, s := range []string{
		"\\documentclass{a}\\title{T}\\newcommand\\x{y}\\begin{document}\\section{A}B\\footnote{C \\cite{d}}.\\x\n\n% e\n\\begin{itemize}\\item[f] g\\end{itemize}\\end{document}",
		"\\begin{tabular}{l}a & b \\\\ c\\end{tabular}\\caption{d}$e^2$\\[f\\]\\verb|g|\\href{http://h}{i}\\url{j}\\\"o\\'{\\i}``k''---~",
		"\\begin{thebibliography}{9}\\bibitem[a]{b} c\\end{thebibliography}\\bibliography{d}\\input{e}\\begin{verbatim}f\\end{verbatim}",
		"\\footnote{\\footnote{", "{{{}}}\\end{a}\\begin{b}\\end{a}", "\\def\\a{\\a\\a}\\a", "\\",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) { fuzzCited(t, "a.tex", []byte(src)) })
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		"<html lang=en><title>a</title><main><h1>b</h1><p>c<sup><a href='#d'>[1]</a>,<a href='#e'>2</a></sup><ol><li id=d>e<li id=e>f</ol></main>",
		"<table><tr><td>a<table><tr><td>b</table><tr><th>c<caption>d</table><pre>e\n<code>f</code></pre><blockquote><ul><li>g<q>h</q>",
		"<p>x [<a href='#bib1'>1</a>–<a href='#bib3'>3</a>]</p><p id=bib1>[1] A<p id=bib3>[3] C", "<a href=//x>y</a>&amp;&#0;&copy<!-- citestone-a -->",
		"<svg><p>a</svg></p></table></li>b<aside>", "<sup>1,2</sup><code>`</code><br><hr>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) { fuzzCited(t, "a.html", []byte(src)) })
}

// fuzzCited holds that whatever can be read has its places in the file.
func fuzzCited(t *testing.T, name string, data []byte) {
	d, err := Cited(name, data, nil)
	if d == nil {
		if err == nil {
			t.Fatal("neither a document nor an error")
		}
		return
	}
	if !utf8.ValidString(d.Source) {
		t.Fatalf("the text is not UTF-8: %q", d.Source)
	}
	if len(d.Source) > 40*len(data)+1000 {
		t.Fatalf("%d bytes became %d", len(data), len(d.Source))
	}
	checkPlaces(t, d)
}

func FuzzBib(f *testing.F) {
	for _, s := range []string{
		"@string{a = \"b\"}@article{c, author={D, E and {F}}, title = a # {g {\\\"o}}, year=2001, month=jan, crossref={h}}",
		"@comment{x}@preamble(\"y\")@misc(k, url={\\url{http://z}}, eprint=1706.03762)", "@a{b,\nc={\n@d{e,f=\"g\"}", "@@{", "@a{b", "x@y.z {",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		refs, bad := parseBib("a.bib", []byte(src))
		for _, r := range refs {
			if r.ID == "" || r.Label != r.ID || !r.External {
				t.Fatalf("reference %+v", r)
			}
		}
		if bad != nil {
			for _, b := range bad.Bad {
				if b.Line < 1 || b.Line > strings.Count(src, "\n")+1 || b.Why == "" {
					t.Fatalf("%+v in a file of %d lines", b, strings.Count(src, "\n")+1)
				}
			}
		}
	})
}

// FuzzDOCX varies the body of a file, and the file itself.
func FuzzDOCX(f *testing.F) {
	f.Add(para(listed, "One [1].")+`<w:tbl><w:tr><w:tc>`+para("", "a")+`</w:tc></w:tr></w:tbl>`, []byte(nil))
	f.Add(`<w:p><w:hyperlink r:id="rId1"><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1</w:t></w:r></w:hyperlink><w:footnoteReference w:id="1"/></w:p>`, []byte(nil))
	f.Add(`<w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/><w:t>x</w:t><w:del>y</w:del><w:p><w:p>`, []byte("PK\x03\x04"))
	f.Add("", wordZip(f, para("", "x")))
	f.Fuzz(func(t *testing.T, body string, data []byte) {
		if len(data) == 0 {
			data = wordZip(t, body, "word/styles.xml", wordStyles, "word/numbering.xml", wordNumbering,
				"word/footnotes.xml", `<w:footnotes><w:footnote w:id="1">`+body+`</w:footnote></w:footnotes>`)
		}
		d, err := Cited("a.docx", data, nil)
		if d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
		if d != nil {
			checkPlaces(t, d)
		}
	})
}
