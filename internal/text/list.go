package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// beginsWord reports whether i is the start or follows white space.
func beginsWord(s string, i int) bool {
	return i == 0 || s[i-1] == ' ' || s[i-1] == '\n' || s[i-1] == '\t'
}

// bullet returns the length of the bullet that s begins with, or 0.
func bullet(s string) int {
	for _, b := range []string{"•", "⁃", "‣", "◦", "▪"} {
		if strings.HasPrefix(s, b) {
			return len(b)
		}
	}
	return 0
}

// A listMark is the number or letter before an item of a list: 1. 2) 3.) a. b)
type listMark struct {
	form  string // what follows the value; with "a" for a letter
	value int    // from 1; 0 is no mark
	size  int
}

// readMark reads the mark that s begins with.
func readMark(s string) listMark {
	var m listMark
	switch {
	case s == "":
		return m
	case asciiDigit(s[0]):
		for m.size < len(s) && m.size < 3 && asciiDigit(s[m.size]) {
			m.value = 10*m.value + int(s[m.size]-'0')
			m.size++
		}
	case s[0] >= 'a' && s[0] <= 'z':
		m.value, m.size, m.form = int(s[0]-'a')+1, 1, "a"
	default:
		return m
	}
	for _, end := range []string{".) ", ") ", ". "} {
		if strings.HasPrefix(s[m.size:], end) {
			m.form += end
			m.size += len(end) - 1
			return m
		}
	}
	return listMark{}
}

// mark reads the stop or bracket at i as the end of a list's mark, which may begin a
// sentence ("1. One 2. Two") and ends none.
func (c *splitter) mark(i int) bool {
	s := c.s
	if i == 0 || i+1 >= len(s) || s[i+1] != ' ' && s[i+1] != ')' {
		return false
	}
	at := i
	for at > 0 && i-at < 4 && (asciiDigit(s[at-1]) || asciiLetter(s[at-1])) {
		at--
	}
	if at == i || at > 0 && !beginsWord(s, at) && !bulleted(s[:at]) {
		return false
	}
	m := readMark(s[at:])
	lone := i-at == 1 && asciiLetter(s[at])
	switch {
	case m.value > 0 && c.item.value > 0 && (m.form == c.item.form && m.value == c.item.value+1 || m.value == 1):
		if !c.first(at) && !bulleted(s[:at]) {
			c.end(at)
		}
	case !c.first(at) && !bulleted(s[:at]), m.value == 0 && !lone:
		return false
	}
	c.item = m
	c.at = max(c.at, at+m.size)
	return true
}

// bulleted reports whether s ends with a bullet.
func bulleted(s string) bool {
	r, n := utf8.DecodeLastRuneInString(strings.TrimRight(s[max(0, len(s)-8):], " "))
	return n > 1 && bullet(string(r)) > 0
}

// itemMark reports whether s begins with a mark that is nothing else: "(ii) One",
// "b) Two", "a. Three", "1. Four".
func itemMark(s string) bool {
	inner := strings.TrimPrefix(s, "(")
	n := 0
	for n < len(inner) && n < 5 && (asciiDigit(inner[n]) || asciiLetter(inner[n])) {
		n++
	}
	word := inner[:n]
	if n == 0 || n == len(inner) || inner[n] != ')' && inner[n] != '.' {
		return false
	}
	roman := strings.Trim(word, "ivx") == "" || strings.Trim(word, "IVX") == ""
	if n > 1 && !roman && !asciiDigit(word[0]) || n > 3 && !roman {
		return false
	}
	after := inner[n:]
	switch {
	case strings.HasPrefix(after, ") "), strings.HasPrefix(after, ".) "):
		return true
	case strings.HasPrefix(after, ". "):
		return len(inner) == len(s) && (word == "a" || word == "1")
	}
	return false
}

// spaced reads the full stop at i as the first of an ellipsis with spaces. Behind a
// word, four make a full stop and an ellipsis, which begins the next sentence; behind
// a space, an ellipsis and a full stop.
func (c *splitter) spaced(i int) bool {
	s := c.s
	j, n := i+1, 1
	for strings.HasPrefix(s[j:], " .") && !strings.HasPrefix(s[j:], " ..") && n < maxQuiet {
		j += 2
		n++
	}
	if n < 3 {
		return false
	}
	c.at = j
	if k := closers(s, j); k > j && n > 3 && k+1 < len(s) && s[k] == ' ' && upper(s[k+1:]) && !c.enclosed(k) {
		c.end(k)
		return true
	}
	switch rest := strings.TrimLeft(s[j:], " "); {
	case c.enclosed(j) || n < 4 || len(rest) == len(s)-j:
	case beginsWord(s, i):
		c.end(j)
	default:
		if r, _ := utf8.DecodeRuneInString(rest); unicode.IsLetter(r) {
			c.end(i + 1)
		}
	}
	return true
}
