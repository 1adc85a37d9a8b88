package document

import (
	"strings"
	"unicode"
)

// FindDOI returns the first DOI in s, or "".
func FindDOI(s string) string {
	for i := 0; ; {
		k := strings.Index(s[i:], "10.")
		if k < 0 {
			return ""
		}
		i += k
		doi := s[i:]
		if end := strings.IndexFunc(doi, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("<>\"])}*|", r) }); end >= 0 {
			doi = doi[:end]
		}
		doi = strings.TrimRight(doi, ".,;:")
		prefix, suffix, ok := strings.Cut(strings.TrimPrefix(doi, "10."), "/")
		if ok && suffix != "" && len(prefix) >= 4 && len(prefix) <= 9 && strings.Trim(prefix, "0123456789.") == "" && (i == 0 || !wordByte(s[i-1])) {
			return doi
		}
		i += len("10.")
	}
}

// FindArXiv returns the first arXiv number in s that something says is one, without
// version, or "".
func FindArXiv(s string) string {
	lower := strings.ToLower(s)
	for _, sign := range [...]string{"arxiv.org/abs/", "arxiv.org/pdf/", "arxiv.org/html/", "10.48550/arxiv.", "arxiv preprint arxiv:", "arxiv:", "arxiv "} {
		for i := 0; ; {
			k := strings.Index(lower[i:], sign)
			if k < 0 {
				break
			}
			i += k + len(sign)
			if id := ArXivNumber(strings.TrimLeft(s[min(i, len(s)):], " ")); id != "" && len(s) == len(lower) {
				return id
			}
		}
	}
	return ""
}

// ArXivNumber returns the arXiv number that s begins with, without version, or "":
// 1706.03762 or hep-th/9901001.
func ArXivNumber(s string) string {
	digits := func(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }
	if n := digits(s); n == 4 && strings.HasPrefix(s[n:], ".") {
		if k := digits(s[5:]); k == 4 || k == 5 {
			return s[:5+k]
		}
	}
	archive, number, ok := strings.Cut(s[:min(len(s), 24)], "/")
	if n := digits(number); ok && n == 7 && archive != "" && strings.Trim(archive, "abcdefghijklmnopqrstuvwxyz-.ACGNMOTSP") == "" {
		return archive + "/" + number[:7]
	}
	return ""
}
