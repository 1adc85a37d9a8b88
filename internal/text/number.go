package text

import (
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// NumberKind says what a number counts.
type NumberKind int

// The kinds of number.
const (
	Plain   NumberKind = iota // a bare count or value
	Percent                   // 8.5%, a third; percentage points have the unit "pp"
	Money                     // an amount, with the currency as unit
	Year                      // 2015; the 1990s are a range
	Date                      // a day, or a month as a range of days
	Ordinal                   // third, 21st
	Version                   // Go 1.21, v2.0, 1.21.3, GPT-4
	Measure                   // a value with a unit
)

// Number is a number as stated in a text, with its unit and its hedges.
type Number struct {
	citestone.Span
	Kind NumberKind
	// Low and High are equal unless it is a range. Magnitudes are multiplied out.
	// A date is yyyymmdd, or mmdd where no year is given; a version is
	// major + minor/1e3 + patch/1e6; a fraction such as "a third" is in percent.
	Low, High float64
	Unit      string // normalised: ms, s, min, h, %, pp, usd, gb ...; of a version its lower-case name
	Approx    bool   // about, roughly, nearly, ~
	Bound     int8   // -1 "under N", "up to N"; +1 "more than N", "at least N"; else 0
	Text      string // as written, without hedges

	strict bool    // the bound leaves N itself out
	coarse bool    // a fraction in words
	ulp    float64 // value of one in the last digit written; 0 if it is exact
}

// Numbers returns the numbers of s in order. Digits inside of identifiers, URLs
// and citation markers are none.
func Numbers(s string) []Number {
	p := numberReader{s: s, lex: lexemes(s)}
	for i := 0; i < len(p.lex); {
		i = max(i+1, p.read(i))
	}
	return p.out
}

type numberReader struct {
	s   string
	lex []lexeme
	out []Number
}

// at returns the lexeme at i, or an empty one outside of the text.
func (p *numberReader) at(i int) lexeme {
	if i < 0 || i >= len(p.lex) {
		return lexeme{}
	}
	return p.lex[i]
}

// read reads what starts at i and returns the index of what follows it, or i.
func (p *numberReader) read(i int) int {
	next := p.date(i)
	if next == i {
		next = p.named(i)
	}
	if next == i {
		next = p.fraction(i)
	}
	if next == i {
		next = p.ordinal(i)
	}
	if next == i {
		next = p.quantity(i)
	}
	return next
}

// add appends a number written by the lexemes [from, to), with the hedges around it.
func (p *numberReader) add(from, to int, n Number) int {
	n.Span = citestone.Span{Start: p.lex[from].Start, End: p.lex[to-1].End}
	n.Text = p.s[n.Start:n.End]
	p.hedge(&n, from, to)
	p.out = append(p.out, n)
	return to
}

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
		if w := p.at(i - 2); capital(w.text) && monthOf(w.text) == 0 && w.End == before.Start {
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
	if monthOf(before.text) > 0 || currencyOf(before.lower) != "" || numeral(before.lower) >= 0 {
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
	return unitOf(l) != "" || magnitudeOf(l, false) > 0 || l.lower == "per" && p.at(i+1).lower == "cent"
}

func capital(w string) bool {
	r, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(r)
}
