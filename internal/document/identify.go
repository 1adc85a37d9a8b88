package document

// FindDOI returns the first DOI in s, or "".
func FindDOI(s string) string { return findDOI(s) }

// FindArXiv returns the first arXiv id in s, without version, or "": four digits, a
// dot and four or five digits, where something says that it is one.
func FindArXiv(s string) string {
	for i := 0; i+9 <= len(s); i++ {
		if s[i] < '0' || s[i] > '9' || i > 0 && (s[i-1] >= '0' && s[i-1] <= '9' || s[i-1] == '.') {
			continue
		}
		n := digits(s[i:])
		if n != 4 || i+5 > len(s) || s[i+4] != '.' {
			i += n
			continue
		}
		if m := digits(s[i+5:]); m == 4 || m == 5 {
			return s[i : i+5+m]
		}
	}
	return ""
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
