package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// breaks returns the places where a sentence begins though the annex sees no
// boundary: before bullets and the items of a list inside of a line ("1. One 2.
// Two"), before a number behind a full stop ("It fell. 200 are left"), and before
// an ellipsis behind one ("It fell. . . . The rest").
func breaks(s string) []int {
	var places []int
	var item listMark // the last item of the list in this line
	lineStart := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\n':
			item, lineStart = listMark{}, i+1
		case c == '.':
			if at := afterStop(s, i, lineStart); at > 0 {
				places = append(places, at)
			}
		case !beginsWord(s, i):
		case bullet(s[i:]) > 0:
			if i > lineStart {
				places = append(places, i)
			}
		default:
			m := readMark(s[i:])
			switch {
			case m.value == 0:
			case m.form == item.form && m.value == item.value+1:
				places = append(places, i)
				item = m
			case strings.TrimSpace(s[lineStart:i]) == "":
				item = m
			}
		}
	}
	return places
}

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

// onlyMark reports whether body is a bullet or mark without its item.
func onlyMark(body string) bool {
	body = strings.TrimSpace(body)
	body = strings.TrimLeft(body[bullet(body):], " ")
	if len(body) > 6 {
		return false
	}
	m := readMark(body + " ")
	return m.value > 0 && m.size == len(body)
}

// afterStop returns where a sentence begins behind the full stop at i, 0 if none
// does or the annex sees it anyway.
func afterStop(s string, i, lineStart int) int {
	prev, _ := utf8.DecodeLastRuneInString(s[:i])
	if !unicode.IsLetter(prev) && prev != ')' && prev != '%' && prev != '”' {
		return 0
	}
	rest := s[i+1:]
	if after, ok := strings.CutPrefix(rest, " . . . "); ok {
		if r, _ := utf8.DecodeRuneInString(after); unicode.IsLetter(r) {
			return i + 1
		}
		return 0
	}
	next := strings.TrimLeft(rest[:min(len(rest), 3)], " ")
	if !strings.HasPrefix(rest, " ") || next == "" || !asciiDigit(next[0]) {
		return 0
	}
	if abbreviated(s[max(lineStart, i-64):i+1], next) {
		return 0
	}
	return i + 1
}
