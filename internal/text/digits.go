package text

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDigits bounds the bytes of a number with separators.
const maxDigits = 24

// digitsEnd reads the number at i into l and returns its end.
func digitsEnd(s string, i int, l *lexeme) int {
	whole, separator := groupsEnd(s, i)
	end, decimals := decimalsEnd(s, i, whole, separator)
	if decimals == 0 && separator == 0 {
		if parts, next := dottedEnd(s, whole); parts > 2 {
			l.kind, l.value = version, versionValue(s[i:next])
			return next
		}
	}
	l.kind, l.ulp = digits, 1
	l.value = plainValue(s[i:whole], s[end-decimals:end])
	for range min(decimals, 15) {
		l.ulp /= 10
	}
	return powerEnd(s, i, end, l)
}

// plainValue returns the value of digits with separators, and of those behind the
// decimal sign.
func plainValue(whole, decimals string) float64 {
	clean := true
	for i := range len(whole) {
		clean = clean && asciiDigit(whole[i])
	}
	if !clean {
		whole = strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, whole)
	}
	if decimals != "" {
		whole += "." + decimals
	}
	v, _ := strconv.ParseFloat(whole, 64)
	return v
}

// groupsEnd returns the end of the digits at i with their thousands separators and
// the first byte of these, 0 for none: 1,234, 12,34,567, 1.234.567, 1'234, 1 234 567.
func groupsEnd(s string, i int) (end int, separator byte) {
	first := runEnd(s, i)
	if first == len(s) || first-i > 3 || s[i] == '0' || s[i] == '.' {
		return first, 0
	}
	switch s[first] {
	case ',':
		if end = commasEnd(s, i, first); end > first {
			return end, ','
		}
		return first, 0
	case '.':
		end, groups := triplesEnd(s, first, ".")
		comma := end < len(s) && s[end] == ',' && commaDecimals(s, end) > 0
		if groups >= 2 && groups != 3 || groups == 3 && first-i < 3 || groups == 1 && comma {
			return end, '.'
		}
		return first, 0
	}
	for _, space := range [...]string{"'", "’", "\u00a0", "\u2009", "\u202f"} {
		if end, groups := triplesEnd(s, first, space); groups > 0 {
			return end, space[0]
		}
	}
	end, groups := triplesEnd(s, first, " ")
	apart := (i < 2 || s[i-1] != ' ' || !asciiDigit(s[i-2])) && (end+1 >= len(s) || s[end] != ' ' || !asciiDigit(s[end+1]))
	if groups >= 2 && first-i <= 2 && apart {
		return end, ' '
	}
	return first, 0
}

// triplesEnd returns the end of groups of three digits at i, each behind a separator.
func triplesEnd(s string, i int, separator string) (end, groups int) {
	for i < len(s) && strings.HasPrefix(s[i:], separator) && groups < maxDigits/4 {
		next := i + len(separator)
		if end := runEnd(s, next); end != next+3 {
			break
		}
		i, groups = next+3, groups+1
	}
	return i, groups
}

// commasEnd returns the end of groups behind commas at first, of three digits or, but
// for the last, two (as in India); first if there are none.
func commasEnd(s string, i, first int) int {
	end := first
	for k := first; k < len(s) && s[k] == ',' && k-i < maxDigits; {
		next := runEnd(s, k+1)
		if next-k == 4 {
			end = next
		} else if next-k != 3 || end > first {
			break
		}
		k = next
	}
	return end
}

// decimalsEnd returns the end of a number whose whole part ends at end, and how many
// decimals it has.
func decimalsEnd(s string, i, end int, separator byte) (int, int) {
	if end+1 >= len(s) || !asciiDigit(s[end+1]) {
		return end, 0
	}
	switch {
	case s[end] == '.' && separator != '.':
		if parts, next := dottedEnd(s, end); parts == 2 || separator != 0 && parts > 1 {
			return next, next - end - 1
		}
	case s[end] == ',' && separator != ',' && (separator != 0 || end-i <= 3):
		if n := commaDecimals(s, end); n > 0 && (n < 3 || s[i] == '0') && (i == 0 || s[i-1] != ',') {
			return end + 1 + n, n
		}
	}
	return end, 0
}

// commaDecimals returns how many decimals stand behind the comma at i; 0 when it
// separates the items of a list.
func commaDecimals(s string, i int) int {
	end := runEnd(s, i+1)
	if end+1 < len(s) && (s[end] == ',' || s[end] == '.') && asciiDigit(s[end+1]) || end-i > 4 {
		return 0
	}
	return end - i - 1
}

// dottedEnd returns how many parts a number has whose first part ends at i, and its
// end: two for 1.5, three for 1.21.3.
func dottedEnd(s string, i int) (parts, end int) {
	parts = 1
	for i+1 < len(s) && s[i] == '.' && asciiDigit(s[i+1]) {
		parts, i = parts+1, runEnd(s, i+1)
	}
	return parts, i
}

// powerEnd reads the power of ten behind the number [i, end) into l: 4.5e7, 10^6, 10⁶.
func powerEnd(s string, i, end int, l *lexeme) int {
	if end == len(s) {
		return end
	}
	rest := s[end:]
	switch {
	case rest[0]|0x20 == 'e':
		if n, e := exponent(rest[1:]); n > 0 && !followedByWord(s, end+1+n) {
			l.value, l.ulp = l.value*math.Pow10(e), l.ulp*math.Pow10(e)
			return end + 1 + n
		}
	case s[i:end] != "10":
	case rest[0] == '^':
		if n, e := exponent(rest[1:]); n > 0 {
			l.value, l.ulp = math.Pow10(e), math.Pow10(e)
			return end + 1 + n
		}
	default:
		if n, e := superscripts(rest); n > 0 {
			l.value, l.ulp = math.Pow10(e), math.Pow10(e)
			return end + n
		}
	}
	return end
}

// exponent reads a signed number of one or two digits that s begins with.
func exponent(s string) (length, value int) {
	sign := 0
	for _, minus := range [...]string{"-", "−", "+"} {
		if strings.HasPrefix(s, minus) {
			sign = len(minus)
		}
	}
	end := runEnd(s, sign)
	if end == sign || end > sign+2 {
		return 0, 0
	}
	value, _ = strconv.Atoi(s[sign:end])
	if sign > 0 && s[0] != '+' {
		value = -value
	}
	return end, value
}

// superscripts reads a number in superscript that s begins with.
func superscripts(s string) (length, value int) {
	sign := 1
	for i, r := range s {
		d := strings.IndexRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r)
		switch {
		case r == '⁻' && i == 0:
			sign = -1
		case d < 0 || value > 9:
			return length, sign * value
		default:
			value = value*10 + utf8.RuneCountInString("⁰¹²³⁴⁵⁶⁷⁸⁹"[:d])
			length = i + utf8.RuneLen(r)
		}
	}
	return length, sign * value
}

// vulgar returns the value of a fraction that is one character, or 0.
func vulgar(r rune) float64 {
	switch r {
	case '½':
		return 1.0 / 2
	case '⅓':
		return 1.0 / 3
	case '⅔':
		return 2.0 / 3
	case '¼':
		return 1.0 / 4
	case '¾':
		return 3.0 / 4
	case '⅕':
		return 1.0 / 5
	case '⅖':
		return 2.0 / 5
	case '⅗':
		return 3.0 / 5
	case '⅘':
		return 4.0 / 5
	case '⅛':
		return 1.0 / 8
	case '⅜':
		return 3.0 / 8
	case '⅝':
		return 5.0 / 8
	case '⅞':
		return 7.0 / 8
	}
	return 0
}

// bareDecimal reports whether the stop at i begins a number: .05.
func bareDecimal(s string, i int) bool {
	if i+1 >= len(s) || !asciiDigit(s[i+1]) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	return i == 0 || unicode.IsSpace(before) || strings.ContainsRune("(=<>≤≥~-−$€£", before)
}

// runEnd returns the end of the digits that start at i.
func runEnd(s string, i int) int {
	for i < len(s) && asciiDigit(s[i]) {
		i++
	}
	return i
}

// versionValue puts versions in order: major + minor/1e3 + patch/1e6.
func versionValue(v string) float64 {
	value, scale := 0.0, 1.0
	for _, part := range strings.SplitN(v, ".", 4)[:min(3, strings.Count(v, ".")+1)] {
		n, _ := strconv.ParseFloat(part, 64)
		value += n * scale
		scale /= 1000
	}
	return value
}
