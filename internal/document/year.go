package document

import "strings"

// yearAt returns the length of the year that stands at i, with a letter behind it:
// 2020, 2020a, n.d., or 0.
func yearAt(s string, i int) int {
	if i > 0 && i < len(s) && s[i-1] < 0x80 && wordByte(s[i-1]) {
		return 0
	}
	rest := s[min(i, len(s)):]
	if rest == "" {
		return 0
	}
	if rest[0] > '2' || rest[0] < '1' {
		return wordYear(rest)
	}
	n := len(rest[:min(len(rest), 5)]) - len(strings.TrimLeft(rest[:min(len(rest), 5)], "0123456789"))
	if n != 4 || rest[0] == '2' && rest[1] != '0' || rest[0] == '1' && rest[1] < '4' {
		return 0
	}
	if len(rest) > 4 && rest[4] >= 'a' && rest[4] <= 'z' {
		n++
	}
	if len(rest) > n && (rest[n] < 0x80 && wordByte(rest[n]) || rest[n] == '.' && len(rest) > n+1 && rest[n+1] >= '0' && rest[n+1] <= '9') {
		return 0
	}
	return n
}

// wordYear returns the length of what stands for a year that is not known.
func wordYear(s string) int {
	switch s[0] {
	case 'n', 'N', 'i', 'f', 'F', 's', 'o':
	default:
		return 0
	}
	for _, w := range [...]string{"n.d.", "n. d.", "n.d", "in press", "forthcoming", "s.f.", "o. J.", "o.J."} {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) && !startsWithLetter(s[len(w):]) {
			return len(w)
		}
	}
	return 0
}

// canonicalYear writes a year as the labels of entries do.
func canonicalYear(s string) string {
	switch {
	case s == "" || s[0] >= '0' && s[0] <= '9':
		return s
	case strings.EqualFold(s, "in press"), strings.EqualFold(s, "forthcoming"):
		return strings.ToLower(s)
	}
	return "n.d."
}
