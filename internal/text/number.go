package text

import "github.com/citestone/citestone"

// NumberKind says what a number counts.
type NumberKind int

// The kinds of number.
const (
	Plain   NumberKind = iota // a bare count or value
	Percent                   // 8.5%; percentage points have the unit "pp"
	Money                     // an amount, with the currency as unit
	Year                      // 2015
	Date                      // a day or month; Low and High are yyyymmdd
	Ordinal                   // third, 21st
	Version                   // Go 1.21; the unit is the name
	Measure                   // a value with a unit
)

// Number is a number as stated in a text.
type Number struct {
	citestone.Span
	Kind      NumberKind
	Low, High float64 // equal unless it is a range
	Unit      string  // normalised: ms, s, min, h, %, usd, gb ...
	Approx    bool    // about, roughly, nearly, ~
	Bound     int8    // -1 "under N", +1 "more than N", else 0
	Text      string
}

// Numbers returns the numbers of s in order.
func Numbers(s string) []Number { return nil }

// Supports reports whether n, as stated by a source, supports the claim's number
// by the claim's own rounding.
func (n Number) Supports(claim Number) bool { return n.Kind == claim.Kind && n.Low == claim.Low }
