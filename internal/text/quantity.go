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
	margin   float64 // of raw, behind ±
	unit     string
	words    bool // written in letters
	year     bool // looks like a year
	odd      bool // 30-odd
	plus     bool // 10-plus
}

// quantity reads an amount or a range of amounts at i.
func (p *numberReader) quantity(i int) int {
	a, ok := p.amount(i)
	if !ok {
		return i
	}
	if next := p.score(a); next > a.from {
		return next
	}
	b, kind := p.second(&a)
	switch {
	case kind == noRange && a.words && a.raw == 1 && a.unit == "" && a.scale == 1 && a.to == i+1:
		return i // "one of them"
	case kind != oneRange: // of "from 300 to 10 ms" too: two numbers
		return p.add(a.from, a.to, p.number(a))
	}
	n := p.number(b)
	n.Low = a.raw * a.scale
	n.age = n.age || p.aged(a)
	n.ends = n.Kind == Year && p.at(a.from-1).lower != "between"
	n.ulp = min(a.ulp*a.scale, b.ulp*b.scale)
	return p.add(a.from, b.to, n)
}

// number makes a number of an amount.
func (p *numberReader) number(a amount) Number {
	v := a.raw * a.scale
	n := Number{Kind: kindOf(a.unit), Low: v, High: v, Unit: a.unit, ulp: a.ulp * a.scale, margin: a.margin * a.scale, Approx: a.odd}
	switch {
	case a.plus:
		n.Bound = 1
	case a.year && a.unit == "":
		n.Kind, n.part = Year, p.partOfYear(a.from)
	case a.unit == "" && p.at(a.from-1).lower == "of" && p.at(a.from-2).lower == "factor":
		n.Kind, n.Unit = Measure, "x"
	default:
		n.age = p.aged(a)
	}
	return n
}

// aged reports whether an amount is said to be an age: aged 45, 45 years old.
func (p *numberReader) aged(a amount) bool {
	if a.unit == "year" {
		w := p.at(p.hyphen(a.to)).lower
		return w == "old" || w == "of" && p.at(a.to+1).lower == "age"
	}
	before := p.at(a.from - 1).lower
	return a.unit == "" && (before == "aged" || before == "age" || before == "of" && p.at(a.from-2).lower == "age")
}

// amount reads one value with what belongs to it.
func (p *numberReader) amount(i int) (amount, bool) {
	a := amount{from: i, scale: 1, ulp: 1}
	if p.at(i).kind != digits {
		if c, next := p.currencyBefore(i); next > i {
			a.unit = c
			i = next
		} else if p.sign(i) {
			b, ok := p.amount(i + 1)
			b.from, b.raw = i, -b.raw
			return b, ok
		}
	}
	if a.unit == "" && p.at(i).glued && p.inWord(i) {
		return a, false
	}
	k := p.value(i, &a)
	if k == i {
		return a, false
	}
	k = p.andHalf(p.power(k, &a), &a)
	k = p.andRest(p.andHalf(p.magnitude(k, &a), &a), &a)
	k = p.andHalf(p.unit(p.plusMinus(k, &a), &a), &a)
	a.to = p.andLess(p.plusMinus(k, &a), &a)
	a.year = p.yearLike(i, a)
	if a.year && p.at(i+1).text == "s" && p.at(i+1).glued {
		return a, false // a decade, read by period
	}
	return a, true
}

// sign reports whether what stands at i is the sign of the number behind it.
func (p *numberReader) sign(i int) bool {
	next := p.at(i + 1)
	switch p.at(i).lower {
	case "minus":
		return p.at(i-1).kind != digits && (next.kind == digits || next.numeral() >= 0)
	case "-", "−":
		return next.kind == digits && next.glued && (i == 0 || !p.at(i).glued || p.at(i-1).text == "(")
	}
	return false
}

// inWord reports whether the digits at i are a part of an identifier.
func (p *numberReader) inWord(i int) bool {
	before := p.at(i - 1)
	return before.kind == word || before.text == "_" || before.text == "#" || before.text == "@"
}

// yearLike reports whether the amount at i can be a year.
func (p *numberReader) yearLike(i int, a amount) bool {
	l := p.at(i)
	if len(l.text) != 4 || a.unit != "" || a.scale != 1 || a.words || a.raw < 1000 || a.raw > 2100 || l.ulp != 1 {
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
	if !p.separates(a.to, before) && !(a.year && p.at(a.to).text == "/" && p.at(a.to+1).glued) {
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
	if b.raw*b.scale < a.raw*scale && before != "from" || a.year && (b.unit != "" || !b.year) {
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

// ranging reports whether "from 1 to 3" behind the verb is a range, not a change.
func ranging(w string) bool {
	switch w {
	case "range", "ranges", "ranged", "ranging", "vary", "varies", "varied", "varying", "anywhere",
		"take", "takes", "took", "taking", "last", "lasts", "lasted", "lasting", "cost", "costs", "costing":
		return true
	}
	return false
}

// score reads the result of a game, which begins with a: won 3–2.
func (p *numberReader) score(a amount) int {
	dash, other := p.at(a.from+1), p.at(a.from+2)
	if a.to != a.from+1 || a.raw > 300 || other.kind != digits || !dash.glued || !other.glued || other.value > 300 ||
		dash.text != "-" && dash.text != "–" || p.measured(a.from+3) {
		return a.from
	}
	for k := a.from - 1; k >= max(0, a.from-6); k-- {
		switch p.at(k).lower {
		case "won", "win", "wins", "winning", "lost", "lose", "loses", "losing", "beat", "beats", "beaten", "beating", "defeat",
			"defeated", "victory", "draw", "drew", "tied", "scored", "led", "defeating":
			low, high := min(a.raw, other.value), max(a.raw, other.value)
			return p.add(a.from, a.from+3, Number{Low: low, High: high, Unit: "score"})
		}
	}
	return a.from
}
