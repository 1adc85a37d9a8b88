package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviated reports whether the stop that ends body belongs to an abbreviation
// or an initial and the sentence goes on with next.
func abbreviated(body, next string) bool {
	if strings.HasSuffix(body, "...") {
		return false
	}
	before, ok := strings.CutSuffix(body, ".")
	if !ok {
		return false
	}
	word := lastWord(before)
	var small [32]byte
	lower := string(lowerInto(small[:0], word))
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case word == "":
		return dayNumber(before, next)
	case (word == "St" || word == "Ste" || word == "Ft" || word == "Mt" || word == "Fr") && starter(next):
		return false
	case title(word), neverLast(lower), numbered(next):
		return true
	case lower == "a.m" || lower == "p.m":
		return first == '(' || timeWord(next) || titled(next) && introductory(body)
	case counted(next) && (beforeNumber(lower) || lawful(lastPart(word)) || ruleOf(word)), beforeNumber(lower) && coded(next):
		return true
	case lettered(word) && upper(word) && strings.HasPrefix(next, "A "), letter(next) && (lettered(word) || len(word) < 7 && upper(word) && roman(firstWord(next)[1:])), heads(before, word):
		return true
	case lawful(lastPart(word)), maybeLast(lower):
		return !starter(next) && !foreignStarter(next)
	case upper(word) && utf8.RuneCountInString(word) == 1, dotted(word):
		return !starter(next)
	}
	return utf8.RuneCountInString(word) == 1 && letter(next) && strings.HasPrefix(next[utf8.RuneLen(first):], ".")
}

// lastPart returns what stands behind the last stop inside of w: the Evid of Fed.R.Evid.
func lastPart(w string) string { return w[strings.LastIndexByte(w, '.')+1:] }

// ruleOf reports rules of courts: Crim.R, Fed.R.
func ruleOf(w string) bool { return strings.HasSuffix(w, ".R") && len(w) > 4 }

// counted reports whether next begins with a number, a section sign or "(a)".
func counted(next string) bool {
	r, n := utf8.DecodeRuneInString(next)
	switch {
	case unicode.IsDigit(r), r == '§', r == '¶':
		return true
	case r == '*':
		return n < len(next) && asciiDigit(next[n])
	}
	return r == '(' && len(next) > 2 && next[2] == ')'
}

// coded reports whether next begins with a number that has capital letters in it:
// "C-46", "CV 03-5340".
func coded(next string) bool {
	w, rest, _ := strings.Cut(next[:min(len(next), maxQuiet)], " ")
	if !upper(w) || strings.ContainsFunc(w, unicode.IsLower) {
		return false
	}
	return strings.ContainsAny(w, "0123456789") || len(w) < 4 && rest != "" && asciiDigit(rest[0])
}

// letter reports whether next begins with a single capital letter or a Roman number
// that is no word.
func letter(next string) bool {
	w := firstWord(next)
	if after := next[len(w):]; (w == "I" || w == "A") && after != "" && after[0] == ' ' {
		return false
	}
	return upper(w) && (utf8.RuneCountInString(w) == 1 || roman(w))
}

// roman reports whether w is a number in Roman capitals.
func roman(w string) bool {
	for i := range len(w) {
		if strings.IndexByte("IVXLC", w[i]) < 0 {
			return false
		}
	}
	return w != "" && len(w) < 8
}

// heads reports whether before is the number of a heading that goes on behind the
// stop: "II", "Chapter IV" at the beginning of a sentence.
func heads(before, word string) bool {
	if !roman(word) || len(before) > maxQuiet {
		return false
	}
	label := strings.TrimSpace(before[:len(before)-len(word)])
	return label == "" || division(label)
}

// division reports the parts of a book that are numbered.
func division(w string) bool {
	switch w {
	case "Chapter", "CHAPTER", "Chap.", "CHAP.", "Book", "BOOK", "Act", "ACT", "Scene", "SCENE", "Part", "PART", "Canto", "CANTO", "Section", "SECTION", "Letter", "LETTER", "Article", "ARTICLE", "Volume", "VOLUME", "Stave", "STAVE", "Appendix", "APPENDIX", "Kapitel", "Chapitre":
		return true
	}
	return false
}

// dayNumber reports whether before ends with a day and next begins with a month or
// a century as German writes them: "3. Oktober".
func dayNumber(before, next string) bool {
	n := len(before)
	if n == 0 || !asciiDigit(before[n-1]) || n > 2 && asciiDigit(before[n-2]) && asciiDigit(before[n-3]) {
		return false
	}
	switch firstWord(next) {
	case "Januar", "Jänner", "Februar", "März", "Mai", "Juni", "Juli", "Oktober", "Dezember", "Jahrhundert", "Jahrhunderts", "Jh":
		return true
	}
	return false
}

// numbered reports whether next begins with the number of something: "No. 5".
func numbered(next string) bool {
	after, ok := strings.CutPrefix(next, "No. ")
	return ok && after != "" && asciiDigit(after[0])
}

// lowerInto appends w in small letters to b.
func lowerInto(b []byte, w string) []byte {
	for _, r := range w {
		b = utf8.AppendRune(b, unicode.ToLower(r))
	}
	return b
}

// timeWord reports whether next goes on with a day, a month or a zone: "5 p.m. Friday".
func timeWord(next string) bool {
	switch firstWord(next) {
	case "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Mon", "Tue", "Tues", "Wed", "Thu", "Thur", "Thurs", "Fri", "Sat", "Sun",
		"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
		"EST", "EDT", "ET", "CST", "CDT", "CT", "MST", "MDT", "MT", "PST", "PDT", "PT", "GMT", "UTC", "CET", "CEST", "BST", "Eastern", "Central", "Mountain", "Pacific":
		return true
	}
	return false
}

// titled reports whether next begins with a title: "Mr. Smith".
func titled(next string) bool {
	word, _, ok := strings.Cut(next[:min(len(next), 8)], ".")
	return ok && title(word)
}

// introductory reports whether body is no more than the adverbial that a sentence
// begins with: "At 5 a.m."
func introductory(body string) bool {
	words := strings.Fields(body[max(0, len(body)-40):])
	if len(words) == 0 || len(words) > 4 {
		return false
	}
	switch words[0] {
	case "At", "By", "From", "Since", "Until", "Before", "After", "Around", "About":
		return true
	}
	return false
}

// lastWord returns the run of letters and inner stops that s ends with, and an
// apostrophe that shortens it: "Gov't", but the "art" of "l'art".
func lastWord(s string) string {
	i := len(s)
	for i > 0 && len(s)-i < 32 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if r != '.' && r != '°' && r != '&' && !unicode.IsLetter(r) && (r != '\'' || i == len(s) || len(s)-i > 2) {
			break
		}
		i -= n
	}
	if i > 0 && i < len(s) && s[i] == '\'' && asciiDigit(s[i-1]) {
		return "" // the 1990's
	}
	return strings.TrimLeft(s[i:], ".'")
}
