package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

var (
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
	//go:embed page.html
	pageHTML string
)

// HTML renders a report as one self-contained page: it loads nothing, runs no script
// and says so in its content security policy. The claims of the measurement are byte
// ranges of markdown. Each is marked with its status and leads to its evidence; each
// marker leads to the passage on its source's page. A verification appendix in the
// Markdown is left out, as the page shows the same in its own way.
func HTML(markdown string, m Measurement, lib Library) ([]byte, error) {
	markdown, _ = splitAppendix(markdown)
	doc := document.Parse("report.md", markdown)
	m.Verification.Findings = nil // a report is shown with its claims alone
	v := newView(doc, m)
	v.Language = cmp.Or(m.Language, "en")
	if m.Verification.Summary.Rate != nil {
		v.Score = share(m.Verification.Summary)
	}
	var out bytes.Buffer
	if err := v.write(&out, doc, annotate(doc, m.Verification, newPassages(lib), false)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Page renders a verified document as one self-contained page, as HTML does a report,
// with its findings and with a script of its own for the keyboard. It can be read and
// used without the script. The claims and findings of the measurement are byte ranges
// of the document's Source. The library may be empty.
func Page(w io.Writer, d *document.Document, m Measurement, lib Library) error {
	v := newView(d, m)
	v.Language = cmp.Or(m.Language, d.Meta.Language)
	v.Script, v.ScriptHash = template.JS(pageScript), sourceHash(pageScript)
	v.Closing = Closing(Checked{Verification: m.Verification})
	v.Unchecked = m.Verification.Summary.Unverifiable
	v.Score = checkable(m.Verification.Summary)
	lib.Sources = append(lib.Sources[:len(lib.Sources):len(lib.Sources)], named(m.Verification.References, lib)...)
	notes := annotate(d, m.Verification, newPassages(lib), true)
	v.Filters = filters(notes.cards)
	return v.write(w, d, notes)
}

// checkable says how many claims are supported, of those whose sources are at hand where
// there are any: "" without claims.
func checkable(s citestone.VerifySummary) string {
	switch {
	case s.Claims == 0:
		return ""
	case s.Rate == nil:
		return fmt.Sprintf("0 of %d", s.Claims)
	}
	s.Claims -= s.Unverifiable
	return share(s)
}

// named returns sources for the references whose source the library does not describe.
func named(refs []citestone.CheckedReference, lib Library) []citestone.Source {
	var out []citestone.Source
	for _, r := range refs {
		if _, ok := lib.Source(r.Source); !ok && r.Source != "" {
			out = append(out, citestone.Source{ID: r.Source, Title: r.Title, URL: r.URL})
		}
	}
	return out
}

// view is what page.html shows.
type view struct {
	Title, Language, Date string
	StyleHash, ScriptHash string
	Score                 string // "20 of 25 (80 %)" claims are supported; "" without claims
	Unchecked             int    // claims whose sources are not at hand
	Closing               string // sums up claims and findings; "" in a report
	Headed                bool   // the body has its own main heading
	Style                 template.CSS
	Script                template.JS
	Body                  template.HTML
	Facts                 [][2]string
	Filters               []filter
	Cards                 []card
}

func newView(d *document.Document, m Measurement) view {
	v := view{
		Title:     headline(d, m.Verification.Document),
		Headed:    hasTitle(d),
		StyleHash: sourceHash(pageStyle),
		Style:     template.CSS(pageStyle),
		Facts:     m.facts(),
	}
	if !m.Date.IsZero() {
		v.Date = m.Date.UTC().Format(time.DateOnly)
	}
	return v
}

// sourceHash is what a content security policy names an inline style or script by.
func sourceHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func (v view) write(w io.Writer, d *document.Document, notes annotations) error {
	body, err := article(d, &notes)
	if err == nil {
		v.Body, v.Cards = template.HTML(body), notes.cards
		var t *template.Template
		if t, err = template.New("page").Parse(pageHTML); err == nil {
			err = t.Execute(w, v)
		}
	}
	if err != nil {
		return citestone.Errorf(citestone.Internal, "rendering the page: %w", err)
	}
	return nil
}

// filter hides and shows the cards of a class, and its marks in the text.
type filter struct {
	Class, Symbol, Label string
}

// filters counts the cards of each class, worst first.
func filters(cards []card) []filter {
	var out []filter
	for i := len(ranking) - 1; i >= 0; i-- {
		class, n := ranking[i], 0
		for _, c := range cards {
			if c.Class == class {
				n++
			}
		}
		label := fmt.Sprintf("%d %s", n, class)
		if slices.Contains([]string{"error", "warning", "note"}, class) {
			label = plural(n, class)
		}
		if n > 0 {
			out = append(out, filter{class, symbol(class), label})
		}
	}
	return out
}

// splitAppendix splits a report before its verification appendix, if it has one.
func splitAppendix(markdown string) (body, appendix string) {
	i := strings.LastIndex(markdown, "\n"+appendixHeading+"\n") + 1
	if i == 0 {
		i = len(markdown)
	}
	return markdown[:i], markdown[i:]
}

func headline(doc *document.Document, name string) string {
	for _, b := range doc.Blocks {
		if b.Kind == document.Heading {
			return b.Plain.Text
		}
	}
	return cmp.Or(name, "Report")
}

func hasTitle(doc *document.Document) bool {
	for _, b := range doc.Blocks {
		if b.Kind == document.Heading && b.Level == 1 {
			return true
		}
	}
	return false
}
