package entail

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone/internal/text"
)

// word is a unit of comparison: a word, or a number with its unit.
type word struct {
	norm, stem string
	start, end int  // bytes in the plain text
	number     int  // 1 + index into the reading's numbers; 0 for a word
	stop       bool // a function word
	name       bool // starts with a capital, not at the start of the sentence
	capital    bool // starts with a capital
	breaks     bool // punctuation stands between the word before and this one
	hedge      bool // belongs to the number behind it: about, more than
	mood       mood // what governs it
}

// stems returns the content stems of a word, those of the index.
func (w word) stems() []string {
	switch {
	case w.number > 0:
		return strings.Fields(w.stem)
	case w.stop:
		return nil
	}
	return []string{w.stem}
}

// content reports whether the word carries meaning of its own.
func (w word) content() bool { return w.number > 0 || !w.stop }

// reading is a sentence as the judge sees it.
type reading struct {
	text    string
	norms   string // the words as they are, normalised, a space behind each
	words   []word
	numbers []text.Number
}

// stems remembers the stems of words, which take most of the time of reading.
type stems map[string]string

func (m stems) of(norm string) string {
	stem, ok := m[norm]
	if !ok {
		stem = text.Stem(norm)
		m[norm] = stem
	}
	return stem
}

// read takes a sentence apart. Contractions are opened ("isn't" is "is not"), and
// the words of a number become one.
func read(s string) reading { return stems{}.read(s) }

// read is the function of that name, for a text with many sentences.
func (m stems) read(s string) reading {
	r := reading{text: s, numbers: text.Numbers(s)}
	var norms strings.Builder
	end, next := 0, 0
	for _, t := range text.Words(s) {
		t.Stem = m.of(t.Norm)
		norms.WriteString(t.Norm)
		norms.WriteByte(' ')
		for next < len(r.numbers) && r.numbers[next].End <= t.Start {
			next++
		}
		if next < len(r.numbers) && r.numbers[next].Start < t.End && !r.compound(t, next) {
			r.join(t, next+1, breaks(s[end:t.Start]))
			end = t.End
			continue
		}
		w := word{norm: lemma(t.Norm), stem: t.Stem, start: t.Start, end: t.End, stop: t.Stop}
		w.breaks = len(r.words) > 0 && breaks(s[end:t.Start])
		first, _ := utf8.DecodeRuneInString(s[t.Start:])
		w.capital = unicode.IsUpper(first)
		w.name = w.capital && len(r.words) > 0
		end = t.End
		r.words = append(r.words, open(w)...)
	}
	r.norms = norms.String()
	r.first()
	r.hedges()
	r.moods()
	return r
}

// first makes a name of the first word where another name or a possessive ending follows:
// its capital alone says nothing.
func (r *reading) first() {
	if len(r.words) < 2 || !r.words[0].capital || r.words[0].stop {
		return
	}
	r.words[0].name = r.words[1].name && !r.words[1].breaks || strings.HasSuffix(r.words[0].norm, "'s")
}

// hedges marks the words before a number that text.Number has taken into account.
func (r *reading) hedges() {
	for i := range r.words {
		for k := i - 1; r.words[i].number > 0 && k >= max(i-3, 0) && lex.hedge[r.words[k].norm]; k-- {
			r.words[k].hedge = true
		}
	}
}

// free reports whether a word may be there or not.
func (w *word) free() bool { return w.hedge || lex.free[w.norm] }

// compound reports whether a token holds several numbers, as 10:30 and FIPS 140-3 do: it
// is compared as it is written.
func (r *reading) compound(t text.Token, number int) bool {
	return number+1 < len(r.numbers) && r.numbers[number+1].Start < t.End && r.numbers[number].Start >= t.Start
}

// join adds a token to the number it belongs to.
func (r *reading) join(t text.Token, number int, brk bool) {
	if n := len(r.words); n > 0 && r.words[n-1].number == number {
		w := &r.words[n-1]
		w.norm, w.stem, w.end = w.norm+" "+t.Norm, w.stem+" "+t.Stem, t.End
		return
	}
	r.words = append(r.words, word{
		norm: t.Norm, stem: t.Stem, start: t.Start, end: t.End, number: number,
		breaks: brk && len(r.words) > 0,
	})
}

// open splits a contraction with not.
func open(w word) []word {
	var verb string
	switch {
	case w.norm == "cannot":
		verb = "can"
	case w.norm == "won't":
		verb = "will"
	case w.norm == "can't":
		verb = "can"
	case strings.HasSuffix(w.norm, "n't"):
		verb = lemma(strings.TrimSuffix(w.norm, "n't"))
	default:
		return []word{w}
	}
	first, not := w, w
	first.norm, first.stem, first.stop = verb, verb, true
	not.norm, not.stem, not.stop, not.breaks = "not", "not", true, false
	return []word{first, not}
}

// lemma maps forms of function words that agree in all but number to one.
func lemma(norm string) string {
	switch norm {
	case "an":
		return "a"
	case "has":
		return "have"
	case "are":
		return "is"
	case "were":
		return "was"
	}
	return norm
}

// breaks reports whether the text between two words separates them.
func breaks(between string) bool {
	return strings.ContainsFunc(between, func(r rune) bool {
		return !unicode.IsSpace(r) && r != '-' && r != '\'' && r != '’' && r != '/' && r != '*' && r != '_' && r != '`' && r != '$'
	})
}
