package text

import "strings"

// period reads a part of a century or year at i: the 1990s, ’90s, 19th century, Q3
// 2021, the first half of 2021, FY21, 44 BC.
func (p *numberReader) period(i int) int {
	l := p.at(i)
	if l.kind == symbol && l.text != "'" && l.text != "’" {
		return i
	}
	next := i
	switch {
	case l.kind != word:
		next = p.decade(i)
	case l.lead.sort == opener:
		next = p.quarterCode(i)
	}
	if next == i {
		next = p.century(i)
	}
	if next == i {
		next = p.quarter(i)
	}
	if next == i {
		next = p.era(i)
	}
	return next
}

// decade reads 1990s, 1990's and ’90s, and the early, mid or late part of it.
func (p *numberReader) decade(i int) int {
	y, k := int(p.at(i).value), i+1
	if !p.isYear(i) {
		d := p.at(i + 1)
		if p.at(i).kind == digits || !d.glued || d.kind != digits || len(d.text) != 2 {
			return i
		}
		y, k = century(int(d.value)), i+2
	}
	if t := p.at(k).text; t == "'" || t == "’" {
		k++
	}
	if s := p.at(k); y%10 != 0 || s.text != "s" || !s.glued {
		return i
	}
	years := 10
	if y%100 == 0 && y < 2000 {
		years = 100
	}
	return p.addYears(i, k+1, y, years)
}

// century reads 19th century, nineteenth century, twenty-first century.
func (p *numberReader) century(i int) int {
	n, next := p.rankAt(i)
	if n == 0 || n > 30 {
		return i
	}
	k := p.hyphen(next)
	if w := p.at(k).lower; w != "century" && w != "centuries" {
		return i
	}
	first := (int(n) - 1) * 100
	if to, bc := p.beforeChrist(k + 1); bc {
		return p.addYears(i, to, -first-100, 100)
	}
	return p.addYears(i, k+1, first, 101)
}

// addYears adds so many years from the first on, or the part of them that is said.
func (p *numberReader) addYears(from, to, first, years int) int {
	low, high := first, first+years-1
	third := (years + 2) / 3
	switch p.partOfYear(from) {
	case 1:
		high = low + third
	case 2:
		low, high = low+third-1, high-third+1
	case 3:
		low = high - third
	}
	return p.add(from, to, Number{Kind: Year, Low: float64(low), High: float64(high)})
}

// partOfYear returns which part of the period at i is said before it: 1 early, 2 mid,
// 3 late, or 0.
func (p *numberReader) partOfYear(i int) int8 {
	k := i - 1
	if p.at(k).text == "-" {
		k--
	}
	switch p.at(k).lower {
	case "early":
		return 1
	case "mid", "middle":
		return 2
	case "late":
		return 3
	}
	return 0
}

// quarterCode reads Q3 2021, H1 2021, FY2021 and AD 70 at the letters.
func (p *numberReader) quarterCode(i int) int {
	l, d := p.at(i), p.at(i+1)
	if d.kind != digits || d.ulp != 1 {
		return i
	}
	switch l.text {
	case "Q", "H":
		parts := map[string]int{"Q": 4, "H": 2}[l.text]
		if !d.glued || d.value < 1 || int(d.value) > parts || len(d.text) > 1 {
			return i
		}
		return p.addPart(i, i+2, int(d.value), 12/parts)
	case "FY":
		if p.isYear(i + 1) {
			return p.add(i, i+2, Number{Kind: Year, Low: d.value, High: d.value})
		}
		if y := century(int(d.value)); len(d.text) == 2 {
			return p.add(i, i+2, Number{Kind: Year, Low: float64(y), High: float64(y)})
		}
	case "AD":
		if d.value <= 2100 {
			return p.add(i, i+2, Number{Kind: Year, Low: d.value, High: d.value})
		}
	}
	return i
}

// quarter reads third quarter of 2021, first half of 2021 and 2021 Q3.
func (p *numberReader) quarter(i int) int {
	if q, d := p.at(i+1), p.at(i+2); p.isYear(i) && q.text == "Q" && d.glued && len(d.text) == 1 && d.value >= 1 && d.value <= 4 {
		return p.addMonths(i, i+3, int(p.at(i).value), int(d.value), 3)
	}
	n, next := p.rankAt(i)
	if n == 0 || n > 4 {
		return i
	}
	k := p.hyphen(next)
	switch p.at(k).lower {
	case "quarter":
		return p.addPart(i, k+1, int(n), 3)
	case "half":
		if to := p.addPart(i, k+1, int(n), 6); n <= 2 && to > k+1 {
			return to
		}
	}
	return i
}

// addPart adds the nth part of so many months of the year that stands at to. Half a year
// needs one.
func (p *numberReader) addPart(from, to, n, months int) int {
	k := to
	if p.at(k).lower == "of" {
		k++
	}
	for p.at(k).lower == "fiscal" || p.at(k).lower == "year" {
		k++
	}
	if p.at(k).text == "FY" {
		k++
	}
	if y, next := p.year(k); next > k {
		return p.addMonths(from, next, y, n, months)
	}
	if months == 6 {
		return from
	}
	return p.addMonths(from, to, 0, n, months)
}

// addMonths adds the nth part of so many months of a year, which may be 0 for none.
func (p *numberReader) addMonths(from, to, year, n, months int) int {
	return p.add(from, to, Number{Kind: Date,
		Low:  float64(year*10000 + ((n-1)*months+1)*100 + 1),
		High: float64(year*10000 + n*months*100 + 31)})
}

// era reads 44 BC and 70 CE.
func (p *numberReader) era(i int) int {
	l := p.at(i)
	if l.kind != digits || l.ulp != 1 || l.value > 10000 {
		return i
	}
	if next, bc := p.beforeChrist(i + 1); bc {
		return p.add(i, next, Number{Kind: Year, Low: -l.value, High: -l.value})
	}
	if t := p.at(i + 1).text; t == "AD" || t == "CE" {
		return p.add(i, i+2, Number{Kind: Year, Low: l.value, High: l.value})
	}
	return i
}

// beforeChrist reads BC, BCE or B.C. at i.
func (p *numberReader) beforeChrist(i int) (next int, bc bool) {
	switch t := p.at(i).text; {
	case t == "BC", t == "BCE":
		return i + 1, true
	case t == "B" && p.at(i+1).text == "." && p.at(i+2).text == "C":
		return i + 3, true
	}
	return i, false
}

// rankAt reads an ordinal at i: 21st, third, twenty-first.
func (p *numberReader) rankAt(i int) (n float64, next int) {
	l := p.at(i)
	switch {
	case l.kind == digits && l.ulp == 1 && p.at(i+1).glued && ordinalSuffix(p.at(i+1).lower):
		return l.value, i + 2
	case l.lead.sort == tens && strings.HasPrefix(p.at(i+1).text, "-"):
		if d := p.at(i + 2); d.rank() > 0 && d.rank() < 10 {
			return float64(l.lead.value) + d.rank(), i + 3
		}
	case l.rank() > 0:
		return l.rank(), i + 1
	}
	return 0, i
}
