package render

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/citestone/citestone"
)

// quoteLimit is the length, in characters, at which a quotation is shortened.
const quoteLimit = 160

const (
	appendixHeading = "## Verification"
	supportedFact   = "Claims supported by what they cite"
)

// Appendix returns the "## Verification" section that ends a report: what was
// measured, by whom, what was not run, and a table of the claims with their evidence.
// It holds no sentences that could be read as claims.
func Appendix(m Measurement, lib Library) string {
	var b strings.Builder
	b.WriteString(appendixHeading + "\n\n| | |\n|---|---|\n")
	for _, row := range m.facts() {
		fmt.Fprintf(&b, "| %s | %s |\n", cell(row[0]), cell(row[1]))
	}
	if len(m.Verification.Claims) == 0 {
		return b.String()
	}
	b.WriteString("\n| Claim | Marker | Status | Evidence | Passage |\n|---|---|---|---|---|\n")
	p := newPassages(lib)
	for _, c := range m.Verification.Claims {
		fmt.Fprintf(&b, "%s %s |\n", p.row(c), p.cell(c))
	}
	return b.String()
}

// row returns the table row of a claim without its last cell, the link.
func (p passages) row(c citestone.CheckedClaim) string {
	evidence := escape(c.Reason)
	if len(c.Evidence) > 0 {
		evidence = "“" + escape(quote(c.Evidence[0], quoteLimit)) + "”"
	}
	return fmt.Sprintf("| %s | %s | %s | %s |", c.ID, cell(markers(c)), c.Status, cell(evidence))
}

// facts are the rows that say what was measured and how.
func (m Measurement) facts() [][2]string {
	s := m.Verification.Summary
	var rows [][2]string
	if !m.Date.IsZero() {
		rows = append(rows, [2]string{"Checked", m.Date.UTC().Format(time.DateOnly)})
	}
	if m.Session != "" {
		rows = append(rows, [2]string{"Session", m.Session})
	}
	rows = append(rows,
		[2]string{supportedFact, share(s)},
		[2]string{"Rate asked for", citestone.Percent(s.Threshold)},
		[2]string{"Other claims", others(s)})
	if m.Judge != "" {
		rows = append(rows, [2]string{"Judge", m.Judge})
	}
	for _, reason := range m.NotRun {
		rows = append(rows, [2]string{"Not run", reason})
	}
	return rows
}

// share says how many claims are supported: "23 of 25 (92.0%)".
func share(s citestone.VerifySummary) string {
	if s.Rate == nil {
		return "no claims to check"
	}
	return fmt.Sprintf("%d of %d (%s)", s.Supported, s.Claims, citestone.Percent(*s.Rate))
}

// others counts the claims that are not supported, by status.
func others(s citestone.VerifySummary) string {
	var parts []string
	for _, c := range []struct {
		n    int
		name citestone.Status
	}{
		{s.Unsupported, citestone.Unsupported}, {s.Contradicted, citestone.Contradicted}, {s.Undecided, citestone.Undecided},
		{s.Uncited, citestone.Uncited}, {s.Unverifiable, citestone.Unverifiable},
	} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.name))
		}
	}
	return cmp.Or(strings.Join(parts, ", "), "none")
}

// cell returns the link to a claim's passage, or the source's place in the corpus.
func (p passages) cell(c citestone.CheckedClaim) string {
	if len(c.Evidence) == 0 {
		return ""
	}
	e := c.Evidence[0]
	if address := p.link(e); address != "" {
		return cell("[" + escape(site(address)) + "](<" + address + ">)")
	}
	s, _ := p.lib.Source(e.Source)
	return cell(code(cmp.Or(s.Path, e.Source)))
}

// markers returns the markers of a claim as written in the document, as code so that
// they are not markers again.
func markers(c citestone.CheckedClaim) string {
	var seen []string
	for _, r := range c.Results {
		seen = appendNew(seen, r.Marker)
	}
	if len(seen) == 0 {
		return "–"
	}
	return code(strings.Join(seen, ""))
}

// cell returns Markdown for use in a table cell.
func cell(markdown string) string {
	return strings.NewReplacer(`\|`, `\|`, "|", `\|`).Replace(strings.Join(strings.Fields(markdown), " "))
}
