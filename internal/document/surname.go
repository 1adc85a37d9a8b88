package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// surname returns the family name of a person, with its particles, and the name of
// an organisation without what is added in brackets.
func surname(name string) string {
	if before, _, ok := strings.Cut(name, " ("); ok {
		name = before
	}
	if organised(name) {
		return name
	}
	if family, _, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(family)
	}
	words := strings.Fields(name)
	for len(words) > 1 && surplus(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return ""
	}
	first := len(words) - 1
	for first > 0 && particle(words[first-1]) {
		first--
	}
	if len(words) > 1 && capitalRun(name[strings.LastIndexByte(name, ' ')+1:]) > 0 {
		first = 0 // Smith JA
	}
	return strings.Join(words[first:], " ")
}

// organised reports whether a name is that of an organisation: it has small words or
// one that only organisations are called.
func organised(name string) bool {
	words := strings.Fields(name)
	if len(words) > 4 && !strings.ContainsAny(name, ".,") {
		return true
	}
	for i, w := range words {
		w = strings.ToLower(strings.Trim(w, ",.()"))
		switch w {
		case "of", "for", "and", "&", "the", "on", "in", "für", "pour", "para":
			if i > 0 || w == "the" {
				return true
			}
		case "organization", "organisation", "institute", "institut", "institution", "agency", "ministry", "university", "universität", "council", "association", "center", "centre", "centers", "bank", "group", "commission", "committee", "foundation", "society", "department", "office", "bureau", "union", "nations", "federation", "administration", "authority", "company", "corporation", "inc", "ltd", "llc", "gmbh", "press", "news", "times", "post", "journal", "review", "magazine", "team", "project", "network", "initiative", "program", "programme", "service", "services", "laboratory", "labs", "research", "board", "fund", "forum", "college", "academy", "academies", "museum", "library", "court", "government", "parliament", "registry", "alliance", "consortium", "collaboration", "partnership", "survey", "economics", "health", "technologies", "systems", "software", "international", "global", "world", "national", "european":
			return true
		}
	}
	return false
}

// surplus reports whether the last word of a name is no part of the family name.
func surplus(w string) bool {
	switch strings.Trim(w, ".,") {
	case "Jr", "Sr", "II", "III", "IV":
		return true
	}
	return initials(w) == len(w)
}

// foldName returns a name as it is compared: lower-case letters and digits without
// diacritics, one space between words.
func foldName(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range decomposed(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if space && b.Len() > 0 {
				b.WriteByte(' ')
			}
			space = false
			writeFolded(&b, unicode.ToLower(r))
		case unicode.Is(unicode.Mn, r) || strings.ContainsRune(".'’ʼ", r):
		default:
			space = true
		}
	}
	return b.String()
}

func decomposed(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return norm.NFD.String(s)
		}
	}
	return s
}

// writeFolded writes letters that do not decompose as those they are replaced by.
func writeFolded(b *strings.Builder, r rune) {
	switch r {
	case 'ø':
		b.WriteByte('o')
	case 'ł':
		b.WriteByte('l')
	case 'đ', 'ð':
		b.WriteByte('d')
	case 'ı':
		b.WriteByte('i')
	case 'ß':
		b.WriteString("ss")
	case 'æ':
		b.WriteString("ae")
	case 'œ':
		b.WriteString("oe")
	default:
		b.WriteRune(r)
	}
}
