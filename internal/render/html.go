package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

var (
	//go:embed page.css
	pageStyle string
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
	links := newPassages(lib)
	notes := annotate(doc, m.Verification, links)
	body, err := article(markdown, doc, notes)
	if err != nil {
		return nil, citestone.Errorf(citestone.Internal, "rendering the page: %w", err)
	}
	hash := sha256.Sum256([]byte(pageStyle))
	v := view{
		Title:     headline(doc, m.Verification.Document),
		Headed:    hasTitle(doc),
		Language:  cmp.Or(m.Language, "en"),
		StyleHash: base64.StdEncoding.EncodeToString(hash[:]),
		Style:     template.CSS(pageStyle),
		Body:      template.HTML(body),
		Facts:     m.facts(),
		Share:     share(m.Verification.Summary),
		Date:      m.Date.UTC().Format(time.DateOnly),
		Claims:    notes.proofs,
	}
	var out bytes.Buffer
	t, err := template.New("page").Parse(pageHTML)
	if err == nil {
		err = t.Execute(&out, v)
	}
	if err != nil {
		return nil, citestone.Errorf(citestone.Internal, "rendering the page: %w", err)
	}
	return out.Bytes(), nil
}

// view is what page.html shows.
type view struct {
	Title, Language, StyleHash, Share, Date string

	Headed bool // the body has its own main heading
	Style  template.CSS
	Body   template.HTML
	Facts  [][2]string
	Claims []proof
}

// proof is a claim with its evidence, as the page lists it.
type proof struct {
	ID, Text, Reason string
	Status           citestone.Status
	Symbol, Back     string // what marks the status; the id of the claim's place in the text
	Quotes           []quotation
}

// quotation is one piece of evidence.
type quotation struct{ Source, Text, Place, Link string }

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
