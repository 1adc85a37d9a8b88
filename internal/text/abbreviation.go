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
	word, ok := strings.CutSuffix(body, ".")
	if !ok {
		return false
	}
	word = lastWord(word)
	lower := strings.ToLower(word)
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case word == "":
		return false
	case title(word), neverLast(lower):
		return true
	case lower == "a.m" || lower == "p.m":
		return !starter(next) && (!titled(next) || introductory(body))
	case beforeNumber(lower):
		return unicode.IsDigit(first)
	case maybeLast(lower):
		return !starter(next)
	case utf8.RuneCountInString(word) == 1 && unicode.IsUpper([]rune(word)[0]), dotted(word):
		return !starter(next)
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

// lastWord returns the run of letters and inner stops that s ends with.
func lastWord(s string) string {
	i := len(s)
	for i > 0 && len(s)-i < 32 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if r != '.' && r != '°' && !unicode.IsLetter(r) {
			break
		}
		i -= n
	}
	return strings.TrimLeft(s[i:], ".")
}

// title reports titles of people and places, which a name must follow.
func title(w string) bool {
	switch w {
	case "Mr", "Mrs", "Ms", "Messrs", "Dr", "Drs", "Prof", "Profs", "Rev", "Hon", "Gen", "Col", "Maj", "Capt", "Cpt", "Lt", "Sgt", "Cmdr", "Adm", "Brig",
		"Sen", "Sens", "Rep", "Reps", "Gov", "Pres", "Supt", "Det", "Insp", "Msgr", "St", "Ste", "Mt", "Ft":
		return true
	}
	return false
}

// neverLast reports abbreviations that something must follow.
func neverLast(w string) bool {
	switch w {
	case "vs", "v", "cf", "e.g", "eg", "i.e", "ie", "viz", "ca", "approx", "resp", "incl", "esp", "f.e",
		"al", "eds", "trans", "vols", "figs", "eqs", "secs", "chaps", "nos", "pp", "refs", "arts", "univ", "dept":
		return true
	}
	return false
}

// beforeNumber reports abbreviations only before a number.
func beforeNumber(w string) bool {
	switch w {
	case "no", "n°", "p", "fig", "eq", "sec", "sect", "ch", "chap", "vol", "art", "ref", "par", "para", "app", "tab", "ex", "op", "ed", "ver", "rev", "c", "pt", "n", "nr", "sept", "oct", "nov", "dec", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep":
		return true
	}
	return false
}

// maybeLast reports abbreviations that may end a sentence.
func maybeLast(w string) bool {
	switch w {
	case "inc", "ltd", "corp", "co", "llc", "plc", "bros", "etc", "jr", "sr", "esq", "ph.d", "ph", "m.d", "am", "pm", "b.c", "a.d",
		"ave", "blvd", "rd", "mass", "calif", "conn", "tenn", "okla", "ind", "wash", "penn", "ariz", "colo", "est", "assn", "gov't", "int", "intl", "natl", "min", "max", "hr", "hrs", "mins", "oz", "lb", "lbs", "sq", "cu", "btw", "misc", "med", "spec", "alt":
		return true
	}
	return false
}

// starter reports whether next begins with a word that commonly begins a sentence
// and is no name.
func starter(next string) bool {
	next = strings.TrimLeft(next, `"'“‘([`)
	end := strings.IndexFunc(next, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	if end < 0 {
		end = len(next)
	}
	switch next[:end] {
	case "A", "About", "Above", "According", "After", "All", "Although", "Also", "An", "And", "Another", "Any", "Are", "As", "At",
		"Because", "Before", "Both", "But", "By", "Can", "Did", "Do", "Does", "During", "Each", "Even", "Every", "First", "Finally", "For", "From", "Further", "Furthermore",
		"Had", "Has", "Have", "He", "Her", "Here", "His", "How", "However", "I", "If", "In", "Instead", "Is", "It", "Its", "It's", "It’s", "Let", "Like",
		"Many", "May", "Meanwhile", "More", "Moreover", "Most", "Much", "My", "Nevertheless", "No", "Not", "Nothing", "Now", "Of", "On", "Once", "One", "Only", "Or", "Other", "Our", "Over",
		"Perhaps", "Please", "See", "She", "Since", "So", "Some", "Still", "Such", "Take", "Than", "That", "That's", "That’s", "The", "Their", "Then", "There", "Therefore", "These", "They", "This", "Those", "Though", "Through", "Thus", "To", "Today", "Two",
		"Under", "Unless", "Until", "Upon", "Was", "We", "Were", "What", "When", "Where", "Whether", "Which", "While", "Who", "Why", "Will", "With", "Within", "Without", "Yet", "You", "Your":
		return true
	}
	return false
}
