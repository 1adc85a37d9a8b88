package reader

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// beginEnvironment reads \begin{name}.
func (l *latex) beginEnvironment(start int) {
	name := strings.TrimSpace(l.argument())
	if name == "" {
		return
	}
	base := strings.TrimSuffix(name, "*")
	switch base {
	case "comment", "tikzpicture", "pgfpicture", "picture", "filecontents", "CCSXML", "algorithmic":
		l.i += l.skipTo(name)
		return
	case "verbatim", "Verbatim", "lstlisting", "minted", "alltt":
		l.listing(name)
		return
	case "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign":
		l.displayed(`\end{` + name + "}")
		return
	}
	l.groups = append(l.groups, group{env: base, nested: len(l.nested)})
	switch base {
	case "itemize", "enumerate", "description":
		l.option()
		l.endBlock()
		l.push("", "")
	case "quote", "quotation", "verse", "displayquote":
		l.option()
		l.endBlock()
		l.push("> ", "> ")
	case "tabular", "tabularx", "tabulary", "longtable", "array", "tblr":
		l.table(base)
	case "thebibliography":
		l.argument()
		l.listed = true
		l.headed("References", start)
	case "abstract":
		l.headed("Abstract", start)
	case "minipage", "multicols", "adjustbox", "wrapfigure", "wraptable", "subfigure", "subtable", "columns", "column":
		l.option()
		l.argument()
		l.option()
		l.endBlock()
	default:
		l.option()
		l.endBlock()
	}
}

// headed writes a heading that an environment stands for.
func (l *latex) headed(s string, start int) {
	l.endBlock()
	l.cut(0)
	l.begin("## ", true)
	l.decoded(s, citestone.Span{Start: start, End: l.i})
	l.endBlock()
}

func (l *latex) table(name string) {
	l.option()
	if name == "tabularx" || name == "tabulary" {
		l.argument()
	}
	l.argument()
	if l.cells > 0 || l.plain {
		return // in a cell of another
	}
	l.endBlock()
	l.cell(l.i)
}

// endEnvironment reads \end{name}: of the innermost one of that name.
func (l *latex) endEnvironment() {
	name := strings.TrimSuffix(strings.TrimSpace(l.argument()), "*")
	if name == "document" {
		l.endBlock()
		l.i = len(l.src)
		return
	}
	n := len(l.groups) - 1
	for ; n >= 0 && l.groups[n].env != name; n-- {
		if n < len(l.groups)-2*maxDepth {
			return
		}
	}
	if n < 0 || name == "" {
		return
	}
	nested := l.groups[n].nested
	l.groups = l.groups[:n]
	switch name {
	case "tabular", "tabularx", "tabulary", "longtable", "array", "tblr":
		l.endTable()
	case "itemize", "enumerate", "description", "quote", "quotation", "verse", "displayquote":
		l.endBlock()
		l.cut(nested)
	default:
		l.endBlock()
	}
}

func (l *latex) endTable() {
	inner := slices.ContainsFunc(l.groups[max(0, len(l.groups)-2*maxDepth):], func(g group) bool {
		return strings.HasPrefix(g.env, "tab") && g.env != "table" || g.env == "longtable"
	})
	if inner {
		return
	}
	l.row(l.i)
	l.endBlock()
}

// skipTo returns the length of the text up to the end of an environment, with it.
func (l *latex) skipTo(name string) int {
	end := `\end{` + name + "}"
	if n := strings.Index(l.src[l.i:], end); n >= 0 {
		return n + len(end)
	}
	return len(l.src) - l.i
}

// listing writes an environment of code.
func (l *latex) listing(name string) {
	l.option()
	if name == "minted" {
		l.argument()
	}
	n := l.skipTo(name)
	body := strings.TrimSuffix(l.src[l.i:l.i+n], `\end{`+name+"}")
	skipped := len(body) - len(strings.TrimLeft(body, "\r\n"))
	l.endBlock()
	l.block(body[skipped:], citestone.Span{Start: l.i + skipped, End: l.i + len(body)})
	l.i += n
}

// displayed writes a formula that stands by itself, up to its end: as code in the
// sentence that it belongs to, or by itself.
func (l *latex) displayed(end string) {
	if l.failures > maxFailures {
		return
	}
	n := strings.Index(l.src[l.i:min(len(l.src), l.i+maxFormula)], end)
	if n < 0 {
		l.failures++
		return
	}
	at := citestone.Span{Start: l.i, End: l.i + n}
	body := strings.Trim(l.src[at.Start:at.End], " \t\r\n")
	at.Start += strings.Index(l.src[at.Start:at.End], body)
	at.End = at.Start + len(body)
	if l.open {
		l.text(" ", citestone.Span{Start: l.i, End: l.i})
		l.span(oneLine(body), at)
		l.text(" ", citestone.Span{Start: at.End, End: at.End})
	} else {
		l.block(body, at)
	}
	l.i += n + len(end)
}

// maxFormula bounds a formula in bytes.
const maxFormula = 8000

// oneLine returns s with a space for each line break, of the same length.
func oneLine(s string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(s) }

// dollar reads the sign that begins and ends a formula.
func (l *latex) dollar(end int) {
	start := l.i
	l.i++
	if strings.HasPrefix(l.src[l.i:end], "$") {
		l.i++
		l.displayed("$$")
		return
	}
	if l.math {
		l.math = false
		return
	}
	formula := l.src[l.i:min(end, l.i+maxArgument)]
	n := strings.IndexByte(formula, '$')
	if n < 0 || strings.Contains(formula[:n], "\n\n") {
		l.write("$", start)
		return
	}
	l.math = true
}

// url writes an address.
func (l *latex) url() {
	l.blanks()
	at := citestone.Span{Start: l.i + 1}
	url := l.address()
	at.End = l.i - 1
	if url == "" {
		return
	}
	if to := destination(url); to == url && !l.plain && !l.link {
		l.markup("<", citestone.Span{Start: at.Start, End: at.Start})
		l.whole = url != l.src[at.Start:at.End]
		l.add(url, at)
		l.whole = false
		l.add(">", citestone.Span{Start: at.End, End: at.End})
		return
	}
	l.decoded(url, at)
}

// verb writes code between two equal characters, or in braces.
func (l *latex) verb(name string) {
	if name != "verb" {
		l.option()
	}
	if name == "mintinline" {
		l.argument()
	}
	if l.i >= len(l.src) || l.src[l.i] >= utf8.RuneSelf {
		return
	}
	open := l.src[l.i]
	shut := open
	if open == '{' && name != "verb" {
		shut = '}'
	}
	line, _, _ := strings.Cut(l.src[l.i+1:min(len(l.src), l.i+maxArgument)], "\n")
	if n := strings.IndexByte(line, shut); n > 0 {
		l.span(line[:n], citestone.Span{Start: l.i + 1, End: l.i + 1 + n})
		l.i += n + 2
	}
}

// instruction writes what a comment says to Citestone.
func (l *latex) instruction(note string, from citestone.Span) {
	l.end()
	l.separate(citestone.Span{Start: from.Start, End: from.Start})
	l.add("<!-- "+note+" -->", from)
	l.end()
}
