package corpus

import (
	"regexp"
	"strings"
	"time"

	"github.com/citestone/citestone/internal/text"
)

// terms returns the stems under which a text is indexed and searched, with
// repetitions. Function words are left out. What names something, such as "go1.21" or
// "10–20", stands for itself and for its parts.
func terms(s string) []string {
	var out []string
	for _, t := range text.Tokens(s) {
		if !t.Stop {
			out = append(out, t.Stem)
			out = appendParts(out, t.Stem)
		}
	}
	return out
}

var part = regexp.MustCompile(`\pL{2,}|\pN+(?:[.,]\pN+)*`)

// appendParts appends the words and numbers within a compound token.
func appendParts(out []string, token string) []string {
	if !strings.ContainsAny(token, "0123456789_-–&/") {
		return out
	}
	for _, p := range part.FindAllString(token, -1) {
		if p != token {
			out = append(out, text.Stem(p))
		}
	}
	return out
}

// titleWeight is how often a word of the title counts, after the weighted fields of
// Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted
// fields", CIKM 2004: term frequencies are added up before they are saturated.
const titleWeight = 2

// head returns the terms that hold for every passage of a document: of its title,
// date, authors and tags.
func head(d Document) []string {
	var out []string
	for range titleWeight {
		out = append(out, terms(d.Title)...)
	}
	out = append(out, terms(dateWords(d.Date))...)
	out = append(out, terms(strings.Join(d.Authors, " "))...)
	return append(out, terms(strings.Join(d.Tags, " "))...)
}

// dateWords writes an ISO date so that "2018", "July 2018" and "2018-07-12" find it.
func dateWords(date string) string {
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		return date + " " + t.Format("January")
	}
	if t, err := time.Parse("2006-01", date); err == nil {
		return t.Format("2006 January")
	}
	return date
}

// isoDate returns the date in s, as precise as it is, in ISO 8601; s itself when it is
// not understood.
func isoDate(s string) string {
	s = strings.TrimSpace(s)
	for _, layout := range []string{"2006-01", "2006"} {
		if _, err := time.Parse(layout, s); err == nil {
			return s
		}
	}
	for _, layout := range []string{"January 2006", "Jan 2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("2006-01")
		}
	}
	for _, layout := range []string{time.DateOnly, "2006-1-2", "2006/01/02", "2 January 2006", "January 2, 2006", "2 Jan 2006", "Jan 2, 2006", "20060102",
		time.RFC1123, time.RFC1123Z} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	if len(s) > 10 && (s[10] == 'T' || s[10] == ' ') { // with a time of day
		if _, err := time.Parse(time.DateOnly, s[:10]); err == nil {
			return s[:10]
		}
	}
	return s
}
