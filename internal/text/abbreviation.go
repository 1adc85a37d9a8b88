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
	var small [32]byte
	lower := string(lowerInto(small[:0], word))
	first, _ := utf8.DecodeRuneInString(next)
	switch {
	case word == "":
		return false
	case (word == "St" || word == "Ste" || word == "Ft") && starter(next):
		return false
	case title(word), neverLast(lower), numbered(next):
		return true
	case lower == "a.m" || lower == "p.m":
		return first == '(' || timeWord(next) || titled(next) && introductory(body)
	case beforeNumber(lower) && (unicode.IsDigit(first) || first == '§' || len(next) > 2 && first == '(' && next[2] == ')'):
		return true
	case lawful(word) && !starter(next):
		return true
	case maybeLast(lower):
		return !starter(next)
	case upper(word) && utf8.RuneCountInString(word) == 1, dotted(word):
		return !starter(next)
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
	case "vs", "v", "p.s", "ps", "cf", "e.g", "eg", "i.e", "ie", "viz", "ca", "approx", "resp", "incl", "esp", "f.e",
		"al", "eds", "trans", "vols", "figs", "eqs", "secs", "chaps", "nos", "pp", "refs", "arts", "univ", "dept":
		return true
	}
	return false
}

// beforeNumber reports abbreviations only before a number.
func beforeNumber(w string) bool {
	switch w {
	case "no", "n°", "p", "fig", "eq", "sec", "sect", "ch", "chap", "vol", "art", "ref", "par", "para", "app", "tab", "ex", "op", "ed", "ver", "rev", "c", "pt", "n", "nr", "ext", "exh", "subd", "subds", "amend", "cl", "tr", "dkt", "sept", "oct", "nov", "dec", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep":
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

// lawful reports the abbreviations of reports and codes that courts cite.
func lawful(w string) bool {
	switch w {
	case "Cal", "Fed", "Civ", "Crim", "Evid", "Proc", "Pen", "Rptr", "Supp", "App", "Ct", "Cir", "Dist", "Stat", "Atty", "Const", "Bankr", "Cas", "Cong", "Sess", "Admin", "Ann", "Comm",
		"Div", "Exec", "Indus", "Ins", "Mfg", "Nat", "Elec", "Tel", "Transp", "Sys", "Serv", "Ry", "Cty", "Cnty", "Super", "Appx", "Rev", "Stats", "Reg", "Regs", "Op", "Ops", "Ed", "Ill", "Mich", "Tex", "Fla",
		"Va", "Pa", "Ga", "La", "Md", "Minn", "Miss", "Mo", "Neb", "Nev", "Or", "Wis", "Ala", "Ark", "Del", "Haw", "Kan", "Ky", "Vt", "Wyo", "Co", "Bd", "Dept", "Sch", "Welf", "Inst", "Veh", "Prob", "Prof", "Bus", "Lab", "Gov", "Corp", "Ev", "Jud", "Mun", "So":
		return true
	}
	return false
}

// starter reports whether next begins with a word that commonly begins a sentence
// and is no name.
func starter(next string) bool {
	switch firstWord(strings.TrimLeft(next, `"'“‘([`)) {
	case "A", "About", "Above", "According", "After", "All", "Although", "Also", "An", "And", "Another", "Any", "Are", "As", "At",
		"Because", "Before", "Both", "But", "By", "Can", "Did", "Do", "Does", "During", "Each", "Even", "Every", "First", "Finally", "For", "From", "Further", "Furthermore",
		"Dozens", "Few", "Four", "Five", "Six", "Hundreds", "Thousands", "Millions", "Billions", "Several", "Three",
		"Had", "Has", "Have", "He", "Her", "Here", "His", "How", "However", "I", "If", "In", "Instead", "Is", "It", "Its", "It's", "It’s", "Let", "Like",
		"Many", "May", "Meanwhile", "More", "Moreover", "Most", "Much", "My", "Nevertheless", "No", "Not", "Nothing", "Now", "Of", "On", "Once", "One", "Only", "Or", "Other", "Our", "Over",
		"Perhaps", "Please", "See", "She", "Since", "So", "Some", "Still", "Such", "Take", "Than", "That", "That's", "That’s", "The", "Their", "Then", "There", "Therefore", "These", "They", "This", "Those", "Though", "Through", "Thus", "To", "Today", "Two",
		"Under", "Unless", "Until", "Upon", "Was", "We", "Were", "What", "When", "Where", "Whether", "Which", "While", "Who", "Why", "Will", "With", "Within", "Without", "Yet", "You", "Your":
		return true
	}
	return false
}

// firstWord returns the letters that s begins with, with apostrophes among them.
func firstWord(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '\'' && r != '’' {
			return s[:i]
		}
	}
	return s
}

// pronoun reports words that begin a sentence even without a space before them.
func pronoun(w string) bool {
	switch w {
	case "The", "This", "That", "These", "Today", "It", "We", "He", "She", "They", "I", "There", "You":
		return true
	}
	return false
}

// commonShort reports short words that no abbreviation is like.
func commonShort(w string) bool {
	switch w {
	case "it", "me", "you", "him", "her", "us", "in", "on", "up", "out", "so", "to", "too", "now", "one", "day", "way", "do", "car", "dog", "cat", "job", "old", "bad", "big", "new",
		"ok", "yes", "lot", "all", "off", "is", "are", "was", "not", "but", "get", "got", "had", "has", "see", "say", "try", "buy", "pay", "go", "time", "year", "and", "the", "for", "guy", "kid", "man", "men", "fun", "run", "eat", "ate", "put", "use", "two", "ten", "six", "age", "ago", "any", "ask", "bit", "end", "far", "few", "food", "hot", "how", "low", "own", "red", "set", "sit", "who", "why", "won", "them", "lol":
		return true
	}
	return false
}

// said reports whether next begins with words like "he said" or "said Tom".
func said(next string) bool {
	first := firstWord(next)
	return saying(first) || saying(secondWord(next, first))
}

// speech reports whether next, behind a quotation, says who speaks: "Tom Sawyer said".
func speech(next string) bool {
	word := firstWord(next)
	if word == "" || len(word) > 24 {
		return false
	}
	second := secondWord(next, word)
	return saying(second) || second != "" && upper(second) && saying(secondWord(next[len(word)+1:], second))
}

// secondWord returns the word behind first, which s begins with, and a space.
func secondWord(s, first string) string {
	if first == "" || len(s) <= len(first)+1 || s[len(first)] != ' ' {
		return ""
	}
	return firstWord(s[len(first)+1:])
}

// saying reports verbs of speech.
func saying(w string) bool {
	switch w {
	case "said", "says", "say", "asked", "asks", "cried", "replied", "answered", "exclaimed", "shouted", "whispered", "yelled", "muttered", "thought", "remarked", "added", "repeated", "continued", "inquired", "demanded", "called", "screamed", "murmured", "observed", "returned", "wondered":
		return true
	}
	return false
}
