package reader

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Limits of LaTeX: the length of an argument that is read as a whole, how often one may be looked for in vain, of the text of
// a macro, how deep macros stand in macros, and how much all of them may add.
const (
	maxArgument   = 20_000
	maxFailures   = 500 // arguments that do not end
	maxMacro      = 1000
	maxExpansion  = 4
	maxExpansions = 1 << 20
)

// latex converts LaTeX to Markdown. It knows the commands that articles are written
// with; of a command that it does not know it keeps the text of the arguments.
// Citations stay as they are written. Files that are named are not read.
type latex struct {
	composer
	src string
	i   int

	groups []group
	macros map[string]string
	depth  int // of macros in macros
	spent  int // bytes that macros added
	meta   document.Meta
	math   bool
	listed bool // the list of references is here
	cites  bool

	footnotes []note // whose text follows the block
	numbers   int    // of the footnotes so far
	inNote    bool
	failures  int
}

// A group is what a brace or \begin opens.
type group struct {
	env    string // "" for a brace
	nested int    // containers around it
	items  int    // of a list so far
	closes func(at citestone.Span)
}

// readLaTeX converts a LaTeX file.
func readLaTeX(src string) *latex {
	l := &latex{src: src, macros: map[string]string{}}
	if body := documentBody(src); body > 0 {
		l.preamble(body)
		l.i = body
	}
	l.run(len(l.src))
	l.notes()
	l.end()
	return l
}

// documentBody returns where the text behind \begin{document} starts, or 0.
func documentBody(src string) int {
	const begin = `\begin{document}`
	for at := 0; ; {
		n := strings.Index(src[at:], begin)
		if n < 0 {
			return 0
		}
		at += n + len(begin)
		if !commented(src, at) {
			return at
		}
	}
}

// commented reports whether what ends at i stands in a comment.
func commented(src string, i int) bool {
	line := src[max(0, i-200):i]
	line = strings.ReplaceAll(line[strings.LastIndexByte(line, '\n')+1:], `\%`, "")
	return strings.Contains(line, "%")
}

// preamble reads the title, the authors and the macros in front of the text.
func (l *latex) preamble(end int) {
	for l.i < end {
		switch l.src[l.i] {
		case '%':
			l.comment()
		case '\\':
			start := l.i
			switch name := l.name(); name {
			case "title":
				l.option()
				n := l.argumentEnd()
				l.title()
				l.run(l.i + max(0, n-1))
			case "author", "date", "newcommand", "renewcommand", "providecommand", "def":
				l.command(name, start)
			}
		default:
			l.i++
		}
	}
	l.groups = nil
	l.end()
}

// run converts the text up to end.
func (l *latex) run(end int) {
	end = min(end, len(l.src))
	for l.i < end {
		start := l.i
		n := strings.IndexAny(l.src[start:end], "\\{}%$~&`'-\n#\"")
		if n < 0 {
			n = end - start
		}
		if n > 0 {
			l.i += n
			l.write(l.src[start:l.i], start)
			continue
		}
		l.symbol(l.src[start], end)
	}
}

// write writes what l.src has from start to l.i as s.
func (l *latex) write(s string, start int) {
	if at := (citestone.Span{Start: start, End: l.i}); s == l.src[start:l.i] {
		l.text(s, at)
	} else {
		l.decoded(s, at)
	}
}

// symbol converts what begins with a character that means something to LaTeX.
func (l *latex) symbol(c byte, end int) {
	start := l.i
	switch c {
	case '\\':
		l.command(l.name(), start)
	case '%':
		l.comment()
	case '{':
		l.i++
		l.groups = append(l.groups, group{})
	case '}':
		l.i++
		l.closeGroup()
	case '$':
		l.dollar(end)
	case '\n':
		l.newline()
	case '~':
		l.i++
		l.write(" ", start)
	case '&':
		l.i++
		if l.cells > 0 {
			l.cell(l.i)
		} else {
			l.write("&", start)
		}
	default:
		l.ligature(c)
	}
}

// ligature converts quotation marks and dashes.
func (l *latex) ligature(c byte) {
	start := l.i
	for _, pair := range [][2]string{{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"`", "‘"}, {"\"`", "„"}, {"\"'", "“"}} {
		if strings.HasPrefix(l.src[start:], pair[0]) && !l.math {
			l.i += len(pair[0])
			l.write(pair[1], start)
			return
		}
	}
	l.i++
	l.write(string(c), start)
}

// comment skips a comment with its line break and the indentation that follows. What
// it says to Citestone stays.
func (l *latex) comment() {
	start := l.i
	n := strings.IndexByte(l.src[l.i:], '\n')
	if n < 0 {
		n = len(l.src) - l.i - 1
	}
	l.i += n + 1
	note := strings.TrimSpace(strings.TrimLeft(l.src[start:l.i], "%"))
	if strings.HasPrefix(note, "citestone-") && !strings.Contains(note, "-->") && !l.plain && l.fixed == nil {
		l.instruction(note, citestone.Span{Start: start, End: l.i})
	}
	l.i += len(l.src[l.i:]) - len(strings.TrimLeft(l.src[l.i:], " \t"))
}

// newline reads a line break: a space, or the end of a paragraph if blank lines follow.
func (l *latex) newline() {
	start := l.i
	rest := l.src[start:]
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))]
	l.i += len(blank)
	if strings.Count(blank, "\n") > 1 {
		l.paragraph()
		return
	}
	l.write(blank, start)
}

// paragraph ends a paragraph.
func (l *latex) paragraph() {
	if l.cells > 0 || strings.HasPrefix(l.prefix, "[^") {
		l.space = ' '
		return
	}
	l.endBlock()
}

// endBlock ends a block and writes the footnotes of it below.
func (l *latex) endBlock() {
	if l.cells == 0 {
		l.end()
		l.notes()
	}
}

// notes writes the footnotes of the block that ended.
func (l *latex) notes() {
	if len(l.footnotes) == 0 || l.inNote {
		return
	}
	notes, at, groups, nested := l.footnotes, l.i, l.groups, l.nested
	l.footnotes, l.groups, l.nested, l.inNote = nil, nil, nil, true
	for _, note := range notes {
		prefix := ""
		if note.number > 0 {
			prefix = "[^" + itoa(note.number) + "]: "
		}
		l.begin(prefix, true)
		l.i = note.Start
		l.run(note.End)
		l.end()
	}
	l.i, l.groups, l.nested, l.inNote = at, groups, nested, false
}

func (l *latex) closeGroup() {
	n := len(l.groups)
	if n == 0 || l.groups[n-1].env != "" {
		return
	}
	g := l.groups[n-1]
	l.groups = l.groups[:n-1]
	if g.closes != nil {
		g.closes(citestone.Span{Start: l.i - 1, End: l.i})
	}
}

// open reads the brace that begins an argument, if there is one; closes is called at
// the brace that ends it.
func (l *latex) opens(closes func(at citestone.Span)) bool {
	l.blanks()
	if !strings.HasPrefix(l.src[l.i:], "{") {
		return false
	}
	l.i++
	l.groups = append(l.groups, group{closes: closes})
	return true
}

// name reads the name of a command: letters with a star, or one character.
func (l *latex) name() string {
	start := l.i + 1
	i := start
	for i < len(l.src) && (letter(l.src[i]) || l.src[i] == '@' && i > start) {
		i++
	}
	if i == start {
		_, size := utf8.DecodeRuneInString(l.src[i:])
		i += size
	} else if i < len(l.src) && l.src[i] == '*' {
		i++
	}
	l.i = i
	return l.src[start:i]
}

// blanks skips white space up to the end of a paragraph.
func (l *latex) blanks() {
	rest := l.src[l.i:]
	blank := rest[:len(rest)-len(strings.TrimLeft(rest, " \t\r\n"))]
	if strings.Count(blank, "\n") < 2 {
		l.i += len(blank)
	}
}

// option skips an argument in brackets and returns it.
func (l *latex) option() string {
	rest := l.src[l.i:min(len(l.src), l.i+maxArgument)]
	if !strings.HasPrefix(rest, "[") || l.failures > maxFailures {
		return ""
	}
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ']':
			if depth <= 0 {
				l.i += i + 1
				return rest[1:i]
			}
		}
	}
	l.failures++
	return ""
}

// argument skips an argument in braces and returns it.
func (l *latex) argument() string { return l.braces('%') }

// address skips an argument in which a percent sign is one, and returns it.
func (l *latex) address() string {
	url := l.braces(0)
	return strings.NewReplacer(`\%`, "%", `\#`, "#", `\&`, "&", `\_`, "_", `\~`, "~", "\n", "").Replace(url)
}

func (l *latex) braces(comment byte) string {
	at := l.i
	l.blanks()
	n := 0
	if strings.HasPrefix(l.src[l.i:], "{") && l.failures <= maxFailures {
		if n = braced(l.src[l.i:min(len(l.src), l.i+maxArgument)], comment); n == 0 {
			l.failures++
		}
	}
	if n == 0 {
		l.i = at
		return ""
	}
	arg := l.src[l.i+1 : l.i+n-1]
	l.i += n
	return arg
}

// argumentEnd returns the length of the group in braces at hand, or 0.
func (l *latex) argumentEnd() int {
	return braced(l.src[l.i:min(len(l.src), l.i+maxArgument)], '%')
}

// braced returns the length of the group in braces that s begins with, or 0. What
// follows the character comment on a line does not count.
func braced(s string, comment byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case comment:
			if comment == 0 || i+2 < len(s) && hexDigit(s[i+1]) && hexDigit(s[i+2]) {
				continue // of an address: %20
			}
			if n := strings.IndexByte(s[i:], '\n'); n > 0 {
				i += n
			}
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		if depth == 0 {
			return 0
		}
	}
	return 0
}

func hexDigit(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// latexText returns LaTeX as plain text on one line.
func latexText(src string) string {
	l := &latex{src: src, inNote: true}
	l.composer.plain, l.flat = true, true
	l.run(len(src))
	return strings.TrimSpace(l.out.Mapped().Text)
}

// bibliographies returns the .bib files that a LaTeX file names.
func latexBibliographies(src string) []string {
	var names []string
	for _, command := range []string{`\bibliography`, `\addbibresource`, `\addglobalbib`, `\addsectionbib`} {
		for at := 0; ; {
			n := strings.Index(src[at:], command)
			if n < 0 {
				break
			}
			at += n + len(command)
			if commented(src, at) {
				continue
			}
			l := latex{src: src, i: at}
			l.option()
			for name := range strings.SplitSeq(l.argument(), ",") {
				if name = strings.TrimSpace(name); name == "" {
					continue
				}
				if path.Ext(name) != ".bib" {
					name += ".bib"
				}
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
