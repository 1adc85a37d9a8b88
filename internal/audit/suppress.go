package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// Problem is something wrong with a comment that suppresses findings.
type Problem struct {
	Line    int
	Message string
}

// Suppress parts the findings of a file into those that are kept and those that comments
// in the file suppress. The findings' lines are of source, the file as it was read.
//
//	<!-- citestone-disable-next-line rule1 rule2 -- why -->
//	<!-- citestone-disable-line rule -->
//	<!-- citestone-disable rule --> ... <!-- citestone-enable rule -->
//	<!-- citestone-disable-file rule -->
//	% citestone-disable-next-line rule
//
// Without a rule a comment is about all rules. The next line is the next that is neither
// blank nor such a comment; a finding is on the line on which it starts. Comments in code
// do not count.
func Suppress(source string, findings []citestone.Finding) (kept, suppressed []citestone.Finding, problems []Problem) {
	directives, problems := readDirectives(source)
	used := make([]bool, len(directives))
	for _, f := range findings {
		hit := false
		for i, d := range directives {
			if d.covers(f) {
				hit, used[i] = true, true
			}
		}
		if hit {
			suppressed = append(suppressed, f)
		} else {
			kept = append(kept, f)
		}
	}
	for i, d := range directives {
		if !used[i] && d.structural() {
			problems = append(problems, Problem{d.line, fmt.Sprintf("citestone-%s %s: there is no such finding to suppress", d.verb, strings.Join(d.rules, " "))})
		}
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
	return kept, suppressed, problems
}

// The verbs of directives.
const (
	verbNextLine = "disable-next-line"
	verbLine     = "disable-line"
	verbFile     = "disable-file"
	verbDisable  = "disable"
	verbEnable   = "enable"
)

// directive is a comment that suppresses findings.
type directive struct {
	verb     string
	rules    []string // none: all
	line     int      // that it stands on
	from, to int      // lines whose findings it suppresses, both included
}

func (d directive) covers(f citestone.Finding) bool {
	return f.Line >= d.from && f.Line <= d.to && (len(d.rules) == 0 || slices.Contains(d.rules, f.Rule))
}

// structural reports whether all rules that the directive names say something in every
// run, whatever sources are at hand.
func (d directive) structural() bool {
	return len(d.rules) > 0 && !slices.ContainsFunc(Rules(), func(r Rule) bool {
		return (r.Sources || r.ID == "unverifiable") && slices.Contains(d.rules, r.ID)
	})
}

// readDirectives reads the directives of a file and works out which lines they are about.
func readDirectives(source string) (directives []directive, problems []Problem) {
	if !strings.Contains(source, "citestone-") {
		return nil, nil
	}
	c := codeLines{html: isHTML(source)}
	line, last := 0, strings.Count(source, "\n")+1
	var next []int // directives about the next line
	for s := range strings.Lines(source) {
		line++
		if c.code(s) {
			next = settle(directives, next, line)
			continue
		}
		comments, only := commentsIn(s)
		if !only {
			next = settle(directives, next, line)
		}
		for _, comment := range comments {
			d, why := newDirective(comment, line, last)
			if why != "" {
				problems = append(problems, Problem{line, why})
			}
			switch d.verb {
			case verbEnable:
				directives = enable(directives, d)
				continue
			case verbNextLine:
				next = append(next, len(directives))
			case "":
				continue
			}
			directives = append(directives, d)
		}
	}
	return directives, problems
}

// settle makes the waiting directives ones about the line.
func settle(directives []directive, waiting []int, line int) []int {
	for _, i := range waiting {
		directives[i].from, directives[i].to = line, line
	}
	return nil
}

// newDirective reads a directive that stands on a line of a file with last lines. It has
// no verb if it is none that can be carried out, and why says what is wrong with it.
func newDirective(comment string, line, last int) (d directive, why string) {
	comment, _, _ = strings.Cut(comment+" ", " -- ")
	fields := strings.FieldsFunc(comment, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	verb := strings.TrimPrefix(fields[0], "citestone-")
	d = directive{verb: verb, line: line, from: 0, to: -1}
	switch verb {
	case verbNextLine, verbEnable:
	case verbLine:
		d.from, d.to = line, line
	case verbFile:
		d.from, d.to = 0, last
	case verbDisable:
		d.from, d.to = line, last
	default:
		return directive{}, fmt.Sprintf("there is no comment %q; there are citestone-disable-next-line, -disable-line, -disable, -enable and -disable-file", fields[0])
	}
	for _, rule := range fields[1:] {
		if KnownRule(rule) {
			d.rules = append(d.rules, rule)
		} else {
			why = fmt.Sprintf("citestone-%s names %q, and there is no such rule; 'citestone rules' lists them", verb, rule)
		}
	}
	if why != "" && len(d.rules) == 0 {
		d.verb = "" // not about all rules for a misspelt one
	}
	return d, why
}

// KnownRule reports whether there is a rule with the id.
func KnownRule(id string) bool {
	return slices.ContainsFunc(Rules(), func(r Rule) bool { return r.ID == id })
}

// enable ends the disabled ranges that are open, for the rules that e names. A range
// about other rules too goes on for those.
func enable(directives []directive, e directive) []directive {
	for i, d := range directives {
		if d.verb != verbDisable || d.to < e.line {
			continue
		}
		switch rest := without(d.rules, e.rules); {
		case len(e.rules) == 0 || len(d.rules) > 0 && len(rest) == 0:
			directives[i].to = e.line
		case len(d.rules) > len(rest):
			ended := d
			ended.rules, ended.to = without(d.rules, rest), e.line
			directives[i].rules = rest
			directives = append(directives, ended)
		case len(d.rules) == 0: // all rules were disabled
			directives[i].to = e.line
			var others []string
			for _, r := range Rules() {
				if !slices.Contains(e.rules, r.ID) {
					others = append(others, r.ID)
				}
			}
			directives = append(directives, directive{verb: d.verb, rules: others, line: d.line, from: e.line + 1, to: d.to})
		}
	}
	return directives
}

// without returns the members of list that are not in the other.
func without(list, other []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(other, s) {
			out = append(out, s)
		}
	}
	return out
}

// commentsIn returns the directives on a line, and whether nothing else stands there.
func commentsIn(line string) (comments []string, only bool) {
	rest := strings.TrimSpace(line)
	if body, ok := strings.CutPrefix(rest, "%"); ok {
		if body = strings.TrimSpace(strings.TrimLeft(body, "% ")); strings.HasPrefix(body, "citestone-") {
			return []string{body}, true
		}
	}
	if i := strings.LastIndex(rest, " % citestone-"); i >= 0 { // at the end of a line of LaTeX
		return []string{rest[i+len(" % "):]}, false
	}
	only = true
	for {
		before, after, ok := strings.Cut(rest, "<!--")
		body, behind, closed := strings.Cut(after, "-->")
		only = only && strings.TrimSpace(before) == ""
		if !ok || !closed {
			return comments, only && !ok
		}
		if body = strings.TrimSpace(body); strings.HasPrefix(body, "citestone-") && strings.Count(before, "`")%2 == 0 {
			comments = append(comments, body)
		} else {
			only = false
		}
		rest = behind
	}
}

// codeLines tells which lines of a file are code, from the first on.
type codeLines struct {
	html     bool
	fence    string // that is open
	indented bool   // the line before is indented code
	blank    bool   // or blank
	list     bool   // the paragraph before is of a list item
}

// code reports whether the next line is code.
func (c *codeLines) code(line string) bool {
	trimmed := strings.TrimSpace(line)
	if c.fence != "" {
		if strings.HasPrefix(trimmed, c.fence) && strings.Trim(trimmed, c.fence[:1]) == "" {
			c.fence = ""
		}
		return true
	}
	if n := len(trimmed) - len(strings.TrimLeft(trimmed, "`")); n >= 3 && !strings.Contains(trimmed[n:], "`") {
		c.fence = trimmed[:n]
		return true
	}
	if n := len(trimmed) - len(strings.TrimLeft(trimmed, "~")); n >= 3 {
		c.fence = trimmed[:n]
		return true
	}
	deep := strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
	c.indented = !c.html && !c.list && deep && (c.blank || c.indented)
	if c.blank = trimmed == ""; !c.blank && !deep {
		c.list = listItem(trimmed)
	}
	return c.indented
}

// listItem reports whether a line begins as an item of a list does.
func listItem(line string) bool {
	mark := strings.TrimLeft(line, "0123456789")
	return len(mark) > 1 && mark[1] == ' ' && strings.ContainsRune("-*+.)", rune(mark[0]))
}

// isHTML reports whether a file is HTML, in which indentation means nothing.
func isHTML(source string) bool {
	start := strings.ToLower(strings.TrimSpace(source[:min(len(source), 200)]))
	return strings.HasPrefix(start, "<!doctype html") || strings.HasPrefix(start, "<html") || strings.HasPrefix(start, "<?xml")
}
