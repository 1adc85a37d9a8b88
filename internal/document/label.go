package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// entryIDs reads the ids that a line of a list of references begins with: "[5] [6]
// text", "[1]: url", "1. text", "【1】text", "**[1]** text".
func entryIDs(line string) (ids []string, n int) {
	start := entryStart(line)
	for n = start; ; {
		rest := strings.TrimLeft(line[n:], " \t>\\")
		keys, size := entryBrackets(rest)
		if size == 0 {
			break
		}
		ids = append(ids, keys...)
		n = len(line) - len(rest) + size
	}
	if key, size := definedKey(line[n:]); size > 0 {
		return []string{key}, n + size + len(":")
	}
	if len(ids) > 0 {
		rest := strings.TrimLeft(line[n:], ": \t")
		if strings.HasSuffix(line[:start], "**") {
			rest = strings.TrimLeft(strings.TrimPrefix(rest, "**"), ": \t")
		}
		return ids, len(line) - len(rest)
	}
	line = line[start:]
	digits := strings.TrimLeft(line, "0123456789")
	size := len(line) - len(digits)
	rest := strings.TrimPrefix(digits, `\`)
	if size == 0 || size > 4 || !strings.HasPrefix(rest, ". ") && !strings.HasPrefix(rest, ") ") && !strings.HasPrefix(rest, "、") && !strings.HasPrefix(rest, ".** ") {
		return nil, 0
	}
	end := len(line) - len(rest)
	for _, mark := range []string{".** ", ". ", ") ", "、"} {
		rest = strings.TrimPrefix(rest, mark)
	}
	return []string{line[:size]}, start + end + len(line[end:]) - len(rest)
}

// entryStart returns the length of the emphasis and the tags that a line begins with.
func entryStart(line string) int {
	n := 0
	for {
		rest := strings.TrimLeft(line[n:], " \t*")
		end := strings.IndexByte(rest[:min(len(rest), maxLabel)], '>')
		if end < 0 || !strings.HasPrefix(rest, "<a ") && !strings.HasPrefix(rest, "</") && !strings.HasPrefix(rest, "<span ") && !strings.HasPrefix(rest, "<sup>") {
			if len(rest) > 0 && (rest[0] == '[' || rest[0] >= '0' && rest[0] <= '9') {
				return len(line) - len(rest)
			}
			return n
		}
		n = len(line) - len(rest) + end + 1
	}
}

// entryBrackets reads the ids in the brackets that s begins with.
func entryBrackets(s string) (ids []string, size int) {
	if size = text.Marker(s); size > 0 {
		body := strings.TrimPrefix(s[1:size-1], "cite:")
		if ids = numericKeys(body); ids == nil {
			ids = citeKeys(body)
		}
		return ids, size
	}
	for _, pair := range [][2]string{{"[", "]"}, {"[^", "^]"}, {"(", ") "}, {"[", `\]`}, {"【", "】"}, {"［", "］"}, {"〔", "〕"}} {
		inner, ok := strings.CutPrefix(s, pair[0])
		body, _, shut := strings.Cut(inner[:min(len(inner), maxLabel)], pair[1])
		if !ok || !shut || body == "" {
			continue
		}
		if ids, _ = sourceKeys(body); len(ids) > 0 {
			return ids, len(pair[0]) + len(body) + len(pair[1])
		}
	}
	return nil, 0
}
