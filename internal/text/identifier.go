package text

// identifier passes over the digits of what is no number at i: a label of a list, an ISBN,
// a telephone number, an address on a network, a key in hexadecimal digits.
func (p *numberReader) identifier(i int) int {
	l := p.at(i)
	switch {
	case l.kind == version:
		return p.address(i)
	case l.kind != digits:
		return i
	case i == 0 && len(l.text) < 3 && p.at(1).text == "." && p.at(1).glued && p.at(2).kind == word && !p.at(2).glued && p.at(2).month() == 0:
		return i + 1
	case p.at(i-1).text == "+" && l.glued && p.at(i+1).kind == digits:
		return p.chainEnd(i)
	case p.at(i-1).text == "(" && p.at(i+1).text == ")" && p.at(i+2).kind == digits && p.at(i+3).text == "-" && p.at(i+4).kind == digits:
		return i + 5
	}
	switch p.at(i - 1).lower {
	case "isbn", "issn", "doi", "pmid", "tel", "phone", "fax":
		return p.chainEnd(i)
	}
	if w, d := p.at(i+1), p.at(i+2); w.kind == word && w.glued && d.kind == digits && d.glued && !p.measured(i+1) && w.lower != "x" {
		return i + 3 // 41d4
	}
	if p.at(i-1).text == "-" && l.glued && p.at(i-1).glued && p.at(i-2).kind == digits && p.at(i-2).glued && p.at(i-3).kind == word {
		return i + 1
	}
	if k := p.chainEnd(i); k >= i+5 && !p.isYear(i) && !p.isYear(k-1) {
		return k
	}
	return i
}

// chainEnd returns the end of the digits that hyphens join from i on, or, where the first
// are a part of a number to call, spaces too.
func (p *numberReader) chainEnd(i int) int {
	spaced := p.at(i-1).text == "+"
	for range maxDigits {
		switch l, next := p.at(i+1), p.at(i+2); {
		case l.text == "-" && l.glued && next.kind == digits && next.glued:
			i += 2
		case spaced && l.kind == digits:
			i++
		default:
			return i + 1
		}
	}
	return i + 1
}

// address passes over four numbers below 256 with stops between.
func (p *numberReader) address(i int) int {
	parts, value := 1, 0
	for _, c := range []byte(p.at(i).text) {
		if c == '.' {
			parts, value = parts+1, 0
			continue
		}
		if value = value*10 + int(c-'0'); value > 255 {
			return i
		}
	}
	if parts != 4 {
		return i
	}
	return i + 1
}
