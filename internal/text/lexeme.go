package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// A lexeme is what Numbers reads: digits, letters or one symbol.
type lexeme struct {
	citestone.Span
	kind  lexKind
	glued bool // nothing stands between it and the lexeme before
	lead  lead // what number a word begins
	text  string
	lower string
	value float64 // of digits
	ulp   float64 // value of one in the last digit written
}

type lexKind int8

const (
	symbol lexKind = iota
	word
	digits  // 300, 45,000,000, 1.5, ½, 10⁶
	version // 1.21.3
)

// lexemes splits s. Citation markers and URLs are left out.
func lexemes(s string) []lexeme {
	list := make([]lexeme, 0, len(s)/5+4) // room for prose, in one go
	last := -1
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			i += n
			continue
		}
		if n := skipped(s[i:]); n > 0 {
			i += n
			continue
		}
		list = append(list, lexeme{})
		l := &list[len(list)-1]
		end := i + n
		switch {
		case asciiDigit(s[i]) || s[i] == '.' && bareDecimal(s, i):
			end = digitsEnd(s, i, l)
		case unicode.IsLetter(r):
			l.kind = word
			end = lettersEnd(s, end)
		case n > 1 && vulgar(r) > 0:
			l.kind, l.value, l.ulp = digits, vulgar(r), 0.01
		}
		l.Span, l.text, l.glued = citestone.Span{Start: i, End: end}, s[i:end], i == last
		l.lower = l.text
		if l.kind == word {
			l.lower = strings.ToLower(l.text)
			l.lead = leading[l.lower]
		}
		i, last = end, end
	}
	return list
}

// lettersEnd returns the end of the letters that go on at i.
func lettersEnd(s string, i int) int {
	for i < len(s) && asciiLetter(s[i]) {
		i++
	}
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !unicode.IsLetter(r) {
			break
		}
		i += n
	}
	return i
}

// skipped returns the length of a marker or URL that s begins with, or 0.
func skipped(s string) int {
	if s[0] != '[' && s[0] != 'h' {
		return 0
	}
	if n := Marker(s); n > 0 {
		return n
	}
	if !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://") {
		return 0
	}
	if end := strings.IndexFunc(s, unicode.IsSpace); end > 0 {
		return end
	}
	return len(s)
}
