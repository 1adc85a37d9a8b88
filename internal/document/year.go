package document

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/citestone/citestone/internal/text"
)

// yearAt returns the length of the year that stands at i, with a letter behind it:
// 2020, 2020a, n.d., or 0.
func yearAt(s string, i int) int {
	if i > 0 && i < len(s) && s[i-1] < 0x80 && wordByte(s[i-1]) {
		return 0
	}
	rest := s[min(i, len(s)):]
	if rest == "" {
		return 0
	}
	if rest[0] > '2' || rest[0] < '1' {
		return wordYear(rest)
	}
	n := len(rest[:min(len(rest), 5)]) - len(strings.TrimLeft(rest[:min(len(rest), 5)], "0123456789"))
	if n != 4 || rest[0] == '2' && rest[1] != '0' || rest[0] == '1' && rest[1] < '4' {
		return 0
	}
	if len(rest) > 4 && rest[4] >= 'a' && rest[4] <= 'z' {
		n++
	}
	if len(rest) > n && (rest[n] < 0x80 && wordByte(rest[n]) || rest[n] == '.' && len(rest) > n+1 && rest[n+1] >= '0' && rest[n+1] <= '9') {
		return 0
	}
	return n
}

// wordYear returns the length of what stands for a year that is not known.
func wordYear(s string) int {
	switch s[0] {
	case 'n', 'N', 'i', 'f', 'F', 's', 'o':
	default:
		return 0
	}
	for _, w := range [...]string{"n.d.", "n. d.", "n.d", "in press", "forthcoming", "s.f.", "o. J.", "o.J."} {
		if len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) && !startsWithLetter(s[len(w):]) {
			return len(w)
		}
	}
	return 0
}

// canonicalYear writes a year as the labels of entries do.
func canonicalYear(s string) string {
	switch {
	case s == "" || s[0] >= '0' && s[0] <= '9':
		return s
	case strings.EqualFold(s, "in press"), strings.EqualFold(s, "forthcoming"):
		return strings.ToLower(s)
	}
	return "n.d."
}

// dated reads the year behind authors that end at i: "(2020, March 5)", ". 2020.",
// " 2020,". It returns what was written and where it ends, or 0.
func dated(s string, i int) (date string, end int) {
	rest := strings.TrimLeft(s[i:], " .,:")
	at := len(s) - len(rest)
	if open := opener(rest); open > 0 {
		shut := strings.IndexAny(rest, ")）]")
		if shut < 0 || shut > maxDate || !dateOnly(rest[open:shut]) {
			return "", 0
		}
		_, size := utf8.DecodeRuneInString(rest[shut:])
		return rest[open:shut], at + shut + size
	}
	n := yearAt(rest, 0)
	if n == 0 {
		return "", 0
	}
	if after := rest[n:]; after == "" || strings.ContainsRune(".,:;", rune(after[0])) {
		return rest[:n], at + n
	}
	if strings.HasPrefix(rest[n:], ` "`) || strings.HasPrefix(rest[n:], " “") || strings.HasPrefix(rest[n:], " '") || strings.HasPrefix(rest[n:], " ‘") {
		return rest[:n], at + n
	}
	return "", 0
}

// dateOnly reports whether s holds a year and else no more than a day and a month
// before it.
func dateOnly(s string) bool {
	at, size := nextYear(s, 0)
	for word := range strings.FieldsSeq(s[:at]) {
		if word = strings.Trim(word, ",.[]"); !calendar(word) && letters(word) && word != "c" && word != "ca" {
			return false
		}
	}
	return size > 0
}

// maxDate bounds the date behind the authors, in bytes.
const maxDate = 60

// yearOf returns the first year in a date, with its letter, "n.d.", or "".
func yearOf(date string) string {
	for i := range date {
		if n := yearAt(date, i); n > 0 {
			return canonicalYear(date[i : i+n])
		}
	}
	return ""
}

// year returns the last year of an entry outside of its title and its addresses.
func (r *record) year(title string) string {
	s := strings.Replace(r.text, title, strings.Repeat(" ", len(title)), 1)
	best := ""
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			continue
		}
		if strings.HasPrefix(s[i:], "http") {
			i += len(firstURL(s[i:]))
		}
		if n := yearAt(s, i); n >= 4 && i < len(s) && s[i] >= '0' && s[i] <= '9' && !accessed(s[:i]) {
			if best == "" || s[i-1] == '(' {
				best = canonicalYear(s[i : i+n])
			}
			i += n - 1
		}
	}
	return best
}

// accessed reports whether the date behind before says when the work was looked at.
func accessed(before string) bool {
	before = strings.ToLower(before[max(0, len(before)-24):])
	for _, w := range [...]string{"accessed", "retrieved", "访问", "檢索", "检索", "閲覧", "abgerufen", "consulté", "consultado", "viewed"} {
		if strings.Contains(before, w) {
			return true
		}
	}
	return false
}

// published returns the date of an entry whose fields were read.
func (r *Reference) published(f fields) string {
	date := published(f.date)
	if date == "" {
		date = published(strings.Replace(r.Text, f.title, "", 1))
	}
	year := strings.TrimRight(f.year, "abcdefghijklmnopqrstuvwxyz.")
	switch {
	case year != "" && !strings.HasPrefix(date, year):
		return year
	case date == "" && f.year == "":
		return published(r.Text)
	}
	return date
}

// isoDate writes a day as 2018-07-12, a month as 2018-07, what may be of several months
// as 2018.
func isoDate(n text.Number) string {
	if int(n.Low)/100 != int(n.High)/100 {
		return strconv.Itoa(int(n.Low) / 10000)
	}
	year, month, day := int(n.Low)/10000, int(n.Low)/100%100, int(n.Low)%100
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if n.Low != n.High {
		return date.Format("2006-01")
	}
	return date.Format(time.DateOnly)
}

// published returns the first date in an entry that does not say when it was
// accessed: 2018-07-12, 2018-07 or 2018.
func published(s string) string {
	year := ""
	for _, n := range text.Numbers(s) {
		if accessed(s[:n.Start]) {
			continue
		}
		switch {
		case n.Kind == text.Date && n.Low > 1e7:
			return isoDate(n)
		case n.Kind == text.Year && n.Low == n.High && year == "":
			year = strconv.Itoa(int(n.Low))
		}
	}
	return year
}
