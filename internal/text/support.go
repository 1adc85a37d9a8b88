package text

import (
	"math"

	"github.com/kljensen/snowball/english"
)

// Supports reports whether n, as stated by a source, supports the claim's number
// by the claim's own rounding: 8.52% supports 8.5%, 45,000,000 dollars support
// $45M, 34% supports "about a third", 12 supports "more than 10". Units of one
// sort are converted (0.5 s supports 500 ms); MB counts in thousands, MiB in 1024.
// Currencies are not. A source's bound never supports an exact claim.
func (n Number) Supports(claim Number) bool {
	n, claim, ok := align(n, claim)
	if !ok {
		return false
	}
	if n.supports(claim) {
		return true
	}
	if !n.either && !claim.either && n.half == claim.half && n.zero == claim.zero {
		return false
	}
	a, b := n.second(claim), claim.second(n)
	return a != n && a.supports(claim) || b != claim && (n.supports(b) || a.supports(b))
}

// Comparable reports whether the two are numbers of the same sort, with units that can
// be converted, and nothing tells that they are of different things: two counts of
// turbines are, 16 turbines and 12 employees are not.
func (n Number) Comparable(m Number) bool {
	_, _, ok := align(n, m)
	return ok && (n.Of == "" || m.Of == "" || n.Of == m.Of || english.Stem(n.Of, true) == english.Stem(m.Of, true))
}

// supports compares two numbers of one kind and unit.
func (n Number) supports(claim Number) bool {
	if n.either {
		n.High = n.Low
	}
	if claim.either {
		claim.High = claim.Low
	}
	tolerance, slack := claim.tolerance(), tiny*math.Abs(claim.High)
	if n.loose != claim.loose {
		slack += loosely * math.Abs(n.High)
		tolerance += slack
	}
	strict := claim.strict && !n.strict && !(claim.Approx && n.Approx)
	switch {
	case claim.margin > 0:
		return math.Abs(n.margin-claim.margin) <= claim.margin/10 && math.Abs(n.Low-claim.Low) <= tolerance
	case claim.Bound > 0:
		return n.Bound >= 0 && above(n.Low, claim.Low, slack, strict) &&
			(!claim.Approx || n.High <= claim.High+tolerance && (n.Bound == 0 || n.Approx))
	case claim.Bound < 0:
		return n.Bound <= 0 && above(-n.High, -claim.High, slack, strict && !n.nearly) &&
			(!claim.Approx || n.Low >= claim.Low-tolerance && (n.Bound == 0 || n.Approx))
	case n.Bound != 0 && !(n.Approx && claim.Approx):
		return false
	case claim.nearly:
		return n.Low >= claim.Low-tolerance && n.High <= claim.High+slack
	case n.ends && claim.Low == claim.High && (claim.Low == n.Low || claim.Low == n.High):
		return true
	case claim.Approx || (claim.Kind == Date || claim.Kind == Year) && !(claim.ends && n.ends):
		return n.Low >= claim.Low-tolerance && n.High <= claim.High+tolerance
	}
	return math.Abs(n.Low-claim.Low) <= tolerance && math.Abs(n.High-claim.High) <= tolerance
}

// above reports whether v lies above limit, or at it where that is enough.
func above(v, limit, slack float64, strict bool) bool {
	if strict {
		return v > limit+slack
	}
	return v >= limit-slack
}

const (
	tiny    = 1e-9  // for rounding in arithmetic
	loosely = 0.015 // between systems of units, for lengths of months and round figures
	coarsen = 0.2   // the most that a single digit may round: 1.4 million is not 1 million
)

// tolerance returns how far a value may be off and still round to n.
func (n Number) tolerance() float64 {
	slack := tiny * math.Abs(n.High)
	half := n.ulp / 2
	switch {
	case n.Kind == Year && n.Approx && n.Low == n.High:
		return n.years()
	case n.Kind == Year, n.Kind == Date, n.Kind == Version, n.Kind == Clock:
		return half + slack
	case n.High != 0 && n.Low == n.High && scales[n.Unit].base != "°c":
		half = min(half, coarsen*math.Abs(n.High))
	}
	if !n.Approx {
		return half + slack
	}
	tenth := math.Abs(n.High) / 10
	if n.coarse {
		return max(half, tenth) + slack
	}
	last := n.ulp // value of one in the last digit that is not 0
	for last > 0 && last < math.Abs(n.High) && math.Abs(math.Remainder(n.High, last*10)) < tiny*last {
		last *= 10
	}
	return max(half, min(last/2, tenth)) + slack
}

// years returns how many years an approximate year may be off.
func (n Number) years() float64 {
	if math.Mod(n.Low, 10) == 0 {
		return 3
	}
	return 1
}

// second returns the other number that n can mean beside one of the other's unit: the
// later of two days, a time in the afternoon, a temperature rather than a difference.
func (n Number) second(other Number) Number {
	switch {
	case n.either:
		n.Low, n.either = n.High, false
	case n.half && !other.half:
		n.Low, n.High = n.Low+720, n.High+720
		if n.Low >= 1440 {
			n.Low, n.High = n.Low-1440, n.High-1440
		}
	case n.zero != other.zero && n.zero != 0:
		n.Low, n.High = n.Low-n.zero, n.High-n.zero
	}
	return n
}

// align brings two numbers to a common kind and unit, if they have one.
func align(n, claim Number) (Number, Number, bool) {
	switch {
	case n.Kind == claim.Kind && n.Unit == claim.Unit && n.part*claim.part == 0:
		if n.Unit == "" && n.Kind != Date {
			return n, claim, true
		}
	case n.Kind == Version && claim.Kind == Plain && !claim.counts():
		claim = claim.asVersion()
	case claim.Kind == Version && n.Kind == Plain && !n.counts():
		n = n.asVersion()
	case n.Kind == Year && claim.Kind == Date:
		n = n.asDate()
	case claim.Kind == Year && n.Kind == Date:
		claim = claim.asDate()
	case n.Kind == Year && claim.Kind == Plain:
		claim.Kind = Year
	case claim.Kind == Year && n.Kind == Plain:
		n.Kind = Year
	case n.Kind == Year && claim.Kind == Year && n.part != 0 && claim.part != 0:
		n, claim = n.asDate(), claim.asDate()
	default:
		n, claim = n.like(claim), claim.like(n)
	}
	if n.Kind != claim.Kind {
		return n, claim, false
	}
	if n.Kind == Version {
		return n, claim, n.Unit == claim.Unit || n.Unit == "" || claim.Unit == ""
	}
	if n.Kind == Date && claim.Low < 1300 { // no year in the claim
		n.Low, n.High = math.Mod(n.Low, 10000), math.Mod(n.High, 10000)
	}
	n, claim = n.inBase(), claim.inBase()
	return n, claim, n.Unit == claim.Unit
}

// like gives n the kind or unit of the other where its own is only another way to say it:
// an age without its years, a multiple as a rise in percent, a cent of any dollar.
func (n Number) like(other Number) Number {
	switch {
	case n.age && n.Unit == "" && other.Unit == "year":
		n.Kind, n.Unit = Measure, "year"
	case n.age && n.Unit == "year" && other.Kind == Plain && !other.age && other.Of == "":
		n.Kind, n.Unit = Plain, ""
	case n.Unit == "x" && other.Unit == "%" && other.Low >= 100:
		n.Kind, n.Unit = Percent, "%"
		n.Low, n.High, n.ulp = (n.Low-1)*100, (n.High-1)*100, n.ulp*100
	case n.Unit == "cent" && n.Kind == Money:
		switch other.Unit {
		case "eur", "aud", "cad", "nzd", "sgd", "hkd", "zar":
			n.Unit = other.Unit
			n.Low, n.High, n.ulp = n.Low/100, n.High/100, n.ulp/100
		}
	case n.Unit == "lb" && other.Unit == "gbp":
		n.Kind, n.Unit = Money, "gbp"
	}
	return n
}

// counts reports whether n is a whole number of something, which is no version.
func (n Number) counts() bool { return n.Of != "" && n.ulp >= 1 }

func (n Number) asVersion() Number {
	v := versionValue(n.Text)
	n.Kind, n.Low, n.High, n.ulp = Version, v, v, 0
	return n
}

// asDate returns the days of a year or a part of it.
func (n Number) asDate() Number {
	first, last := 101.0, 1231.0
	switch n.part {
	case 1:
		last = 531
	case 2:
		first, last = 401, 931
	case 3:
		first = 801
	}
	slack := 0.0
	if n.Approx && n.Low == n.High {
		slack = n.years()
	}
	n.Kind, n.Low, n.High = Date, (n.Low-slack)*10000+first, (n.High+slack)*10000+last
	return n
}

// inBase converts n to the unit that its unit is a multiple of.
func (n Number) inBase() Number {
	switch n.Unit {
	case "°f":
		n.zero = 32 * 5.0 / 9
	case "k":
		n.zero = 273.15
	}
	if n.Unit == "" {
		return n
	}
	s := scaleOf(n.Unit)
	n.Unit, n.loose = s.base, s.system
	n.Low, n.High, n.ulp, n.margin = n.Low*s.factor, n.High*s.factor, n.ulp*s.factor, n.margin*s.factor
	return n
}
