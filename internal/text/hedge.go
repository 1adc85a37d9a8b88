package text

// hedge reads the words around the lexemes [from, to) that make a number an
// approximation or a bound.
func (p *numberReader) hedge(n *Number, from, to int) {
	k := from - 1
	for range 4 {
		switch w := p.at(k).lower; w {
		case "nearly", "almost", "about", "around", "roughly", "approximately", "approx", "circa", "ca", "~", "≈", "∼", "estimated", "some":
			n.Approx = true
			n.nearly = n.nearly || w == "nearly" || w == "almost"
			k--
			continue
		case "a", "an", "the", "between", "from", "only", "just":
			k--
			continue
		case ".": // approx. 5
			if w := p.at(k - 1).lower; p.at(k).glued && (w == "approx" || w == "ca" || w == "c") {
				n.Approx = true
			}
		case "to":
			n.Approx = n.Approx || p.at(k-1).lower == "close"
		case "of":
			switch p.at(k - 1).lower {
			case "order", "region", "neighbourhood", "neighborhood", "vicinity":
				n.Approx = true
			}
		}
		break
	}
	if n.Bound == 0 {
		n.Bound, n.strict = p.boundBefore(k, *n)
		n.Approx = n.Approx || n.Bound != 0 && p.justBy(k)
	}
	if n.Bound == 0 {
		n.Bound, n.strict = p.boundAfter(to)
	}
	switch l := p.at(to + 1); l.lower {
	case "so", "thereabouts":
		n.Approx = n.Approx || p.at(to).lower == "or"
	case "odd", "ish":
		n.Approx = n.Approx || p.at(to).text == "-" && l.glued
	}
}

// justBy reports whether the bound whose word is at k is said to be near: just over.
func (p *numberReader) justBy(k int) bool {
	if p.at(k).lower == "than" {
		k--
	}
	switch p.at(k - 1).lower {
	case "just", "slightly", "barely", "bit", "little":
		return true
	}
	return false
}

// boundBefore returns the bound that the words ending at k put on n.
func (p *numberReader) boundBefore(k int, n Number) (bound int8, strict bool) {
	before := p.at(k - 1).lower
	switch p.at(k).lower {
	case ">", "exceeding", "exceeds", "exceeded", "exceed", "topped", "topping", "surpassed", "surpassing", "surpasses":
		return +1, true
	case "=":
		switch before {
		case ">":
			return +1, false
		case "<":
			return -1, false
		}
	case "of":
		return boundOf(before)
	case "as":
		return p.boundAs(k - 1)
	case "≥", "minimum":
		return +1, false
	case "<", "under", "below", "sub":
		return -1, true
	case "≤", "maximum":
		return -1, false
	case "over", "above":
		if s := scales[n.Unit]; n.Kind == Year || n.Kind == Date || s.base == "s" && s.factor >= 86400 {
			return 0, false // in the course of
		}
		return +1, true
	case "least":
		return +1, false
	case "most":
		if before == "at" {
			return -1, false
		}
	case "to":
		if before == "up" {
			return -1, false
		}
	case "than":
		return p.boundThan(k - 1)
	}
	return 0, false
}

// boundOf returns the bound of "a minimum of" and its kin.
func boundOf(w string) (bound int8, strict bool) {
	switch w {
	case "minimum", "upwards", "upward":
		return +1, false
	case "excess":
		return +1, true
	case "maximum":
		return -1, false
	}
	return 0, false
}

// boundAs returns the bound of "as many as" and its kin; the adjective is at k.
func (p *numberReader) boundAs(k int) (bound int8, strict bool) {
	if p.at(k-1).lower != "as" {
		return 0, false
	}
	switch p.at(k).lower {
	case "many", "much", "high", "long", "large", "late":
		return -1, false
	case "few", "little", "low", "short", "small", "early":
		return +1, false
	}
	return 0, false
}

// boundThan returns the bound of "more than" and its kin; the comparative is at k.
func (p *numberReader) boundThan(k int) (bound int8, strict bool) {
	not := p.at(k-1).lower == "no" || p.at(k-1).lower == "not"
	switch p.at(k).lower {
	case "more", "greater", "higher", "larger", "longer", "better", "older", "bigger":
		bound = +1
	case "less", "fewer", "lower", "smaller", "shorter", "faster", "younger":
		bound = -1
	default:
		return 0, false
	}
	if not {
		return -bound, false
	}
	return bound, true
}

// boundAfter returns the bound of what follows a number: 10+, 10 or more.
func (p *numberReader) boundAfter(k int) (bound int8, strict bool) {
	l := p.at(k)
	if l.text == "+" && l.glued {
		return +1, false
	}
	if l.lower != "or" && l.lower != "and" {
		return 0, false
	}
	switch p.at(k + 1).lower {
	case "more", "above", "higher", "greater", "longer", "over":
		return +1, false
	case "less", "fewer", "below", "lower", "shorter", "under":
		return -1, false
	}
	return 0, false
}
