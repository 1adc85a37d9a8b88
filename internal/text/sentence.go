package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/clipperhouse/uax29/v2/sentences"
)

// Sentences returns the sentences of s, trimmed of white space, in order. The
// boundaries are those of Unicode Standard Annex #29, less those behind
// abbreviations, initials and other stops that do not end a sentence. A blank line
// always ends one. Citation markers behind a full stop, as in "so.[1] [cite:g2]",
// belong to the sentence before them.
func Sentences(s string) []citestone.Span {
	var spans []citestone.Span
	masked := calm(maskMarkers(s))
	start := 0
	emit := func(end int) {
		if span := trim(s, start, end); span.Start < span.End {
			spans = append(spans, span)
		}
		start = end
	}
	extra := breaks(masked)
	for it := sentences.FromString(masked); it.Next(); {
		end := it.End()
		blankLine := strings.TrimSpace(s[it.Start():end]) == ""
		for ; len(extra) > 0 && extra[0] <= end; extra = extra[1:] {
			emit(extra[0])
		}
		if blankLine || endsSentence(masked, start, end) {
			emit(end)
		}
	}
	emit(len(s))
	return spans
}

// trim returns [start, end) of s without the white space around it.
func trim(s string, start, end int) citestone.Span {
	body := strings.TrimSpace(s[start:end])
	start += strings.Index(s[start:end], body)
	return citestone.Span{Start: start, End: start + len(body)}
}

// maskMarkers returns s with each citation marker that is not inside of a sentence
// blanked, so that white space follows the stop before it. Lengths do not change.
func maskMarkers(s string) string {
	if !strings.Contains(s, "[") {
		return s
	}
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		if n := Marker(s[i:]); n > 0 {
			for k := range n {
				b[i+k] = ' '
			}
			i += n - 1
		}
	}
	return string(b)
}

// maxQuiet bounds how many characters without letters in a row the annex's rules,
// which look ahead to the next letter from each of them, get to see.
const maxQuiet = 256

// calm returns s with each longer run of such characters broken by letters, so that
// the time stays linear. Lengths do not change.
func calm(s string) string {
	var b []byte
	quiet := 0
	for i, r := range s {
		if r == '\n' || r < utf8.RuneSelf && asciiLetter(byte(r)) || r >= utf8.RuneSelf && unicode.IsLetter(r) {
			quiet = 0
			continue
		}
		if quiet++; quiet <= maxQuiet {
			continue
		}
		if b == nil {
			b = []byte(s)
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		copy(b[i:], "XXXX"[:n])
		quiet = 0
	}
	if b == nil {
		return s
	}
	return string(b)
}

// maxMarker bounds the length of a citation marker in bytes, maxMarkerDigits that
// of a number in it: [2015] is a year.
const (
	maxMarker       = 200
	maxMarkerDigits = 3
)

// Marker returns the length of the citation marker that s begins with, such as
// [1], [2, 5–7] or [cite:g1,g4], or 0.
func Marker(s string) int {
	if len(s) < 3 || s[0] != '[' {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), maxMarker)], ']')
	if end < 0 {
		return 0
	}
	body, cite := strings.CutPrefix(s[1:end], "cite:")
	digits := 0
	for _, r := range body {
		if r < '0' || r > '9' {
			digits = min(digits, 1)
		}
		switch {
		case r >= '0' && r <= '9':
			if digits++; digits > maxMarkerDigits && !cite {
				return 0
			}
		case r == ',' || r == ' ' || !cite && (r == '-' || r == '–'):
		case cite && (r == '_' || r == '-' || unicode.IsLetter(r)):
		default:
			return 0
		}
	}
	if digits == 0 || !cite && !asciiDigit(body[0]) {
		return 0
	}
	return end + 1
}

// endsSentence reports whether the boundary at end, of a sentence that begins at
// start, is one.
func endsSentence(s string, start, end int) bool {
	body := strings.TrimRightFunc(s[start:end], unicode.IsSpace)
	if onlyMark(body) {
		return false
	}
	rest := s[end:]
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	gap := s[start+len(body) : end+len(rest)-len(next)]
	if next == "" || strings.Count(gap, "\n") > 1 {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, `"'“‘(`))
	quoted := strings.TrimRight(body, `"'”’`)
	stop, _ := utf8.DecodeLastRuneInString(strings.TrimRight(body, `"'”’)]`))
	switch {
	case unicode.IsLower(first):
		return false
	case strings.HasSuffix(quoted, "[...]"), strings.HasSuffix(body, " . . .") && !strings.HasSuffix(body, ". . . ."):
		return false
	case stop == '.':
		return !abbreviated(body, next)
	}
	return stop == '!' || stop == '?' || stop == '…' || stop == '。' || stop == '！' || stop == '？'
}
