package document

import (
	"strconv"
	"strings"
)

// maxKeys bounds the keys that one marker may have.
const maxKeys = 1000

// citeKeys returns the keys of the list "g1, g4", or nil if it is none.
func citeKeys(list string) []string {
	var keys []string
	for k := range strings.SplitSeq(list, ",") {
		k = strings.TrimSpace(k)
		if k == "" || strings.Contains(k, " ") || len(keys) == maxKeys {
			return nil
		}
		keys = append(keys, k)
	}
	return keys
}

// numericKeys returns the keys of "1", "1, 2" or "1-3, 7", or nil if s is no such list.
func numericKeys(s string) []string {
	var keys []string
	for part := range strings.SplitSeq(strings.ReplaceAll(s, "–", "-"), ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, ok := ordinal(first)
		to := from
		if isRange && ok {
			to, ok = ordinal(last)
		}
		if !ok || to < from || to-from >= maxKeys-len(keys) {
			return nil
		}
		for n := from; n <= to; n++ {
			keys = append(keys, strconv.Itoa(n))
		}
	}
	return keys
}

// ordinal reads a number of at most three digits: [2015] is a year.
func ordinal(s string) (int, bool) {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 3 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}
