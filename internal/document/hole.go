package document

import (
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// A hole is a masked part of the text.
type hole struct {
	citestone.Span
	style MarkerStyle
	keys  []string // of a marker; nil for a template
	url   string   // that it links to
	plain string   // what stands for it in the plain text: the names that it is read as
}

// maxTemplate bounds the length of a {{template}} in bytes.
const maxTemplate = 20_000

// A survey is what must be known of a text before its markers can be read.
type survey struct {
	cited  bool            // a stranger's document, whatever its way of citing
	listed bool            // it lists references by number
	raised bool            // and may cite them by superscripts
	notes  map[string]bool // labels of the footnotes that it defines
	lists  []listing       // of a stranger's document
	names  map[string]bool // of entries that have one in place of a number
	loose  []hole          // markers that only the whole document shows
	// The addresses of definitions "[1]: address", by their number in brackets.
	defined map[string]string
}

func surveyOf(source string, cited bool) survey {
	s := survey{cited: cited, listed: listsNumbers(source), notes: footnotes(source)}
	if cited {
		s.lists = listings(source)
		s.defined = definitions(source)
		s.listed = len(s.lists) > 0 || s.listed && (len(s.defined) > 0 || bracketedLines(source) > 1)
		s.names = namedEntries(source)
		s.loose = looseMarkers(source, s.lists)
	}
	s.raised = s.listed && citesRaised(source)
	return s
}

// A holeReader finds templates and markers from the start of a text on.
type holeReader struct {
	survey
	source   string
	linked   map[string]bool // brackets [n] that are targets of links
	keys     *keyReader      // of a document that others wrote; nil in our own
	previous int             // end of the last hole
	written  int             // notes in the text so far
	closed   int             // where the next "}}" is known to stand
	verbatim bool            // the text is plain: no comment is markup
}

func newHoleReader(source string, s survey) holeReader {
	return holeReader{survey: s, source: source}
}

// read reads a template or marker at i.
func (r *holeReader) read(i int) (hole, bool) {
	if r.keys != nil {
		if h, ok := r.keys.read(i); ok {
			return h, true
		}
	}
	if r.cited {
		if h, ok := r.foreign(i); ok {
			return h, true
		}
	}
	switch r.source[i] {
	case '{':
		return r.template(i)
	case '[':
		if h, ok := r.note(i); ok {
			return h, true
		}
		return r.marker(i)
	case '\\':
		return r.escapedNumber(i)
	case '<':
		if h, ok := r.comment(i); ok {
			return h, true
		}
		return r.sup(i)
	case "【"[0]:
		if h, ok := r.lenticular(i); ok {
			return h, true
		}
		return r.superscript(i)
	case "¹"[0], "⁴"[0]: // of ¹ to ³, and of the others
		return r.superscript(i)
	}
	return hole{}, false
}

// template reads a {{template}}. It may go over several lines, but not over a fence.
func (r *holeReader) template(i int) (hole, bool) {
	if !strings.HasPrefix(r.source[i:], "{{") {
		return hole{}, false
	}
	if r.closed < i+2 {
		n := strings.Index(r.source[i+2:], "}}")
		if n < 0 {
			n = len(r.source)
		}
		r.closed = i + 2 + n
	}
	end := r.closed + 2
	if end > len(r.source) || end-i > maxTemplate || strings.Contains(r.source[i:end], "\n```") {
		return hole{}, false
	}
	return hole{Span: citestone.Span{Start: i, End: end}}, true
}

// escaped reports whether an odd number of backslashes stands before i.
func escaped(source string, i int) bool {
	n := 0
	for n < i && source[i-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func wordByte(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// afterText reports whether the bracket that closes right before i holds text, not
// a marker.
func afterText(source string, i int) bool {
	from := max(0, i-maxLinkText)
	open := strings.LastIndexByte(source[from:i], '[')
	return open >= 0 && text.Marker(source[from+open:]) == 0
}

// bracketedLines counts the lines of source that begin with a number in brackets: a
// single one, "- [1] is the second item", lists nothing.
func bracketedLines(source string) int {
	count := 0
	for line := range strings.Lines(source) {
		line = strings.TrimLeft(line, " \t-*+>")
		if n := text.Marker(line); n > 0 && numericKeys(line[1:n-1]) != nil {
			count++
		}
	}
	return count
}

// listsNumbers reports whether the source has a numbered list of references: lines
// that begin with a number in brackets, or numbered lines under such a heading.
func listsNumbers(source string) bool {
	references := false
	for line := range strings.Lines(source) {
		line = strings.TrimLeft(line, " \t-*+>")
		if n := text.Marker(line); n > 0 && numericKeys(line[1:n-1]) != nil {
			return true
		}
		if line != "" && references && line[0] >= '0' && line[0] <= '9' {
			return true
		}
		references = references && !strings.HasPrefix(line, "#") || len(line) < 40 && referenceHeading(sectionName(strings.TrimLeft(line, "# ")))
	}
	return false
}
