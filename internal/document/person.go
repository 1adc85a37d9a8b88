package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of what is read as a list of authors: bytes of the list, words of a name.
const (
	maxAuthors   = 3000
	maxNameWords = 5
)

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// readPerson reads a name at the start of s: "Smith, J. A.", "Smith JA", "J. A. Smith",
// "Smith, John" if it is the first, "John A. Smith" or 张三. Sure says that it can be
// nothing but a name; inverted that others before it were.
func readPerson(s string, first, inverted bool) (name string, n int, sure bool) {
	if n := hanName(s); n > 0 {
		return s[:n], n, false
	}
	if n := initials(s); n > 0 && !capitals(s[:n]) {
		n += len(s[n:]) - len(strings.TrimLeft(s[n:], " "))
		if family := familyName(s[n:], 4); family > 0 {
			return s[:n+family], n + family, true
		}
		return "", 0, false
	}
	if inverted {
		if n := familyAndCapitals(s); n > 0 {
			return s[:n], n, true
		}
	}
	family := familyName(s, 4)
	if family == 0 {
		return "", 0, false
	}
	family = withoutInitials(s, family)
	rest := s[family:]
	comma := strings.HasPrefix(rest, ", ")
	if comma || strings.HasPrefix(rest, " ") {
		from := len(s) - len(strings.TrimLeft(rest, ", "))
		if n := initials(s[from:]); n > 0 && (ends(s[from+n:]) || comma && s[from+n-1] == '.') && (comma || separator(s[from+n:]) > 0) {
			return s[:from+n], from + n, true
		}
		if n := capitalRun(s[from:]); n > 0 && !comma && ends(s[from+n:]) {
			return s[:from+n], from + n, true
		}
	}
	words := strings.Fields(s[:family])
	if comma && first && familyWords(words) == 1 {
		if given := familyName(rest[2:], 3); given > 0 && ends(rest[2+given:]) {
			return s[:family+2+given], family + 2 + given, false
		}
	}
	if len(words) < 2 && (!first || etAl(strings.TrimLeft(rest, " ,")) == 0) || !ends(rest) {
		return "", 0, false
	}
	return s[:family], family, false
}

// familyAndCapitals returns the length of "Smith JA" or "van der Smith J" at the start
// of s, or 0.
func familyAndCapitals(s string) int {
	for words := 1; words < 4; words++ {
		from := familyName(s, words) + 1
		if from > len(s) || s[from-1] != ' ' {
			return 0
		}
		if n := capitalRun(s[from:]); n > 0 && ends(s[from+n:]) {
			return from + n
		}
	}
	return 0
}

// familyWords counts the words that are no particles.
func familyWords(words []string) int {
	n := 0
	for _, w := range words {
		if !particle(w) {
			n++
		}
	}
	return n
}

// ends reports whether a name can end before s.
func ends(s string) bool {
	if s == "" {
		return true
	}
	r, size := utf8.DecodeRuneInString(s)
	return strings.ContainsRune(",.;:/([，、。（", r) || r == ' ' && (size == len(s) || !startsWithLetter(s[size:]) || separator(s) > 0 || etAl(s[size:]) > 0)
}

// initials returns the length of the initials that s begins with: "J.", "J. A.",
// "J.-P.", "JA", with "Jr." behind them.
func initials(s string) int {
	n := 0
	for {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsUpper(r) {
			break
		}
		rest := s[n+size:]
		if !strings.HasPrefix(rest, ".") {
			break
		}
		n += size + 1
		if strings.HasPrefix(s[n:], "-") {
			n++
			continue
		}
		rest = strings.TrimPrefix(s[n:], " ")
		if next, size := utf8.DecodeRuneInString(rest); unicode.IsUpper(next) && strings.HasPrefix(rest[size:], ".") {
			n = len(s) - len(rest)
		}
	}
	if n == 0 {
		n = capitalRun(s)
	}
	if n > 0 {
		for _, suffix := range [...]string{", Jr.", " Jr.", ", Sr.", " III", " II", ", III"} {
			if strings.HasPrefix(s[n:], suffix) {
				return n + len(suffix)
			}
		}
	}
	return n
}

// capitalRun returns the length of one to three capitals that stand alone, as the
// initials in "Smith JA" do.
func capitalRun(s string) int {
	n, count := 0, 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsUpper(r) && !(r == '-' && count > 0) {
			break
		}
		n += size
		count++
	}
	if count == 0 || count > 4 || startsWithLetter(s[n:]) {
		return 0
	}
	return n
}

func capitals(s string) bool { return !strings.Contains(s, ".") }

// withoutInitials takes capitals at the end off a family name: "Smith JA".
func withoutInitials(s string, n int) int {
	if i := strings.LastIndexByte(s[:n], ' '); i > 0 && capitalRun(s[i+1:n]) == n-i-1 {
		return i
	}
	return n
}

// familyName returns the length of up to words capitalised words that s begins with,
// with the particles before them and the initials between them.
func familyName(s string, words int) int {
	end := 0
	for n, count := 0, 0; count < words+2; count++ {
		size := nameWord(s[n:])
		if size == 0 {
			break
		}
		word := s[n : n+size]
		n += size
		if !particle(word) {
			end = n
			words--
			if words == 0 {
				break
			}
		}
		if strings.HasPrefix(s[n:], ".") && utf8.RuneCountInString(word) == 1 {
			n++
		}
		if !strings.HasPrefix(s[n:], " ") {
			break
		}
		n++
	}
	return end
}

// nameWord returns the length of the word of a name that s begins with: capitalised,
// or a particle.
func nameWord(s string) int {
	upper, n := false, 0
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' && r != 'ʼ' && r != '‐' && r != '‑' && !unicode.Is(unicode.Mn, r) || han(r) {
			break
		}
		upper = upper || unicode.IsUpper(r)
		n = i + utf8.RuneLen(r)
		if n > maxNameBytes {
			return 0
		}
	}
	word := strings.TrimRight(s[:n], "-'’")
	if !upper && !particle(word) {
		return 0
	}
	return len(word)
}

// maxNameBytes bounds a word of a name in bytes.
const maxNameBytes = 60

// particle reports whether a word belongs to the name behind it.
func particle(w string) bool {
	switch w {
	case "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "das", "do", "du", "la", "le", "las", "los", "ter", "ten", "te", "zu", "zur", "vom", "af", "av", "al", "el", "bin", "ibn", "ben", "bint", "y", "e", "d'", "d’", "St.", "Van", "Von", "De":
		return true
	}
	return false
}

func han(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// hanName returns the length of the Chinese, Japanese or Korean name that s begins
// with: two to four characters.
func hanName(s string) int {
	n, count := 0, 0
	for i, r := range s {
		if !han(r) || r == '等' {
			break
		}
		n = i + utf8.RuneLen(r)
		if count++; count > 4 {
			return 0
		}
	}
	if count < 2 || !ends(s[n:]) && !strings.HasPrefix(s[n:], "等") && !strings.HasPrefix(s[n:], "和") && !strings.HasPrefix(s[n:], "与") {
		return 0
	}
	return n
}
