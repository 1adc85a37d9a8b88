package document

import (
	"strings"
	"testing"
)

func TestCodeSpan(t *testing.T) {
	for s, want := range map[string]int{
		"`a` b":                                 3,
		"``a`b`` c":                             7,
		"`a``b` c":                              6,
		"`a":                                    1,
		"``a`":                                  2,
		"```\n[1]\n``` c":                       11,
		"`" + strings.Repeat("a", 20_000) + "`": 1,
	} {
		if got := CodeSpan(s); got != want {
			t.Errorf("CodeSpan(%.20q) = %d, want %d", s, got, want)
		}
	}
}
