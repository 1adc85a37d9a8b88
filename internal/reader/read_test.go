package reader

import (
	"errors"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"a.md", "\uFEFF# Hé", "# Hé"},
		{"a.txt", "a\r\nb", "a\r\nb"},
		{"a.txt", "\xFF\xFEh\x00\xE9\x00", "hé"},
		{"a.txt", "\xFE\xFF\x00h\x00\xE9", "hé"},
		{"a.txt", "h\x00e\x00l\x00l\x00o\x00", "hello"},
		{"a.txt", "\x00h\x00e\x00l\x00l\x00o", "hello"},
		{"a.rst", "A *b*", "A *b*"},
		{"a.tex", "A \\emph{b} [1] *c*", "A b [1] \\*c\\*\n"},
		{"paper", "\\documentclass{a}\\begin{document}B\\end{document}", "B\n"},
		{"a.md", "<html>", "<html>"},
		{"page", " <!DOCTYPE html><p>x", "x\n"},
		{"a.html", "<meta charset=iso-8859-1><p>caf\xe9", "café\n"},
	} {
		got, _, err := Read(test.name, []byte(test.data))
		if err != nil || got != test.want {
			t.Errorf("Read(%q, %q) = %q, %v, want %q", test.name, test.data, got, err, test.want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"a.md", []byte("ab\x00c"), "a.md: a binary file: zero byte at offset 2"},
		{"b.md", []byte("ab\xffc"), "b.md: not UTF-8: invalid byte at offset 2"},
		{"c.md", make([]byte, MaxBytes+1), "c.md: 67108865 bytes is too large"},
		{"d.html", []byte("<p>\x00"), "d.html: a binary file: zero byte at offset 3"},
		{"e.html", []byte(strings.Repeat("<div>", 100_000)), "e.html: cannot parse the HTML"},
	} {
		_, _, err := Read(test.name, test.data)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || citestone.KindOf(err) != citestone.BadInput {
			t.Errorf("Read(%s): error %v (kind %v), want %q", test.name, err, citestone.KindOf(err), test.want)
		}
	}
}

func TestReadBrokenFrontMatter(t *testing.T) {
	const data = "---\ntitle: [a\nb: c\n---\nText"
	stored, _, err := Read("a.md", []byte(data))
	var broken *FrontMatterError
	if stored != data || !errors.As(err, &broken) || broken.Name != "a.md" {
		t.Errorf("Read = %q, %v, want the text and a FrontMatterError", stored, err)
	}
	if d := document.Parse("a.md", stored); len(d.Sentences) != 1 || d.Sentences[0].Plain.Text != "Text" {
		t.Errorf("sentences = %v, want Text alone", d.Sentences)
	}
}

func TestReadHTML(t *testing.T) {
	const page = `<!doctype html><html lang="en"><head><title>The &amp; Title</title>
<meta name="author" content="Jane Doe"><meta property="article:published_time" content="2018-07-12">
<meta name="description" content="Short."><link rel="canonical" href="https://x.org/a">
<style>p{}</style></head><body><header>Site</header><nav>Menu</nav>
<main><article><header><h1>Head</h1></header><p>Pauses <b>fell</b> to 10&nbsp;ms.<script>alert(1)</script></p>
<ul><li>one</li><li>two</li></ul><table><tr><th>A</th></tr><tr><td>1</td></tr></table>
<p><a href="/b">link</a></p></article></main>
<aside>Ad</aside><form>Form</form><footer>Foot</footer></body></html>`
	stored, meta, err := Read("a.html", []byte(page))
	if err != nil {
		t.Fatal(err)
	}
	want := document.Meta{Title: "The & Title", Authors: []string{"Jane Doe"}, Date: "2018-07-12", Summary: "Short.", URL: "https://x.org/a", Language: "en"}
	if diff := cmp.Diff(want, meta); diff != "" {
		t.Errorf("meta: -want +got:\n%s", diff)
	}
	d := document.Parse("a.html", stored)
	var blocks []string
	for _, b := range d.Blocks {
		blocks = append(blocks, b.Plain.Text)
	}
	if diff := cmp.Diff([]string{"Head", "Pauses fell to 10\u00a0ms.", "one", "two", "A", "1", "link"}, blocks); diff != "" {
		t.Errorf("blocks: -want +got:\n%s\n%s", diff, stored)
	}
	if !strings.Contains(stored, "(https://x.org/b)") {
		t.Errorf("the relative link is not made absolute in %q", stored)
	}
}
