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
	masked := maskMarkers(s)
	start := 0
	emit := func(end int) {
		if span := trim(s, start, end); span.Start < span.End {
			spans = append(spans, span)
		}
		start = end
	}
	for it := sentences.FromString(masked); it.Next(); {
		if end := it.End(); end == len(s) || endsSentence(masked, start, end) {
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

// maxMarker bounds the length of a citation marker in bytes.
const maxMarker = 200

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
	digits := false
	for _, r := range body {
		switch {
		case r >= '0' && r <= '9':
			digits = true
		case r == ',' || r == ' ' || !cite && (r == '-' || r == '–'):
		case cite && (r == '_' || r == '-' || unicode.IsLetter(r)):
		default:
			return 0
		}
	}
	if !digits || !cite && !asciiDigit(body[0]) {
		return 0
	}
	return end + 1
}

// endsSentence reports whether the boundary at end, of a sentence that begins at
// start, is one.
func endsSentence(s string, start, end int) bool {
	body := strings.TrimRightFunc(s[start:end], unicode.IsSpace)
	if strings.TrimSpace(body) == "" {
		return true
	}
	rest := s[end:]
	next := strings.TrimLeftFunc(rest, unicode.IsSpace)
	gap := s[start+len(body) : end+len(rest)-len(next)]
	if next == "" || strings.Count(gap, "\n") > 1 {
		return true
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, `"'“‘(`))
	stop, _ := utf8.DecodeLastRuneInString(strings.TrimRight(body, `"'”’)]`))
	switch {
	case unicode.IsLower(first):
		return false
	case stop == '.':
		return !abbreviated(body, next)
	}
	return stop == '!' || stop == '?' || stop == '…' || stop == '。' || stop == '！' || stop == '？'
}
