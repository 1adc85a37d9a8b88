package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A paragraph is what the line breaks of one are judged by.
type paragraph struct {
	end     int // 0 before the first
	longest int // bytes of its longest line
	stops   bool
}

// minWrapped is the width in bytes from which on text may have been wrapped.
const minWrapped = 40

// maxWrapped is the width in bytes from which on no text is wrapped by hand.
const maxWrapped = 160

// newline reads the line break at i.
func (c *splitter) newline(i int) {
	s := c.s
	next := i + 1
	for next < len(s) && (s[next] == ' ' || s[next] == '\t' || s[next] == '\r') {
		next++
	}
	if next == len(s) {
		c.at = next
		return
	}
	inList := c.item.value > 0
	c.at = next
	c.item = listMark{}
	if s[next] == '\n' {
		c.quote, c.bracket = enclosure{}, enclosure{}
		c.end(next)
		return
	}
	if c.enclosed(next) {
		return
	}
	if s[i+1] == '\t' || itemMark(s[next:]) || bullet(s[next:]) > 0 || c.listed(i, next, inList) || c.broken(i, next) {
		c.end(next)
	}
}

// listed reports whether the line at next, behind the line break at i, is an item of
// a list or the line behind one.
func (c *splitter) listed(i, next int, inList bool) bool {
	rest := c.s[next:]
	n := itemSize(rest)
	if !inList && n == 0 {
		return false
	}
	above := lineBefore(c.s, i)
	if inList && upper(rest) && (len(above) < minFull || len(above) > maxFull || stopped(above) || next > i+1) {
		return true
	}
	return n > 0 && (inList || stopped(above) || itemSize(above) > 0) && n < len(rest) && rest[n] != '\n' && rest[n] != '\r'
}

// minFull and maxFull bound the length in bytes of a line that is full in text
// wrapped by hand.
const (
	minFull = 60
	maxFull = 90
)

// itemSize returns the length of what s, a line, begins with when that is the mark of
// an item: "2. ", "12) ", "IV. ", "- ".
func itemSize(s string) int {
	n := 0
	for n < len(s) && n < 3 && asciiDigit(s[n]) {
		n++
	}
	if n == 0 {
		for n < len(s) && n < 5 && strings.IndexByte("IVX", s[n]) >= 0 {
			n++
		}
	}
	switch {
	case n > 0 && (strings.HasPrefix(s[n:], ". ") || strings.HasPrefix(s[n:], ") ")):
		return n + 2
	case strings.HasPrefix(s, "- "), strings.HasPrefix(s, "* "), strings.HasPrefix(s, "+ "):
		return 2
	}
	return 0
}

// stopped reports whether a sentence or an introduction to a list ends with line.
func stopped(line string) bool {
	line = strings.TrimRight(line, `"'”’)]`)
	return line != "" && strings.IndexByte(".!?:;", line[len(line)-1]) >= 0
}

// lineBefore returns the line that ends at i, without the white space around it.
func lineBefore(s string, i int) string {
	return strings.TrimSpace(s[lastBreak(s, i, i):i])
}

// lineAt returns the line that begins at i, without the white space around it.
func lineAt(s string, i int) string {
	if n := strings.IndexAny(s[i:], "\n\r"); n >= 0 {
		return strings.TrimSpace(s[i : i+n])
	}
	return strings.TrimSpace(s[i:])
}

// broken reports whether the line break at i, before the line at next, was meant:
// one of the lines is a rule or a heading in capitals, the lines are too long to be
// wrapped by hand, the next word had room in a paragraph of longer lines, or all its
// lines are short and none is a sentence.
func (c *splitter) broken(i, next int) bool {
	s := c.s
	if !(running(s[lastBreak(s, i, 16):i]) && running(s[next:min(len(s), next+8)])) {
		above, below := lineBefore(s, i), lineAt(s, next)
		if ruled(above) || ruled(below) || capitals(above) && !shouted(below) || capitals(below) && !shouted(above) {
			return true
		}
	}
	if i > 0 && (s[i-1] == ' ' || s[i-1] == ',') {
		return false
	}
	if c.wraps.end <= i {
		c.wraps = measure(s, strings.LastIndexByte(s[:i], '\n')+1)
	}
	if c.wraps.longest < minWrapped {
		return !c.wraps.stops
	}
	first, _ := head(s[next:])
	if !unicode.IsUpper(first) && !(s[next] == '(' && unicode.IsDigit(first)) || leadsOn(lowerWord(s[:i])) {
		return false
	}
	return 2*(i-lastBreak(s, i, c.wraps.longest+1)) < c.wraps.longest || c.wraps.longest > maxWrapped
}

// lastBreak returns where the line begins in which i stands, looking back at most
// near bytes.
func lastBreak(s string, i, near int) int {
	from := max(0, i-near)
	if i > from && s[i-1] == '\r' {
		i--
	}
	return from + strings.LastIndexAny(s[from:i], "\n\r") + 1
}

// running reports whether part has a small ASCII letter.
func running(part string) bool {
	for i := range len(part) {
		if part[i] >= 'a' && part[i] <= 'z' {
			return true
		}
	}
	return false
}

// ruled reports whether line is nothing but a ruled line, such as ____ or ***.
func ruled(line string) bool {
	return len(line) > 2 && strings.Trim(line, line[:1]) == "" && strings.IndexByte("_-=*~#", line[0]) >= 0
}

// shouted reports whether line has letters and all of them are capital.
func shouted(line string) bool {
	return strings.ContainsFunc(line, unicode.IsUpper) && !strings.ContainsFunc(line, unicode.IsLower)
}

// capitals reports whether line is a heading in capitals: it has no stop at its end.
func capitals(line string) bool {
	return len(line) > minCapitals && len(line) < maxFull && shouted(line) && strings.IndexByte(".,;-", line[len(line)-1]) < 0
}

// minCapitals is the number of bytes up to which a line in capitals may be an
// acronym that was left over.
const minCapitals = 4

// measure reads the paragraph that begins at start.
func measure(s string, start int) paragraph {
	p := paragraph{end: len(s)}
	if blank := strings.Index(s[start:], "\n\n"); blank >= 0 {
		p.end = start + blank
	}
	for line := range strings.Lines(s[start:p.end]) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		p.longest = max(p.longest, len(line))
		p.stops = p.stops || strings.HasSuffix(line, ".") || strings.Contains(line, ". ")
	}
	p.end++
	return p
}

// leadsOn reports words that no line of its own ends with.
func leadsOn(w string) bool {
	switch w {
	case "a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "with", "from", "as", "and", "or", "but", "nor", "than", "that", "which", "who", "is", "are", "was", "were", "be", "has", "have", "had",
		"will", "would", "can", "could", "may", "our", "its", "their", "his", "her", "this", "these", "into", "about", "between", "like", "when", "if", "because", "using", "called", "named", "see", "both", "not", "only", "via", "over", "under":
		return true
	}
	return false
}

// upper reports whether s begins with a capital letter.
func upper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
