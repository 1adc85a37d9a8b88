package text

// date reads a date at i: 2018-07-12, July 12, 2018, 12 July 2018, August 2015,
// July 12, the 1990s.
func (p *numberReader) date(i int) int {
	next := p.isoDate(i)
	if next == i {
		next = p.monthFirst(i)
	}
	if next == i {
		next = p.dayFirst(i)
	}
	if next == i {
		next = p.decade(i)
	}
	return next
}

// isoDate reads 2018-07-12 and 2018/07/12, and 2018-07 where that is no range.
func (p *numberReader) isoDate(i int) int {
	y, sep, m := p.at(i), p.at(i+1), p.at(i+2)
	if !p.isYear(i) || len(m.text) != 2 || !sep.glued || !m.glued || sep.text != "-" && sep.text != "/" || m.value < 1 || m.value > 12 {
		return i
	}
	d := p.at(i + 4)
	if p.at(i+3).text == sep.text && p.at(i+3).glued && d.glued && len(d.text) == 2 && d.value >= 1 && d.value <= 31 {
		return p.addDate(i, i+5, int(y.value), int(m.value), int(d.value))
	}
	if sep.text == "-" && int(m.value) <= int(y.value)%100 {
		return p.addDate(i, i+3, int(y.value), int(m.value), 0)
	}
	return i
}

// monthFirst reads July 12, 2018, July 2018 and July 12.
func (p *numberReader) monthFirst(i int) int {
	month := p.month(i)
	if month == 0 {
		return i
	}
	next := i + 1
	if p.at(next).text == "." {
		next++
	}
	if p.at(next).lower == "of" {
		next++
	}
	if p.isYear(next) {
		return p.addDate(i, next+1, int(p.at(next).value), month, 0)
	}
	day, next := p.day(next)
	if day == 0 {
		return i
	}
	if y := p.yearAfter(next); y > next {
		return p.addDate(i, y, int(p.at(y-1).value), month, day)
	}
	return p.addDate(i, next, 0, month, day)
}

// dayFirst reads 12 July 2018, 12th of July and 12 July.
func (p *numberReader) dayFirst(i int) int {
	day, next := p.day(i)
	if day == 0 || p.at(i).kind != digits {
		return i
	}
	if p.at(next).lower == "of" {
		next++
	}
	month := p.month(next)
	if month == 0 {
		return i
	}
	next++
	if p.at(next).text == "." {
		next++
	}
	if y := p.yearAfter(next); y > next {
		return p.addDate(i, y, int(p.at(y-1).value), month, day)
	}
	return p.addDate(i, next, 0, month, day)
}

// decade reads the 1990s.
func (p *numberReader) decade(i int) int {
	y, s := p.at(i), p.at(i+1)
	if s.text == "'" || s.text == "’" {
		s = p.at(i + 2)
	}
	if !p.isYear(i) || int(y.value)%10 != 0 || s.text != "s" || !s.glued {
		return i
	}
	last := 9.0
	if int(y.value)%100 == 0 && y.value < 2000 {
		last = 99
	}
	to := i + 2
	if p.at(i+1).text != "s" {
		to++
	}
	return p.add(i, to, Number{Kind: Year, Low: y.value, High: y.value + last})
}

// month returns the month that the capitalised word at i names, or 0.
func (p *numberReader) month(i int) int {
	l := p.at(i)
	if l.kind != word {
		return 0
	}
	return monthOf(l.text)
}

// isYear reports whether the digits at i are a year of four digits.
func (p *numberReader) isYear(i int) bool {
	l := p.at(i)
	return l.kind == digits && len(l.text) == 4 && l.ulp == 1 && l.value >= 1000 && l.value <= 2100
}

// yearAfter returns the index behind a year at i, with or without a comma before
// it, or i.
func (p *numberReader) yearAfter(i int) int {
	k := i
	if p.at(k).text == "," {
		k++
	}
	if p.isYear(k) {
		return k + 1
	}
	return i
}

// day reads a day of the month at i: 12, 12th.
func (p *numberReader) day(i int) (day, next int) {
	l := p.at(i)
	if l.kind != digits || len(l.text) > 2 || l.value < 1 || l.value > 31 || l.glued && p.at(i-1).kind == word {
		return 0, i
	}
	next = i + 1
	if s := p.at(next); s.glued && ordinalSuffix(s.lower) {
		next++
	} else if p.at(next).text == "%" || p.at(next).glued && p.at(next).kind == word {
		return 0, i
	}
	return int(l.value), next
}

func ordinalSuffix(w string) bool { return w == "st" || w == "nd" || w == "rd" || w == "th" }

// addDate adds a date; year or day may be 0 for none.
func (p *numberReader) addDate(from, to, year, month, day int) int {
	low := float64(year*10000 + month*100 + day)
	n := Number{Kind: Date, Low: low, High: low}
	if day == 0 {
		n.Low, n.High = low+1, low+31
	}
	return p.add(from, to, n)
}
