package reader

import (
	"fmt"
	"strings"

	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// BibError says which entries of a .bib file could not be read. The others are usable
// all the same.
type BibError struct {
	Name string
	Bad  []BadEntry // the first few
	More int        // entries beyond these
}

// BadEntry is what is wrong with an entry, and in which line.
type BadEntry struct {
	Line int
	Why  string
}

// maxBad is how many bad entries an error lists.
const maxBad = 20

func (e *BibError) Error() string {
	lines := make([]string, 0, len(e.Bad)+1)
	for _, b := range e.Bad {
		lines = append(lines, fmt.Sprintf("%s:%d: %s", e.Name, b.Line, b.Why))
	}
	if e.More > 0 {
		lines = append(lines, fmt.Sprintf("%s: %d more entries cannot be read", e.Name, e.More))
	}
	return strings.Join(lines, "\n")
}

// parseBib reads the entries of a BibTeX or BibLaTeX file, in its order.
func parseBib(name string, data []byte) ([]document.Reference, *BibError) {
	src, err := decode(name, data)
	if err != nil {
		return nil, &BibError{Name: name, Bad: []BadEntry{{1, strings.TrimPrefix(err.Error(), name+": ")}}}
	}
	p := bibParser{src: src, strings: map[string]string{}, bad: BibError{Name: name}}
	for p.next() {
		p.entry()
	}
	byKey := map[string]bibEntry{}
	for _, e := range p.entries {
		byKey[strings.ToLower(e.key)] = e
	}
	var refs []document.Reference
	for _, e := range p.entries {
		if e.kind != "xdata" {
			e.inherit(byKey)
			refs = append(refs, e.reference())
		}
	}
	if len(p.bad.Bad) == 0 {
		return refs, nil
	}
	return refs, &p.bad
}

// A bibParser reads a .bib file from the start on.
type bibParser struct {
	src     string
	i       int
	counted int // where the line is known
	line    int // there, from 0
	strings map[string]string
	entries []bibEntry
	bad     BibError
}

type bibEntry struct {
	kind, key string
	fields    map[string]string // by name in lower case, as LaTeX
}

// next moves to the next @ in front of an entry.
func (p *bibParser) next() bool {
	n := strings.IndexByte(p.src[p.i:], '@')
	if n < 0 {
		return false
	}
	p.i += n
	return true
}

// fail notes what is wrong at an offset that is not before that of the last call.
func (p *bibParser) fail(at int, format string, args ...any) {
	if len(p.bad.Bad) == maxBad {
		p.bad.More++
		return
	}
	p.line += strings.Count(p.src[min(p.counted, at):at], "\n")
	p.counted = max(at, p.counted)
	p.bad.Bad = append(p.bad.Bad, BadEntry{p.line + 1, fmt.Sprintf(format, args...)})
}

// entry reads what begins with @. After an error it goes on behind where that is.
func (p *bibParser) entry() {
	start := p.i
	p.i++
	kind := strings.ToLower(p.word())
	p.blanks()
	if kind == "" || p.i == len(p.src) || p.src[p.i] != '{' && p.src[p.i] != '(' {
		return // an address or other text between the entries
	}
	shut := byte('}')
	if p.src[p.i] == '(' {
		shut = ')'
	}
	switch kind {
	case "comment", "preamble":
		if _, ok := p.braces(shut); !ok {
			p.fail(start, "@%s is not closed", kind)
		}
		return
	}
	p.i++
	e := bibEntry{kind: kind, fields: map[string]string{}}
	if kind != "string" {
		p.blanks()
		n := strings.IndexAny(p.src[p.i:], ",}\n=")
		if n < 0 || p.src[p.i+n] == '=' {
			p.fail(start, "@%s has no key", kind)
			return
		}
		e.key = strings.TrimSpace(p.src[p.i : p.i+n])
		p.i += n
	}
	why := p.fields(e.fields, shut)
	switch {
	case why != "" && e.key != "":
		p.fail(start, "entry %s: %s", text.Clip(e.key, clipped), why)
	case why != "":
		p.fail(start, "@%s: %s", text.Clip(kind, clipped), why)
	case kind == "string":
		for name, value := range e.fields {
			if len(value) <= maxMacro {
				p.strings[name] = value
			}
		}
		return
	case e.key == "":
		p.fail(start, "@%s has no key", kind)
	}
	if e.key != "" {
		p.entries = append(p.entries, e) // with what could be read of it
	}
}

// clipped bounds a name in a message, in characters.
const clipped = 41

// fields reads "name = value, ..." up to the end of the entry. It returns why it could
// not, or "".
func (p *bibParser) fields(fields map[string]string, shut byte) (why string) {
	for {
		for p.blanks(); p.i < len(p.src) && p.src[p.i] == ','; p.blanks() {
			p.i++
		}
		if p.i == len(p.src) || p.begins() {
			return "it is not closed"
		}
		if p.src[p.i] == shut {
			p.i++
			return ""
		}
		name := strings.ToLower(p.word())
		p.blanks()
		if name == "" || p.i == len(p.src) || p.src[p.i] != '=' {
			return fmt.Sprintf("expected a field and =, not %q", text.Clip(p.ahead(), clipped))
		}
		p.i++
		value, ok := p.value()
		if !ok {
			return fmt.Sprintf("the value of %s is not closed", text.Clip(name, clipped))
		}
		if _, twice := fields[name]; !twice {
			fields[name] = value
		}
	}
}

// value reads values joined by #.
func (p *bibParser) value() (string, bool) {
	var b strings.Builder
	for {
		p.blanks()
		if p.i == len(p.src) {
			return "", false
		}
		switch c := p.src[p.i]; c {
		case '{':
			s, ok := p.braces('}')
			if !ok {
				return "", false
			}
			b.WriteString(s)
		case '"':
			s, ok := p.quoted()
			if !ok {
				return "", false
			}
			b.WriteString(s)
		default:
			b.WriteString(p.macro())
		}
		if p.blanks(); p.i == len(p.src) || p.src[p.i] != '#' || b.Len() > maxArgument {
			return b.String(), true
		}
		p.i++
	}
}

// macro reads a number or the name of a string.
func (p *bibParser) macro() string {
	word := p.word()
	if s, ok := p.strings[strings.ToLower(word)]; ok {
		return s
	}
	return word
}

// braces reads a group and returns what is in it. It ends at a line that begins an
// entry: there a brace is missing.
func (p *bibParser) braces(shut byte) (string, bool) {
	depth, start := 0, p.i+1
	for p.i++; p.i < len(p.src) && !p.begins(); p.i++ {
		switch c := p.src[p.i]; {
		case c == '\\':
			p.i++
		case depth == 0 && c == shut:
			p.i++
			return p.src[start : p.i-1], true
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
	}
	p.i = min(p.i, len(p.src))
	return "", false
}

// quoted reads a value in quotation marks, in which braces protect others.
func (p *bibParser) quoted() (string, bool) { return p.braces('"') }

// begins reports whether a line at hand begins with an entry.
func (p *bibParser) begins() bool {
	if p.src[p.i] != '@' || p.i > 0 && p.src[p.i-1] != '\n' {
		return false
	}
	rest := p.src[p.i+1 : min(len(p.src), p.i+30)]
	n := 0
	for n < len(rest) && letter(rest[n]) {
		n++
	}
	return n > 0 && n < len(rest) && (rest[n] == '{' || rest[n] == '(')
}

// word reads a name or number.
func (p *bibParser) word() string {
	start := p.i
	for p.i < len(p.src) && strings.IndexByte(" \t\r\n{}()\"#%,=@", p.src[p.i]) < 0 {
		p.i++
	}
	return p.src[start:p.i]
}

func (p *bibParser) blanks() {
	for p.i < len(p.src) {
		switch p.src[p.i] {
		case ' ', '\t', '\r', '\n':
			p.i++
		case '%':
			p.i += len(p.rest())
		default:
			return
		}
	}
}

// ahead returns what follows on the line, shortened.
func (p *bibParser) ahead() string {
	line, _, _ := strings.Cut(p.src[p.i:min(len(p.src), p.i+100)], "\n")
	return strings.ToValidUTF8(strings.TrimSpace(line), "")
}

// rest returns the rest of the line.
func (p *bibParser) rest() string {
	if n := strings.IndexByte(p.src[p.i:], '\n'); n >= 0 {
		return p.src[p.i : p.i+n]
	}
	return p.src[p.i:]
}

// inherit takes over the fields of the entries that this one refers to.
func (e *bibEntry) inherit(byKey map[string]bibEntry) {
	parents := append(strings.Split(e.fields["xdata"], ","), e.fields["crossref"])
	for _, key := range parents {
		parent, ok := byKey[strings.ToLower(strings.TrimSpace(key))]
		if !ok || parent.key == e.key {
			continue
		}
		for name, value := range parent.fields {
			if name == "title" && parent.kind != "xdata" {
				name = "booktitle"
			}
			if _, own := e.fields[name]; !own && name != "crossref" && name != "xdata" && (name != "author" || parent.kind == "xdata") {
				e.fields[name] = value
			}
		}
	}
}
