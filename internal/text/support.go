package text

import "math"

// Supports reports whether n, as stated by a source, supports the claim's number
// by the claim's own rounding: 8.52% supports 8.5%, 45,000,000 dollars support
// $45M, 34% supports "about a third", 12 supports "more than 10". Units of one
// sort are converted (0.5 s supports 500 ms). A source's bound never supports an
// exact claim.
func (n Number) Supports(claim Number) bool {
	n, claim, ok := align(n, claim)
	if !ok {
		return false
	}
	tolerance := claim.tolerance()
	switch {
	case claim.Bound > 0:
		return n.Bound >= 0 && above(n.Low, claim.Low, tolerance, claim.strict && n.Bound == 0)
	case claim.Bound < 0:
		return n.Bound <= 0 && above(-n.High, -claim.High, tolerance, claim.strict && n.Bound == 0)
	case n.Bound != 0:
		return false
	case claim.Approx || claim.Kind == Date || claim.Kind == Year:
		return n.Low >= claim.Low-tolerance && n.High <= claim.High+tolerance
	}
	return math.Abs(n.Low-claim.Low) <= tolerance && math.Abs(n.High-claim.High) <= tolerance
}

// above reports whether v lies above limit, or at it where that is enough.
func above(v, limit, tolerance float64, strict bool) bool {
	if strict {
		return v > limit
	}
	return v >= limit-tolerance
}

// tolerance returns how far a value may be off and still round to n.
func (n Number) tolerance() float64 {
	const tiny = 1e-9
	slack := tiny * math.Abs(n.High)
	half := n.ulp / 2
	if !n.Approx || n.Kind == Date || n.Kind == Year || n.Kind == Version {
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

// align brings two numbers to a common kind and unit, if they have one.
func align(n, claim Number) (Number, Number, bool) {
	switch {
	case n.Kind == Version && claim.Kind == Plain:
		claim = claim.asVersion()
	case claim.Kind == Version && n.Kind == Plain:
		n = n.asVersion()
	case n.Kind == Year && claim.Kind == Date:
		n = n.asDate()
	case claim.Kind == Year && n.Kind == Date:
		claim = claim.asDate()
	case n.Kind == Year && claim.Kind == Plain:
		claim.Kind = Year
	case claim.Kind == Year && n.Kind == Plain:
		n.Kind = Year
	}
	if n.Kind != claim.Kind {
		return n, claim, false
	}
	switch n.Kind {
	case Version:
		return n, claim, n.Unit == claim.Unit || n.Unit == "" || claim.Unit == ""
	case Date:
		if claim.Low < 1300 { // no year in the claim
			n.Low, n.High = math.Mod(n.Low, 10000), math.Mod(n.High, 10000)
		}
	}
	n, claim = n.inBase(), claim.inBase()
	return n, claim, n.Unit == claim.Unit
}

func (n Number) asVersion() Number {
	v := versionValue(n.Text)
	n.Kind, n.Low, n.High, n.ulp = Version, v, v, 0
	return n
}

func (n Number) asDate() Number {
	n.Kind, n.Low, n.High = Date, n.Low*10000+101, n.High*10000+1231
	return n
}

// inBase converts n to the unit that its unit is a multiple of.
func (n Number) inBase() Number {
	base, factor := scaleOf(n.Unit)
	n.Unit, n.Low, n.High, n.ulp = base, n.Low*factor, n.High*factor, n.ulp*factor
	return n
}
