package text

// unitOf returns the normal form of a unit of measurement or currency, or "". A
// single letter counts in the case in which it is written.
func unitOf(l lexeme) string {
	switch l.text {
	case "%":
		return "%"
	case "s", "h", "m", "g", "x", "W", "V", "B":
		return map1(l.text)
	case "×":
		return "x"
	case "Kb", "kb", "kbit":
		return "kbit"
	case "Mb", "Mbit":
		return "mbit"
	case "Gb", "Gbit":
		return "gbit"
	}
	if len(l.text) == 1 {
		return ""
	}
	return wordUnit(l.lower)
}

// map1 returns the unit of a one-letter symbol.
func map1(symbol string) string {
	switch symbol {
	case "B":
		return "byte"
	case "W":
		return "w"
	case "V":
		return "v"
	}
	return symbol
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
	"kib": "kib", "mib": "mib", "gib": "gib", "tib": "tib", "kbps": "kbps", "mbps": "mbps", "gbps": "gbps", "tbps": "tbps",
	"qps": "qps", "rps": "rps", "fps": "fps", "rpm": "rpm", "dpi": "dpi", "ppm": "ppm", "ppb": "ppb", "hz": "hz",
	"khz": "khz", "mhz": "mhz", "ghz": "ghz", "kw": "kw", "mw": "mw", "gw": "gw", "tw": "tw", "wh": "wh",
	"kwh": "kwh", "mwh": "mwh", "gwh": "gwh", "twh": "twh", "mm": "mm", "cm": "cm", "km": "km", "kg": "kg",
	"mg": "mg", "ml": "ml", "db": "db", "kcal": "kcal", "mph": "mph",
	"hertz": "hz", "kilohertz": "khz", "megahertz": "mhz", "gigahertz": "ghz",
	"watt": "w", "watts": "w",
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
	"mile": "mile", "miles": "mile",
	"gram": "g", "grams": "g",
	"kilogram": "kg", "kilograms": "kg",
	"tonne": "ton", "tonnes": "ton", "ton": "ton", "tons": "ton",
	"pound": "lb", "pounds": "lb", "lb": "lb", "lbs": "lb",
	"ounce": "oz", "ounces": "oz", "oz": "oz",
	"liter": "l", "liters": "l", "litre": "l", "litres": "l",
	"degree": "degree", "degrees": "degree",
	"acre": "acre", "acres": "acre",
	"hectare": "ha", "hectares": "ha",
}

// wordUnit returns the unit or currency that such a word names, or "".
func wordUnit(w string) string {
	if unit, ok := wordUnits[w]; ok {
		return unit
	}
	return currencyOf(w)
}

// currencyOf returns the currency that a symbol or lower-case word names, or "".
func currencyOf(w string) string {
	switch w {
	case "$", "dollar", "dollars", "usd":
		return "usd"
	case "€", "euro", "euros", "eur":
		return "eur"
	case "£", "gbp", "sterling":
		return "gbp"
	case "¥", "yen", "jpy":
		return "jpy"
	case "yuan", "renminbi", "rmb", "cny":
		return "cny"
	case "₹", "rupee", "rupees", "inr":
		return "inr"
	case "₩", "won", "krw":
		return "krw"
	case "chf", "cad", "aud", "usdc", "usdt", "btc", "eth":
		return w
	}
	return ""
}

// kindOf returns the kind of a number with the unit.
func kindOf(unit string) NumberKind {
	switch {
	case unit == "":
		return Plain
	case unit == "%", unit == "pp", unit == "bp":
		return Percent
	case currencyOf(unit) != "":
		return Money
	}
	return Measure
}

// scale is how many of a base unit a unit is.
type scale struct {
	base   string
	factor float64
}

// scales are the units that are multiples of another. Nothing writes to it.
var scales = map[string]scale{
	"ns": {"s", 1e-9}, "us": {"s", 1e-6}, "ms": {"s", 1e-3}, "min": {"s", 60}, "h": {"s", 3600},
	"day": {"s", 86400}, "week": {"s", 7 * 86400},
	"year": {"month", 12}, "decade": {"month", 120}, "century": {"month", 1200},
	"bp": {"pp", 0.01},
	"kb": {"byte", 1e3}, "mb": {"byte", 1e6}, "gb": {"byte", 1e9}, "tb": {"byte", 1e12}, "pb": {"byte", 1e15},
	"kib": {"byte", 1 << 10}, "mib": {"byte", 1 << 20}, "gib": {"byte", 1 << 30}, "tib": {"byte", 1 << 40},
	"khz": {"hz", 1e3}, "mhz": {"hz", 1e6}, "ghz": {"hz", 1e9},
	"kw": {"w", 1e3}, "mw": {"w", 1e6}, "gw": {"w", 1e9},
	"mm": {"m", 1e-3}, "cm": {"m", 1e-2}, "km": {"m", 1e3},
	"mg": {"g", 1e-3}, "kg": {"g", 1e3},
}

// scaleOf returns the unit that a unit is a multiple of, and the factor.
func scaleOf(unit string) (base string, factor float64) {
	if s, ok := scales[unit]; ok {
		return s.base, s.factor
	}
	return unit, 1
}

// magnitudeOf returns the factor that a lexeme after a number stands for, or 0.
// A letter counts only right behind the digits.
func magnitudeOf(l lexeme, money bool) float64 {
	switch l.lower {
	case "hundred":
		return 1e2
	case "thousand":
		return 1e3
	case "million", "mn", "mln", "mio":
		return 1e6
	case "billion", "bn", "bln":
		return 1e9
	case "trillion", "tn", "trn":
		return 1e12
	case "dozen":
		return 12
	}
	switch {
	case !l.glued:
		return 0
	case l.lower == "k":
		return 1e3
	case l.text == "M", l.text == "m" && money:
		return 1e6
	case l.text == "B" && money, l.text == "b" && money, l.text == "B":
		return 1e9
	case l.text == "T" && money:
		return 1e12
	}
	return 0
}

// numeral returns the value of a number word below one hundred, or -1.
func numeral(w string) float64 {
	switch w {
	case "zero":
		return 0
	case "one":
		return 1
	case "two":
		return 2
	case "three":
		return 3
	case "four":
		return 4
	case "five":
		return 5
	case "six":
		return 6
	case "seven":
		return 7
	case "eight":
		return 8
	case "nine":
		return 9
	case "ten":
		return 10
	case "eleven":
		return 11
	case "twelve":
		return 12
	case "thirteen":
		return 13
	case "fourteen":
		return 14
	case "fifteen":
		return 15
	case "sixteen":
		return 16
	case "seventeen":
		return 17
	case "eighteen":
		return 18
	case "nineteen":
		return 19
	}
	return tens(w)
}

func tens(w string) float64 {
	switch w {
	case "twenty":
		return 20
	case "thirty":
		return 30
	case "forty", "fourty":
		return 40
	case "fifty":
		return 50
	case "sixty":
		return 60
	case "seventy":
		return 70
	case "eighty":
		return 80
	case "ninety":
		return 90
	}
	return -1
}

// ordinal returns the value of an ordinal word, or 0.
func ordinal(w string) float64 {
	switch w {
	case "first":
		return 1
	case "second":
		return 2
	case "third":
		return 3
	case "fourth":
		return 4
	case "fifth":
		return 5
	case "sixth":
		return 6
	case "seventh":
		return 7
	case "eighth":
		return 8
	case "ninth":
		return 9
	case "tenth":
		return 10
	case "eleventh":
		return 11
	case "twelfth":
		return 12
	}
	return 0
}

// monthOf returns the number of the month that a capitalised word names, or 0.
func monthOf(w string) int {
	switch w {
	case "January", "Jan":
		return 1
	case "February", "Feb":
		return 2
	case "March", "Mar":
		return 3
	case "April", "Apr":
		return 4
	case "May":
		return 5
	case "June", "Jun":
		return 6
	case "July", "Jul":
		return 7
	case "August", "Aug":
		return 8
	case "September", "Sept", "Sep":
		return 9
	case "October", "Oct":
		return 10
	case "November", "Nov":
		return 11
	case "December", "Dec":
		return 12
	}
	return 0
}
