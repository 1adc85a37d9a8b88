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

// wordUnit returns the unit that a lower-case word of two letters or more names.
func wordUnit(w string) string {
	switch w {
	case "percent", "pct", "percents":
		return "%"
	case "pp", "ppt":
		return "pp"
	case "bps", "bp":
		return "bp"
	case "ns", "nanosecond", "nanoseconds", "nanos":
		return "ns"
	case "us", "µs", "μs", "microsecond", "microseconds", "micros":
		return "us"
	case "ms", "msec", "msecs", "millisecond", "milliseconds", "millis":
		return "ms"
	case "sec", "secs", "second", "seconds":
		return "s"
	case "min", "mins", "minute", "minutes":
		return "min"
	case "hr", "hrs", "hour", "hours":
		return "h"
	case "day", "days":
		return "day"
	case "week", "weeks", "wk", "wks":
		return "week"
	case "month", "months":
		return "month"
	case "year", "years", "yr", "yrs":
		return "year"
	case "decade", "decades":
		return "decade"
	case "century", "centuries":
		return "century"
	case "times", "fold":
		return "x"
	case "byte", "bytes":
		return "byte"
	case "bit", "bits":
		return "bit"
	case "kb", "kilobyte", "kilobytes":
		return "kb"
	case "mb", "megabyte", "megabytes":
		return "mb"
	case "gb", "gigabyte", "gigabytes":
		return "gb"
	case "tb", "terabyte", "terabytes":
		return "tb"
	case "pb", "petabyte", "petabytes":
		return "pb"
	case "kib", "mib", "gib", "tib", "kbps", "mbps", "gbps", "tbps", "qps", "rps", "fps", "rpm", "dpi", "ppm", "ppb",
		"hz", "khz", "mhz", "ghz", "kw", "mw", "gw", "tw", "wh", "kwh", "mwh", "gwh", "twh", "mm", "cm", "km", "kg", "mg", "ml", "db", "kcal", "mph":
		return w
	case "hertz":
		return "hz"
	case "kilohertz":
		return "khz"
	case "megahertz":
		return "mhz"
	case "gigahertz":
		return "ghz"
	case "watt", "watts":
		return "w"
	case "kilowatt", "kilowatts":
		return "kw"
	case "megawatt", "megawatts":
		return "mw"
	case "gigawatt", "gigawatts":
		return "gw"
	case "millimeter", "millimeters", "millimetre", "millimetres":
		return "mm"
	case "centimeter", "centimeters", "centimetre", "centimetres":
		return "cm"
	case "meter", "meters", "metre", "metres":
		return "m"
	case "kilometer", "kilometers", "kilometre", "kilometres":
		return "km"
	case "inch", "inches":
		return "inch"
	case "foot", "feet", "ft":
		return "ft"
	case "yard", "yards":
		return "yard"
	case "mile", "miles":
		return "mile"
	case "gram", "grams":
		return "g"
	case "kilogram", "kilograms":
		return "kg"
	case "tonne", "tonnes", "ton", "tons":
		return "ton"
	case "pound", "pounds", "lb", "lbs":
		return "lb"
	case "ounce", "ounces", "oz":
		return "oz"
	case "liter", "liters", "litre", "litres":
		return "l"
	case "degree", "degrees":
		return "degree"
	case "acre", "acres":
		return "acre"
	case "hectare", "hectares":
		return "ha"
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

// scaleOf returns the unit that a unit is a multiple of, and the factor.
func scaleOf(unit string) (base string, factor float64) {
	switch unit {
	case "ns":
		return "s", 1e-9
	case "us":
		return "s", 1e-6
	case "ms":
		return "s", 1e-3
	case "min":
		return "s", 60
	case "h":
		return "s", 3600
	case "day":
		return "s", 86400
	case "week":
		return "s", 7 * 86400
	case "year":
		return "month", 12
	case "decade":
		return "month", 120
	case "century":
		return "month", 1200
	case "bp":
		return "pp", 0.01
	case "kb":
		return "byte", 1e3
	case "mb":
		return "byte", 1e6
	case "gb":
		return "byte", 1e9
	case "tb":
		return "byte", 1e12
	case "pb":
		return "byte", 1e15
	case "kib":
		return "byte", 1 << 10
	case "mib":
		return "byte", 1 << 20
	case "gib":
		return "byte", 1 << 30
	case "tib":
		return "byte", 1 << 40
	case "khz":
		return "hz", 1e3
	case "mhz":
		return "hz", 1e6
	case "ghz":
		return "hz", 1e9
	case "kw":
		return "w", 1e3
	case "mw":
		return "w", 1e6
	case "gw":
		return "w", 1e9
	case "mm":
		return "m", 1e-3
	case "cm":
		return "m", 1e-2
	case "km":
		return "m", 1e3
	case "mg":
		return "g", 1e-3
	case "kg":
		return "g", 1e3
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
