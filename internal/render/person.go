package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// person is an author's name in parts, or the name of an organisation.
type person struct {
	Family string `json:"family,omitempty"`
	Given  string `json:"given,omitempty"`
	Whole  string `json:"literal,omitempty"` // when it cannot be split
}

// parsePerson splits a name. Organisations, single words and names in scripts that
// put the family name first are kept whole.
func parsePerson(name string) person {
	name = strings.Join(strings.Fields(name), " ")
	if family, given, ok := strings.Cut(name, ", "); ok && family != "" && !organisation(name) {
		return person{Family: family, Given: given}
	}
	w := strings.Fields(name)
	if len(w) < 2 || len(w) > 5 || organisation(name) || strings.ContainsFunc(name, ideograph) {
		return person{Whole: name}
	}
	i := len(w) - 1
	if i > 1 && among(suffixes, w[i]) {
		i--
	}
	for i > 1 && lower(w[i-1]) {
		i--
	}
	return person{Family: strings.Join(w[i:], " "), Given: strings.Join(w[:i], " ")}
}

const (
	suffixes      = " Jr Sr II III IV "
	organisations = " Agency Association Authors Bureau Centre Center College Commission Committee " +
		"Community Company Consortium Contributors Corporation Corp Council Department Developers " +
		"Editors Foundation Gmbh GmbH Group Inc Institute Laboratory Labs Limited LLC Ltd Ministry " +
		"Office Organisation Organization Press Project Society Staff Survey Team University " +
		"The and & of for "
)

// among reports whether the word, without its punctuation, is in the list.
func among(list, word string) bool { return strings.Contains(list, " "+strings.Trim(word, ".,")+" ") }

func organisation(name string) bool {
	for _, w := range strings.Fields(name) {
		if among(organisations, w) {
			return true
		}
	}
	return strings.ContainsFunc(name, unicode.IsDigit)
}

func ideograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func lower(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r)
}

// family is what a citation calls the author.
func (p person) family() string { return p.Family + p.Whole }

// initials returns the given names as initials: "Mary-Jane Kim" is "M.-J. K.".
func (p person) initials() string {
	var out []string
	for _, name := range strings.Fields(p.Given) {
		var parts []string
		for part := range strings.SplitSeq(name, "-") {
			if r, n := utf8.DecodeRuneInString(part); n > 0 {
				parts = append(parts, string(unicode.ToUpper(r))+".")
			}
		}
		out = append(out, strings.Join(parts, "-"))
	}
	return strings.Join(out, " ")
}

// familyFirst is "Doe, J. K."; initialsFirst is "J. K. Doe".
func (p person) familyFirst() string   { return joinNonEmpty(", ", p.family(), p.initials()) }
func (p person) initialsFirst() string { return joinNonEmpty(" ", p.initials(), p.family()) }

func people(names []string) []person {
	out := make([]person, 0, len(names))
	for _, n := range names {
		if n = strings.TrimSpace(n); n != "" {
			out = append(out, parsePerson(n))
		}
	}
	return out
}

func joinNonEmpty(sep string, parts ...string) string {
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, sep)
}

// enumerate joins words as "a", "a & b", "a, b, & c" with the word for and.
func enumerate(words []string, and string) string {
	switch n := len(words); n {
	case 0, 1:
		return strings.Join(words, "")
	case 2:
		return words[0] + " " + and + " " + words[1]
	default:
		return strings.Join(words[:n-1], ", ") + ", " + and + " " + words[n-1]
	}
}
