package text

import "strings"
import "unicode"

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
