package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fields are what an entry says of a work.
type fields struct {
	title   string
	authors []string
	year    string // with its letter, as markers write it: 2020, 2020a, n.d.
	date    string // what stands with the year: "2020, March 5"
}

// readFields reads the fields of an entry in any of the usual shapes.
func readFields(source string) fields {
	if f, ok := bibtexFields(source); ok {
		return f
	}
	r := newRecord(source)
	f, at := r.head()
	if f.title == "" {
		f.title = r.title(at)
	}
	if f.title == "" && len(f.authors) > 0 {
		f.authors, f.title = nil, r.title(0)
	}
	if f.year == "" {
		f.year = r.year(f.title)
	}
	return f
}

// head reads the authors and the year behind them, and returns where they end.
func (r *record) head() (fields, int) {
	if rest := strings.TrimLeft(r.text, "-—_"); len(r.text)-len(rest) > 2 { // of the same authors
		if date, end := dated(r.text, len(r.text)-len(rest)); end > 0 {
			return fields{year: yearOf(date), date: date}, end
		}
	}
	b := readByline(r.text)
	for _, m := range r.marks { // [Jane Doe, title](url): what is marked is the title, but for "et al."
		if m.from < b.end && etAl(r.text[m.from:]) == 0 && !(b.sure && m.kind == emphasisMark && m.end >= b.end) {
			b = byline{}
			break
		}
	}
	if len(b.names) > 0 {
		if date, end := dated(r.text, b.end); end > 0 {
			return fields{authors: b.names, year: yearOf(date), date: date}, end
		}
		if r.titled(b.end, b.sure || len(b.names) > 1) {
			return fields{authors: b.names}, b.end
		}
	}
	return r.organisation()
}

// titled reports whether a title can follow authors that end at i: it is marked, or
// stands behind a stop and the authors are certain.
func (r *record) titled(i int, certain bool) bool {
	rest := strings.TrimLeft(r.text[i:], " .,:;-–—")
	at := len(r.text) - len(rest)
	if rest == "" || strings.HasPrefix(rest, "http") {
		return false
	}
	gap := strings.TrimLeft(r.text[i:at], " ")
	if strings.HasSuffix(r.text[:i], ".") {
		gap = "." + gap // of "J." or "et al."
	}
	if m, ok := r.next(i); ok && m.from <= at {
		return strings.HasPrefix(gap, ".") || m.kind != linkMark && strings.ContainsAny(gap, ",:")
	}
	if hanName(r.text) > 0 && strings.ContainsAny(rest, "[《") {
		certain = true
	}
	return certain && startsAny(gap, ".:,")
}

// dated reads the year behind authors that end at i: "(2020, March 5)", ". 2020.",
// " 2020,". It returns what was written and where it ends, or 0.
func dated(s string, i int) (date string, end int) {
	rest := strings.TrimLeft(s[i:], " .,:")
	at := len(s) - len(rest)
	if open := opener(rest); open > 0 {
		shut := strings.IndexAny(rest, ")）]")
		if shut < 0 || shut > maxDate || !dateOnly(rest[open:shut]) {
			return "", 0
		}
		_, size := utf8.DecodeRuneInString(rest[shut:])
		return rest[open:shut], at + shut + size
	}
	n := yearAt(rest, 0)
	if n == 0 {
		return "", 0
	}
	if after := rest[n:]; after == "" || strings.ContainsRune(".,:;", rune(after[0])) {
		return rest[:n], at + n
	}
	if strings.HasPrefix(rest[n:], ` "`) || strings.HasPrefix(rest[n:], " “") || strings.HasPrefix(rest[n:], " '") || strings.HasPrefix(rest[n:], " ‘") {
		return rest[:n], at + n
	}
	return "", 0
}

// dateOnly reports whether s holds a year and else no more than a day and a month
// before it.
func dateOnly(s string) bool {
	at, size := nextYear(s, 0)
	for word := range strings.FieldsSeq(s[:at]) {
		if word = strings.Trim(word, ",.[]"); !calendar(word) && letters(word) && word != "c" && word != "ca" {
			return false
		}
	}
	return size > 0
}

// maxDate bounds the date behind the authors, in bytes.
const maxDate = 60

func opener(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if r == '(' || r == '（' || r == '[' {
		return size
	}
	return 0
}

// yearOf returns the first year in a date, with its letter, "n.d.", or "".
func yearOf(date string) string {
	for i := range date {
		if n := yearAt(date, i); n > 0 {
			return canonicalYear(date[i : i+n])
		}
	}
	return ""
}

// organisation reads an organisation, or a name that no person has, up to a year or to
// a stop before a marked title. A title may stand in its place.
func (r *record) organisation() (fields, int) {
	limit := min(len(r.text), maxOrganisation, r.address(0))
	m, marked := r.next(0)
	if marked {
		limit = min(limit, m.from)
	}
	for i := 1; i < limit; i++ {
		if !startsAny(r.text[i:], "(., （") {
			continue
		}
		date, end := dated(r.text, i)
		if end == 0 {
			continue
		}
		f := fields{year: yearOf(date), date: date}
		name := strings.Trim(r.text[:i], " .,")
		gap := len(r.text) - len(strings.TrimLeft(r.text[end:], " .,:;-–—"))
		switch {
		case gap < len(r.text) && r.address(end) > gap && organisationName(name):
			f.authors = []string{name}
		case startsAny(strings.TrimLeft(r.text[i:], " ."), "(（"):
			f.title = plainTitle(name)
		default:
			return fields{}, 0
		}
		return f, end
	}
	before := strings.TrimRight(r.text[:limit], " ")
	if name := strings.TrimRight(before, ".,"); marked && limit == m.from && len(name) < len(before) && organisationName(name) {
		return fields{authors: []string{name}}, limit
	}
	return fields{}, 0
}

// maxOrganisation bounds the name of an organisation in bytes.
const maxOrganisation = 200

// organisationName reports whether s can name an organisation: a few words, all but
// the small ones capitalised.
func organisationName(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 || len(words) > 12 {
		return false
	}
	for i, w := range words {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, `("[“`))
		switch {
		case unicode.IsUpper(r) || han(r):
		case i > 0 && smallWord(w) || w == "&" || particle(w):
		case unicode.IsDigit(r) && i > 0:
		default:
			return false
		}
	}
	return !strings.ContainsAny(s, "?!:") && !strings.HasPrefix(s, "http")
}

func smallWord(w string) bool {
	switch strings.Trim(w, ",.") {
	case "of", "for", "and", "the", "in", "on", "to", "at", "with", "und", "für", "der", "des", "et", "pour", "y", "para", "del", "per", "e", "a", "d'":
		return true
	}
	return false
}

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

// year returns the last year of an entry outside of its title and its addresses.
func (r *record) year(title string) string {
	s := strings.Replace(r.text, title, strings.Repeat(" ", len(title)), 1)
	best := ""
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			continue
		}
		if strings.HasPrefix(s[i:], "http") {
			i += len(firstURL(s[i:]))
		}
		if n := yearAt(s, i); n >= 4 && i < len(s) && s[i] >= '0' && s[i] <= '9' && !accessed(s[:i]) {
			if best == "" || s[i-1] == '(' {
				best = canonicalYear(s[i : i+n])
			}
			i += n - 1
		}
	}
	return best
}

// accessed reports whether the date behind before says when the work was looked at.
func accessed(before string) bool {
	before = strings.ToLower(before[max(0, len(before)-24):])
	for _, w := range [...]string{"accessed", "retrieved", "访问", "檢索", "检索", "閲覧", "abgerufen", "consulté", "consultado", "viewed"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
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

// beginsWork reports whether a line begins an entry without a number: with persons
// and a year or a title.
func beginsWork(line string) bool {
	line = strings.TrimLeft(line, " \t")
	if line == "" || !startsWithLetter(line) {
		return false
	}
	b := readByline(line[:min(len(line), maxOrganisation)])
	if len(b.names) == 0 {
		return false
	}
	_, end := dated(line, b.end)
	return end > 0
}
