package corpus

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// prose returns n words in sentences of ten.
func prose(n int) string {
	var b strings.Builder
	for i := range n {
		switch {
		case i%10 == 0:
			b.WriteString("The")
		case i%10 == 9:
			b.WriteString(" end. ")
		default:
			b.WriteString(" word")
		}
	}
	return strings.TrimSpace(b.String())
}

func slicesOf(name, stored string) []string {
	var out []string
	for _, p := range passages(document.Parse(name, stored)) {
		out = append(out, stored[p.Start:p.End])
	}
	return out
}

func TestPassages(t *testing.T) {
	p50, p90 := prose(50), prose(90)
	code := "```go\n" + strings.Repeat("x := veryLongCall(1, 2, 3)\n", 100) + "```"
	for _, tt := range []struct {
		name, stored string
		want         []string
	}{
		{"nothing", "", nil},
		{"only front matter", "---\ntitle: T\n---\n", nil},
		{"front matter is in no passage", "---\ntitle: T\n---\n\nText.\n", []string{"Text."}},
		{"headings begin passages", "# One\n\nA.\n\n## Two\n\nB.\n", []string{"# One\n\nA.", "## Two\n\nB."}},
		{"headings without text stay together", "# One\n\n## Two\n\nB.\n", []string{"# One\n\n## Two\n\nB."}},
		{"short paragraphs are joined", p50 + "\n\n" + p50 + "\n", []string{p50 + "\n\n" + p50}},
		{"long ones are not", p90 + "\n\n" + p90 + "\n", []string{p90, p90}},
		{"what is left over joins", p90 + "\n\n" + p90 + "\n\nEnd.\n", []string{p90, p90 + "\n\nEnd."}},
		{"lists keep their marks", "# L\n\n" + p90 + "\n\n- " + p90 + "\n- b\n", []string{"# L\n\n" + p90, "- " + p90 + "\n- b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, slicesOf("d.md", tt.stored)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("code does not count as text", func(t *testing.T) {
		got := slicesOf("d.md", p50+"\n\n"+code+"\n\n"+p50+"\n")
		if len(got) != 1 || !strings.Contains(got[0], "veryLongCall") {
			t.Errorf("got %d passages, want one with the code", len(got))
		}
	})
	t.Run("a long paragraph is divided at sentences", func(t *testing.T) {
		got := slicesOf("d.md", prose(1000))
		if len(got) < 5 {
			t.Fatalf("got %d passages of 1000 words", len(got))
		}
		for _, p := range got {
			if !strings.HasPrefix(p, "The ") || !strings.HasSuffix(p, "end.") || len(strings.Fields(p)) > maxWords {
				t.Errorf("not whole sentences: %q", p)
			}
		}
	})
	t.Run("text without spaces is divided", func(t *testing.T) {
		for _, p := range slicesOf("d.txt", strings.Repeat("語", 20_000)) {
			if len(p) > maxBytes || !utf8.ValidString(p) {
				t.Errorf("a passage of %d bytes, valid %t", len(p), utf8.ValidString(p))
			}
		}
	})
}

func TestPassageSections(t *testing.T) {
	stored := "Start.\n\n# Garbage collection\n\n" + prose(150) + "\n\n" + prose(150) + "\n"
	var got []string
	list := passages(document.Parse("d.md", stored))
	for _, p := range list {
		got = append(got, p.Section)
	}
	if diff := cmp.Diff([]string{"", "Garbage collection", "Garbage collection"}, got); diff != "" {
		t.Fatal(diff)
	}
	if !strings.Contains(list[2].indexed(), "Garbage") {
		t.Error("the second passage of a section cannot be found by its heading")
	}
}

// checkPassages fails unless passages are in order, apart, bounded and hold every word of the text.
func checkPassages(t interface{ Fatalf(string, ...any) }, name, stored string) {
	d := document.Parse(name, stored)
	end := 0
	var words []string
	for _, p := range passages(d) {
		if p.Start < end || p.End <= p.Start || p.End > len(stored) {
			t.Fatalf("passage %d-%d after %d in %d bytes", p.Start, p.End, end, len(stored))
		}
		end = p.End
		words = append(words, p.plain...)
	}
	all := strings.Join(words, "")
	for _, b := range d.Blocks {
		if b.Kind == document.Paragraph && b.End-b.Start < pieceBytes && !strings.Contains(all, b.Plain.Text) {
			t.Fatalf("no passage holds %q", b.Plain.Text)
		}
	}
}

func TestPassagesOfAnyDocument(t *testing.T) {
	pieces := []string{"# H\n\n", "## Deep *em*\n\n", "word ", "A sentence here. ", "\n\n", "- item\n", "> quote\n", "```\ncode\n```\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "語", "[1] ", "<b>x</b> ", "\n", prose(120) + "\n\n", "---\n"}
	rapid.Check(t, func(rt *rapid.T) {
		stored := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(rt, "pieces"), "")
		checkPassages(rt, "d.md", stored)
	})
}

func FuzzPassages(f *testing.F) {
	f.Add("---\na: b\n---\n# T\n\nText with `code`.\n\n    indented\n")
	f.Add("a\n" + prose(400))
	f.Fuzz(func(t *testing.T, stored string) {
		if utf8.ValidString(stored) {
			checkPassages(t, "d.md", stored)
		}
	})
}

func TestTerms(t *testing.T) {
	for _, tt := range []struct{ text, find string }{
		{"released as go1.21 today", "1.21"},
		{"Go 1.21 is released", "go1.21"},
		{"GOMAXPROCS is set", "gomaxprocs"},
		{"interoperates with C++", "c++"},
		{"improved 10–20%", "10"},
		{"the collectors", "collector"},
		{"call foo_bar here", "bar"},
		{dateWords("2018-07-12"), "July 2018"},
		{dateWords("2018-07"), "july"},
	} {
		have := terms(tt.text)
		if !slices.ContainsFunc(terms(tt.find), func(s string) bool { return slices.Contains(have, s) }) {
			t.Errorf("%q is not found by %q: %q", tt.text, tt.find, have)
		}
	}
	if got := terms("C programs and what is not"); slices.Contains(got, "c++") || slices.Contains(got, "what") {
		t.Errorf("got %q", got)
	}
}

func TestISODate(t *testing.T) {
	for in, want := range map[string]string{
		"2018-07-12": "2018-07-12", "2018-07-12T10:00:00Z": "2018-07-12", "12 July 2018": "2018-07-12", "July 12, 2018": "2018-07-12",
		"Jul 2018": "2018-07", "2018": "2018", " 2018-07 ": "2018-07", "last week": "last week", "": "",
	} {
		if got := isoDate(in); got != want {
			t.Errorf("isoDate(%q) = %q, want %q", in, got, want)
		}
	}
}
