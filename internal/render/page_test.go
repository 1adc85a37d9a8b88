package render

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// stranger returns a stranger's document, in Markdown, with its verification.
func stranger() (*document.Document, Measurement, Library) {
	source := "---\ntitle: Pauses\n---\n# A letter\n\nPauses are **below 5 ms** [1, 2]. The heap grew [7].\n" +
		"It was *measured* twice [3](https://example.org/m \"m\").\n\nNobody cites this in 2016.\n\n" +
		"[here](file:///etc/passwd) [mail](mailto:a@b.example) <javascript:x>\n\n" +
		"## References\n\n1. [Go GC](https://go.dev/gc)\n2. Notes on \"heaps\"\n3. Measured\n4. Never cited\n"
	d := document.ParseCited("letter.md", source)
	v := citestone.Verification{Document: "letter.md"}
	claim := func(sentence string, status citestone.Status, refs ...string) *citestone.CheckedClaim {
		start := strings.Index(source, sentence)
		v.Claims = append(v.Claims, citestone.CheckedClaim{ID: fmt.Sprintf("c%d", len(v.Claims)+1), Text: sentence, Status: status,
			Citations: refs, Start: start, End: start + len(sentence), Location: "paragraph 1, sentence 1", Reason: "because of " + string(status)})
		return &v.Claims[len(v.Claims)-1]
	}
	c := claim("Pauses are **below 5 ms** [1, 2].", citestone.Contradicted, "1", "2")
	c.Evidence = []citestone.Evidence{{Source: "gc.md", Quote: "Pauses are **below 10 ms**.", Start: 0, End: 27}}
	c.Results = []citestone.CitationResult{{Marker: "[1, 2]", Reference: "1", Label: citestone.Contradiction, Evidence: c.Evidence},
		{Marker: "[1, 2]", Reference: "2", Label: citestone.Neutral, Reason: "it is about heaps"}}
	claim("The heap grew [7].", citestone.Uncited)
	claim("It was *measured* twice [3](https://example.org/m \"m\").", citestone.Unverifiable, "3")
	claim("Nobody cites this in 2016.", citestone.Uncited)
	v.Findings = []citestone.Finding{
		at(source, "Pauses are **below 5 ms** [1, 2].", citestone.Finding{Rule: "contradicted-claim", Severity: citestone.SeverityError, Message: "the source says 10 ms", Suggestion: "10 ms", Claim: "c1"}),
		at(source, "[7]", citestone.Finding{Rule: "dangling-citation", Severity: citestone.SeverityError, Message: "[7] has no reference", Line: 6}),
		at(source, "Nobody cites this in 2016.", citestone.Finding{Rule: "uncited-claim", Severity: citestone.SeverityWarning, Message: "cites nothing"}),
		at(source, "Never cited", citestone.Finding{Rule: "orphan-reference", Severity: citestone.SeverityWarning, Message: "reference 4 is never cited", Line: 18}),
	}
	v.References = []citestone.CheckedReference{{ID: "1", Title: "Go GC", Source: "gc.md", Cited: 1}, {ID: "2", Title: "Notes on heaps", Cited: 1}, {ID: "3", Cited: 1}, {ID: "4"}}
	v.Summary = citestone.VerifySummary{Claims: 4, Contradicted: 1, Uncited: 2, Unverifiable: 1, Markers: 3, References: 4, Threshold: 0.9}
	lib := Library{Sources: []citestone.Source{{ID: "gc.md", Title: "Go GC", Path: "gc.md"}}, Texts: map[string]string{"gc.md": "Pauses are **below 10 ms**.\n"}}
	return d, Measurement{Verification: v, Judge: "deterministic"}, lib
}

func shownPage(t interface {
	Helper()
	Fatal(...any)
}, d *document.Document, m Measurement, lib Library) string {
	t.Helper()
	var b strings.Builder
	if err := Page(&b, d, m, lib); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	d, m, lib := stranger()
	golden(t, "letter.html", shownPage(t, d, m, lib))
}

// TestPageIsSelfContained: the page runs its own script alone, loads nothing, and its
// links lead somewhere.
func TestPageIsSelfContained(t *testing.T) {
	d, m, lib := stranger()
	page := shownPage(t, d, m, lib)
	for _, tag := range []string{"style", "script"} {
		_, rest, _ := strings.Cut(page, "<"+tag+">")
		content, _, _ := strings.Cut(rest, "</"+tag+">")
		sum := sha256.Sum256([]byte(content))
		want := tag + "-src 'sha256-" + strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;") + "'"
		if !strings.Contains(page, want) {
			t.Errorf("the policy does not allow %s", want)
		}
	}
	checkPage(t, page)
	for _, want := range []string{
		`href="https://example.org/m"`, `href="mailto:a@b.example"`, `here <a href="mailto:a@b.example">mail</a> javascript:x`,
		`<li id="c1"`, `<li id="f2"`, `href="#f2"`, `id="show-contradicted"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// checkPage fails for what no page may hold, whatever the document.
func checkPage(t interface{ Errorf(string, ...any) }, page string) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	ids, scripts := map[string]int{}, 0
	var local []string
	for n := range root.Descendants() {
		if slices.Contains([]string{"img", "link", "iframe", "object", "embed", "base", "form", "svg"}, n.Data) && n.Type == html.ElementNode {
			t.Errorf("the page has a <%s>", n.Data)
		}
		if n.Type == html.ElementNode && n.Data == "script" {
			scripts++
		}
		if n.Type == html.ElementNode && n.Data == "a" && nested(n) {
			t.Errorf("a link is in a link")
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "id":
				ids[a.Val]++
			case a.Key == "href":
				if id, ok := strings.CutPrefix(a.Val, "#"); ok {
					local = append(local, id)
				} else if linkable(a.Val) == "" {
					t.Errorf("the page links to %q", a.Val)
				}
			case strings.HasPrefix(a.Key, "on") || a.Key == "style" || a.Key == "src":
				t.Errorf("<%s> has %s", n.Data, a.Key)
			}
		}
	}
	if scripts != 1 {
		t.Errorf("%d scripts", scripts)
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %q is there %d times", id, n)
		}
	}
	for _, id := range local {
		if ids[id] == 0 && !strings.HasPrefix(id, "fn") { // footnotes are goldmark's
			t.Errorf("link to #%s leads nowhere", id)
		}
	}
}

// TestPageOfAnything: no document makes a page that runs or loads anything, or whose
// links nest or lead nowhere.
func TestPageOfAnything(t *testing.T) {
	pieces := []string{"A fact of 2015 ", "[1]", "[1, 2]", "[a](https://x.example/)", "[a](javascript:alert(1))", "<script>alert(1)</script>", "<img src=x onerror=y>",
		"**", "*", "`", "\n", "\n\n", "# ", "- ", "> ", "| a | b |\n|---|---|\n| c | d |\n", "\n[1] One https://one.example/\n", "\n1. Two\n", "## References\n\n", "[^n]", "\n[^n]: Note\n",
		"\"><b onclick=x>", "<https://y.example>", "<javascript:z>", "&lt;", "\x00", "日本", "¹", "【1†s】", "\\[1\\]", "(Smith, 2020)", "![i](https://z.example/i.png)", "---\n", "    code\n", "[[1]](https://w.example)"}
	rapid.Check(t, func(t *rapid.T) {
		source := strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), "")
		name := rapid.SampledFrom([]string{"x.md", "x.txt"}).Draw(t, "name")
		var v citestone.Verification
		offset := rapid.IntRange(0, len(source))
		for i, status := range rapid.SliceOfN(rapid.SampledFrom([]citestone.Status{"supported", "uncited"}), 0, 6).Draw(t, "claims") {
			v.Claims = append(v.Claims, citestone.CheckedClaim{ID: fmt.Sprintf("c%d", i+1), Status: status, Start: offset.Draw(t, "start"), End: offset.Draw(t, "end"), Text: source, Reason: source})
		}
		for range rapid.IntRange(0, 4).Draw(t, "findings") {
			v.Findings = append(v.Findings, citestone.Finding{Rule: source, Severity: "error", Message: source, Start: offset.Draw(t, "start"), End: offset.Draw(t, "end")})
		}
		checkPage(t, shownPage(t, document.ParseCited(name, source), Measurement{Verification: v}, Library{}))
	})
}

// TestPageOfPlainText: what is Markdown elsewhere is text there, and lines stay.
func TestPageOfPlainText(t *testing.T) {
	source := "Pauses *fell* <b>fast</b> [1].\nThey did.\n\nReferences\n\n[1] Go GC\n"
	v := citestone.Verification{Document: "a.txt", Claims: []citestone.CheckedClaim{{ID: "c1", Status: citestone.Supported, End: 30}}}
	page := shownPage(t, document.ParseCited("a.txt", source), Measurement{Verification: v}, Library{})
	checkPage(t, page)
	want := `<p class="plain"><span id="claim-c1" class="claim supported" data-ids="c1">Pauses *fell* &lt;b&gt;fast&lt;/b&gt; </span>`
	if !strings.Contains(page, want) || !strings.Contains(page, `href="#ref-1"`) {
		t.Errorf("got %s", page[strings.Index(page, "<article>"):])
	}
}

// TestPageOfManyClaims: each of a long document's claims is in the text and has a card.
func TestPageOfManyClaims(t *testing.T) {
	var b strings.Builder
	var v citestone.Verification
	for i := range 500 {
		start := b.Len()
		fmt.Fprintf(&b, "Claim %d holds because %s[%d].", i, strings.Repeat("of many words ", 6), i%40+1)
		v.Claims = append(v.Claims, citestone.CheckedClaim{ID: fmt.Sprintf("c%d", i+1), Status: citestone.Uncited, Start: start, End: b.Len()})
		b.WriteString("\n\n")
	}
	page := shownPage(t, document.ParseCited("long.md", b.String()), Measurement{Verification: v}, Library{})
	for i := range 500 {
		if !strings.Contains(page, fmt.Sprintf(`<li id="c%d"`, i+1)) || !strings.Contains(page, fmt.Sprintf(`id="claim-c%d"`, i+1)) {
			t.Fatalf("claim %d is missing", i+1)
		}
	}
	if len(page) > 1<<20 {
		t.Errorf("%d bytes", len(page))
	}
}

// TestPageOfAList: entries that stand on lines of their own do so on the page, and the
// share is of the claims that could be checked.
func TestPageOfAList(t *testing.T) {
	d := document.ParseCited("list.md", "It grew [1]\nin time [2].\n\n## References\n\n[1] One. https://a.example/\n[2] Two. https://b.example/\n")
	m := Measurement{Verification: citestone.Verification{Document: "list.md", Summary: citestone.VerifySummary{
		Claims: 3, Supported: 1, Unsupported: 1, Unverifiable: 1, Rate: new(0.5),
	}}}
	page := shownPage(t, d, m, Library{})
	for _, want := range []string{"<br>\n", "<strong>1 of 2 (50 %)</strong> claims supported by what they cite, 1 could not be checked"} {
		if n := strings.Count(page, want); n != 1 {
			t.Errorf("the page has %q %d times, want once", want, n)
		}
	}
}
