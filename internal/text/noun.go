package text

import "strings"

// nounReach is how many words before its noun a number may have: 16 new offshore wind
// turbines.
const nounReach = 5

// noun returns the word that says what the number at [from, to) counts or measures, or ""
// where that is not sure.
func (p *numberReader) noun(kind NumberKind, from, to int) string {
	switch kind {
	case Year, Date, Version, Clock:
		return ""
	}
	k := to
	of := p.at(k).lower == "of" || kind == Money && p.at(k).lower == "in"
	switch {
	case of:
		k++
	case kind == Plain || kind == Ordinal || p.at(k-2).text == "-" && k-2 > from: // 2-day trips
		k = p.hyphen(k)
	case kind == Percent && (p.at(to-1).kind == digits || p.at(to-1).numeral() >= 0): // one in five voters
	default:
		return p.nounBefore(from)
	}
	if w := p.nounAt(k, of); w != "" {
		return w
	}
	return p.nounBefore(from)
}

// nounAt returns the noun that ends the words at i: the first plural, or behind "of" the
// last. What may be a verb in the past ends them.
func (p *numberReader) nounAt(i int, of bool) string {
	for range 2 {
		if of && determiner(p.at(i).lower) {
			i++
		}
	}
	last := ""
	for k := i; k < i+nounReach; k++ {
		l := p.at(k)
		if l.kind == symbol && l.text == "-" && l.glued {
			continue
		}
		if l.kind != word || stopWord(l.lower) || capital(l.text) || strings.HasSuffix(l.lower, "ed") {
			break
		}
		if plural(l.lower) {
			return l.lower
		}
		last = l.lower
	}
	if of {
		return last
	}
	return ""
}

// nounBefore returns the noun of "a population of" before i.
func (p *numberReader) nounBefore(i int) string {
	k := i - 1
	if p.at(k).lower != "of" {
		return ""
	}
	if l := p.at(k - 1); l.kind == word && !stopWord(l.lower) && !capital(l.text) && l.lead.sort == noLead {
		return l.lower
	}
	return ""
}

func determiner(w string) bool {
	switch w {
	case "the", "a", "an", "its", "their", "his", "her", "our", "all", "these", "those", "this", "that":
		return true
	}
	return false
}

// plural reports whether a lower-case word looks like the plural of a noun.
func plural(w string) bool {
	switch w {
	case "people", "men", "women", "children", "media", "data", "mice", "feet", "teeth", "geese", "criteria", "phenomena", "fish", "sheep", "police", "staff":
		return true
	}
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}
