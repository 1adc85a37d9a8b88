package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

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
	h := hole{Span: citestone.Span{Start: i, End: end}, style: SuperscriptStyle, keys: r.apart(numericKeys(digits.String()))}
	return h, h.keys != nil
}

// apart returns the keys of raised digits: where the lists end before 10, ¹³ are two
// markers without anything between them.
func (r *holeReader) apart(keys []string) []string {
	if len(keys) != 1 || len(keys[0]) != 2 || len(r.lists) == 0 || keys[0][0] == keys[0][1] {
		return keys
	}
	for _, digit := range keys[0] {
		if !slices.ContainsFunc(r.lists, func(l listing) bool { return l.numbers[int(digit-'0')] }) {
			return keys
		}
	}
	if slices.ContainsFunc(r.lists, func(l listing) bool { return l.last > 9 }) {
		return keys
	}
	return []string{keys[0][:1], keys[0][1:]}
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
