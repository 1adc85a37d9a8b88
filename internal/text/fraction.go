package text

// fraction reads a fraction as a share in percent (a third of, two thirds, half of
// the ...) or, before a unit or magnitude, as half of it (half a second).
func (p *numberReader) fraction(i int) int {
	l := p.at(i)
	if l.kind != word && l.kind != digits {
		return i
	}
	if l.lower == "half" {
		return p.half(i)
	}
	parts, next := 1.0, i+1
	article := l.lower == "a"
	if !article {
		if parts = numeral(l.lower); parts < 1 || parts > 9 {
			return i
		}
	}
	if p.at(next).text == "-" {
		next++
	}
	of := denominator(p.at(next).lower)
	if of == 0 || parts >= of {
		return i
	}
	if article && p.at(next+1).lower != "of" && !p.hedged(i) {
		return i
	}
	if f := p.at(next + 1); of == 2 && f.lower == "a" { // one half a
		return i
	}
	share := 100 * parts / of
	return p.add(i, next+1, Number{Kind: Percent, Low: share, High: share, Unit: "%", coarse: true, ulp: max(1, share/25)})
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

// half reads half a second, half a million, half of the users.
func (p *numberReader) half(i int) int {
	switch p.at(i - 1).lower {
	case "first", "second", "other", "latter", "former", "top", "bottom", "and":
		return i
	}
	next := i + 1
	if a := p.at(next); a.lower == "a" || a.lower == "an" || a.text == "-" {
		next++
	}
	a := amount{from: i, raw: 0.5, scale: 1, ulp: 0.1}
	a.to = p.unit(p.magnitude(next, &a), &a)
	if a.to > next && a.unit != "x" && a.unit != "%" {
		return p.add(i, a.to, a.number())
	}
	switch p.at(i + 1).lower {
	case "of", "the", "that", "its", "their", "as", "all":
		return p.add(i, i+1, Number{Kind: Percent, Low: 50, High: 50, Unit: "%", coarse: true, ulp: 2})
	}
	if p.hedged(i) || p.at(i-1).lower == "in" || p.at(i-1).lower == "by" {
		return p.add(i, i+1, Number{Kind: Percent, Low: 50, High: 50, Unit: "%", coarse: true, ulp: 2})
	}
	return i
}

// hedged reports whether an approximation or bound stands before i.
func (p *numberReader) hedged(i int) bool {
	var n Number
	p.hedge(&n, i, i+1)
	return n.Approx || n.Bound != 0
}

// ordinal reads third and 21st.
func (p *numberReader) ordinal(i int) int {
	l := p.at(i)
	if l.kind == digits && l.ulp == 1 && p.at(i+1).glued && ordinalSuffix(p.at(i+1).lower) {
		return p.add(i, i+2, Number{Kind: Ordinal, Low: l.value, High: l.value})
	}
	v := ordinal(l.lower)
	if v == 0 || l.kind != word || v == 2 && !p.determined(i) {
		return i
	}
	return p.add(i, i+1, Number{Kind: Ordinal, Low: v, High: v})
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
