package reader

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
)

// A word converts the body of a DOCX file to Markdown.
type word struct {
	composer
	styles   map[string]style
	levels   map[string]map[string]string // of lists: "0 numFmt" -> "decimal"
	links    map[string]string
	counters map[string][]int  // of lists, by level
	notes    map[string]string // ids of the footnotes that are cited -> labels

	paragraphs []int
	para       paragraph
	inPara     bool
	props      string // "pPr" or "rPr" while in one
	raised     bool   // the run is a superscript
	sup        string // what superscript runs hold so far
	fields     []bool // open fields: whether the result has begun
	hyper      int    // links that are open
	deleted    int    // elements open whose text was deleted, or is said twice
	textual    bool   // in a <w:t>
	tables     int
}

type style struct{ name, base, list, level string }

// A paragraph is what is known of one before its text.
type paragraph struct {
	style, list, level string
	outline            int // level of a heading, from 1; 0 for none
	started            bool
}

// readBody converts the body.
func (w *word) readBody(d *xml.Decoder) error {
	return eachElement(d, w.open, w.close, w.chars)
}

// readNotes writes the footnotes that are cited.
func (w *word) readNotes(d *xml.Decoder, element, kind string) error {
	label, first := "", false
	return eachElement(d, func(e xml.StartElement) {
		if e.Name.Local == element {
			w.end()
			w.nested = nil
			label, first = w.notes[kind+attr(e, "id")], true
			if label != "" {
				w.begin("[^"+label+"]: ", true)
			}
		}
		if label == "" {
			return
		}
		if e.Name.Local == "p" && !first {
			w.text(" ", citestone.Span{})
		}
		first = first && e.Name.Local != "p"
		if e.Name.Local != "p" && e.Name.Local != "pPr" && e.Name.Local != "tbl" && e.Name.Local != "tc" && e.Name.Local != "tr" {
			w.open(e)
		}
	}, func(name string) {
		if name == element {
			w.flushRaised()
			w.end()
			label = ""
		}
		if label != "" && name != "p" && name != "pPr" && name != "tbl" && name != "tc" && name != "tr" {
			w.close(name)
		}
	}, func(s string) {
		if label != "" {
			w.chars(s)
		}
	})
}

func (w *word) open(e xml.StartElement) {
	name := e.Name.Local
	if w.deleted > 0 || skipped(name) {
		w.deleted++
		return
	}
	switch name {
	case "p":
		w.startParagraph()
	case "pPr", "rPr":
		w.props = name
	case "t":
		w.textual = true
	case "tab":
		if w.props == "" {
			w.write(" ")
		}
	case "br", "cr":
		w.write("\n")
	case "noBreakHyphen":
		w.write("-")
	case "hyperlink":
		w.hyper++
		w.flushRaised()
		w.begun()
		w.openLink(w.links[attr(e, "id")], citestone.Span{})
	case "footnoteReference":
		w.note(attr(e, "id"), attr(e, "id"))
	case "endnoteReference":
		w.note("e"+attr(e, "id"), "e"+attr(e, "id"))
	case "fldChar":
		w.field(attr(e, "fldCharType"))
	case "tbl":
		w.tables++
	case "tc":
		if w.tables == 1 {
			w.cell(0)
		}
	case "r":
		w.raised = false
	default:
		w.property(e)
	}
}

// skipped reports whether the text of an element is none of the document: what was
// deleted, instructions of fields, and what is said again for old programs.
func skipped(name string) bool {
	switch name {
	case "del", "moveFrom", "delText", "Fallback", "txbxContent", "pict", "sectPr", "delInstrText":
		return true
	}
	return false
}

// property reads the properties of a paragraph or run.
func (w *word) property(e xml.StartElement) {
	value := attr(e, "val")
	switch {
	case w.props == "pPr":
		switch e.Name.Local {
		case "pStyle":
			w.para.style = value
		case "numId":
			w.para.list = value
		case "ilvl":
			w.para.level = value
		case "outlineLvl":
			if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 6 {
				w.para.outline = n + 1
			}
		}
	case w.props == "rPr" && e.Name.Local == "vertAlign":
		w.raised = value == "superscript"
	}
}

func (w *word) close(name string) {
	if w.deleted > 0 {
		w.deleted--
		return
	}
	switch name {
	case "p":
		w.endParagraph()
	case "pPr", "rPr":
		w.props = ""
	case "t":
		w.textual = false
	case "hyperlink":
		w.flushRaised()
		w.hyper = max(0, w.hyper-1)
		w.closeLink(citestone.Span{})
	case "tr":
		if w.tables == 1 {
			w.row(0)
		}
	case "tbl":
		if w.tables = max(0, w.tables-1); w.tables == 0 {
			w.end()
		}
	}
}

// chars reads text: of the document, or the instruction of a field, which is skipped.
func (w *word) chars(s string) {
	if w.deleted == 0 && w.textual {
		w.write(strings.ReplaceAll(s, "\u00ad", ""))
	}
}

// write writes text of the run at hand, if it is not in the instruction of a field.
func (w *word) write(s string) {
	if n := len(w.fields); n > 0 && !w.fields[n-1] || s == "" {
		return
	}
	w.begun()
	if w.raised {
		w.sup += s
		if len(w.sup) > maxRaised {
			w.flushRaised()
		}
		return
	}
	w.flushRaised()
	w.plainText(s)
}

func (w *word) plainText(s string) { w.text(s, citestone.Span{Start: 0, End: -1}) }

// flushRaised writes the superscript that the last runs made: of numbers as such.
func (w *word) flushRaised() {
	s := w.sup
	w.sup = ""
	if s == "" {
		return
	}
	body := strings.TrimSpace(s)
	if !digits(strings.NewReplacer(",", "", "-", "", "–", "", " ", "").Replace(body)) {
		w.plainText(s)
		return
	}
	w.markup("<sup>"+body+"</sup>", citestone.Span{})
	w.plainText(s[len(strings.TrimRight(s, " ")):])
}

// note writes the marker of a footnote.
func (w *word) note(id, label string) {
	w.begun()
	w.flushRaised()
	if len(label) < maxLabel && !strings.ContainsAny(label, " \t\n[]^") {
		w.notes[id] = label
		w.markup("[^"+label+"]", citestone.Span{})
	}
}

// field reads the parts of a field: its instruction is no text, its result is.
func (w *word) field(kind string) {
	switch n := len(w.fields); kind {
	case "begin":
		if n < maxNested {
			w.fields = append(w.fields, false)
		}
	case "separate":
		if n > 0 {
			w.fields[n-1] = n == 1 || w.fields[n-2]
		}
	case "end":
		if n > 0 {
			w.fields = w.fields[:n-1]
		}
	}
}

func (w *word) startParagraph() {
	w.para, w.inPara = paragraph{}, true
	if w.cells > 0 {
		w.plainText(" ")
	} else {
		w.end()
	}
	w.paragraphs = append(w.paragraphs, w.out.Len())
}

// begun begins the paragraph's block with its first text.
func (w *word) begun() {
	if !w.inPara || w.para.started {
		return
	}
	w.para.started = true
	if w.cells == 0 {
		w.nested = nil
		w.begins()
	}
	w.start(citestone.Span{})
	w.paragraphs[len(w.paragraphs)-1] = w.out.Len()
}

// begins begins a block by the paragraph's style.
func (w *word) begins() {
	p := w.para
	for id, n := p.style, 0; id != "" && n < maxDepth; n++ {
		s := w.styles[id]
		switch level, isHeading := strings.CutPrefix(s.name, "heading "); {
		case isHeading && len(level) == 1 && level >= "1" && level <= "6":
			p.outline = int(level[0] - '0')
		case s.name == "title":
			p.outline = 1
		case s.name == "quote" || s.name == "intense quote":
			w.push("> ", "> ")
		}
		if p.list == "" && s.list != "" {
			p.list, p.level = s.list, s.level
		}
		id = s.base
	}
	switch {
	case p.outline > 0:
		w.begin(strings.Repeat("#", p.outline)+" ", true)
	case p.list != "" && p.list != "0":
		mark := w.mark(p.list, p.level)
		w.push(mark, strings.Repeat(" ", len(mark)))
	}
}

// mark returns what an item of a list begins with, and counts it.
func (w *word) mark(list, level string) string {
	n, err := strconv.Atoi("0" + level)
	if err != nil || n > maxDepth {
		n = 0
	}
	level = strconv.Itoa(n)
	format := w.levels[list][level+" numFmt"]
	if format == "bullet" || format == "none" || format == "" {
		return "- "
	}
	count := w.counters[list]
	for k := len(count); k <= n; k++ {
		from, err := strconv.Atoi(w.levels[list][strconv.Itoa(k)+" start"])
		if err != nil || from < 0 || from > 1e6 {
			from = 1
		}
		count = append(count, from-1)
	}
	count = count[:n+1]
	count[n]++
	w.counters[list] = count
	return strconv.Itoa(count[n]) + ". "
}

func (w *word) endParagraph() {
	w.flushRaised()
	w.raised, w.inPara, w.props = false, false, ""
	if w.cells == 0 {
		w.end()
	}
}
