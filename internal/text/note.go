package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// closers returns where the quotation marks and brackets that close at i end.
func closers(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch r {
		case '"', '\'', '”', '’', ')', ']', '»', '」', '』', '）', '】', '》', '*', '_':
			i += n
		case '“': // of „German“
			if i+n < len(s) && !space(s[i+n]) {
				return i
			}
			i += n
		case ' ', '\u00a0', '\u202f':
			if !strings.HasPrefix(s[i+n:], "»") {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// markers returns where the citation markers and the notes behind i end, i if there
// is none. Only markers may have spaces before them.
func markers(s string, i int) int {
	for first := i; ; {
		k := i
		for k < len(s) && k < i+3 && s[k] == ' ' {
			k++
		}
		n := Marker(s[k:])
		if n == 0 && k == i && i > 0 && (i > first || s[i-1] != ']') {
			n = note(s[i:])
		}
		if n == 0 {
			return i
		}
		i = k + n
	}
}

// maxNote bounds the length in bytes of a note behind a full stop.
const maxNote = 120

// note returns the length of the reference to a note or source that s, which follows
// a full stop without a space, begins with, or 0: "¹", "<sup>1</sup>", "[note 2]",
// "【4†source】", "(Smith, 2020)".
func note(s string) int {
	if s == "" {
		return 0
	}
	near := s[:min(len(s), maxNote)]
	switch r, _ := utf8.DecodeRuneInString(s); r {
	case '<':
		if strings.HasPrefix(s, "<sup>") {
			return after(near, "</sup>")
		}
	case '[':
		if n := after(near, "]"); n > 0 && !strings.ContainsAny(s[1:n-1], "[.!?\n") {
			return n
		}
	case '^':
		if n := runEnd(near, 1); n > 1 {
			return n
		}
	case '【':
		return after(near, "】")
	case '(':
		if n := after(near, ")"); n > 5 && yearEnds(s[1:n-1]) {
			return n
		}
	default:
		return superscript(s)
	}
	return 0
}

// after returns where the first end in s ends, 0 if there is none.
func after(s, end string) int {
	if i := strings.Index(s, end); i >= 0 {
		return i + len(end)
	}
	return 0
}

// yearEnds reports whether s ends with a year, as the names of a source do.
func yearEnds(s string) bool {
	s = strings.TrimRightFunc(s, unicode.IsLower)
	n := len(s)
	return n > 4 && asciiDigit(s[n-1]) && asciiDigit(s[n-2]) && asciiDigit(s[n-3]) && (s[n-4] == '1' || s[n-4] == '2') && !asciiDigit(s[n-5])
}

// superscript returns the length of the raised digits that s begins with.
func superscript(s string) int {
	size := 0
	for size < len(s) {
		r, n := utf8.DecodeRuneInString(s[size:])
		if r != '¹' && r != '²' && r != '³' && (r < '⁰' || r > '⁹') && r != '†' && r != '‡' {
			break
		}
		size += n
	}
	return size
}
