package document

import (
	"strings"

	"github.com/citestone/citestone"
)

// maxLabel bounds the label of a footnote, the inside of lenticular brackets and of
// a <sup>, in bytes.
const maxLabel = 100

// footnotes returns the labels that source defines: "[^a]: text".
func footnotes(source string) map[string]bool {
	labels := map[string]bool{}
	for line := range strings.Lines(source) {
		if label := definedLabel(strings.TrimLeft(line, " >")); label != "" {
			labels[label] = true
		}
	}
	return labels
}

// definedLabel returns the label of the footnote that line begins to define, or "".
func definedLabel(line string) string {
	if n := footnote(line); n > 0 && strings.HasPrefix(line[n:], ":") {
		return line[2 : n-1]
	}
	return ""
}

// footnote returns the length of the [^label] that s begins with, or 0.
func footnote(s string) int {
	if !strings.HasPrefix(s, "[^") {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), maxLabel)], ']')
	if end <= 2 || strings.ContainsAny(s[2:end], " \t\n[") {
		return 0
	}
	return end + 1
}

// note reads a footnote marker: of a footnote that is defined, or a number in a
// document that lists its references by number.
func (r *holeReader) note(i int) (hole, bool) {
	n := footnote(r.source[i:])
	if n == 0 || escaped(r.source, i) {
		return hole{}, false
	}
	if strings.HasPrefix(r.source[i+n:], ":") && beginsLine(r.source[max(0, i-maxLabel):i]) {
		return hole{}, false // its definition
	}
	h := hole{Span: citestone.Span{Start: i, End: i + n}, style: FootnoteStyle}
	label := r.source[i+2 : i+n-1]
	if r.cited && !r.notes[label] {
		if h, ok := r.copiedNote(i, n); ok {
			return h, true
		}
	}
	if h.keys = numericKeys(label); r.notes[label] || h.keys == nil {
		h.keys = []string{label}
	}
	if r.cited && strings.HasPrefix(r.source[h.End:], "(#") {
		h.End += max(1, destinationEnd("]"+r.source[h.End:min(len(r.source), h.End+maxLabel)])) - 1
	}
	_, number := ordinal(label)
	return h, r.notes[label] || r.listed && (number || len(h.keys) > 1)
}

// beginsLine reports whether nothing but indentation stands between the last line
// break in s, or its start, and its end.
func beginsLine(s string) bool {
	return strings.Trim(s[strings.LastIndexByte(s, '\n')+1:], " >") == ""
}

// copiedNote reads the marks of n bytes that chats write for a number: [^1^], also
// with its definition behind, [^1^][1], and [^1](url).
func (r *holeReader) copiedNote(i, n int) (hole, bool) {
	label := r.source[i+2 : i+n-1]
	number := strings.TrimSuffix(label, "^")
	keys := numericKeys(number)
	rest := r.source[i+n : min(len(r.source), i+n+maxForeign)]
	h := hole{Span: citestone.Span{Start: i, End: i + n}, style: FootnoteStyle, keys: keys}
	switch own := "[" + number + "]"; {
	case keys == nil:
		return hole{}, false
	case strings.HasPrefix(rest, own):
		h.End += len(own)
		h.url = r.defined[own]
	case strings.HasPrefix(rest, "(http"):
		end := destinationEnd("]" + rest)
		if end == 0 {
			return hole{}, false
		}
		h.End += end - 1
		h.style, h.url = LinkedStyle, firstURL(rest)
	case number == label:
		return hole{}, false
	}
	return h, true
}
