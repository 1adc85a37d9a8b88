package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// title reads the title from at on. Behind authors it is what is marked there, or the
// text up to the next stop; without them the first link, emphasis or quotation.
func (r *record) title(at int) string {
	rest := strings.TrimLeft(r.text[at:], " .,:;-–—)。，：")
	start := len(r.text) - len(rest)
	m, marked := r.next(at)
	if at == 0 {
		return r.bareTitle()
	}
	if marked && m.from <= start+1 && letters(r.text[m.start:m.end]) {
		return plainTitle(r.text[m.start:m.end])
	}
	if title, ok := singleQuoted(rest); ok {
		return plainTitle(title)
	}
	end := r.address(start)
	if marked && m.from < end {
		end = r.before(start, m)
	}
	body := r.text[start:end]
	return plainTitle(body[:sentenceStop(body)])
}

// before returns where a title that starts at start ends, if a mark follows it: a
// journal in emphasis does, a name in the title itself does not.
func (r *record) before(start int, m mark) int {
	gap := strings.TrimRight(r.text[start:m.from], " ")
	if m.kind == linkMark && letters(gap) || strings.HasSuffix(gap, " In") || strings.HasSuffix(gap, ". In:") {
		return start + len(strings.TrimSuffix(strings.TrimSuffix(gap, "In"), "In:"))
	}
	if strings.HasSuffix(gap, ".") || strings.HasSuffix(gap, ",") || strings.HasSuffix(gap, "?") || strings.HasSuffix(gap, "!") {
		return m.from
	}
	if next, ok := r.next(m.to); ok {
		return r.before(start, next)
	}
	return r.address(start)
}

// bareTitle returns the title of an entry without known authors.
func (r *record) bareTitle() string {
	for _, m := range r.marks {
		if s := r.text[m.start:m.end]; letters(s) && !nameless(s) && m.kind == linkMark {
			return plainTitle(s)
		}
	}
	for _, m := range r.marks {
		if s := r.text[m.start:m.end]; letters(s) && !nameless(s) {
			return plainTitle(s)
		}
	}
	title := strings.TrimSpace(r.text[:r.address(0)])
	if number, rest, ok := strings.Cut(strings.TrimPrefix(title, `\`), "]"); ok && strings.HasPrefix(number, "[") && ArXivNumber(number[1:]) != "" && letters(rest) {
		title = strings.TrimSpace(rest) // [2303.16358] Title, as arXiv names its pages
	}
	for _, word := range [...]string{", accessed ", ". Accessed ", ", retrieved ", ". Retrieved ", "檢索日期", "检索日期", "访问日期", "访问时间"} {
		title, _, _ = strings.Cut(title, word)
	}
	if title == "" {
		_, title, _ = strings.Cut(r.text, " ")
		title = title[:min(len(title), strings.Index(title+"://", "://"))]
	}
	title = strings.Trim(title, " :;,.-–—|(<[，：")
	if open := strings.LastIndexByte(title, '('); open > 0 && strings.HasSuffix(title, ")") && yearAt(title, open+1) == len(title)-open-2 {
		title = title[:open]
	}
	if len(title) > 300 {
		return ""
	}
	return plainTitle(title)
}

// nameless reports whether a link's text says nothing of where it leads.
func nameless(s string) bool {
	switch strings.ToLower(strings.Trim(s, " .:[]")) {
	case "link", "url", "source", "pdf", "doi", "html", "web", "website", "online", "here", "read", "full text", "available here", "access", "arxiv", "链接", "原文":
		return true
	}
	return strings.Contains(s, "://") || strings.HasPrefix(s, "www.") || strings.HasPrefix(s, "10.") || strings.HasPrefix(strings.ToLower(s), "doi")
}

// singleQuoted returns the inside of the single quotation marks that s begins with,
// which are apostrophes elsewhere.
func singleQuoted(s string) (string, bool) {
	for _, pair := range [...][2]string{{"'", "'"}, {"‘", "’"}, {"``", "''"}, {"《", "》"}} {
		body, ok := strings.CutPrefix(s, pair[0])
		if !ok {
			continue
		}
		for i := 0; ; {
			k := strings.Index(body[i:], pair[1])
			if k < 0 {
				break
			}
			i += k + len(pair[1])
			if after := body[i:]; after == "" || strings.ContainsRune(",. ;[(", rune(after[0])) || pair[0] == "《" {
				return body[:i-len(pair[1])], true
			}
		}
	}
	return "", false
}

// sentenceStop returns where the title that s begins with ends: at its first stop, or
// at the kind of the work in brackets, [J] or [Online].
func sentenceStop(s string) int {
	for i := 0; i < len(s); i++ {
		rest := s[i+1:]
		switch s[i] {
		case '.':
			if rest == "" || rest[0] == ' ' && !abbreviated(s[:i], rest) {
				return i
			}
		case '?', '!':
			if strings.HasPrefix(rest, " ") {
				return i + 1
			}
		case '[':
			if kind, _, ok := strings.Cut(rest[:min(len(rest), maxKind)], "]"); ok && startsUpper(kind) && len(strings.Fields(kind)) < 4 {
				return i
			}
		case '/':
			if strings.HasPrefix(rest, "/") {
				return i
			}
		case "。"[0]:
			if strings.HasPrefix(s[i:], "。") {
				return i
			}
		}
	}
	return len(s)
}

// maxKind bounds the kind of a work in brackets, in bytes.
const maxKind = 32

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// abbreviated reports whether the stop between two parts of a title ends no sentence.
func abbreviated(before, after string) bool {
	word := before[strings.LastIndexAny(before, " -(")+1:]
	switch word {
	case "vs", "St", "Dr", "Mr", "Mrs", "Vol", "No", "ca", "cf", "approx", "etc", "e.g", "i.e", "U.S", "U.K":
		return true
	}
	r, size := utf8.DecodeRuneInString(strings.TrimLeft(after, " "))
	return size == 0 || unicode.IsLower(r) && !strings.HasPrefix(after, " arXiv") || len(word) == 1 && unicode.IsUpper(rune(word[0])) && len(before) < 4
}

// plainTitle takes the markup off a title and its last comma or stop.
func plainTitle(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '*' || r == '`' || r == '\\' {
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(strings.Join(strings.Fields(s), " "), ".,;: ")
}
