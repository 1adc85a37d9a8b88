package entail

import (
	"strings"
	"unicode"

	"github.com/citestone/citestone/internal/text"
)

// statement is a claim made ready: its own words, with an ellipsis in place of what was
// put in brackets, and that.
type statement struct {
	text      string   // without markers, labels and additions
	additions []string // bracketed: [Go 1.5]
}

var emphasis = strings.NewReplacer("**", "", "__", "", "`", "")

// parseClaim takes markers and bracketed additions out of a claim.
func parseClaim(claim string) statement {
	claim = emphasis.Replace(claim)
	var s statement
	var b strings.Builder
	for i := 0; i < len(claim); {
		if n := text.Marker(claim[i:]); n > 0 {
			i += n
			continue
		}
		if end := bracketed(claim[i:]); end > 0 {
			inner := strings.TrimSpace(claim[i+1 : i+end])
			if strings.ContainsFunc(inner, alphanumeric) && inner != "Unverified" {
				s.additions = append(s.additions, inner)
			}
			b.WriteString("…")
			i += end + 1
			continue
		}
		b.WriteByte(claim[i])
		i++
	}
	s.text = strings.TrimSpace(b.String())
	return s
}

// maxAddition is the length of the longest bracketed addition, in bytes.
const maxAddition = 200

// bracketed returns where the bracket that s begins with closes, or 0.
func bracketed(s string) int {
	if s[0] != '[' {
		return 0
	}
	return max(strings.IndexByte(s[:min(len(s), maxAddition)], ']'), 0)
}

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// labels bounds where a leading label may end, in bytes.
const labels = 80

// variant is a reading of a claim: as it is, or without a leading or trailing phrase
// that the context covers.
type variant struct {
	reading
	covered string
}

// variants returns the readings of a statement: as it is, and without a leading or
// trailing phrase that the source's title, date, publisher or authors cover, such as
// "2015-08-31:", "In August 2015," or "(Austin Clements)".
func (pt *part) variants(whole reading) []variant {
	s := whole.text
	list := []variant{{whole, ""}}
	body, phrase := s, ""
	if i := strings.IndexAny(s[:min(len(s), labels)], ":,)"); i > 0 {
		if label := strings.Trim(s[:i], " (*"); pt.covers(label) {
			body, phrase = strings.TrimLeft(s[i+1:], " *:,–—-"), label
			list = append(list, variant{read(body), phrase})
		}
	}
	trimmed := strings.TrimRight(body, " .)")
	if i := strings.LastIndexAny(trimmed, "(,"); i > 0 && len(trimmed)-i < labels {
		if label := strings.TrimSpace(trimmed[i+1:]); pt.covers(label) {
			list = append(list, variant{read(strings.TrimSpace(trimmed[:i])), strings.TrimPrefix(phrase+", "+label, ", ")})
		}
	}
	return list
}

// covers reports whether the context holds all names, dates and other content words
// of a phrase, and there are some.
func (pt *part) covers(phrase string) bool {
	r := read(phrase)
	some := false
	for i, w := range r.words {
		switch {
		case w.number > 0 && pt.supports(r.number(i)):
			some = true
		case lex.prepose[w.norm]:
		case pt.words[w.stem] && !lex.negation[w.norm]:
			some = some || w.content()
		default:
			return false
		}
	}
	return some
}

func (pt *part) supports(n text.Number) bool {
	for _, m := range pt.number {
		if m.Supports(n) {
			return true
		}
	}
	return false
}

// nearby is how many sentences around a window may cover a bracketed addition.
const nearby = 3

// explains reports whether the context, the section's heading or the sentences around
// the window hold all content words of a bracketed addition.
func (p *Premise) explains(w window, addition string) bool {
	first := &p.sentences[w.from]
	pt := &p.parts[first.part]
	known := map[string]bool{}
	for _, t := range text.Tokens(first.section) {
		known[t.Stem] = true
	}
	for i := max(w.from-nearby, 0); i < min(w.to+nearby, len(p.sentences)); i++ {
		if p.sentences[i].part != first.part {
			continue
		}
		for _, word := range p.sentences[i].words {
			for _, stem := range word.stems() {
				known[stem] = true
			}
		}
	}
	for _, t := range text.Tokens(addition) {
		if !t.Stop && !known[t.Stem] && !pt.words[t.Stem] {
			return false
		}
	}
	return true
}

// readable reports whether the words look like English: a text with more function
// words of other languages than English ones, or in another script, does not.
func readable(words []word) bool {
	english, other, letters, latin := 0, 0, 0, 0
	for _, w := range words {
		if foreign[w.norm] {
			other++
		} else if w.stop {
			english++
		}
		for _, r := range w.norm {
			if unicode.IsLetter(r) {
				letters++
				if unicode.Is(unicode.Latin, r) {
					latin++
				}
			}
		}
	}
	return other <= english && 2*latin >= letters
}
