package text

import (
	"math"

	"github.com/citestone/citestone"
)

// NumberKind says what a number counts.
type NumberKind int

// The kinds of number.
const (
	Plain   NumberKind = iota // a bare count or value
	Percent                   // 8.5%, a third; percentage points have the unit "pp"
	Money                     // an amount, with the currency as unit
	Year                      // 2015; the 1990s are a range
	Date                      // a day, or a month as a range of days
	Ordinal                   // third, 21st
	Version                   // Go 1.21, v2.0, 1.21.3, GPT-4, RFC 2616
	Measure                   // a value with a unit
	Clock                     // a time of day, in minutes
)

// Number is a number as stated in a text, with its unit and its hedges.
type Number struct {
	citestone.Span
	Kind NumberKind
	// Low and High are equal unless it is a range. Magnitudes are multiplied out.
	// A date is yyyymmdd, or mmdd where no year is given; 12/07/2018 is both of the
	// days that it can mean. A version is major + minor/1e3 + patch/1e6; a fraction
	// such as "a third" is in percent; a score has the unit "score".
	Low, High float64
	Unit      string // normalised: ms, s, min, h, %, pp, usd, gb ...; of a version its lower-case name
	Of        string // the noun it counts or measures, in small letters: turbines; "" if that is not sure
	Approx    bool   // about, roughly, nearly, ~
	Bound     int8   // -1 "under N", "up to N"; +1 "more than N", "at least N"; else 0
	Text      string // as written, without hedges

	strict bool    // the bound leaves N itself out
	nearly bool    // not above N
	coarse bool    // a fraction in words
	either bool    // Low or High, nothing between
	ends   bool    // from one day or year to another, not in a period such as a month
	age    bool    // of years, which may go unsaid
	half   bool    // of a day: a time with a.m. or p.m. unsaid
	part   int8    // of a year: 1 early, 2 mid, 3 late
	ulp    float64 // value of one in the last digit written; 0 if it is exact
	margin float64 // behind ±
	zero   float64 // of a temperature in its own scale; set to compare
	loose  string  // the system of the unit; set to compare
}

// Numbers returns the numbers of s in order. Digits inside of identifiers, URLs
// and citation markers are none.
func Numbers(s string) []Number {
	p := numberReader{s: s, lex: lexemes(s)}
	for i := 0; i < len(p.lex); {
		i = max(i+1, p.read(i))
	}
	return p.out
}

type numberReader struct {
	s   string
	lex []lexeme
	out []Number
}

// at returns the lexeme at i, or an empty one outside of the text.
func (p *numberReader) at(i int) lexeme {
	if i < 0 || i >= len(p.lex) {
		return lexeme{}
	}
	return p.lex[i]
}

// read reads what starts at i and returns the index of what follows it, or i.
func (p *numberReader) read(i int) int {
	if !p.begins(i) {
		return i
	}
	for _, form := range [...]func(*numberReader, int) int{
		(*numberReader).identifier, (*numberReader).date, (*numberReader).period, (*numberReader).clock,
		(*numberReader).named, (*numberReader).share, (*numberReader).fraction, (*numberReader).ordinal,
		(*numberReader).multiple, (*numberReader).quantity,
	} {
		if next := form(p, i); next > i {
			return next
		}
	}
	return i
}

// begins reports whether a number can begin at i, which few words and signs do.
func (p *numberReader) begins(i int) bool {
	switch l := &p.lex[i]; l.kind {
	case word:
		return l.lead.sort != noLead
	case symbol:
		switch l.text {
		case "-", "−", "'", "’", "$", "€", "£", "¥", "₹", "₩":
			return true
		}
		return false
	}
	return true
}

// maxValue bounds a number, so that none is infinite in another unit.
const maxValue = 1e200

// add appends a number written by the lexemes [from, to), with the hedges around it. One
// of hundreds of digits is none.
func (p *numberReader) add(from, to int, n Number) int {
	if math.Abs(n.Low)+math.Abs(n.High) > maxValue {
		return to
	}
	n.Span = citestone.Span{Start: p.lex[from].Start, End: p.lex[to-1].End}
	n.Text = p.s[n.Start:n.End]
	p.hedge(&n, from, to)
	n.Of = p.noun(n.Kind, from, to)
	if p.out == nil {
		p.out = make([]Number, 0, 4)
	}
	p.out = append(p.out, n)
	return to
}
