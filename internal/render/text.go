package render

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/citestone/citestone"
)

// Checked is a document that was verified, with the text that the positions of its
// findings count in: the file's text as decoded or, of a format without lines, the
// text it was converted to.
type Checked struct {
	citestone.Verification
	Source     string
	Suppressed []citestone.Finding // by comments in the document
	Accepted   []citestone.Finding // by a list of known findings
}

// TextOptions say how the outcome of verify is shown to people.
type TextOptions struct {
	Width int     // columns of the terminal; 0 means 100
	Color bool    // with ANSI escape codes
	Quiet bool    // only the closing line
	Found Library // sources, to name the places of what was found; may be empty
}

// The limits of Width: what is narrower cannot hold an excerpt, what is wider is not
// easy to read.
const (
	defaultWidth = 100
	minWidth     = 40
	maxWidth     = 240
)

func (o TextOptions) columns() int {
	return min(max(cmp.Or(o.Width, defaultWidth), minWidth), maxWidth)
}

// quoted bounds the evidence that is shown with a finding, in characters.
const quoted = 300

// Text writes the outcome of verify for people: each finding as a compiler would show
// it, with its claim, the best passage found and what to do, and a closing line.
func Text(w io.Writer, c Checked, o TextOptions) error {
	out := bufio.NewWriter(w)
	t := newTerminal(out, c, o)
	for i, f := range c.Findings {
		if o.Quiet {
			break
		}
		last := i+1 == len(c.Findings) || !alike(f, c.Findings[i+1])
		t.finding(f, last)
		if last {
			fmt.Fprintln(out)
		}
	}
	fmt.Fprintln(out, Closing(c))
	return out.Flush()
}

// alike reports whether two neighbours are the same complaint, so that they stand
// together and its remedy is said once.
func alike(a, b citestone.Finding) bool {
	return a.Rule == b.Rule && a.Severity == b.Severity && a.Message == b.Message && a.Suggestion == b.Suggestion
}

// terminal writes findings.
type terminal struct {
	Checked
	TextOptions
	out    io.Writer
	claims map[string]citestone.CheckedClaim
	titles map[string]string // of the sources that the references stand for
}

func newTerminal(out io.Writer, c Checked, o TextOptions) *terminal {
	t := &terminal{Checked: c, TextOptions: o, out: out, claims: map[string]citestone.CheckedClaim{}, titles: map[string]string{}}
	for _, claim := range c.Claims {
		t.claims[claim.ID] = claim
	}
	for _, r := range c.References {
		t.titles[r.Source] = cmp.Or(t.titles[r.Source], r.Title)
	}
	return t
}

// finding writes one finding; the last of its kind in a row with what to do.
func (t *terminal) finding(f citestone.Finding, last bool) {
	place, number := fmt.Sprintf("%s:%d:%d:", printable(t.Document), f.Line, f.Column), fmt.Sprint(f.Line)
	if t.Unit == paragraphs {
		place, number = fmt.Sprintf("%s: paragraph %d:", printable(t.Document), f.Line), ""
	}
	fmt.Fprintf(t.out, "%s %s %s: %s\n", t.paint(Bold, place), t.paint(hue(f.Severity), string(f.Severity)),
		t.paint(Bold, f.Rule), printable(f.Message))
	margin := strings.Repeat(" ", max(len(number), len(fmt.Sprint(f.EndLine))*min(len(number), 1)))
	lines := t.excerpt(f, number, margin)
	claim, evidence := t.claims[f.Claim], f.Evidence
	if len(evidence) == 0 {
		evidence = claim.Evidence
	}
	if len(evidence) == 0 { // nothing to compare: the claim may be cut off, but not another
		lines = t.Source[max(f.Start, 0):max(f.Start, 0, min(f.End, len(t.Source)))]
	}
	if claim.Text != "" && !tells(lines, claim.Text) {
		t.detail(margin, "claim", claim.Text)
	}
	if len(evidence) > 0 {
		t.detail(margin, "found", "“"+quote(evidence[0], quoted)+"” — "+t.place(evidence[0]))
	}
	if f.Suggestion != "" && last {
		t.detail(margin, "help", f.Suggestion)
	}
}

// excerpt writes the lines of a finding with carets below it and returns their text.
func (t *terminal) excerpt(f citestone.Finding, number, margin string) (text string) {
	lines := excerpt(t.Source, citestone.Span{Start: f.Start, End: f.End}, t.columns()-len(margin)-3)
	for i, u := range lines {
		if i > 0 && t.Unit != paragraphs {
			if f.EndLine > f.Line+1 {
				fmt.Fprintln(t.out, t.paint(Faint, margin+"…"))
			}
			number = fmt.Sprint(f.EndLine)
		}
		gutter := fmt.Sprintf("%*s | ", len(margin), number)
		carets := t.paint(hue(f.Severity), strings.Repeat("^", u.carets))
		fmt.Fprintf(t.out, "%s%s\n", t.paint(Faint, gutter), u.text)
		fmt.Fprintf(t.out, "%s%s%s\n", t.paint(Faint, margin+" | "), strings.Repeat(" ", u.indent), carets)
		text += u.text + "\n"
	}
	return text
}

// tells reports whether the shown text holds the words of a claim.
func tells(shown, claim string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if wordRune(r) {
				return r
			}
			return -1
		}, s)
	}
	return strings.Contains(letters(visible(shown)), letters(claim))
}

// detail writes a named line below an excerpt, wrapped to the width.
func (t *terminal) detail(margin, name, text string) {
	indent := strings.Repeat(" ", len(margin)+len(" = : ")+len(name))
	for i, line := range wrap(printable(text), t.columns()-len(indent)) {
		if i > 0 {
			fmt.Fprintln(t.out, indent+line)
			continue
		}
		fmt.Fprintf(t.out, "%s %s %s\n", t.paint(Faint, margin+" ="), t.paint(Bold, name+":"), line)
	}
}

// wrap breaks text at spaces into lines of at most n columns; a longer word has a
// line of its own.
func wrap(text string, n int) []string {
	var lines []string
	room := 0
	for _, word := range strings.Fields(text) {
		w := glyphsOf(word).width()
		if len(lines) == 0 || w+1 > room {
			lines = append(lines, word)
			room = n - w
			continue
		}
		lines[len(lines)-1] += " " + word
		room -= w + 1
	}
	return lines
}

// place names where evidence stands: the title of its source and, as far as known,
// its address, or its file and line.
func (t *terminal) place(e citestone.Evidence) string {
	s, _ := t.Found.Source(e.Source)
	name := cmp.Or(s.Title, t.titles[e.Source], e.Source)
	where := cmp.Or(e.URL, s.URL)
	if where == "" {
		where = cmp.Or(s.Path, e.Source)
		if stored := t.Found.Texts[e.Source]; slice(stored, e.Start, e.End, e.Quote) {
			where += fmt.Sprintf(":%d", 1+strings.Count(stored[:e.Start], "\n"))
		}
	}
	if name == where {
		return name
	}
	return name + ", " + where
}

// printable returns untrusted text for a terminal: on one line, without control
// characters.
func printable(s string) string {
	return strings.Map(safeRune, strings.Join(strings.Fields(s), " "))
}
