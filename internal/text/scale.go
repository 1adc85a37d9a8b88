package text

import "strings"

// scale is how many of a base unit a unit is.
type scale struct {
	base   string
	factor float64
	system string // units of another system are converted loosely
}

// scales are the units that are multiples of another. Nothing writes to it.
var scales = map[string]scale{
	"s": {"s", 1, ""}, "ns": {"s", 1e-9, ""}, "us": {"s", 1e-6, ""}, "ms": {"s", 1e-3, ""}, "min": {"s", 60, ""}, "h": {"s", 3600, ""},
	"day": {"s", 86400, ""}, "week": {"s", 7 * 86400, ""},
	"month": {"s", month30, "calendar"}, "year": {"s", 12 * month30, "calendar"}, "decade": {"s", 120 * month30, "calendar"},
	"century": {"s", 1200 * month30, "calendar"},
	"bp":      {"pp", 0.01, ""}, "‰": {"%", 0.1, ""},
	"cent": {"usd", 0.01, ""}, "penny": {"gbp", 0.01, ""},
	"byte": {"byte", 1, ""}, "kb": {"byte", 1e3, ""}, "mb": {"byte", 1e6, ""}, "gb": {"byte", 1e9, ""}, "tb": {"byte", 1e12, ""}, "pb": {"byte", 1e15, ""},
	"kib": {"byte", 1 << 10, ""}, "mib": {"byte", 1 << 20, ""}, "gib": {"byte", 1 << 30, ""}, "tib": {"byte", 1 << 40, ""},
	"bit": {"byte", 1.0 / 8, ""}, "kbit": {"byte", 1e3 / 8, ""}, "mbit": {"byte", 1e6 / 8, ""}, "gbit": {"byte", 1e9 / 8, ""}, "tbit": {"byte", 1e12 / 8, ""},
	"khz": {"hz", 1e3, ""}, "mhz": {"hz", 1e6, ""}, "ghz": {"hz", 1e9, ""}, "thz": {"hz", 1e12, ""},
	"w": {"w", 1, ""}, "kw": {"w", 1e3, ""}, "mw": {"w", 1e6, ""}, "gw": {"w", 1e9, ""}, "tw": {"w", 1e12, ""},
	"wh": {"j", 3600, ""}, "kwh": {"j", 3.6e6, ""}, "mwh": {"j", 3.6e9, ""}, "gwh": {"j", 3.6e12, ""}, "twh": {"j", 3.6e15, ""},
	"kj": {"j", 1e3, ""}, "mj": {"j", 1e6, ""}, "gj": {"j", 1e9, ""}, "tj": {"j", 1e12, ""}, "kcal": {"j", 4184, ""},
	"mv": {"v", 1e-3, ""}, "kv": {"v", 1e3, ""},
	"hpa": {"pa", 1e2, ""}, "kpa": {"pa", 1e3, ""}, "mpa": {"pa", 1e6, ""}, "bar": {"pa", 1e5, ""}, "psi": {"pa", 6894.76, "imperial"},
	"m": {"m", 1, ""}, "nm": {"m", 1e-9, ""}, "um": {"m", 1e-6, ""}, "mm": {"m", 1e-3, ""}, "cm": {"m", 1e-2, ""}, "km": {"m", 1e3, ""},
	"inch": {"m", 0.0254, "imperial"}, "ft": {"m", 0.3048, "imperial"}, "yard": {"m", 0.9144, "imperial"},
	"mile": {"m", 1609.344, "imperial"}, "nautical mile": {"m", 1852, "sea"}, "light year": {"m", 9.4607e15, "stars"},
	"knot": {"m/s", 1852.0 / 3600, "sea"},
	"m2":   {"m2", 1, ""}, "mm2": {"m2", 1e-6, ""}, "cm2": {"m2", 1e-4, ""}, "km2": {"m2", 1e6, ""}, "ha": {"m2", 1e4, ""},
	"inch2": {"m2", 0.00064516, "imperial"}, "ft2": {"m2", 0.09290304, "imperial"}, "yard2": {"m2", 0.83612736, "imperial"},
	"acre": {"m2", 4046.8564224, "imperial"}, "mile2": {"m2", 2589988.110336, "imperial"},
	"l": {"l", 1, ""}, "ml": {"l", 1e-3, ""}, "cl": {"l", 1e-2, ""}, "dl": {"l", 1e-1, ""}, "cm3": {"l", 1e-3, ""}, "m3": {"l", 1e3, ""}, "km3": {"l", 1e12, ""},
	"ft3": {"l", 28.316846592, "imperial"}, "gallon": {"l", 3.785411784, "imperial"}, "pint": {"l", 0.473176473, "imperial"},
	"barrel": {"l", 158.987294928, "oil"},
	"g":      {"g", 1, ""}, "ug": {"g", 1e-6, ""}, "mg": {"g", 1e-3, ""}, "kg": {"g", 1e3, ""}, "ton": {"g", 1e6, ""}, "kton": {"g", 1e9, ""},
	"mton": {"g", 1e12, ""}, "gton": {"g", 1e15, ""}, "lb": {"g", 453.59237, "imperial"}, "oz": {"g", 28.349523125, "imperial"},
	"°c": {"°c", 1, ""}, "k": {"°c", 1, "kelvin"}, "°f": {"°c", 5.0 / 9, "imperial"},
}

// month30 is the mean length of a month in seconds.
const month30 = 30.436875 * 86400

// scaleOf returns the unit that a unit is a multiple of, and the factor; of a rate
// such as km/h, those of its parts.
func scaleOf(unit string) scale {
	if s, ok := scales[unit]; ok {
		return s
	}
	if i := strings.IndexByte(unit, '/'); i > 0 {
		of, per := scaleOf(unit[:i]), scaleOf(unit[i+1:])
		return scale{of.base + "/" + per.base, of.factor / per.factor, of.system}
	}
	return scale{base: unit, factor: 1}
}

// magnitudeOf returns the factor that a lexeme after a number stands for, or 0.
// A letter counts only right behind the digits, or behind an amount of money.
func magnitudeOf(l lexeme, money bool) float64 {
	switch l.lower {
	case "hundred":
		return 1e2
	case "thousand":
		return 1e3
	case "lakh", "lakhs", "lac":
		return 1e5
	case "million", "mn", "mln", "mio":
		return 1e6
	case "crore", "crores":
		return 1e7
	case "billion", "bn", "bln", "mrd":
		return 1e9
	case "trillion", "tn", "trn":
		return 1e12
	case "dozen":
		return 12
	}
	switch {
	case money && l.text == "M":
		return 1e6
	case money && l.text == "B":
		return 1e9
	case !l.glued:
		return 0
	case l.lower == "k":
		return 1e3
	case l.text == "M", l.text == "m" && money:
		return 1e6
	case l.text == "b" && money, l.text == "B":
		return 1e9
	case l.text == "T" && money:
		return 1e12
	}
	return 0
}
