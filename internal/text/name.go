package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Names returns the names in s: sequences of capitalised words, acronyms and words
// with inner capitals, such as "University of Oxford", "NASA", "JavaScript", "Go".
// A capitalised word that begins a sentence is a name only if it reads like one:
// when it has another capital, is followed by a capitalised word, or stands
// capitalised inside of a sentence of s too. Months, days and "I" are no names.
func Names(s string) []citestone.Span {
	tokens := Words(s)
	starts := sentenceStarts(s, tokens)
	inner := map[string]bool{} // capitalised inside of a sentence
	for i, t := range tokens {
		if !starts[i] && nameWord(s, t) {
			inner[t.Norm] = true
		}
	}
	var spans []citestone.Span
	for i := 0; i < len(tokens); i++ {
		if !nameWord(s, tokens[i]) || starts[i] && !leads(s, tokens, i, inner) {
			continue
		}
		last := nameEnd(s, tokens, starts, i)
		spans = append(spans, citestone.Span{Start: tokens[i].Start, End: tokens[last].End})
		i = last
	}
	return spans
}

// nameEnd returns the index of the last token of the name that begins at i.
func nameEnd(s string, tokens []Token, starts []bool, i int) int {
	last := i
	for k := i + 1; k < len(tokens) && k-last <= 3 && !starts[k] && near(s, tokens[k-1], tokens[k]); k++ {
		if nameWord(s, tokens[k]) {
			last = k
		} else if !particle(tokens[k].Norm) {
			break
		}
	}
	return last
}

// sentenceStarts marks the tokens that begin a sentence.
func sentenceStarts(s string, tokens []Token) []bool {
	starts := make([]bool, len(tokens)+1)
	k := 0
	for _, span := range Sentences(s) {
		for k < len(tokens) && tokens[k].Start < span.Start {
			k++
		}
		starts[k] = true
	}
	return starts
}

// nameWord reports whether a token has a capital and is not a month or the like.
func nameWord(s string, t Token) bool {
	w := s[t.Start:t.End]
	if strings.IndexFunc(w, unicode.IsUpper) < 0 || leading[t.Norm].sort == month {
		return false
	}
	switch t.Norm {
	case "i", "i'm", "i've", "i'd", "i'll", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		return false
	}
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsLetter(r)
}

// leads reports whether the capitalised word at i, which begins a sentence, begins
// a name.
func leads(s string, tokens []Token, i int, inner map[string]bool) bool {
	t := tokens[i]
	w := s[t.Start:t.End]
	_, n := utf8.DecodeRuneInString(w)
	switch {
	case strings.IndexFunc(w[n:], unicode.IsUpper) >= 0, strings.ContainsAny(w, "0123456789#+"):
		return true
	case t.Stop:
		return false
	case inner[t.Norm]:
		return true
	}
	return i+1 < len(tokens) && near(s, t, tokens[i+1]) && nameWord(s, tokens[i+1])
}

// near reports whether only a blank, a hyphen or an ampersand stands between two tokens.
func near(s string, a, b Token) bool {
	switch strings.TrimSpace(s[a.End:b.Start]) {
	case "", "-", "&", "–":
		return true
	}
	return false
}

// particle reports words that may stand inside of a name.
func particle(w string) bool {
	switch w {
	case "of", "the", "for", "de", "la", "van", "von", "der", "del", "di", "da":
		return true
	}
	return false
}
