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

func opener(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	if r == '(' || r == '（' || r == '[' {
		return size
	}
	return 0
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
