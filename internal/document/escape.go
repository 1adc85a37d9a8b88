package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape writes plain text as Markdown that reads back as the same text.
func Escape(plain string) string {
	var b strings.Builder
	prev := ' '
	for i := 0; i < len(plain); {
		r, n := utf8.DecodeRuneInString(plain[i:])
		i += n
		next, _ := utf8.DecodeRuneInString(plain[i:])
		if special(r, prev, next) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		prev = r
	}
	return b.String()
}

// special reports whether Markdown could take the character for markup there.
func special(r, prev, next rune) bool {
	switch r {
	case '*', '[', ']', '`', '\\', '|', '~':
		return true
	case '<':
		return next == '/' || next == '!' || next == '?' || unicode.IsLetter(next)
	case '_':
		return !word(prev) || !word(next)
	case '&':
		return unicode.IsLetter(next) || next == '#'
	case '{':
		return next == '{'
	}
	return false
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
