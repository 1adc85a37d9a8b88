package text

import (
	"cmp"
	"strings"
)

// An amount is a value with its magnitude and unit, one side of a range.
type amount struct {
	from, to int // lexemes
	raw      float64
	scale    float64 // magnitude; 1 if none is written
	ulp      float64 // of raw
	unit     string
	words    bool // written in letters
	year     bool // looks like a year
}

// quantity reads an amount or a range of amounts at i.
func (p *numberReader) quantity(i int) int {
	a, ok := p.amount(i)
	if !ok {
		return i
	}
	b, kind := p.second(&a)
	switch {
	case kind == noRange && a.words && a.raw == 1 && a.unit == "" && a.scale == 1:
		return i // "one of them"
	case kind != oneRange: // of "from 300 to 10 ms" too: two numbers
		return p.add(a.from, a.to, a.number())
	}
	n := b.number()
	n.Low = a.raw * a.scale
	n.ulp = min(a.ulp*a.scale, b.ulp*b.scale)
	return p.add(a.from, b.to, n)
}

func (a amount) number() Number {
	n := Number{Kind: kindOf(a.unit), Low: a.raw * a.scale, High: a.raw * a.scale, Unit: a.unit, ulp: a.ulp * a.scale}
	if a.year && a.unit == "" {
		n.Kind = Year
	}
	return n
}

// amount reads one value with what belongs to it.
func (p *numberReader) amount(i int) (amount, bool) {
	a := amount{from: i, scale: 1, ulp: 1}
	if l := p.at(i); l.kind != digits {
		if c := currencyOf(l.lower); c != "" && p.at(i+1).kind == digits && (l.kind == word || p.at(i+1).glued) {
			a.unit = c
			i++
		} else if (l.text == "-" || l.text == "−") && p.sign(i) {
			b, ok := p.amount(i + 1)
			b.from, b.raw = i, -b.raw
			return b, ok
		}
	}
	if a.unit == "" && p.at(i).glued && p.inWord(i) {
		return a, false
	}
	next := p.value(i, &a)
	if next == i {
		return a, false
	}
	a.to = p.unit(p.magnitude(next, &a), &a)
	a.year = p.yearLike(i, a)
	if a.year && p.at(i+1).text == "s" && p.at(i+1).glued {
		return a, false // a decade, read by date
	}
	return a, true
}

// sign reports whether the hyphen at i is the sign of the number behind it.
func (p *numberReader) sign(i int) bool {
	return p.at(i+1).kind == digits && p.at(i+1).glued && (i == 0 || !p.at(i).glued || p.at(i-1).text == "(")
}

// inWord reports whether the digits at i are a part of an identifier.
func (p *numberReader) inWord(i int) bool {
	before := p.at(i - 1)
	return before.kind == word || before.text == "_" || before.text == "#" || before.text == "@"
}

// value reads digits or a number word at i into a.
func (p *numberReader) value(i int, a *amount) int {
	l := p.at(i)
	if l.kind == digits {
		a.raw, a.ulp = l.value, l.ulp
		return i + 1
	}
	if l.kind != word {
		return i
	}
	a.words = true
	if l.lower == "a" || l.lower == "an" {
		if m := p.at(i + 1); m.kind == word && magnitudeOf(lexeme{lower: m.lower}, false) > 0 && p.at(i-1).lower != "half" {
			a.raw = 1
			return i + 1
		}
		return i
	}
	a.raw = numeral(l.lower)
	if a.raw < 0 {
		return i
	}
	if tens(l.lower) > 0 && p.at(i+1).text == "-" && p.at(i+1).glued {
		if d := numeral(p.at(i + 2).lower); d >= 1 && d <= 9 {
			a.raw += d
			return i + 3
		}
	}
	return i + 1
}

// magnitude reads thousand, million, k, M ... at i into a.
func (p *numberReader) magnitude(i int, a *amount) int {
	for range 2 {
		k := i
		if p.at(k).text == "-" && p.at(k).glued && p.at(k+1).glued {
			k++
		}
		l := p.at(k)
		if k > i {
			l.glued = false
		}
		m := magnitudeOf(l, a.unit != "")
		if m == 0 {
			break
		}
		a.scale *= m
		i = k + 1
	}
	return i
}

// unit reads a unit at i into a, spaced, glued or behind a hyphen.
func (p *numberReader) unit(i int, a *amount) int {
	if a.unit != "" {
		if c := currencyOf(p.at(i).lower); c == a.unit {
			return i + 1
		}
		return i
	}
	k := i
	if p.at(k).text == "-" && p.at(k).glued && p.at(k+1).glued && p.at(k+1).kind == word {
		k++
	}
	l := p.at(k)
	switch {
	case l.lower == "per" && p.at(k+1).lower == "cent":
		a.unit = "%"
		return k + 2
	case (l.lower == "percentage" || l.lower == "basis") && strings.HasPrefix(p.at(k+1).lower, "point"):
		a.unit = "pp"
		if l.lower == "basis" {
			a.unit = "bp"
		}
		return k + 2
	case l.text == "°" && (p.at(k+1).text == "C" || p.at(k+1).text == "F"):
		a.unit = "°" + p.at(k+1).lower
		return k + 2
	case l.text == "US" && currencyOf(p.at(k+1).lower) == "usd":
		a.unit = "usd"
		return k + 2
	case l.lower == "us" && !l.glued, l.lower == "won":
		return i
	}
	if u := unitOf(l); u != "" && !(u == "%" && k > i) {
		a.unit = u
		return k + 1
	}
	return i
}

// yearLike reports whether the amount at i can be a year.
func (p *numberReader) yearLike(i int, a amount) bool {
	l := p.at(i)
	if len(l.text) != 4 || a.unit != "" || a.scale != 1 || a.words || a.raw < 1000 || a.raw > 2100 {
		return false
	}
	switch p.at(i - 1).lower {
	case "in", "since", "by", "of", "from", "until", "till", "before", "after", "during", "around", "early", "late", "mid", "year", "circa":
		return true
	}
	next := p.at(i + 1)
	counted := next.kind == word && !capital(next.text) && strings.HasSuffix(next.lower, "s") && !stopWord(next.lower) && len(next.lower) > 3
	return a.raw >= 1900 && !counted
}

type rangeKind int

const (
	noRange rangeKind = iota
	oneRange
	change
)

// second reads the other end of the range that a begins, if it begins one. What
// one end lacks it takes from the other.
func (p *numberReader) second(a *amount) (amount, rangeKind) {
	before := p.at(a.from - 1).lower
	if !p.separates(a.to, before) {
		return *a, noRange
	}
	b, ok := p.amount(a.to + 1)
	if !ok || a.unit != "" && b.unit != "" && a.unit != b.unit {
		return *a, noRange
	}
	if a.year && len(p.at(b.from).text) == 2 && b.unit == "" && p.at(b.from).glued { // 2015–16
		b.raw, b.year = b.raw+float64(int(a.raw)/100)*100, true
	}
	unit, scale := cmp.Or(a.unit, b.unit), a.scale
	if scale == 1 && a.raw <= b.raw {
		scale = b.scale
	}
	if b.raw*b.scale < a.raw*scale && before != "from" || a.year && b.unit != "" {
		return *a, noRange
	}
	a.unit, a.scale, b.unit = unit, scale, unit
	if before == "from" && !ranging(p.at(a.from-2).lower) && !(a.year && b.year) {
		return b, change
	}
	return b, oneRange
}

// separates reports whether the lexeme at i can stand between the ends of a range
// behind the word before.
func (p *numberReader) separates(i int, before string) bool {
	switch l := p.at(i); l.lower {
	case "-", "–", "—", "‐", "‑", "−":
		return l.glued == p.at(i+1).glued
	case "to", "or":
		return true
	case "and":
		return before == "between"
	}
	return false
}

func ranging(w string) bool {
	switch w {
	case "range", "ranges", "ranged", "ranging", "vary", "varies", "varied", "varying", "anywhere":
		return true
	}
	return false
}
