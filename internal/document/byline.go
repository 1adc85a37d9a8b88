package document

import (
	"strings"
	"unicode/utf8"
)

// A byline is the list of authors that an entry begins with.
type byline struct {
	names []string // as written
	end   int      // behind the last name, "et al." and "(eds.)"
	sure  bool     // initials or inverted names: nothing else reads like this
}

// readByline reads the persons that s begins with.
func readByline(s string) byline {
	s = s[:min(len(s), maxAuthors)]
	var b byline
	anew := true // the next name may be inverted: "Smith, John", as the first one and those behind ";" or "/"
	for at := 0; ; {
		if n := etAl(s[at:]); n > 0 && len(b.names) > 0 {
			b.end, b.sure = at+n, true
			break
		}
		name, n, sure := readPerson(s[at:], anew, b.sure)
		if n == 0 {
			break
		}
		b.names = append(b.names, name)
		b.sure = b.sure || sure
		b.end = at + n
		sep := separator(s[b.end:])
		if sep == 0 {
			if n := etAl(strings.TrimLeft(s[b.end:], " ")); n > 0 {
				b.end += n + len(s[b.end:]) - len(strings.TrimLeft(s[b.end:], " "))
				b.sure = true
			}
			break
		}
		anew = strings.ContainsAny(s[b.end:b.end+sep], ";/")
		at = b.end + sep
	}
	b.end += editors(s[b.end:])
	return b
}

// separator returns the length of what stands between two authors at the start of s.
func separator(s string) int {
	n := 0
	if rest := strings.TrimLeft(s, " "); rest != "" {
		if r, size := utf8.DecodeRuneInString(rest); strings.ContainsRune(",;/，、；", r) {
			n = len(s) - len(rest) + size
		}
	}
	rest := strings.TrimLeft(s[n:], " ")
	for _, dots := range []string{". . . ", "... ", "… "} {
		if n > 0 && strings.HasPrefix(rest, dots) {
			return len(s) - len(rest) + len(dots)
		}
	}
	for _, and := range [...]string{"& ", "and ", "und ", "et ", "y ", "e ", "en ", "och ", "i ", "и ", "和", "与"} {
		if strings.HasPrefix(rest, and) && etAl(rest) == 0 && (len(rest) < len(s) || rest[0] >= utf8.RuneSelf) {
			return len(s) - len(rest) + len(and)
		}
	}
	if n == 0 {
		return 0
	}
	return len(s) - len(rest)
}

// etAl returns the length of "et al." and its like at the start of s.
func etAl(s string) int {
	for _, w := range [...]string{"et al.", "et al", "et. al.", "and others", "& others", "and colleagues", "& colleagues", "and coworkers", "u. a.", "u.a.", "и др.", "等人", "等", "ほか", "外"} {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) && (w[0] >= utf8.RuneSelf || !strings.HasPrefix(s[len(w):], "i") && !startsWithLetter(s[len(w):])) {
			return len(w)
		}
	}
	return 0
}

// editors returns the length of "(Eds.)" and its like at the start of s.
func editors(s string) int {
	rest := strings.TrimLeft(s, " ,")
	for _, w := range [...]string{"(eds.)", "(ed.)", "(eds)", "(ed)", "(hrsg.)", "(hg.)", "eds.", "(editors)", "(editor)", "editors", "(编)", "主编"} {
		if len(rest) >= len(w) && strings.EqualFold(rest[:len(w)], w) {
			return len(s) - len(rest) + len(w)
		}
	}
	return 0
}
