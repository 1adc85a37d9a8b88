package render

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/reader"
)

// measured is the rendered draft with a verification made by hand, so that every
// status is in it.
func measured(t *testing.T) (markdown string, m Measurement, lib Library) {
	t.Helper()
	lib = fixture(t)
	markdown, _, err := Numbered(draft, lib, Numeric)
	if err != nil {
		t.Fatal(err)
	}
	rate := 0.6
	m = Measurement{Judge: "deterministic", Date: today,
		NotRun: []string{"link: nothing is fetched from a corpus", "consistency: needs a language model"},
		Verification: citestone.Verification{Version: 1, Document: "final_report.md", Summary: citestone.VerifySummary{
			Claims: 5, Supported: 3, Unsupported: 1, Contradicted: 1, Rate: &rate, Threshold: 0.9}}}
	v := &m.Verification
	claim := func(sentence string, status citestone.Status, reason string, refs string, ev ...citestone.Evidence) {
		i := strings.Index(markdown, sentence)
		if i < 0 {
			t.Fatalf("no %q in the report", sentence)
		}
		c := citestone.CheckedClaim{ID: "c" + string(rune('1'+len(v.Claims))), Text: strings.NewReplacer("*", "", " [1]", "", "[2]", "", " [2]", "", " [3]", "").Replace(sentence),
			Status: status, Start: i, End: i + len(sentence), Evidence: ev, Reason: reason}
		for j, key := range strings.Split(refs, ",") {
			r := citestone.CitationResult{Marker: "[" + key + "]", Reference: key}
			if j < len(ev) {
				r.Evidence = ev[j : j+1]
			}
			c.Citations, c.Results = append(c.Citations, key), append(c.Results, r)
		}
		v.Claims = append(v.Claims, c)
	}
	claim("The pauses of Go 1.4 took 300 to 400 milliseconds [1].", citestone.Supported, "verbatim", "1",
		evidence(t, lib, "s2", "The pauses of Go 1.4 took 300 to 400 milliseconds."))
	claim("Pauses are now below *10 milliseconds* for most programs [2].", citestone.Supported, "nearly verbatim", "2",
		evidence(t, lib, "s1", "Pauses are now below 10 milliseconds [for most programs](https://go.dev/x)."))
	claim("Both releases were described at length by the team [1][2].", citestone.Unsupported, "no passage of the sources says <so> | or so", "1,2")
	claim("The tricolor algorithm is from 1978 [1].", citestone.Supported, "verbatim", "1",
		evidence(t, lib, "s2", "The tricolor algorithm is from 1978."))
	claim("The heap grew by a third in 2016 [3].", citestone.Contradicted, "the source says otherwise", "3",
		evidence(t, lib, "s3", "The heap grew by a third in 2016."))
	for i, id := range []string{"s2", "s1", "s3"} {
		v.References = append(v.References, citestone.CheckedReference{ID: string(rune('1' + i)), Source: id})
	}
	return markdown, m, lib
}

func TestHTML(t *testing.T) {
	markdown, m, lib := measured(t)
	page, err := HTML(markdown, m, lib)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.html", string(page))
	with, err := HTML(markdown+"\n"+Appendix(m, lib), m, lib)
	if err != nil || string(with) != string(page) {
		t.Errorf("the appendix is shown twice (%v)", err)
	}
}

func TestAppendix(t *testing.T) {
	_, m, lib := measured(t)
	golden(t, "appendix.md", Appendix(m, lib))
}

// TestHTMLIsWellLinked parses the page: it needs nothing from elsewhere, its links
// lead somewhere, and links do not nest.
func TestHTMLIsWellLinked(t *testing.T) {
	markdown, m, lib := measured(t)
	page, err := HTML(markdown, m, lib)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(string(page)))
	if err != nil {
		t.Fatal(err)
	}
	ids, links, policy, style := map[string]int{}, []string{}, "", ""
	for n := range root.Descendants() {
		if slices.Contains([]string{"script", "img", "link", "iframe"}, n.Data) {
			t.Errorf("the page has a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				ids[a.Val]++
			case "content":
				policy += a.Val
			case "href":
				links = append(links, a.Val)
			case "style":
				t.Errorf("<%s> has a style attribute", n.Data)
			}
		}
		if n.Data == "style" {
			sum := sha256.Sum256([]byte(n.FirstChild.Data))
			style = "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		if n.Data == "a" && nested(n) {
			t.Error("a link is in a link")
		}
	}
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, style) {
		t.Errorf("the policy %q does not allow just the page's own style: %s", policy, style)
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("id %s is there %d times", id, n)
		}
	}
	for _, l := range links {
		if id, local := strings.CutPrefix(l, "#"); local && ids[id] == 0 {
			t.Errorf("link to %s leads nowhere", l)
		} else if !local && !strings.HasPrefix(l, "https://go.dev/") {
			t.Errorf("unexpected link %s", l)
		}
	}
	if want := `href="https://go.dev/blog/ismmkeynote#:~:text=The%20pauses%20of%20Go%201.4%20took%20300%20to%20400%20milliseconds."`; !strings.Contains(string(page), want) {
		t.Errorf("the marker does not lead to its passage: %s", want)
	}
}

// TestHTMLReadsBack verifies a page like the Markdown that it was made from.
func TestHTMLReadsBack(t *testing.T) {
	markdown, m, lib := measured(t)
	page, err := HTML(markdown, m, lib)
	if err != nil {
		t.Fatal(err)
	}
	d, err := reader.Cited("report.html", page, nil)
	if err != nil {
		t.Fatal(err)
	}
	from := document.ParseCited("report.md", markdown)
	if diff := cmp.Diff(audit.Count(from), audit.Count(d)); diff != "" {
		t.Errorf("the structure of the page: -Markdown +HTML:\n%s\n%s", diff, d.Source)
	}
	var want, got []string
	for _, s := range from.Sentences {
		want = append(want, s.Plain.Text)
	}
	for _, s := range d.Sentences { // whose markers are links, which leave their space
		got = append(got, strings.ReplaceAll(s.Plain.Text, " .", "."))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the sentences of the page: -Markdown +HTML:\n%s", diff)
	}
}

func nested(n *html.Node) bool {
	for p := range n.Ancestors() {
		if p.Data == "a" {
			return true
		}
	}
	return false
}

func TestHTMLEscapesUntrustedText(t *testing.T) {
	markdown, m, lib := measured(t)
	const evil = `"><script>alert(1)</script>`
	markdown += "\n\n<script>alert(2)</script> [x](javascript:alert(3)) ![y](https://evil.example/pixel.png)\n"
	for i := range lib.Sources {
		lib.Sources[i].Title = evil
		lib.Sources[i].URL = "javascript:alert(4)"
	}
	m.Judge, m.Verification.Document = evil, evil
	m.Verification.Claims[2].Text, m.Verification.Claims[2].Reason = evil, evil
	m.Verification.Claims[0].Evidence[0].Quote = evil
	page, err := HTML(markdown, m, lib)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", `href="javascript`, "evil.example"} {
		if strings.Contains(strings.ToLower(string(page)), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
}

// TestHTMLWithSentencesAcrossMarkup: a sentence whose span cuts through emphasis, code
// and links is still well-formed and keeps its text.
func TestHTMLWithSentencesAcrossMarkup(t *testing.T) {
	markdown := "One **bold. Two `code` [link text](https://go.dev/) end** [1].\n"
	start := strings.Index(markdown, "Two")
	m := Measurement{Verification: citestone.Verification{Claims: []citestone.CheckedClaim{
		{ID: "c1", Start: start, End: len(markdown) - 1, Status: citestone.Undecided}}}}
	page, err := HTML(markdown, m, Library{})
	if err != nil {
		t.Fatal(err)
	}
	want := `<p>One <strong>bold. <span id="claim-c1" class="claim undecided">Two </span><code><span class="claim undecided">code</span></code>` +
		`<span class="claim undecided"> </span><a href="https://go.dev/"><span class="claim undecided">link text</span></a>` +
		`<span class="claim undecided"> end</span></strong><span class="claim undecided"> </span>` +
		`<span class="cite" title="Source 1">[1]</span>` +
		`<span class="claim undecided">.</span><a class="badge undecided"`
	if !strings.Contains(string(page), want) {
		t.Errorf("got %s", page[strings.Index(string(page), "<article>"):])
	}
}

// TestHTMLWithTwoClaimsInASentence: the sentence has one sign, that of the claim which
// fares worse, and both claims lead back to it.
func TestHTMLWithTwoClaimsInASentence(t *testing.T) {
	m := Measurement{Verification: citestone.Verification{Claims: []citestone.CheckedClaim{
		{ID: "c1", End: 19, Status: citestone.Contradicted}, {ID: "c2", End: 19, Status: citestone.Supported}}}}
	page, err := HTML("Two facts are here.\n", m, Library{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<p><span id="claim-c1" class="claim contradicted">Two facts are here.</span><a class="badge contradicted" href="#c1"`,
		`aria-label="Claims c1 to c2: contradicted. Show the evidence">≠</a></p>`,
		`<a class="back" href="#claim-c1" aria-label="Back to c2 in the text">`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestAppendixShortensAndEscapes(t *testing.T) {
	long := "It begins with a | pipe, " + strings.Repeat("goes on ", 40) + "and ends with **the `end`**."
	m := Measurement{Date: today, NotRun: []string{"a | b"}, Verification: citestone.Verification{Claims: []citestone.CheckedClaim{
		{ID: "c1", Status: citestone.Supported, Evidence: []citestone.Evidence{{Source: "s9", Quote: long}}}}}}
	got := Appendix(m, Library{})
	var row string
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "| c1 ") {
			row = line
		}
		if cells := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"); line != "\n" && !strings.HasPrefix(line, "#") && cells != 3 && cells != 6 {
			t.Errorf("a row of %d bars: %s", cells, line)
		}
	}
	if !strings.Contains(row, `“It begins with a \| pipe,`) || !strings.Contains(row, " … ") || !strings.HasSuffix(row, "and ends with the end.” | `s9` |\n") || utf8.RuneCountInString(row) > quoteLimit+40 {
		t.Errorf("got the row %s", row)
	}
}
