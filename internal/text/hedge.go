package text

// hedge reads the words around the lexemes [from, to) that make a number an
// approximation or a bound.
func (p *numberReader) hedge(n *Number, from, to int) {
	k := from - 1
	for range 4 {
		switch w := p.at(k).lower; w {
		case "a", "an", "the", "between", "from", "only", "just", "some":
			k--
			continue
		case "about", "around", "roughly", "nearly", "almost", "approximately", "approx", "circa", "ca", "~", "≈", "∼", "estimated":
			n.Approx = true
			k--
			continue
		case ".": // approx. 5
			if w := p.at(k - 1).lower; p.at(k).glued && (w == "approx" || w == "ca" || w == "c") {
				n.Approx = true
			}
		case "to":
			n.Approx = n.Approx || p.at(k-1).lower == "close"
		case "of":
			n.Approx = n.Approx || p.at(k-1).lower == "order"
		}
		break
	}
	n.Bound, n.strict = p.boundBefore(k, *n)
	if n.Bound == 0 {
		n.Bound, n.strict = p.boundAfter(to)
	}
}

// boundBefore returns the bound that the words ending at k put on n.
func (p *numberReader) boundBefore(k int, n Number) (bound int8, strict bool) {
	before := p.at(k - 1).lower
	switch p.at(k).lower {
	case ">", "exceeding", "exceeds", "exceeded":
		return +1, true
	case "≥", "minimum":
		return +1, false
	case "<", "under", "below", "sub":
		return -1, true
	case "≤", "maximum":
		return -1, false
	case "over", "above":
		base, _ := scaleOf(n.Unit)
		if n.Kind == Year || n.Kind == Date || base == "month" || n.Unit == "day" || n.Unit == "week" {
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
