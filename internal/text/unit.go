package text

// unitOf returns the normal form of a unit of measurement or currency, or "". A
// single letter counts in the case in which it is written.
func unitOf(l lexeme) string {
	switch l.text {
	case "%", "s", "h", "m", "g", "x":
		return l.text
	case "W", "V", "L", "K", "J":
		return l.lower
	case "‰":
		return "‰"
	case "°":
		return "degree"
	case "l":
		return "l"
	case "t":
		return "ton"
	case "B":
		return "byte"
	case "×":
		return "x"
	case "Kb", "kb", "kbit":
		return "kbit"
	case "Mb", "Mbit":
		return "mbit"
	case "Gb", "Gbit":
		return "gbit"
	case "Tb", "Tbit":
		return "tbit"
	case "Mt":
		return "mton"
	case "Gt":
		return "gton"
	}
	if l.kind != word || len(l.text) == 1 {
		return ""
	}
	return wordUnits[l.lower]
}

// wordUnits are the units by the lower-case words of two letters or more that name
// them. Nothing writes to it.
var wordUnits = map[string]string{
	"percent": "%", "pct": "%", "percents": "%",
	"pp": "pp", "ppt": "pp",
	"bps": "bp", "bp": "bp",
	"ns": "ns", "nanosecond": "ns", "nanoseconds": "ns", "nanos": "ns",
	"us": "us", "µs": "us", "μs": "us", "microsecond": "us", "microseconds": "us", "micros": "us",
	"ms": "ms", "msec": "ms", "msecs": "ms", "millisecond": "ms", "milliseconds": "ms", "millis": "ms",
	"sec": "s", "secs": "s", "second": "s", "seconds": "s",
	"min": "min", "mins": "min", "minute": "min", "minutes": "min",
	"hr": "h", "hrs": "h", "hour": "h", "hours": "h",
	"day": "day", "days": "day",
	"week": "week", "weeks": "week", "wk": "week", "wks": "week",
	"month": "month", "months": "month",
	"year": "year", "years": "year", "yr": "year", "yrs": "year",
	"decade": "decade", "decades": "decade",
	"century": "century", "centuries": "century",
	"times": "x", "fold": "x",
	"byte": "byte", "bytes": "byte",
	"bit": "bit", "bits": "bit",
	"kb": "kb", "kilobyte": "kb", "kilobytes": "kb",
	"mb": "mb", "megabyte": "mb", "megabytes": "mb",
	"gb": "gb", "gigabyte": "gb", "gigabytes": "gb",
	"tb": "tb", "terabyte": "tb", "terabytes": "tb",
	"pb": "pb", "petabyte": "pb", "petabytes": "pb",
	"kib": "kib", "mib": "mib", "gib": "gib", "tib": "tib",
	"kbps": "kbit/s", "mbps": "mbit/s", "gbps": "gbit/s", "tbps": "tbit/s",
	"kilobit": "kbit", "kilobits": "kbit", "megabit": "mbit", "megabits": "mbit", "gigabit": "gbit", "gigabits": "gbit",
	"terabit": "tbit", "terabits": "tbit",
	"qps": "qps", "rps": "rps", "fps": "fps", "rpm": "rpm", "dpi": "dpi", "ppm": "ppm", "ppb": "ppb", "hz": "hz",
	"khz": "khz", "mhz": "mhz", "ghz": "ghz", "thz": "thz", "kw": "kw", "mw": "mw", "gw": "gw", "tw": "tw", "wh": "wh",
	"kwh": "kwh", "mwh": "mwh", "gwh": "gwh", "twh": "twh", "nm": "nm", "µm": "um", "μm": "um", "mm": "mm", "cm": "cm", "km": "km",
	"kg": "kg", "µg": "ug", "μg": "ug", "mcg": "ug", "mg": "mg", "ml": "ml", "dl": "dl", "cl": "cl", "db": "db", "kcal": "kcal",
	"kj": "kj", "mj": "mj", "gj": "gj", "tj": "tj", "joule": "j", "joules": "j",
	"mph": "mile/h", "kph": "km/h", "kmh": "km/h", "kmph": "km/h", "knot": "knot", "knots": "knot",
	"kv": "kv", "mv": "mv", "volt": "v", "volts": "v", "kilovolt": "kv", "kilovolts": "kv",
	"pa": "pa", "hpa": "hpa", "kpa": "kpa", "mpa": "mpa", "bar": "bar", "psi": "psi", "mbar": "hpa",
	"kelvin": "k", "celsius": "°c", "fahrenheit": "°f",
	"hertz": "hz", "kilohertz": "khz", "megahertz": "mhz", "gigahertz": "ghz",
	"watt": "w", "watts": "w", "terawatt": "tw", "terawatts": "tw",
	"kilowatt": "kw", "kilowatts": "kw",
	"megawatt": "mw", "megawatts": "mw",
	"gigawatt": "gw", "gigawatts": "gw",
	"millimeter": "mm", "millimeters": "mm", "millimetre": "mm", "millimetres": "mm",
	"centimeter": "cm", "centimeters": "cm", "centimetre": "cm", "centimetres": "cm",
	"meter": "m", "meters": "m", "metre": "m", "metres": "m",
	"kilometer": "km", "kilometers": "km", "kilometre": "km", "kilometres": "km",
	"inch": "inch", "inches": "inch",
	"foot": "ft", "feet": "ft", "ft": "ft",
	"yard": "yard", "yards": "yard",
	"mile": "mile", "miles": "mile", "mi": "mile", "micron": "um", "microns": "um", "nanometer": "nm", "nanometers": "nm",
	"nanometre": "nm", "nanometres": "nm", "micrometer": "um", "micrometers": "um", "micrometre": "um", "micrometres": "um",
	"gram": "g", "grams": "g",
	"kilogram": "kg", "kilograms": "kg", "kilo": "kg", "kilos": "kg", "milligram": "mg", "milligrams": "mg",
	"microgram": "ug", "micrograms": "ug", "kilotonne": "kton", "kilotonnes": "kton", "kilotons": "kton",
	"megatonne": "mton", "megatonnes": "mton", "megatons": "mton", "gigatonne": "gton", "gigatonnes": "gton", "gigatons": "gton",
	"tonne": "ton", "tonnes": "ton", "ton": "ton", "tons": "ton",
	"pound": "lb", "pounds": "lb", "lb": "lb", "lbs": "lb",
	"ounce": "oz", "ounces": "oz", "oz": "oz",
	"liter": "l", "liters": "l", "litre": "l", "litres": "l", "milliliter": "ml", "milliliters": "ml", "millilitre": "ml",
	"millilitres": "ml", "gallon": "gallon", "gallons": "gallon", "gal": "gallon", "pint": "pint", "pints": "pint",
	"barrel": "barrel", "barrels": "barrel", "bbl": "barrel",
	"degree": "degree", "degrees": "degree",
	"acre": "acre", "acres": "acre",
	"hectare": "ha", "hectares": "ha", "ha": "ha", "sqft": "ft2", "sqm": "m2", "sqkm": "km2",
}

// kindOf returns the kind of a number with the unit.
func kindOf(unit string) NumberKind {
	switch {
	case unit == "":
		return Plain
	case unit == "%", unit == "‰", unit == "pp", unit == "bp":
		return Percent
	case currencies[unit], unit == "cent", unit == "penny":
		return Money
	}
	return Measure
}

// unit reads a unit at i into a, spaced, glued or behind a hyphen.
func (p *numberReader) unit(i int, a *amount) int {
	if a.unit != "" {
		if c, next := p.currencyAfter(i, a.scale); c == a.unit {
			return next
		}
		return i
	}
	k := p.hyphen(i)
	if w := p.at(k).lower; k > i && (w == "odd" || w == "plus") && !a.odd && !a.plus {
		a.odd, a.plus = w == "odd", w == "plus"
		return p.unit(k+1, a)
	}
	if c, next := p.currencyAfter(k, a.scale); next > k {
		a.unit = c
		return next
	}
	u, next := p.unitAt(k)
	if u == "" || u == "%" && k > i && next == k+1 {
		return i
	}
	a.unit, next = p.per(next, u)
	return next
}

// hyphen returns the index behind a hyphen at i between words, or i.
func (p *numberReader) hyphen(i int) int {
	if l := p.at(i); l.text == "-" && l.glued && p.at(i+1).glued && p.at(i+1).kind == word {
		return i + 1
	}
	return i
}

// unitAt reads a unit of one word or several at i.
func (p *numberReader) unitAt(i int) (unit string, next int) {
	l := p.at(i)
	k := p.hyphen(i + 1)
	after := p.at(k)
	switch l.lower {
	case "per":
		if after.lower == "cent" {
			return "%", k + 1
		}
	case "percentage", "basis":
		if after.lower == "point" || after.lower == "points" {
			return map[string]string{"percentage": "pp", "basis": "bp"}[l.lower], k + 1
		}
	case "°", "degree", "degrees":
		switch after.lower {
		case "c", "f", "celsius", "fahrenheit", "centigrade":
			return "°" + map[bool]string{true: "f", false: "c"}[after.lower[0] == 'f'], k + 1
		}
	case "square", "sq", "cubic", "cu":
		if after.text == "." {
			k, after = k+1, p.at(k+1)
		}
		power := "2"
		if l.lower[0] == 'c' {
			power = "3"
		}
		if u := unitOf(after) + power; scales[u].base != "" {
			return u, k + 1
		}
	case "metric", "nautical", "light":
		switch u := unitOf(after); {
		case u == "ton" && l.lower == "metric":
			return u, k + 1
		case u == "mile" && l.lower == "nautical", u == "year" && l.lower == "light":
			return l.lower + " " + u, k + 1
		}
	case "us", "won":
		if l.lower == "won" || !l.glued {
			return "", i
		}
	}
	return p.raised(unitOf(l), i+1)
}

// raised reads what makes a square, cube or watt-hour of the unit before i.
func (p *numberReader) raised(unit string, i int) (string, int) {
	l := p.at(i)
	switch l.text {
	case "2", "3":
		if l.glued && scales[unit+l.text].base != "" {
			return unit + l.text, i + 1
		}
	case "²", "³":
		power := "2"
		if l.text == "³" {
			power = "3"
		}
		if scales[unit+power].base != "" {
			return unit + power, i + 1
		}
	}
	if k := p.hyphen(i); p.at(k).lower == "hour" || p.at(k).lower == "hours" {
		if scales[unit+"h"].base == "j" {
			return unit + "h", k + 1
		}
	}
	return unit, i
}

// per reads what makes a speed or rate of the unit before i: /s, per hour.
func (p *numberReader) per(i int, unit string) (string, int) {
	switch scaleOf(unit).base {
	case "m", "byte":
	default:
		return unit, i
	}
	l := p.at(i)
	slash := l.text == "/" && l.glued && p.at(i+1).glued
	if time := unitOf(p.at(i + 1)); slash || l.lower == "per" || l.lower == "an" {
		switch time {
		case "s", "min", "h":
			return unit + "/" + time, i + 2
		}
	}
	return unit, i
}
