package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
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

// lenticular reads 【1†source】, 【1†L3-L8】 or 【1, 2】.
func (r *holeReader) lenticular(i int) (hole, bool) {
	const open, shut = "【", "】"
	rest, ok := strings.CutPrefix(r.source[i:], open)
	if !ok {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[:min(len(rest), maxLabel)], shut)
	if !ok {
		return hole{}, false
	}
	number, _, _ := strings.Cut(body, "†")
	h := hole{Span: citestone.Span{Start: i, End: i + len(open) + len(body) + len(shut)}, style: LenticularStyle}
	if h.keys = numericKeys(number); h.keys == nil {
		group, item, colon := strings.Cut(number, ":") // 【4:0†file】
		_, ok1 := ordinal(group)
		_, ok2 := ordinal(item)
		if colon && ok1 && ok2 {
			h.keys = []string{number}
		}
	}
	return h, h.keys != nil
}

// escapedNumber reads \[1\] in a document that lists its references by number.
func (r *holeReader) escapedNumber(i int) (hole, bool) {
	rest, ok := strings.CutPrefix(r.source[i:], `\[`)
	if !ok || !r.listed || escaped(r.source, i) {
		return hole{}, false
	}
	body, after, ok := strings.Cut(rest[:min(len(rest), maxLabel)], `\]`)
	if !ok || strings.HasPrefix(after, "(") {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + len(body) + len(`\[\]`)}, style: EscapedStyle, keys: numericKeys(body)}
	return h, h.keys != nil
}

// sup reads <sup>1, 2</sup>. An exponent is none: 10<sup>3</sup>, m<sup>2</sup>.
func (r *holeReader) sup(i int) (hole, bool) {
	const open, shut = "<sup>", "</sup>"
	rest, ok := strings.CutPrefix(r.source[i:], open)
	if !ok || !r.raised || exponentAt(r.source, i, r.previous) {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[:min(len(rest), maxLabel)], shut)
	if !ok {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + len(open) + len(body) + len(shut)}, style: SuperscriptStyle, keys: numericKeys(body)}
	return h, h.keys != nil
}

// superscript reads ¹, ²³ or ¹,² or ¹⁻³, under the same condition.
func (r *holeReader) superscript(i int) (hole, bool) {
	if !r.raised || raisedDigit(r.source[i:]) == 0 || exponentAt(r.source, i, r.previous) {
		return hole{}, false
	}
	end := i
	var digits strings.Builder
	for n := 0; ; {
		c, size := raised(r.source[end+n:])
		if size == 0 {
			break
		}
		if n += size; c >= '0' && c <= '9' { // separators count only between digits
			digits.WriteByte(c)
			end, n = end+n, 0
			continue
		}
		if d := raisedDigit(r.source[end+n:]); d == 0 {
			break
		}
		digits.WriteByte(c)
		end, n = end+n, 0
	}
	h := hole{Span: citestone.Span{Start: i, End: end}, style: SuperscriptStyle, keys: numericKeys(digits.String())}
	return h, h.keys != nil
}

// raised reads a superscript digit or what may stand between two, as plain text.
func raised(s string) (c byte, size int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == '¹':
		return '1', size
	case r == '²':
		return '2', size
	case r == '³':
		return '3', size
	case r == '⁰' || r >= '⁴' && r <= '⁹':
		return byte('0' + r - '⁰'), size
	case r == ',' || r == '˒' || r == '‚':
		return ',', size
	case r == '⁻' || r == '–' || r == '-':
		return '-', size
	}
	return 0, 0
}

// raisedDigit returns the length of the superscript digit that s begins with, or 0.
func raisedDigit(s string) int {
	if c, size := raised(s); c >= '0' && c <= '9' {
		return size
	}
	return 0
}

// exponentAt reports whether what is raised at i is an exponent, for a number, a
// unit or a single letter stands before it.
func exponentAt(source string, i, previous int) bool {
	if i == previous && i > 0 {
		return false
	}
	if last, size := utf8.DecodeLastRuneInString(source[:i]); size > 1 {
		if _, up := raised(string(last)); up > 0 {
			return true // inside of 10⁻³
		}
	}
	before := source[max(0, i-maxUnit):i]
	word := before[len(strings.TrimRightFunc(before, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })):]
	if word == "" {
		return false
	}
	if strings.Trim(word, "0123456789") == "" {
		return len(word) != 4 // a year may be cited, powers are of short numbers
	}
	if utf8.RuneCountInString(word) == 1 {
		return true
	}
	switch word {
	case "km", "cm", "mm", "dm", "nm", "µm", "μm", "ft", "in", "yd", "mi", "sec", "chi", "log", "sin", "cos", "tan":
		return true
	}
	return false
}

// maxUnit bounds the part of a word that is looked at, in bytes.
const maxUnit = 12

// citesRaised reports whether source, which lists its references by number, may
// cite by superscripts: it does not cite by brackets.
func citesRaised(source string) bool {
	for line := range strings.Lines(source) {
		for at := 0; ; {
			k := strings.IndexByte(line[at:], '[')
			if k < 0 {
				break
			}
			at += k + 1
			body := strings.TrimLeft(line[:at-1], " \t-*+>")
			if n := text.Marker(line[at-1:]); n > 0 && body != "" && text.Marker(body) == 0 && numericKeys(line[at:at+n-2]) != nil {
				return false
			}
		}
	}
	return true
}
