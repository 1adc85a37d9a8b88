package document

import (
	"strings"
)

// bibtexFields reads an entry that is written as in a .bib file:
// @article{key, title = {...}, author = "A and B", year = 2020}.
func bibtexFields(source string) (fields, bool) {
	_, body, ok := strings.Cut(source, "{")
	if !strings.HasPrefix(source, "@") || !ok || len(source) > maxRecord {
		return fields{}, false
	}
	var f fields
	for body != "" {
		name, rest, ok := strings.Cut(body, "=")
		if !ok {
			break
		}
		name = strings.ToLower(strings.TrimSpace(name[strings.LastIndexAny(name, ",\n")+1:]))
		rest = strings.TrimLeft(rest, " \t\n")
		n := bibtexValue(rest)
		value := strings.Join(strings.Fields(strings.NewReplacer("{", "", "}", "").Replace(strings.Trim(rest[:n], `"`))), " ")
		switch name {
		case "title":
			f.title = value
		case "author":
			f.authors = strings.Split(value, " and ")
		case "year", "date":
			f.year, f.date = yearOf(value), value
		}
		body = rest[n:]
	}
	return f, f.title != ""
}

// bibtexValue returns the length of the value that s begins with.
func bibtexValue(s string) int {
	depth := 0
	for i := range len(s) {
		switch {
		case s[i] == '{':
			depth++
		case s[i] == '}' && depth == 0, s[i] == ',' && depth == 0 && !strings.HasPrefix(s, `"`):
			return i
		case s[i] == '}':
			depth--
		case s[i] == '"' && i > 0 && depth == 0 && strings.HasPrefix(s, `"`):
			return i + 1
		}
	}
	return len(s)
}
