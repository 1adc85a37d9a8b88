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
	if inList && upper(s[next:]) || s[i+1] == '\t' || itemMark(s[next:]) || bullet(s[next:]) > 0 || c.broken(i, next) {
		c.end(next)
	}
}

// broken reports whether the line break at i, before the line at next, was meant:
// the next word had room in a paragraph of longer lines, or all its lines are short
// and none is a sentence.
func (c *splitter) broken(i, next int) bool {
	s := c.s
	if i > 0 && (s[i-1] == ' ' || s[i-1] == ',') {
		return false
	}
	if c.wraps.end <= i {
		c.wraps = measure(s, strings.LastIndexByte(s[:i], '\n')+1)
	}
	line := i - 1 - strings.LastIndexByte(s[max(0, i-c.wraps.longest-1):i], '\n') - max(0, i-c.wraps.longest-1)
	if c.wraps.longest < minWrapped {
		return !c.wraps.stops
	}
	first, _ := head(s[next:])
	return 2*line < c.wraps.longest && (unicode.IsUpper(first) || s[next] == '(' && unicode.IsDigit(first)) && !leadsOn(lowerWord(s[:i]))
}

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
