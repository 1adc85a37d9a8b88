package document

import (
	"bytes"
	"maps"

	"github.com/citestone/citestone"
)

// mask is the source as the Markdown parser gets to see it: of the same length,
// with front matter blanked and markers and templates filled with commas, which
// mean nothing to it. Plain text is read from the source itself.
type mask struct {
	source      []byte
	frontMatter citestone.Span
	holes       []hole // in order
}

const filler = ','

func maskSource(source string, r holeReader) mask {
	m := mask{source: []byte(source), frontMatter: frontMatterSpan(source)}
	for i := range m.frontMatter.End {
		if m.source[i] != '\n' && m.source[i] != '\r' {
			m.source[i] = ' '
		}
	}
	maskTags(m.source)
	r.linked = linkedKeys(source)
	if r.cited {
		maps.DeleteFunc(r.linked, func(label string, _ bool) bool { return r.defined[label] == "" })
	}
	for i := m.frontMatter.End; i < len(source); {
		h, ok := r.read(i)
		if !ok {
			i++
			continue
		}
		fill(m.source[h.Start:h.End])
		m.holes = append(m.holes, h)
		i, r.previous = h.End, h.End
	}
	if r.keys != nil {
		for _, i := range r.keys.defined {
			m.source[i] = filler // no target of links
		}
	}
	guard(m.source[m.frontMatter.End:])
	return m
}

// fill masks b but for its line breaks.
func fill(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = filler
		}
	}
}

// maxLinkText bounds the text of a reference link in bytes.
const maxLinkText = 200

// Limits of what the Markdown parser gets, whose time grows with the square of
// nesting, of open emphasis, brackets and links in one paragraph. What is beyond is
// read as plain text.
const (
	maxNesting  = 100
	maxEmphasis = 2000
	maxOpen     = 100
	maxDefined  = 500
	maxBrackets = 100
)

// guard takes the meaning from markup beyond the limits.
func guard(b []byte) {
	emphasis, open, defined, depth := 0, 0, 0, 0
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			end = len(b)
		}
		line := b[:end]
		b = b[end:]
		start := prefix(line)
		if begins(line) {
			emphasis, open, defined, depth = 0, 0, 0, 0
		}
		if start < len(line) && line[start] == '[' && bytes.Contains(line, []byte("]:")) {
			if defined++; defined > maxDefined {
				line[start] = filler
			}
		}
		for i := start; i < len(line); i++ {
			switch c := line[i]; {
			case c == '*' || c == '_' || c == '~':
				if emphasis++; emphasis > maxEmphasis {
					line[i] = filler
				}
			case c == '[' && (open > maxOpen || depth > maxBrackets):
				line[i] = filler
			case c == '[':
				depth++
			case c == ']' && depth > 0:
				depth--
			case c == '(' && i > 0 && line[i-1] == ']':
				open++
			case c == ')' && open > 0:
				open--
			}
		}
	}
}

// prefix returns the length of the indentation and the quote and list marks that a
// line begins with, and takes the meaning from those beyond the limit of nesting.
func prefix(line []byte) int {
	marks, columns := 0, 0
	for i, c := range line {
		switch {
		case c == ' ' || c == '\t':
			columns++
		case c == '>' || c == '-' || c == '+' || c == '*' || c == '.' || c == ')' && i > 0:
			marks++
		case c >= '0' && c <= '9':
		default:
			return i
		}
		if marks > maxNesting || columns > 4*maxNesting {
			line[i] = filler
			return i
		}
	}
	return len(line)
}

// begins reports whether a line cannot continue a paragraph.
func begins(line []byte) bool {
	body := bytes.TrimLeft(line, " ")
	if len(bytes.TrimSpace(body)) == 0 {
		return true
	}
	return len(line)-len(body) <= 3 && len(body) > 1 && body[1] == ' ' && (body[0] == '-' || body[0] == '+' || body[0] == '*' || body[0] == '#')
}
