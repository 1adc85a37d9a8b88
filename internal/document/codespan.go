package document

import "strings"

// maxCodeSpan bounds a code span in bytes.
const maxCodeSpan = 10_000

// CodeSpan returns the length of the code span that s, which begins with a backtick,
// begins with: up to the next run of as many. If there is none, it is that of the run.
func CodeSpan(s string) int {
	open := backticks(s)
	s = s[:min(len(s), maxCodeSpan)]
	for i := open; i < len(s); {
		k := strings.IndexByte(s[i:], '`')
		if k < 0 {
			break
		}
		i += k
		n := backticks(s[i:])
		i += n
		if n == open {
			return i
		}
	}
	return open
}

func backticks(s string) int { return len(s) - len(strings.TrimLeft(s, "`")) }
