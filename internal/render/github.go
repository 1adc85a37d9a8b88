package render

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/citestone/citestone"
)

// stdin is the name of a document that has no file.
const stdin = "-"

// GitHub writes the findings as commands of a GitHub workflow, which shows them at
// their lines, and a line that sums up. GitHub shows ten errors, ten warnings and ten
// notices of a step; the log has them all.
func GitHub(w io.Writer, c Checked) error {
	out, v := bufio.NewWriter(w), c.Verification
	for _, f := range v.Findings {
		message := f.Message
		if v.Unit == paragraphs {
			message = fmt.Sprintf("paragraph %d: %s", f.Line, message)
		}
		if f.Suggestion != "" {
			message += " (" + f.Suggestion + ")"
		}
		fmt.Fprintf(out, "::%s %s::%s\n", command(f.Severity), strings.Join(properties(v, f), ","), data(message))
	}
	fmt.Fprintln(out, plain(Closing(c)))
	return out.Flush()
}

func command(s citestone.Severity) string {
	if s == citestone.SeverityNote {
		return "notice"
	}
	return string(s)
}

// properties are the place and title of an annotation. The runner takes no columns for
// what ends on another line.
func properties(v citestone.Verification, f citestone.Finding) []string {
	var out []string
	if v.Document != stdin {
		out = append(out, "file="+property(filepath.ToSlash(v.Document)))
	}
	if v.Unit != paragraphs {
		out = append(out, fmt.Sprintf("line=%d", f.Line))
		if f.EndLine == f.Line {
			out = append(out, fmt.Sprintf("col=%d", f.Column))
		}
		if f.EndLine >= f.Line {
			out = append(out, fmt.Sprintf("endLine=%d", f.EndLine))
		}
		if f.EndLine == f.Line && f.EndColumn >= f.Column {
			out = append(out, fmt.Sprintf("endColumn=%d", f.EndColumn))
		}
	}
	return append(out, "title="+property(f.Rule))
}

// data escapes the message of a workflow command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes the value of a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}

// plain keeps a line of the log from being read as a command.
func plain(s string) string { return strings.ReplaceAll(s, "::", ": :") }
