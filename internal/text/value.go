package text

// value reads digits, a fraction or number words at i into a.
func (p *numberReader) value(i int, a *amount) int {
	l := p.at(i)
	switch {
	case l.kind == digits && p.slashed(i) && p.measured(i+3):
		a.raw, a.ulp = l.value/p.at(i+2).value, 0.01
		return i + 3
	case l.kind == digits:
		a.raw, a.ulp = l.value, l.ulp
		return i + 1
	case l.kind != word:
		return i
	}
	a.words = true
	if l.lower == "a" || l.lower == "an" {
		return p.article(i, a)
	}
	a.raw = l.numeral()
	if a.raw < 0 {
		return i
	}
	i++
	if l.lead.sort == tens {
		if p.at(i).text == "-" && p.at(i).glued && p.at(i+1).digit() > 0 {
			i++
		}
		if d := p.at(i).digit(); d > 0 {
			a.raw, i = a.raw+d, i+1
		}
	}
	return p.point(i, a)
}

// article reads the "a" of "a million" and "an hour and a half".
func (p *numberReader) article(i int, a *amount) int {
	m := p.at(i + 1)
	if m.kind != word || p.at(i-1).lower == "half" {
		return i
	}
	m.glued = false
	if magnitudeOf(m, false) == 0 && (p.half(i+2) == 0 || scales[unitOf(m)].base != "s") {
		return i
	}
	a.raw = 1
	return i + 1
}

// point reads the decimals of "eight point five".
func (p *numberReader) point(i int, a *amount) int {
	if p.at(i).lower != "point" {
		return i
	}
	k := i + 1
	for ; p.at(k).lead.sort == cardinal && p.at(k).numeral() < 10; k++ {
		a.ulp /= 10
		a.raw += p.at(k).numeral() * a.ulp
	}
	if k == i+1 {
		return i
	}
	return k
}

// slashed reports whether a fraction such as 3/4 stands at i.
func (p *numberReader) slashed(i int) bool {
	n, slash, d := p.at(i), p.at(i+1), p.at(i+2)
	if n.kind != digits || d.kind != digits || slash.text != "/" || !slash.glued || !d.glued || n.value >= d.value || n.value < 1 {
		return false
	}
	switch d.value {
	case 2, 3, 4, 5, 6, 8, 10, 16, 32:
		return n.ulp == 1 && d.ulp == 1
	}
	return false
}

// power reads a power of ten at i into a: × 10^8.
func (p *numberReader) power(i int, a *amount) int {
	switch p.at(i).lower {
	case "×", "x", "·", "*", "⋅":
		if l := p.at(i + 1); l.kind == digits && len(l.text) > 2 && l.text[:2] == "10" && !asciiDigit(l.text[2]) && l.text[2] != '.' && l.text[2] != ',' {
			a.scale *= l.value
			return i + 2
		}
	}
	return i
}

// andHalf reads what is added to the value at i into a: and a half, ½, 1/2.
func (p *numberReader) andHalf(i int, a *amount) int {
	l := p.at(i)
	switch {
	case l.kind == digits && l.ulp == 0.01 && l.value < 1 && !asciiDigit(l.text[0]) && l.text[0] != '.' && p.at(i-1).kind == digits:
		a.raw, a.ulp = a.raw+l.value, 0.01
		return i + 1
	case l.kind == digits && !l.glued && p.at(i-1).kind == digits && a.ulp == 1 && p.slashed(i):
		a.raw, a.ulp = a.raw+l.value/p.at(i+2).value, 0.01
		return i + 3
	}
	if h := p.half(i); h > 0 {
		a.raw, a.ulp = a.raw+h, 0.1
		return i + 3
	}
	return i
}

// half returns the part that "and a half" or "and three quarters" at i adds, or 0.
func (p *numberReader) half(i int) float64 {
	if p.at(i).lower != "and" {
		return 0
	}
	parts := p.at(i + 1).digit()
	if p.at(i+1).lower == "a" {
		parts = 1
	}
	of := p.at(i + 2).lower
	if d := denominator(of); d > parts && (d == 2 || d == 4) && p.at(i+3).lower != "of" {
		return parts / d
	}
	return 0
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

// andRest reads the lower places of a number in words at i into a: one hundred and
// five thousand, two thousand three hundred.
func (p *numberReader) andRest(i int, a *amount) int {
	for limit := a.scale; a.words && limit >= 100; {
		k := i
		and := p.at(k).lower == "and"
		if and && p.at(a.from-1).lower == "between" {
			return i
		}
		if and {
			k++
		}
		b := amount{scale: 1, ulp: 1}
		next := p.value(k, &b)
		if next == k || !b.words || p.at(k).lower == "a" || p.at(k).lower == "an" {
			return i
		}
		if limit > 100 {
			next = p.magnitude(next, &b)
		}
		v := b.raw * b.scale
		if v >= limit || v < 1 || v == 1 && !and {
			return i
		}
		a.raw, a.scale, a.ulp = a.raw*a.scale+v, 1, b.scale
		i, limit = next, b.scale
		if b.scale == 1 {
			i = p.magnitude(i, a)
			limit = a.scale
		}
	}
	return i
}

// plusMinus reads a tolerance at i into a: ± 2.
func (p *numberReader) plusMinus(i int, a *amount) int {
	k := i
	switch l := p.at(i); {
	case l.text == "±":
		k = i + 1
	case l.text == "+" && (p.at(i+1).text == "-" || p.at(i+1).text == "/" && p.at(i+2).text == "-"):
		k = i + 2
		if p.at(i+1).text == "/" {
			k++
		}
	case l.lower == "plus" && p.at(i+1).lower == "or" && p.at(i+2).lower == "minus":
		k = i + 3
	default:
		return i
	}
	l := p.at(k)
	if l.kind != digits || a.margin > 0 {
		return i
	}
	a.margin = l.value
	if unitOf(p.at(k+1)) == a.unit && a.unit != "" {
		k++
	}
	return k + 1
}

// andLess reads a smaller unit at i that goes on with the amount: 6 ft 2 in, 1 h 30
// min, two years and three months.
func (p *numberReader) andLess(i int, a *amount) int {
	large := scales[a.unit]
	k := i
	switch {
	case large.base == "s" && p.at(i).lower == "and" && p.at(a.from-1).lower != "between":
		k++
	case p.at(i).kind != digits && p.at(i).numeral() < 1:
		return i
	}
	switch large.base {
	case "s", "m", "g":
	default:
		return i
	}
	b := amount{scale: 1, ulp: 1}
	next := p.value(k, &b)
	if next == k {
		return i
	}
	if a.unit == "ft" && (p.at(next).lower == "in" || p.at(next).text == "\"") {
		b.unit = "inch"
		next++
	} else {
		next = p.unit(next, &b)
	}
	small := scaleOf(b.unit)
	if small.base != large.base || small.system != large.system || small.factor >= large.factor {
		return i
	}
	a.raw, a.scale, a.ulp, a.unit = a.raw*a.scale*large.factor/small.factor+b.raw, 1, b.ulp, b.unit
	return next
}
