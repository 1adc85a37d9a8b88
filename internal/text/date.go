package text

import (
	"strconv"
	"strings"
)

// date reads a date at i: 2018-07-12, 12/07/2018, July 12, 2018, 12 July 2018, August
// 2015, July 12.
func (p *numberReader) date(i int) int {
	l := p.at(i)
	switch {
	case l.kind == version:
		return p.dotted(i)
	case l.kind == digits && l.ulp == 1:
		next := p.isoDate(i)
		if next == i {
			next = p.slashDate(i)
		}
		if next == i {
			next = p.dayFirst(i)
		}
		return next
	case l.month() > 0:
		return p.monthFirst(i)
	}
	return i
}

// dotted reads 12.07.2018.
func (p *numberReader) dotted(i int) int {
	parts := strings.Split(p.at(i).text, ".")
	if len(parts) != 3 || len(parts[2]) != 4 {
		return i
	}
	day, _ := strconv.Atoi(parts[0])
	month, _ := strconv.Atoi(parts[1])
	year, _ := strconv.Atoi(parts[2])
	if day < 1 || day > 31 || month < 1 || month > 12 || year < 1000 || year > 2100 {
		return i
	}
	return p.addDate(i, i+1, year, month, day)
}

// slashDate reads 12/07/2018, which is a day in July or in December.
func (p *numberReader) slashDate(i int) int {
	a, b := p.at(i), p.at(i+2)
	for k := i + 1; k < i+5; k++ {
		if l := p.at(k); !l.glued || k%2 != i%2 && l.text != "/" && l.text != "-" || l.text != p.at(i+1).text && k == i+3 {
			return i
		}
	}
	if b.kind != digits || !p.isYear(i+4) || len(a.text) > 2 || len(b.text) > 2 || a.value < 1 || b.value < 1 {
		return i
	}
	year, first, second := int(p.at(i+4).value), int(a.value), int(b.value)
	switch {
	case first > 31 || second > 31 || first > 12 && second > 12:
		return i
	case first > 12:
		return p.addDate(i, i+5, year, second, first)
	case second > 12 || first == second:
		return p.addDate(i, i+5, year, first, second)
	}
	low := min(first, second)*100 + max(first, second)
	high := max(first, second)*100 + min(first, second)
	return p.add(i, i+5, Number{Kind: Date, Low: float64(year*10000 + low), High: float64(year*10000 + high), either: true})
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

// monthFirst reads July 12, 2018, July 12–14, 2018, July 2018, Jul '18 and July 12.
func (p *numberReader) monthFirst(i int) int {
	month := p.at(i).month()
	next := i + 1
	if p.at(next).text == "." {
		next++
	}
	if p.at(next).lower == "of" {
		next++
	}
	if y, k := p.year(next); k > next {
		return p.addDate(i, k, y, month, 0)
	}
	day, next := p.day(next)
	if day == 0 {
		return i
	}
	last, next := p.lastDay(day, next)
	k := next
	if p.at(k).text == "," {
		k++
	}
	if y, to := p.year(k); to > k {
		return p.addDays(i, to, y, month, day, last)
	}
	return p.addDays(i, next, 0, month, day, last)
}

// dayFirst reads 12 July 2018, 12–14 July 2018, 12-Jul-2018, 12th of July and 12 July.
func (p *numberReader) dayFirst(i int) int {
	day, next := p.day(i)
	if day == 0 {
		return i
	}
	last, next := p.lastDay(day, next)
	if p.at(next).lower == "of" || p.at(next).text == "-" && p.at(next).glued {
		next++
	}
	month := p.at(next).month()
	if month == 0 {
		return i
	}
	next++
	if p.at(next).text == "." {
		next++
	}
	k := next
	if p.at(k).text == "," || p.at(k).text == "-" && p.at(k).glued {
		k++
	}
	if y, to := p.year(k); to > k {
		return p.addDays(i, to, y, month, day, last)
	}
	return p.addDays(i, next, 0, month, day, last)
}

// lastDay reads the end of a range of days at i: –14, to 14.
func (p *numberReader) lastDay(day, i int) (last, next int) {
	switch l := p.at(i); l.lower {
	case "-", "–", "to":
		if l.lower != "to" && !l.glued {
			break
		}
		if d, k := p.day(i + 1); d > day {
			return d, k
		}
	}
	return day, i
}

// year reads a year at i: 2018, '18.
func (p *numberReader) year(i int) (year, next int) {
	if p.isYear(i) {
		return int(p.at(i).value), i + 1
	}
	d := p.at(i + 1)
	if mark := p.at(i).text; mark != "'" && mark != "’" || !d.glued || d.kind != digits || len(d.text) != 2 {
		return 0, i
	}
	return century(int(d.value)), i + 2
}

// century returns the year that two digits stand for.
func century(year int) int {
	if year <= 40 {
		return 2000 + year
	}
	return 1900 + year
}

// isYear reports whether the digits at i are a year of four digits.
func (p *numberReader) isYear(i int) bool {
	l := p.at(i)
	return l.kind == digits && len(l.text) == 4 && l.ulp == 1 && l.value >= 1000 && l.value <= 2100
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
	if day > 0 {
		return p.addDays(from, to, year, month, day, day)
	}
	low := float64(year*10000 + month*100)
	return p.add(from, to, Number{Kind: Date, Low: low + 1, High: low + 31})
}

// addDays adds the days of a month from first to last; year may be 0 for none.
func (p *numberReader) addDays(from, to, year, month, first, last int) int {
	low := float64(year*10000 + month*100)
	return p.add(from, to, Number{Kind: Date, Low: low + float64(first), High: low + float64(last), ends: last > first})
}
