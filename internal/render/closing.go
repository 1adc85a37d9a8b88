package render

import (
	"fmt"
	"io"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/verify"
)

// paragraphs is the unit of a verification whose document has no lines.
const paragraphs = "paragraph"

// Closing is the line that people read when they read only one.
func Closing(c Checked) string {
	var t Tally
	t.Add(c)
	return t.sentence("in " + printable(c.Document))
}

// Tally sums up the verifications of a run.
type Tally struct {
	documents      int
	findings       map[citestone.Severity]int
	known          int // findings that are not reported, for they are accepted
	suppressed     int // and those that comments suppress
	status         map[citestone.Status]int
	summary        citestone.VerifySummary
	cited, missing int // references; those of them whose text could not be had
}

// Add adds a document.
func (t *Tally) Add(c Checked) {
	if t.documents++; t.documents == 1 {
		t.findings, t.status = map[citestone.Severity]int{}, map[citestone.Status]int{}
	}
	for _, f := range c.Findings {
		t.findings[f.Severity]++
	}
	t.known += len(c.Accepted)
	t.suppressed += len(c.Suppressed)
	t.count(c.Summary)
	for _, r := range c.References {
		if r.Cited > 0 {
			t.cited++
			if r.Source == "" {
				t.missing++
			}
		}
	}
}

func (t *Tally) count(s citestone.VerifySummary) {
	for _, c := range []struct {
		status citestone.Status
		n      int
	}{
		{citestone.Supported, s.Supported}, {citestone.Unsupported, s.Unsupported}, {citestone.Contradicted, s.Contradicted},
		{citestone.Undecided, s.Undecided}, {citestone.Uncited, s.Uncited}, {citestone.Unverifiable, s.Unverifiable},
	} {
		t.status[c.status] += c.n
	}
	t.summary.Claims += s.Claims
	t.summary.Markers += s.Markers
	t.summary.References += s.References
}

// Write writes what concerns all documents: of several the sum, and where sources were
// not at hand how to give them. Of one document without such a claim there is nothing
// to say.
func (t *Tally) Write(w io.Writer) error {
	out := ""
	if t.documents > 1 {
		out = t.sentence(fmt.Sprintf("in %d documents", t.documents)) + "\n"
	}
	if n := t.status[citestone.Unverifiable]; n > 0 && t.missing > 0 {
		out += fmt.Sprintf("%s could not be checked, as the texts of %d of %s are not at hand: give files or folders with --sources.\n",
			plural(n, "claim"), t.missing, plural(t.cited, "cited source"))
	}
	_, err := io.WriteString(w, out)
	return err
}

// sentence says it all: "1 error, 2 warnings in paper.md (3 known); 25 claims: 20
// supported, 5 uncited; 31 markers, 12 references".
func (t *Tally) sentence(where string) string {
	claims := "no claims to check"
	if n := t.summary.Claims; n > 0 {
		claims = plural(n, "claim") + ": " + verify.Counts(t.status)
	}
	return fmt.Sprintf("%s %s%s; %s; %s, %s", t.complaints(), where, t.hidden(), claims,
		plural(t.summary.Markers, "marker"), plural(t.summary.References, "reference"))
}

func (t *Tally) complaints() string {
	var parts []string
	for _, s := range []citestone.Severity{citestone.SeverityError, citestone.SeverityWarning, citestone.SeverityNote} {
		if n := t.findings[s]; n > 0 {
			parts = append(parts, plural(n, string(s)))
		}
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, ", ")
	case t.known > 0:
		return "Nothing new"
	}
	return "Nothing found wrong"
}

// hidden counts what was found and is not reported.
func (t *Tally) hidden() string {
	var parts []string
	if t.known > 0 {
		parts = append(parts, fmt.Sprintf("%d known", t.known))
	}
	if t.suppressed > 0 {
		parts = append(parts, fmt.Sprintf("%d suppressed", t.suppressed))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}
