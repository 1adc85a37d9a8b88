package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// Token is a word, a number or a symbol that stands for one.
type Token struct {
	citestone.Span
	Norm string // lower-case, without diacritics, straight apostrophes and hyphens
	Stem string // Norm stemmed, when it is a word
	Stop bool   // a function word: the, of, is ...
}

// Tokens returns the words and numbers of s. What names something stays whole:
// C#, C++, U.S., 1.20, 2018-07-12, 10–20, $45M, 8.5%, AT&T, don't, foo_bar.
// Hyphenated words are separate tokens.
func Tokens(s string) []Token {
	tokens := Words(s)
	for i := range tokens {
		tokens[i].Stem = Stem(tokens[i].Norm)
	}
	return tokens
}

// Words returns the tokens of s without their stems, which take most of the time.
func Words(s string) []Token {
	if s == "" {
		return nil
	}
	tokens := make([]Token, 0, len(s)/6+4) // room for prose, in one go
	for t := range EachWord(s) {
		tokens = append(tokens, t)
	}
	return tokens
}

// EachWord yields the tokens of s without their stems, one after the other, for those
// who need not see all of them.
func EachWord(s string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for i := 0; i < len(s); {
			start, end := i, tokenEnd(s, i)
			if end == start {
				_, n := utf8.DecodeRuneInString(s[i:])
				i += n
				continue
			}
			i = end
			n := normalize(s[start:end])
			if !yield(Token{Span: citestone.Span{Start: start, End: end}, Norm: n, Stop: stopWord(n)}) {
				return
			}
		}
	}
}

// tokenEnd returns the end of the token that starts at i, or i if none does.
func tokenEnd(s string, i int) int {
	start := i
	if c := s[i]; c == '%' {
		return i + 1
	}
	if n := currencyLen(s[i:]); n > 0 {
		if next, _ := utf8.DecodeRuneInString(s[i+n:]); unicode.IsDigit(next) {
			i += n
		}
	}
	word := i
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if wordRune(r) {
			i += n
			continue
		}
		if i > word && joins(s, i, r, n) {
			i += n
			continue
		}
		break
	}
	if i == word {
		return start
	}
	return tokenTail(s, word, i)
}

// tokenTail extends the token [start, i) over what belongs to its end: the last
// stop of U.S., the signs of C# and C++, a percent sign.
func tokenTail(s string, start, i int) int {
	rest := s[i:]
	last := s[i-1]
	switch {
	case strings.HasPrefix(rest, "%") && last >= '0' && last <= '9':
		return i + 1
	case strings.HasPrefix(rest, "++") && i-start <= 2:
		return i + 2
	case strings.HasPrefix(rest, "#") && i-start == 1:
		return i + 1
	case strings.HasPrefix(rest, ".") && dotted(s[start:i]):
		return i + 1
	}
	return i
}

// dotted reports whether w is letters separated by stops, such as U.S or e.g.
func dotted(w string) bool {
	if len(w) < 3 || len(w)%2 == 0 {
		return false
	}
	for i := range len(w) {
		if letter := asciiLetter(w[i]); letter != (i%2 == 0) || !letter && w[i] != '.' {
			return false
		}
	}
	return true
}

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func asciiDigit(c byte) bool { return c >= '0' && c <= '9' }

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || asciiLetter(byte(r)) || asciiDigit(byte(r))
	}
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}

// joins reports whether r, of n bytes at i, stands inside of a token: a word
// character before it and one after it of the kind it joins.
func joins(s string, i int, r rune, n int) bool {
	prev, _ := utf8.DecodeLastRuneInString(s[:i])
	next, _ := utf8.DecodeRuneInString(s[i+n:])
	digits := unicode.IsDigit(prev) && unicode.IsDigit(next)
	letters := unicode.IsLetter(prev) && unicode.IsLetter(next)
	switch r {
	case '\'', '’':
		return letters
	case '.':
		return digits || letters && (lone(s, i) || lone(s, i+n+utf8.RuneLen(next)))
	case ',', ':', '-', '–', '‑':
		return digits
	case '&':
		return unicode.IsUpper(prev) && unicode.IsUpper(next)
	case '/':
		return letters && lone(s, i) && !followedByWord(s, i+n+utf8.RuneLen(next))
	}
	return false
}

// lone reports whether the letter that ends at i has no letter before it.
func lone(s string, i int) bool {
	_, n := utf8.DecodeLastRuneInString(s[:i])
	prev, _ := utf8.DecodeLastRuneInString(s[:i-n])
	return !wordRune(prev) && !followedByWord(s, i)
}

func followedByWord(s string, i int) bool {
	next, _ := utf8.DecodeRuneInString(s[min(i, len(s)):])
	return wordRune(next)
}

func currencyLen(s string) int {
	if c := s[0]; c < utf8.RuneSelf && c != '$' {
		return 0
	}
	r, n := utf8.DecodeRuneInString(s)
	if unicode.Is(unicode.Sc, r) {
		return n
	}
	return 0
}

// normalize folds a token: lower-case, no diacritics, straight marks.
func normalize(w string) string {
	ascii := true
	for i := range len(w) {
		if w[i] >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(w)
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(w) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteString(foldRune(r))
		}
	}
	return b.String()
}

// Stem returns the English stem (Porter2) of a lower-case word. A possessive
// ending goes first. Anything that is not a plain word is returned as it is.
func Stem(word string) string {
	w := strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'")
	if len(w) > 40 {
		return word
	}
	for i := range len(w) {
		if !asciiLetter(w[i]) {
			return w
		}
	}
	return english.Stem(w, true)
}

// Terms returns the distinct stems of the content words of s in order of first use.
func Terms(s string) []string {
	var terms []string
	seen := map[string]bool{}
	for _, t := range Tokens(s) {
		if !t.Stop && !seen[t.Stem] {
			seen[t.Stem] = true
			terms = append(terms, t.Stem)
		}
	}
	return terms
}

// stopWord reports whether a normalised word is a function word.
func stopWord(w string) bool {
	switch w {
	case "a", "about", "above", "after", "again", "all", "also", "although", "am", "an", "and", "any", "are", "as", "at",
		"be", "because", "been", "before", "being", "below", "between", "both", "but", "by",
		"can", "could", "did", "do", "does", "doing", "down", "during",
		"each", "either", "even", "ever", "every", "few", "for", "from", "further",
		"had", "has", "have", "having", "he", "her", "here", "hers", "herself", "him", "himself", "his", "how", "however",
		"i", "if", "in", "into", "is", "it", "its", "it's", "itself", "just", "let", "many", "may", "me", "might", "more", "most", "much", "must", "my", "myself",
		"no", "nor", "not", "now", "of", "off", "on", "once", "only", "or", "other", "our", "ours", "ourselves", "out", "over", "own",
		"per", "quite", "rather", "same", "shall", "she", "should", "since", "so", "some", "such",
		"than", "that", "that's", "the", "their", "theirs", "them", "themselves", "then", "there", "these", "they", "this", "those", "through", "thus", "to", "too",
		"under", "until", "up", "upon", "us", "very", "was", "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will", "with", "within", "without", "would",
		"yet", "you", "your", "yours", "yourself", "%",
		"don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "can't", "cannot", "couldn't", "won't", "wouldn't", "shouldn't", "hasn't", "haven't", "hadn't", "i'm", "you're", "we're", "they're", "i've", "we've", "you've", "they've", "he's", "she's", "there's", "let's", "i'll", "we'll", "you'll", "they'll", "it'll":
		return true
	}
	return false
}
