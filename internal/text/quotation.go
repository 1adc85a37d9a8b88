package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// maxQuotation bounds how far, in bytes, a closing quotation mark is looked for.
const maxQuotation = 2000

// Quotations returns what stands inside of quotation marks: "...", “...”, ‘...’,
// «...», „...“. The marks are not part of the spans. Straight single quotes are
// taken for apostrophes. A quotation does not cross a blank line.
func Quotations(s string) []citestone.Span {
	var spans []citestone.Span
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if r == '"' && !opens(s, i-n, i) {
			continue
		}
		end, after := closing(s, i, r)
		if end < 0 {
			continue
		}
		if end > i {
			spans = append(spans, citestone.Span{Start: i, End: end})
		}
		i = after
	}
	return spans
}

// opens reports whether the straight quotation mark at [start, end) can begin a
// quotation: something visible follows it and no word stands right before it.
func opens(s string, start, end int) bool {
	next, _ := utf8.DecodeRuneInString(s[end:])
	if end == len(s) || unicode.IsSpace(next) {
		return false
	}
	prev, _ := utf8.DecodeLastRuneInString(s[:start])
	return start == 0 || !unicode.IsLetter(prev) && !unicode.IsDigit(prev)
}

// closing finds the mark that closes a quotation opened by open right before i.
// It returns where the mark starts and ends, or -1.
func closing(s string, i int, open rune) (end, after int) {
	closers := closersOf(open)
	if closers == "" {
		return -1, 0
	}
	newline := false
	for k, r := range s[i:min(len(s), i+maxQuotation)] {
		for _, c := range closers {
			if r == c && !(r == '’' && apostrophe(s, i+k)) {
				return i + k, i + k + utf8.RuneLen(r)
			}
		}
		switch {
		case r == '\n' && newline:
			return -1, 0
		case r == '\n':
			newline = true
		case !unicode.IsSpace(r):
			newline = false
		}
	}
	return -1, 0
}

func closersOf(open rune) string {
	switch open {
	case '"':
		return `"`
	case '“':
		return "”\""
	case '„':
		return "“”"
	case '‘':
		return "’"
	case '«':
		return "»"
	}
	return ""
}

// apostrophe reports whether the ’ at i stands inside of a word.
func apostrophe(s string, i int) bool {
	next, _ := utf8.DecodeRuneInString(s[i+len("’"):])
	return unicode.IsLetter(next)
}
