package text

import (
	"strings"
	"unicode"
)

// starter reports whether next begins with a word that commonly begins a sentence
// and is no name.
func starter(next string) bool {
	if next == "" || !asciiLetter(next[0]) {
		next = strings.TrimLeft(next, `"'“‘([`)
	}
	w := firstWord(next)
	if i := strings.IndexAny(w, "'’"); i > 0 {
		w = w[:i]
	}
	switch w {
	case "A", "About", "Above", "According", "After", "All", "Although", "Also", "An", "And", "Another", "Any", "Are", "As", "At",
		"Because", "Before", "Both", "But", "By", "Can", "Did", "Do", "Does", "During", "Each", "Even", "Every", "First", "Finally", "For", "From", "Further", "Furthermore",
		"Dozens", "Few", "Four", "Five", "Six", "Hundreds", "Thousands", "Millions", "Billions", "Several", "Three",
		"Had", "Has", "Have", "He", "Her", "Here", "His", "How", "However", "I", "If", "In", "Instead", "Is", "It", "Its", "Let", "Like",
		"Many", "May", "Meanwhile", "More", "Moreover", "Most", "Much", "My", "Nevertheless", "No", "Not", "Nothing", "Now", "Of", "On", "Once", "One", "Only", "Or", "Other", "Our", "Over",
		"Perhaps", "Please", "See", "She", "Since", "So", "Some", "Still", "Such", "Take", "Than", "That", "The", "Their", "Then", "There", "Therefore", "These", "They", "This", "Those", "Though", "Through", "Thus", "To", "Today", "Two",
		"Under", "Unless", "Until", "Upon", "Was", "We", "Were", "What", "When", "Where", "Whether", "Which", "While", "Who", "Why", "Will", "With", "Within", "Without", "Yet", "You", "Your":
		return true
	}
	return false
}

// foreignStarter reports whether next begins with a word that commonly begins a
// sentence in another language than English and is no part of an English name.
func foreignStarter(next string) bool {
	switch firstWord(next) {
	case "Der", "Die", "Das", "Ein", "Eine", "Er", "Sie", "Es", "Wir", "Ich", "Im", "Auf", "Mit", "Nach", "Für", "Dies", "Diese", "Dieser", "Il", "Elle", "Ils", "Ce", "Cette", "Nous", "Je", "Une", "Una", "Het", "Een", "Dat", "Ta",
		"Он", "Она", "Они", "Это", "В", "На", "Но", "Мы", "Я", "И", "Не":
		return true
	}
	return false
}

// smallStarter reports whether next begins with a word in small letters that begins
// the sentences of careless writers and seldom follows a mark otherwise.
func smallStarter(next string) bool {
	w := firstWord(next)
	if i := strings.IndexAny(w, "'’"); i > 0 {
		w = w[:i]
	}
	switch w {
	case "i", "im", "ive", "you", "we", "they", "he", "she", "it", "its", "this", "there", "these", "the", "my", "your", "our", "maybe", "please", "pls", "thanks", "thank", "thx", "lol",
		"what", "how", "why", "where", "whose", "who", "definitely", "highly", "great", "very", "love", "keep", "try":
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

// narration reports whether next, which speech reports behind a quotation with the
// given marks, is a sentence of its own all the same: "“Good.” He said no more."
func narration(marks, next string) bool {
	w := firstWord(next)
	return upper(w) && w != "I" && (marks == "." || pronoun(w))
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
