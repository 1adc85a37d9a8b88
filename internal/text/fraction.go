package text

// share reads so many of so many as a share in percent: one in five, 9 out of 10, 3/4 of.
func (p *numberReader) share(i int) int {
	if p.slashed(i) && p.at(i+3).lower == "of" {
		return p.addShare(i, i+3, p.at(i).value, p.at(i+2).value, false)
	}
	of, k := p.count(i), i+2
	switch p.at(i + 1).lower {
	case "in":
	case "out":
		if p.at(i+2).lower != "of" {
			return i
		}
		k++
	default:
		return i
	}
	all := p.count(k)
	if of < 1 || all <= of || k == i+2 && of > 99 || p.yearLike(k, amount{scale: 1, raw: all}) || p.measured(k+1) || p.at(k+1).glued && p.at(k+1).kind != symbol {
		return i
	}
	return p.addShare(i, k+1, of, all, p.at(i).kind == word)
}

// count returns the whole number in one word or run of digits at i, or 0.
func (p *numberReader) count(i int) float64 {
	if l := p.at(i); l.kind == digits && l.ulp == 1 && (!l.glued || p.at(i-1).kind == symbol) {
		return l.value
	}
	return max(0, p.at(i).numeral())
}

// addShare adds a share of so many parts. One in words is said for round.
func (p *numberReader) addShare(from, to int, parts, of float64, words bool) int {
	share := 100 * parts / of
	return p.add(from, to, Number{Kind: Percent, Low: share, High: share, Unit: "%", coarse: words, ulp: min(max(1, share/25), share/5)})
}

// fraction reads a fraction as a share in percent (a third of, two thirds, half of
// the ...) or, before a unit or magnitude, as a part of it (half a second).
func (p *numberReader) fraction(i int) int {
	l := p.at(i)
	if l.lower == "half" {
		return p.halfOf(i)
	}
	parts, next := l.digit(), i+1
	article := l.lower == "a"
	if article {
		parts = 1
	}
	if parts == 0 {
		return i
	}
	if p.at(next).text == "-" {
		next++
	}
	of := denominator(p.at(next).lower)
	if of == 0 || parts >= of {
		return i
	}
	next++
	if to := p.partOf(i, next, parts/of); to > i {
		return to
	}
	if article && p.at(next).lower != "of" && p.at(i-1).lower != "by" && !p.hedged(i) {
		return i
	}
	if of == 2 && p.at(next).lower == "a" { // one half a
		return i
	}
	return p.addShare(i, next, parts, of, true)
}

// partOf reads the unit or magnitude that a fraction is of: a quarter of an hour, three
// quarters of a million.
func (p *numberReader) partOf(i, next int, share float64) int {
	if p.at(next).lower == "of" {
		next++
	}
	if w := p.at(next).lower; w != "a" && w != "an" {
		return i
	}
	a := amount{from: i, raw: share, scale: 1, ulp: 0.01}
	a.to = p.unit(p.magnitude(next+1, &a), &a)
	if a.to == next+1 || a.unit == "%" || a.unit == "x" {
		return i
	}
	return p.add(i, a.to, p.number(a))
}

// denominator returns the number of parts that a word counts in, or 0.
func denominator(w string) float64 {
	switch w {
	case "half", "halves":
		return 2
	case "third", "thirds":
		return 3
	case "quarter", "quarters", "fourth", "fourths":
		return 4
	case "fifth", "fifths":
		return 5
	case "sixth", "sixths":
		return 6
	case "eighth", "eighths":
		return 8
	case "tenth", "tenths":
		return 10
	}
	return 0
}

// halfOf reads half a second, half a million, half of the users.
func (p *numberReader) halfOf(i int) int {
	switch p.at(i - 1).lower {
	case "first", "second", "other", "latter", "former", "top", "bottom", "and":
		return i
	}
	next := i + 1
	article := p.at(next).lower == "a" || p.at(next).lower == "an"
	if article || p.at(next).text == "-" {
		next++
	}
	a := amount{from: i, raw: 0.5, scale: 1, ulp: 0.1}
	a.to = p.unit(p.magnitude(next, &a), &a)
	if a.to > next && a.unit != "x" && (a.unit != "%" || article) {
		return p.add(i, a.to, p.number(a))
	}
	switch p.at(i + 1).lower {
	case "of", "the", "that", "its", "their", "as", "all":
		return p.addShare(i, i+1, 1, 2, true)
	}
	if p.hedged(i) || p.at(i-1).lower == "in" || p.at(i-1).lower == "by" {
		return p.addShare(i, i+1, 1, 2, true)
	}
	return i
}

// hedged reports whether an approximation or bound stands before i.
func (p *numberReader) hedged(i int) bool {
	var n Number
	p.hedge(&n, i, i+1)
	return n.Approx || n.Bound != 0
}

// ordinal reads third, 21st and twenty-first.
func (p *numberReader) ordinal(i int) int {
	n, next := p.rankAt(i)
	if n == 0 || n == 2 && next == i+1 && !p.determined(i) {
		return i
	}
	return p.add(i, next, Number{Kind: Ordinal, Low: n, High: n})
}

// determined reports whether the word at i follows a determiner, which tells the
// ordinal "second" from the unit.
func (p *numberReader) determined(i int) bool {
	switch p.at(i - 1).lower {
	case "the", "its", "their", "his", "her", "our", "my", "your", "this", "that", "and":
		return true
	}
	return i == 0 || p.at(i-1).text == "."
}

// multiple reads doubled, threefold, twice as many, halved.
func (p *numberReader) multiple(i int) int {
	l := p.at(i)
	switch {
	case l.lead.sort == halving:
		return p.addShare(i, i+1, 1, 2, true)
	case l.lead.sort != multiple, l.lower == "twice" && p.at(i+1).lower != "as" && p.at(i+1).lower != "the":
		return i
	case p.at(i+1).lower == "down" || p.at(i+1).lower == "up":
		return i // doubled down
	}
	return p.add(i, i+1, Number{Kind: Measure, Low: float64(l.lead.value), High: float64(l.lead.value), Unit: "x", ulp: 1})
}
