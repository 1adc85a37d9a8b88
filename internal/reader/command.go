package reader

import (
	"strconv"
	"strings"

	"github.com/citestone/citestone"
)

func itoa(n int) string { return strconv.Itoa(n) }

// command converts a command, whose name ends at l.i.
func (l *latex) command(name string, start int) {
	if s, ok := latexSymbol(name); ok {
		l.endName(name)
		l.write(s, start)
		return
	}
	if mark := accent(name); mark != 0 {
		l.accented(mark, start)
		return
	}
	if cites(name) {
		l.citation(start)
		return
	}
	if l.structure(strings.TrimSuffix(name, "*"), start) || l.ignored(strings.TrimSuffix(name, "*")) {
		return
	}
	if body, ok := l.macros[name]; ok {
		l.expand(body, start)
		return
	}
	l.option() // the arguments of what is not known are text
}

// endName skips the white space that ends the name of a command.
func (l *latex) endName(name string) {
	if letter(name[0]) {
		l.i += len(l.src[l.i:]) - len(strings.TrimLeft(l.src[l.i:], " \t"))
		if strings.HasPrefix(l.src[l.i:], "{}") {
			l.i += len("{}")
		}
	}
}

// expand writes the text of a macro in place of its name.
func (l *latex) expand(body string, start int) {
	l.endName("a")
	if l.depth == maxExpansion || l.spent+len(body) > maxExpansions {
		return
	}
	l.depth++
	l.spent += len(body)
	src, at, groups, fixed := l.src, l.i, l.groups, l.fixed
	if fixed == nil {
		l.fixed = &citestone.Span{Start: start, End: l.i}
	}
	l.src, l.i, l.groups = body, 0, nil
	l.run(len(body))
	l.src, l.i, l.groups, l.fixed = src, at, groups, fixed
	l.depth--
}

// structure converts the commands that make up a document.
func (l *latex) structure(name string, start int) bool {
	at := citestone.Span{Start: start, End: l.i}
	switch name {
	case "par":
		l.paragraph()
	case "\\", "newline", "tabularnewline":
		l.option()
		if l.cells > 0 {
			l.endRow()
		} else {
			l.write(" ", start)
		}
	case "begin":
		l.beginEnvironment(start)
	case "end":
		l.endEnvironment()
	case "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph":
		l.heading(name)
	case "item":
		l.item()
	case "bibitem":
		l.bibitem(start)
	case "caption", "captionof", "subcaption":
		l.caption(name)
	case "footnote", "footnotetext", "endnote", "sidenote":
		l.footnote(at)
	case "title":
		l.title()
	case "author":
		l.authors()
	case "date":
		if date := latexText(l.argument()); date != "" && !strings.Contains(date, `\`) {
			l.meta.Date = date
		}
	case "newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator":
		l.define()
	case "bibliography", "addbibresource", "printbibliography":
		l.option()
		l.argument()
		l.endBlock()
	case "input", "include", "subfile", "import", "subimport":
		l.argument() // the file is not at hand
	default:
		return l.inline(name, start, at)
	}
	return true
}

// inline reads a command within a paragraph that is more than its text, if it is one.
func (l *latex) inline(name string, start int, at citestone.Span) bool {
	switch name {
	case "href":
		l.openLink(l.address(), at)
		l.opens(l.closeLink)
	case "url", "path", "nolinkurl":
		l.url()
	case "verb", "lstinline", "mintinline":
		l.verb(name)
	case "texttt", "code":
		l.openCode(at)
		l.opens(l.closeCode)
	case "enquote", "textquote":
		l.option()
		l.write("“", start)
		l.opens(func(at citestone.Span) { l.text("”", at) })
	case "(", ")":
		l.math = name == "("
	case "[":
		l.displayed(`\]`)
	default:
		return false
	}
	return true
}

// ignored skips the commands that are no text, with their arguments.
func (l *latex) ignored(name string) bool {
	n := 0
	switch name {
	case "label", "ref", "pageref", "eqref", "autoref", "nameref", "vref", "cref", "Cref", "vspace", "hspace", "includegraphics", "bibliographystyle", "usepackage", "documentclass",
		"index", "glossary", "pagestyle", "thispagestyle", "pagenumbering", "thanks", "hypersetup", "color", "cline", "cmidrule", "phantom", "hphantom", "vphantom", "nocite", "fontsize",
		"selectlanguage", "tag", "includeonly", "newpage", "RequirePackage", "graphicspath", "usetikzlibrary", "tikzset", "theoremstyle", "sisetup", "lstset", "ExecuteBibliographyOptions", "textcolor", "colorbox", "foreignlanguage", "parbox", "raisebox", "scalebox", "rowcolor", "cellcolor":
		n = 1
	case "setlength", "addtolength", "setcounter", "addtocounter", "rule", "numberwithin", "resizebox", "multirow", "multicolumn", "markboth", "fcolorbox", "newcolumntype", "DeclareUnicodeCharacter":
		n = 2
	case "definecolor", "addcontentsline":
		n = 3
	case "let":
		l.blanks()
		for range 2 {
			if strings.HasPrefix(l.src[l.i:], `\`) {
				l.name()
			}
		}
		return true
	default:
		return false
	}
	l.option()
	for range n {
		l.argument()
		l.option()
	}
	return true
}

// title reads \title and writes it as the first heading.
func (l *latex) title() {
	l.option()
	at := l.i
	l.meta.Title = latexText(l.argument())
	l.i = at
	l.endBlock()
	l.begin("# ", true)
	if !l.opens(func(citestone.Span) { l.endBlock() }) {
		l.endBlock()
	}
}

// authors reads \author, in which \and parts the names.
func (l *latex) authors() {
	l.option()
	for name := range strings.SplitSeq(strings.ReplaceAll(l.argument(), `\and `, "\x00"), "\x00") {
		name, _, _ = strings.Cut(name, `\\`)
		if name = latexText(name); name != "" {
			l.meta.Authors = append(l.meta.Authors, name)
		}
	}
}

// define reads a macro. Of those with arguments nothing is known.
func (l *latex) define() {
	l.blanks()
	name := ""
	if arg := l.argument(); arg != "" {
		name = strings.TrimPrefix(strings.TrimSpace(arg), `\`)
	} else if strings.HasPrefix(l.src[l.i:], `\`) {
		name = l.name()
	}
	parameters := l.option() != "" || strings.HasPrefix(l.src[l.i:], "#")
	for strings.HasPrefix(l.src[l.i:], "#") {
		l.i = min(l.i+2, len(l.src))
	}
	body := l.argument()
	if !parameters && len(body) <= maxMacro && name != "" && l.macros != nil {
		l.macros[name] = body
	}
}

// heading begins a heading, which ends with its argument.
func (l *latex) heading(name string) {
	level := map[string]int{"part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6}[name]
	l.endBlock()
	l.cut(0)
	l.option()
	l.begin(strings.Repeat("#", level)+" ", true)
	if !l.opens(func(citestone.Span) { l.endBlock() }) {
		l.endBlock()
	}
}

// item begins an item of a list.
func (l *latex) item() {
	l.endBlock()
	label := l.option()
	for n := len(l.groups) - 1; n >= 0 && n >= len(l.groups)-maxDepth; n-- {
		e := l.groups[n].env
		if e != "itemize" && e != "enumerate" && e != "description" {
			continue
		}
		l.cut(l.groups[n].nested)
		mark := "- "
		if e == "enumerate" && label == "" {
			l.groups[n].items++
			mark = itoa(l.groups[n].items) + ". "
		}
		l.push(mark, strings.Repeat(" ", len(mark)))
		break
	}
	if label != "" {
		l.decoded(latexText(label), citestone.Span{Start: l.i - 1 - len(label), End: l.i - 1})
		l.text(" ", citestone.Span{Start: l.i - 1, End: l.i})
	}
}

// bibitem begins an entry of the list of references.
func (l *latex) bibitem(start int) {
	l.endBlock()
	l.listed = true
	l.option()
	l.blanks()
	key := l.argument()
	if key == "" {
		return
	}
	from := l.i - 1 - len(key)
	l.begin("", true)
	l.markup("[@", citestone.Span{Start: start, End: from})
	l.add(key, citestone.Span{Start: from, End: l.i - 1})
	l.blanks()
	l.add("]: ", citestone.Span{Start: from + len(key), End: l.i})
}

// caption writes a caption as a cell of a table: it is no claim.
func (l *latex) caption(name string) {
	if name == "captionof" {
		l.argument()
	}
	l.option()
	if l.cells > 0 || l.plain {
		return
	}
	l.endBlock()
	l.cell(l.i)
	if !l.opens(func(at citestone.Span) { l.row(at.Start); l.endBlock() }) {
		l.row(l.i)
		l.endBlock()
	}
}

func (l *latex) endRow() {
	l.row(l.i)
	// The next cell begins with the next row, if one follows.
	rest := strings.TrimLeft(l.src[l.i:], " \t\r\n")
	for _, rule := range []string{`\hline`, `\bottomrule`, `\midrule`, `\toprule`} {
		rest = strings.TrimLeft(strings.TrimPrefix(rest, rule), " \t\r\n")
	}
	if !strings.HasPrefix(rest, `\end`) && rest != "" {
		l.cell(len(l.src) - len(rest))
		l.i = len(l.src) - len(rest)
	}
}

// footnote keeps the text of a footnote for below the block, and writes its marker.
// A footnote that cites has none: one that only cites does so where it stands, the text
// of another is a paragraph of its own.
func (l *latex) footnote(at citestone.Span) {
	l.option()
	l.blanks()
	if l.inNote || l.fixed != nil || l.cells > 0 || !strings.HasPrefix(l.src[l.i:], "{") {
		return
	}
	start := l.i + 1
	if l.argument() == "" {
		return
	}
	note := note{Span: citestone.Span{Start: start, End: l.i - 1}}
	switch cited := citationSpans(l.src[note.Start:note.End]); {
	case len(cited) == 0:
		l.numbers++
		note.number = l.numbers
		l.markup("[^"+itoa(note.number)+"]", at)
		l.footnotes = append(l.footnotes, note)
	case bare(l.src[note.Start:note.End], cited):
		l.citations(note.Start, cited)
	default:
		l.footnotes = append(l.footnotes, note)
	}
	l.i = note.End + 1
}

// A note is the text of a footnote. One without a number has no marker.
type note struct {
	citestone.Span
	number int
}

// bare reports whether a footnote has few words but its citations.
func bare(body string, cited []citestone.Span) bool {
	at, words := 0, 0
	for _, s := range append(cited, citestone.Span{Start: len(body), End: len(body)}) {
		words += len(strings.Fields(body[at:s.Start]))
		at = s.End
	}
	return words < 6
}

// citations writes the citations in the footnote at start where its mark stands.
func (l *latex) citations(start int, cited []citestone.Span) {
	for _, s := range cited {
		at := start + s.Start
		l.space, l.at = ' ', citestone.Span{Start: at, End: at}
		l.i = at
		l.name()
		l.citation(at)
	}
}

// citationSpans returns the citations in LaTeX.
func citationSpans(src string) []citestone.Span {
	var list []citestone.Span
	l := latex{src: src}
	for l.i < len(src) {
		n := strings.IndexByte(src[l.i:], '\\')
		if n < 0 {
			break
		}
		l.i += n
		start := l.i
		if name := l.name(); cites(name) && !strings.HasPrefix(name, "nocite") {
			if _, end := l.keys(); end > 0 {
				l.i = end
				list = append(list, citestone.Span{Start: start, End: end})
			}
		}
	}
	return list
}

// cites reports whether a command cites: \cite, \citep*, \Textcite, \footcite.
func cites(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "*"))
	before, after, ok := strings.Cut(name, "cite")
	if !ok {
		return false
	}
	switch before {
	case "", "paren", "foot", "text", "smart", "super", "auto", "full", "footfull", "no", "short", "online", "np":
	default:
		return false
	}
	switch after {
	case "", "s", "p", "t", "alt", "alp", "author", "year", "yearpar", "title", "num", "url", "date", "text", "fullauthor", "al", "ay", "np", "a", "asnoun", "poss", "pp":
		return after != "text"
	}
	return false
}

// citation writes a citation as it stands, whose name ends at l.i.
func (l *latex) citation(start int) {
	name := l.src[start+1 : l.i]
	keys, end := l.keys()
	if end == 0 {
		return
	}
	l.i = end
	l.cites = true
	if strings.HasPrefix(name, "nocite") {
		return
	}
	at := citestone.Span{Start: start, End: end}
	raw := l.src[start:end]
	if l.plain {
		return
	}
	if strings.ContainsAny(raw, "%\n") && !strings.Contains(raw, `\%`) {
		raw = `\` + strings.TrimSpace(name) + "{" + strings.Join(keys, ",") + "}"
	}
	l.markup(raw, at)
}

// keys reads the options and keys of a citation without moving on: the end is 0 if
// there are none.
func (l *latex) keys() (keys []string, end int) {
	at := l.i
	defer func() { l.i = at }()
	for range 2 {
		l.option()
	}
	for line := range strings.Lines(l.argument()) {
		line, _, _ = strings.Cut(line, "%")
		for key := range strings.SplitSeq(line, ",") {
			if key = strings.TrimSpace(key); key != "" {
				keys = append(keys, key)
			}
		}
	}
	if keys == nil {
		return nil, 0
	}
	return keys, l.i
}
