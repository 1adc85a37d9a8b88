package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/citestone/citestone"
)

// Text writes the outcome of verify for people: the findings as a compiler would
// show them, each with its claim and the best passage found, and a last line that
// sums up. Source is the document that was verified, as its offsets count.
func Text(w io.Writer, v citestone.Verification, source string) error {
	out := bufio.NewWriter(w)
	claims := map[string]citestone.CheckedClaim{}
	for _, c := range v.Claims {
		claims[c.ID] = c
	}
	for _, f := range v.Findings {
		fmt.Fprintf(out, "%s:%d:%d: %s: %s [%s]\n", printable(v.Document), f.Line, f.Column, f.Severity, printable(f.Message), f.Rule)
		evidence := f.Evidence
		if c, ok := claims[f.Claim]; ok {
			detail(out, "claim", c.Text)
			if len(evidence) == 0 {
				evidence = c.Evidence
			}
		} else if f.Start >= 0 && f.Start < f.End && f.End <= len(source) {
			detail(out, "text", source[f.Start:f.End])
		}
		if len(evidence) > 0 {
			e := evidence[0]
			detail(out, "found", "“"+quote(e, 300)+"”")
			if e.URL != "" {
				detail(out, "in", e.URL)
			}
		}
		if f.Suggestion != "" {
			detail(out, "hint", f.Suggestion)
		}
	}
	if len(v.Findings) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, sum(v))
	return out.Flush()
}

func detail(w io.Writer, name, text string) {
	fmt.Fprintf(w, "    %-6s %s\n", name+":", printable(text))
}

// sum is the line that people read when they read only one.
func sum(v citestone.Verification) string {
	s := v.Summary
	count := map[citestone.Severity]int{}
	for _, f := range v.Findings {
		count[f.Severity]++
	}
	found := "nothing to complain about"
	if len(v.Findings) > 0 {
		found = strings.Join([]string{plural(count[citestone.SeverityError], "error"),
			plural(count[citestone.SeverityWarning], "warning"), plural(count[citestone.SeverityNote], "note")}, ", ")
	}
	if s.Claims == 0 {
		return fmt.Sprintf("%s: no claims to check; %s.", printable(v.Document), found)
	}
	line := fmt.Sprintf("%s: %d of %s supported", printable(v.Document), s.Supported, plural(s.Claims, "claim"))
	if s.Rate != nil {
		line += " (" + citestone.Percent(*s.Rate) + ")"
	}
	if rest := others(s); rest != "none" {
		line += ", " + rest
	}
	return line + "; " + found + "."
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}

// printable returns untrusted text for a terminal: on one line, without control
// characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, strings.Join(strings.Fields(s), " "))
}
