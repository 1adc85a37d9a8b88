package text

import (
	"unicode"
	"unicode/utf8"
)

// named reads a version: a decimal number behind a capitalised name or "v", a
// number of three parts, a number that belongs to a name (GPT-4, Go1), or one more
// in a list of versions (Go 1.4 and 1.5).
func (p *numberReader) named(i int) int {
	l := p.at(i)
	if l.kind != digits && l.kind != version {
		return i
	}
	name, glued := p.nameBefore(i)
	if glued && name == "" {
		return i + 1 // int64
	}
	if standard(name) {
		glued = true
	}
	decimal := l.kind == version || l.ulp < 1
	if l.kind == digits && !glued {
		if !decimal || name == "" && !p.listed(i) || p.measured(i+1) {
			return i
		}
	}
	if name == "" && len(p.out) > 0 && p.listed(i) {
		name = p.out[len(p.out)-1].Unit
	}
	v := versionValue(l.text)
	return p.add(i, i+1, Number{Kind: Version, Low: v, High: v, Unit: name})
}

// nameBefore returns the name that the number at i is a version of, lower-case,
// and whether the number is written as a part of it.
func (p *numberReader) nameBefore(i int) (name string, glued bool) {
	l, before := p.at(i), p.at(i-1)
	if before.text == "-" && before.glued && l.glued && p.at(i-2).kind == word {
		if w := p.at(i - 2); capital(w.text) && w.month() == 0 && w.End == before.Start {
			return w.lower, true
		}
		return "", false
	}
	if before.kind != word {
		return "", false
	}
	if before.lower == "v" || before.lower == "version" || before.lower == "versions" || before.lower == "release" {
		if w := p.at(i - 2); w.kind == word && capital(w.text) && !stopWord(w.lower) {
			return w.lower, l.glued
		}
		return before.lower[:1], l.glued || before.lower != "v"
	}
	if before.month() > 0 || currencyOf(before) != "" || before.numeral() >= 0 {
		return "", false
	}
	if !capital(before.text) || stopWord(before.lower) {
		return "", l.glued
	}
	return before.lower, l.glued
}

// listed reports whether the number at i continues a list or range of versions.
func (p *numberReader) listed(i int) bool {
	if len(p.out) == 0 || p.out[len(p.out)-1].Kind != Version {
		return false
	}
	k := i - 1
	for ; k >= 0 && i-k <= 2; k-- {
		switch p.at(k).lower {
		case ",", "and", "or", "to", "-", "–", "/", "through":
			continue
		}
		break
	}
	return k < i-1 && p.at(k).End == p.out[len(p.out)-1].End
}

// measured reports whether a unit or magnitude stands at i.
func (p *numberReader) measured(i int) bool {
	l := p.at(i)
	if l.text == "-" && l.glued && p.at(i+1).glued {
		l = p.at(i + 1)
	}
	return unitOf(l) != "" || currencyOf(l) != "" || magnitudeOf(l, false) > 0 || l.lower == "per" && p.at(i+1).lower == "cent"
}

// standard reports whether a name is that of numbered documents.
func standard(name string) bool {
	switch name {
	case "rfc", "iso", "iec", "ieee", "din", "ansi", "fips", "pep", "cve":
		return true
	}
	return false
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}
