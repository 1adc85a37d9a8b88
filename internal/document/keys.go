package document

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// sourceKeys returns the keys in the brackets of a stranger's marker: numbers with
// pages ("1, pp. 3–4; 2"), with a word for the source ("Source 1", "citation:3"), with
// what a search engine adds ("1†L3"), or raised. Plain says that they are digits alone.
func sourceKeys(body string) (keys []string, plain bool) {
	if len(body) == 0 || len(body) > maxLabel {
		return nil, false
	}
	if keys := numericKeys(body); keys != nil {
		return keys, true
	}
	if digits, ok := lowered(body); ok {
		return numericKeys(digits), false
	}
	body, _, _ = strings.Cut(body, "†")
	body, _, _ = strings.Cut(body, "‡")
	body = leadIn(strings.TrimSpace(body))
	if strings.Trim(body, ",;，；、") != body {
		return nil, false // [1,] was meant to go on
	}
	for part := range strings.FieldsFuncSeq(body, func(r rune) bool { return r == ',' || r == ';' || r == '，' || r == '；' || r == '、' }) {
		part = withoutWord(strings.TrimSpace(part))
		if len(keys) > 0 && pinpoint(part) {
			continue
		}
		list := numericKeys(dashes(part))
		if list == nil || len(keys)+len(list) > maxKeys {
			return nil, false
		}
		keys = append(keys, list...)
	}
	return keys, false
}

// leadIn takes "see" and the like off the start of a marker.
func leadIn(s string) string {
	for _, p := range []string{"see also ", "See also ", "see ", "See ", "e.g., ", "e.g. ", "cf. ", "参见", "见"} {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return strings.TrimSpace(rest)
		}
	}
	return s
}

// withoutWord takes the word for a source off a number: "Ref. 3", "source: 3", "来源3".
func withoutWord(s string) string {
	n := strings.IndexFunc(s, func(r rune) bool { return r >= '0' && r <= '9' })
	if n <= 0 {
		return s
	}
	switch strings.ToLower(strings.Trim(s[:n], " .:#：_-")) {
	case "source", "sources", "ref", "refs", "reference", "references", "citation", "citations", "cite", "cit", "doc", "oai citation", "oai_citation", "来源", "资料", "文献", "参考文献", "参考", "引用", "quelle", "fuente", "fonte":
		return s[n:]
	}
	return s
}

// pinpoint reports whether s says where in a source: "p. 4", "pp. 33–35", "ch. 2".
func pinpoint(s string) bool {
	word := strings.ToLower(s[:len(s)-len(strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ§¶第"))])
	switch word {
	case "p", "pp", "page", "pages", "ch", "chap", "chapter", "chapters", "sec", "sect", "section", "sections", "§", "§§", "¶", "para", "paras", "fig", "figs", "figure", "table", "tab", "vol", "note", "n", "line", "lines", "s", "art", "appendix", "第",
		"th", "thm", "theorem", "lem", "lemma", "prop", "proposition", "cor", "corollary", "def", "definition", "eq", "eqs", "eqn", "equation", "ex", "example", "alg", "algorithm", "part", "bd", "kap", "rn":
		return len(word) < len(s)
	}
	return false
}

// dashes writes every dash as "-".
func dashes(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("‐‑‒–—−~〜～", r) {
			return '-'
		}
		return r
	}, s)
}

// lowered returns raised digits as plain ones.
func lowered(s string) (string, bool) {
	if raisedDigit(s) == 0 {
		return "", false
	}
	var b strings.Builder
	for len(s) > 0 {
		c, size := raised(s)
		if size == 0 {
			if s[0] != ' ' {
				return "", false
			}
			c, size = ' ', 1
		}
		b.WriteByte(c)
		s = s[size:]
	}
	return b.String(), utf8.ValidString(b.String())
}

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

// maxKeys bounds the keys that one marker may have.
const maxKeys = 1000
