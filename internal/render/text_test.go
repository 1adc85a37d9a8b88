package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// checked returns a document with a finding for each piece of the text named; its
// place is worked out from the text.
func checked(name, source string, findings ...citestone.Finding) Checked {
	c := Checked{Source: source, Verification: citestone.Verification{Document: name, Findings: findings}}
	lines := document.Positions(source)
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Line, f.Column = lines.At(f.Start)
		f.EndLine, f.EndColumn = lines.At(f.End)
	}
	return c
}

// at returns a finding at the first place of text in source.
func at(source, text string, f citestone.Finding) citestone.Finding {
	f.Start = strings.Index(source, text)
	f.End = f.Start + len(text)
	return f
}

// paper is a document with findings of every kind.
func paper() Checked {
	source := "# Pauses\n\nPauses are below 5 ms [1], and programs use 日本語 [2].\n\n" +
		"It was measured twice,\nonce in 2015\nand once in 2016 [3].\n\tThe heap grew by a third [7].\n\n" +
		strings.Repeat("A long paragraph goes on. ", 8) + "Here it was never cited at all. " + strings.Repeat("And on it goes. ", 8) + "\n"
	uncited := citestone.Finding{Rule: "uncited-claim", Severity: citestone.SeverityWarning, Message: "this states a fact and cites nothing", Suggestion: "cite a source"}
	c := checked("paper.md", source,
		at(source, "Pauses are below 5 ms [1], and programs use 日本語 [2].", citestone.Finding{Rule: "number-mismatch", Severity: citestone.SeverityError,
			Message: "5 ms is not in the source", Claim: "c1", Suggestion: "the source says 10 ms", Fingerprint: "f1a2",
			Evidence: []citestone.Evidence{{Source: "s1", Quote: "Pauses are **below\n10 ms**.", Start: 12, End: 38, URL: "https://go.dev/\x1b[31m"}}}),
		at(source, "日本語", citestone.Finding{Rule: "quote-mismatch", Severity: citestone.SeverityError, Message: "not in the source", Claim: "c2"}),
		at(source, "It was measured twice,\nonce in 2015\nand once in 2016 [3].", citestone.Finding{Rule: "unverifiable", Severity: citestone.SeverityWarning,
			Message: "the text of the cited source could not be had", Claim: "c3"}),
		at(source, "[7]", citestone.Finding{Rule: "dangling-citation", Severity: citestone.SeverityError, Message: "[7] has no reference", Reference: "7"}),
		at(source, "Here it was never cited at all.", uncited), at(source, "And on it goes.", uncited),
		citestone.Finding{Rule: "stale-source", Severity: citestone.SeverityNote, Message: "old", Start: len(source), End: len(source)},
	)
	c.Claims = []citestone.CheckedClaim{{ID: "c1", Text: "Pauses are below 5 ms."},
		{ID: "c2", Text: "Programs use 日本語.", Evidence: []citestone.Evidence{{Source: "s2", Quote: "Programs use a script.", Start: 6, End: 28}}},
		{ID: "c3", Text: "It was measured twice, once in 2015 and once in 2016 ."}}
	c.References = []citestone.CheckedReference{{ID: "1", Source: "s1", Title: "Go GC", Cited: 1}, {ID: "2", Source: "s2", Title: "Scripts", Cited: 1}, {ID: "3", Cited: 1}}
	c.Summary = citestone.VerifySummary{Claims: 4, Unsupported: 2, Unverifiable: 1, Uncited: 1, Markers: 4, References: 3}
	return c
}

// found are the sources of paper, one of them without a web address.
var found = Library{Sources: []citestone.Source{{ID: "s2", Title: "Scripts of the world", Path: "docs/scripts.md"}},
	Texts: map[string]string{"s2": "# All\nPrograms use a script.\n"}}

func shownText(t *testing.T, c Checked, o TextOptions) string {
	t.Helper()
	var b strings.Builder
	if err := Text(&b, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	golden(t, "paper.txt", shownText(t, paper(), TextOptions{Found: found}))
	golden(t, "paper-narrow-color.txt", shownText(t, paper(), TextOptions{Width: 50, Color: true}))
}

func TestTextWithoutLines(t *testing.T) {
	source := "Title\n\nThe heap grew by a third.\n"
	c := checked("paper.docx", source, at(source, "a third", citestone.Finding{Rule: "number-mismatch", Severity: citestone.SeverityError, Message: "not so"}))
	c.Unit, c.Findings[0].Line = "paragraph", 2
	want := `paper.docx: paragraph 2: error number-mismatch: not so
 | The heap grew by a third.
 |                  ^^^^^^^

1 error in paper.docx; no claims to check; 0 markers, 0 references
`
	if got := shownText(t, c, TextOptions{}); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestTextOfCleanAndQuietDocuments(t *testing.T) {
	clean := Checked{Verification: citestone.Verification{Document: "a.md", Summary: citestone.VerifySummary{Claims: 3, Supported: 3, Markers: 3, References: 1}}}
	if got, want := shownText(t, clean, TextOptions{}), "Nothing found wrong in a.md; 3 claims: 3 supported; 3 markers, 1 reference\n"; got != want {
		t.Errorf("got %q; want %q", got, want)
	}
	want := "3 errors, 3 warnings, 1 note in paper.md; 4 claims: 2 unsupported, 1 uncited, 1 unverifiable; 4 markers, 3 references\n"
	if got := shownText(t, paper(), TextOptions{Quiet: true}); got != want {
		t.Errorf("got %q; want %q", got, want)
	}
}

func TestTally(t *testing.T) {
	clean := citestone.Verification{Document: "a.md", Summary: citestone.VerifySummary{Claims: 3, Supported: 3, Markers: 3, References: 1}}
	hint := "1 claim could not be checked, as the texts of 1 of 3 cited sources are not at hand: give files or folders with --sources.\n"
	for want, all := range map[string][]citestone.Verification{
		"":   {clean},
		hint: {paper().Verification},
		"3 errors, 3 warnings, 1 note in 2 documents; 7 claims: 3 supported, 2 unsupported, 1 uncited, 1 unverifiable; 7 markers, 4 references\n" + hint: {clean, paper().Verification},
	} {
		var tally Tally
		for _, v := range all {
			tally.Add(Checked{Verification: v})
		}
		var b strings.Builder
		if err := tally.Write(&b); err != nil || b.String() != want {
			t.Errorf("got %q, %v; want %q", b.String(), err, want)
		}
	}
}

func TestCarets(t *testing.T) {
	for _, c := range []struct{ source, span, line, carets string }{
		{"The heap grew.", "heap", "The heap grew.", "    ^^^^"},
		{"日本語の本", "本語", "日本語の本", "  ^^^^"},
		{"cafe\u0301 au lait", "au", "cafe\u0301 au lait", "     ^^"},
		{"a\tb c", "b", "a    b c", "     ^"},
		{"👩‍👩‍👧 and 🇩🇪 ❤️ x", "x", "👩‍👩‍👧 and 🇩🇪 ❤️ x", "             ^"},
		{"bell\a rings", "rings", "bell rings", "     ^^^^^"},
		{"\u202eright to left\u202c is", "is", "right to left is", "              ^^"},
		{"windows line\r\nnext", "line", "windows line", "        ^^^^"},
		{"blanks  around ", "  around ", "blanks  around", "        ^^^^^^"},
		{"end", "", "end", "^"},
		{"0123456789 0123456789 here 0123456789 0123456789", "here", "…56789 0123456789 here 0123456789 01234…", "                  ^^^^"},
		{"0123456789 0123456789 0123456789 0123456789", "0123456789 0123456789 0123456789 0123456789", "0123456789 0123456789 0123456789 01234…", "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"},
	} {
		start := strings.Index(c.source, c.span)
		got := excerpt(c.source, citestone.Span{Start: start, End: start + len(c.span)}, 40)
		if len(got) != 1 {
			t.Fatalf("%q: %d lines", c.source, len(got))
		}
		carets := strings.Repeat(" ", got[0].indent) + strings.Repeat("^", got[0].carets)
		if got[0].text != c.line || carets != c.carets {
			t.Errorf("%q: got\n%s\n%s\nwant\n%s\n%s", c.source, got[0].text, carets, c.line, c.carets)
		}
	}
}

// TestCaretsLieInTheLine: whatever the text and the place, carets stand below text that
// is shown, and the line fits.
func TestCaretsLieInTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.StringOf(rapid.RuneFrom([]rune("ab \t\n\r\x1b日e\u0301\u200d👩🇩🇪\ufe0f\u202e…"))).Draw(t, "source") +
			strings.Repeat("x日", rapid.IntRange(0, 3000).Draw(t, "tail"))
		start := rapid.IntRange(-1, len(source)+1).Draw(t, "start")
		end := rapid.IntRange(-1, len(source)+1).Draw(t, "end")
		width := rapid.IntRange(8, 120).Draw(t, "width")
		for _, u := range excerpt(source, citestone.Span{Start: start, End: end}, width) {
			shown := glyphsOf(u.text).width()
			if u.indent < 0 || u.carets < 1 || u.indent+u.carets > shown {
				t.Fatalf("carets %d+%d in %d columns: %q", u.indent, u.carets, shown, u.text)
			}
			if shown > width {
				t.Fatalf("%d columns where %d fit: %q", shown, width, u.text)
			}
			if strings.ContainsAny(u.text, "\n\r\t\x1b\u202e") || !utf8.ValidString(u.text) {
				t.Fatalf("%q", u.text)
			}
		}
	})
}

// TestTextHasNoEscapeCodes: without colour nothing of the document or the sources
// reaches the terminal as a control character.
func TestTextHasNoEscapeCodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		evil := rapid.StringOf(rapid.RuneFrom([]rune("ab \x1b[31m\x07\u009b\x00\u202e"))).Draw(t, "evil")
		c := checked(evil+".md", evil+"\nx", citestone.Finding{Rule: "quote-mismatch", Message: evil, Suggestion: evil, Claim: "c1",
			End: len(evil), Evidence: []citestone.Evidence{{Source: evil, Quote: evil, URL: evil}}})
		c.Claims = []citestone.CheckedClaim{{ID: "c1", Text: evil}}
		var b strings.Builder
		if err := Text(&b, c, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && safeRune(r) < 0 }); i >= 0 {
			t.Fatalf("%q", b.String()[i:])
		}
	})
}
