package document

import (
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// comment reads a comment that suppresses findings, alone on a line in the middle of a
// paragraph. Unlike other comments it must not part the paragraph.
func (r *holeReader) comment(i int) (hole, bool) {
	n := directive(r.source[i:])
	if n == 0 {
		return hole{}, false
	}
	start := strings.LastIndexByte(r.source[:i], '\n') + 1
	after, next, ok := strings.Cut(r.source[i+n:], "\n")
	if strings.Trim(r.source[start:i], " >") != "" || strings.TrimSpace(after) != "" {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + n + len(after)}}
	if first, _, _ := strings.Cut(next, "\n"); ok && strings.TrimSpace(first) != "" {
		h.End++ // with its line break
	} else {
		h.End -= len(after)
	}
	return h, r.verbatim || !blankBefore(r.source[:start]) && continues(next)
}

// directive returns the length of the comment that suppresses findings that s begins
// with, or 0.
func directive(s string) int {
	if !strings.HasPrefix(s, "<!-- citestone-") {
		return 0
	}
	line, _, _ := strings.Cut(s, "\n")
	if end := strings.Index(line, "-->"); end >= 0 {
		return end + len("-->")
	}
	return 0
}

// maxComments bounds how many comments in a row may stand within a paragraph.
const maxComments = 10

// blankBefore reports whether the last line of s that is no such comment is blank.
func blankBefore(s string) bool {
	for range maxComments {
		s = strings.TrimSuffix(s, "\n")
		start := strings.LastIndexByte(s, '\n') + 1
		line := strings.TrimLeft(strings.TrimSpace(s[start:]), " >")
		if directive(line) != len(line) {
			return false
		}
		if line == "" {
			return true
		}
		s = s[:start]
	}
	return true
}

// continues reports whether the next line, past other such comments, goes on with a
// paragraph: it is not blank and begins no list item, heading, table or reference.
func continues(s string) bool {
	n := 0
	for line := range strings.Lines(s) {
		if n++; n > maxComments {
			break
		}
		line = strings.TrimLeft(strings.TrimSpace(line), " >")
		if n := directive(line); n > 0 && n == len(line) {
			continue
		}
		digits := strings.TrimLeft(line, "0123456789")
		numbered := len(digits) < len(line) && (strings.HasPrefix(digits, ". ") || strings.HasPrefix(digits, ") "))
		return line != "" && !numbered && !strings.ContainsRune("-*+#|<`~", rune(line[0])) && text.Marker(line) == 0
	}
	return false
}
