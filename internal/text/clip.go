package text

import "strings"

// Clip returns s cut to at most n characters, the last of which then is "…".
func Clip(s string, n int) string {
	at, count := 0, 0
	for i := range s {
		if count++; count == n {
			at = i
		} else if count > n {
			return strings.TrimSpace(s[:at]) + "…"
		}
	}
	return s
}
