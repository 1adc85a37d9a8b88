package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// A lexeme is what Numbers reads: digits, letters or one symbol.
type lexeme struct {
	citestone.Span
	kind  lexKind
	text  string
	lower string
	glued bool    // nothing stands between it and the lexeme before
	value float64 // of digits
	ulp   float64 // value of one in the last digit written
}

type lexKind int

const (
	symbol lexKind = iota
	word
	digits  // 300, 45,000,000, 1.5
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
		l := lexeme{kind: symbol}
		end := i + n
		switch {
		case asciiDigit(s[i]):
			end = digitsEnd(s, i, &l)
		case unicode.IsLetter(r):
			l.kind = word
			for end < len(s) && asciiLetter(s[end]) {
				end++
			}
			for end < len(s) {
				r, n := utf8.DecodeRuneInString(s[end:])
				if !unicode.IsLetter(r) {
					break
				}
				end += n
			}
		}
		l.Span, l.text, l.glued = citestone.Span{Start: i, End: end}, s[i:end], i == last
		l.lower = strings.ToLower(l.text)
		list = append(list, l)
		i, last = end, end
	}
	return list
}

// skipped returns the length of a marker or URL that s begins with, or 0.
func skipped(s string) int {
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

// digitsEnd reads the number at i into l and returns its end.
func digitsEnd(s string, i int, l *lexeme) int {
	end := runEnd(s, i)
	for end+4 <= len(s) && s[end] == ',' && runEnd(s, end+1) == end+4 && end-i <= 15 {
		end += 4
	}
	parts := 1
	decimals := 0
	for end+1 < len(s) && s[end] == '.' && asciiDigit(s[end+1]) {
		next := runEnd(s, end+1)
		parts, decimals, end = parts+1, next-end-1, next
	}
	if parts > 2 {
		l.kind, l.value, l.ulp = version, versionValue(s[i:end]), 0
		return end
	}
	l.kind, l.ulp = digits, 1
	l.value, _ = strconv.ParseFloat(strings.ReplaceAll(s[i:end], ",", ""), 64)
	l.value = min(l.value, maxValue)
	for range min(decimals, 15) {
		l.ulp /= 10
	}
	return end
}

// maxValue bounds a number, so that none is infinite when it is multiplied out.
const maxValue = 1e200

// runEnd returns the end of the digits that start at i.
func runEnd(s string, i int) int {
	for i < len(s) && asciiDigit(s[i]) {
		i++
	}
	return i
}

// versionValue puts versions in order: major + minor/1e3 + patch/1e6.
func versionValue(v string) float64 {
	value, scale := 0.0, 1.0
	for _, part := range strings.SplitN(v, ".", 4)[:min(3, strings.Count(v, ".")+1)] {
		n, _ := strconv.ParseFloat(part, 64)
		value += min(n, maxValue) * scale
		scale /= 1000
	}
	return value
}
