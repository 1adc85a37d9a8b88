package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxEnclosed bounds the length in bytes of a quotation whose inside is not split.
// Of a parenthesis, which courts like long, it is half the bound.
const maxEnclosed = 300

// An enclosure is a quotation or a parenthesis of the text.
type enclosure struct {
	open, close int // close is 0 before it was looked for, -1 if there is none near
	mark        string
	spoken      bool // the sentence goes on with who says it
}

// in reports whether i is inside of e in s, looking for its end when it must.
func (e *enclosure) in(s string, i int) bool {
	if e.mark == "" {
		return false
	}
	if e.close == 0 {
		e.close = e.find(s)
		e.spoken = e.close > 0 && e.attributed(s)
	}
	if e.close < i {
		*e = enclosure{}
		return false
	}
	return i < e.close
}

// find returns where e ends in s, -1 if it does not end soon.
func (e *enclosure) find(s string) int {
	from := e.open + len(e.mark)
	limit := maxEnclosed
	if e.mark == "(" || e.mark == "[" {
		limit = 2 * maxEnclosed
	}
	near := s[:min(len(s), e.open+limit)]
	if blank := strings.Index(near[from:], "\n\n"); blank >= 0 {
		near = near[:from+blank]
	}
	want := closer(e.mark)
	if e.mark == "„" && strings.Contains(near, "“") {
		want = "“"
	}
	for i := from; i < len(near); {
		n := strings.Index(near[i:], want)
		if n < 0 {
			return -1
		}
		i += n + len(want)
		if e.closes(s, i-len(want), i) {
			return i
		}
		if e.mark == want && space(s[i-len(want)-1]) {
			return -1 // another one opens
		}
	}
	return -1
}

// attributed reports whether e in s is speech of which the sentence says behind it
// whose it is: “Good. I will,” said he.
func (e *enclosure) attributed(s string) bool {
	if e.mark != `"` && e.mark != "“" {
		return false
	}
	inner := s[:e.close-len(closer(e.mark))]
	rest := s[e.close:min(len(s), e.close+maxQuiet)]
	if rest == "" || !space(rest[0]) {
		return false
	}
	rest = rest[1:]
	return strings.HasSuffix(inner, ",") || speech(rest) && !narration(inner[len(inner)-1:], rest)
}

// closes reports whether the mark in [i, j) of s closes e and is no apostrophe and
// no opening mark.
func (e *enclosure) closes(s string, i, j int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[j:])
	switch e.mark {
	case "'":
		return !unicode.IsLetter(after) && (strings.ContainsRune(".!?,…-–—", before) || strings.ContainsRune(".,;:?!)", after))
	case "‘":
		return !unicode.IsLetter(after)
	case `"`:
		return !unicode.IsSpace(before) && !unicode.IsLetter(after)
	}
	return true
}

func closer(mark string) string {
	switch mark {
	case "“", "„":
		return "”"
	case "‘":
		return "’"
	case "«":
		return "»"
	case "(":
		return ")"
	case "[":
		return "]"
	}
	return mark
}

// enclosed reports whether the sentence that would end at i is inside of a quotation
// or parenthesis that goes on. Speech that goes on with who says it is as many
// sentences as it has.
func (c *splitter) enclosed(i int) bool {
	return c.quote.in(c.s, i) && !c.quote.spoken || c.bracket.in(c.s, i)
}

// openQuote reads the quotation mark of n bytes at i.
func (c *splitter) openQuote(i, n int) {
	if c.quote.in(c.s, i) {
		if i+n == c.quote.close {
			c.brokenOff(i, i+n)
		}
		return
	}
	if strings.HasPrefix(c.s[i:], "”") {
		return
	}
	if i > 0 {
		before, _ := utf8.DecodeLastRuneInString(c.s[:i])
		if unicode.IsLetter(before) || unicode.IsDigit(before) || n == 1 && !unicode.IsSpace(before) && !strings.ContainsRune("([—-", before) {
			return
		}
	}
	if i+n >= len(c.s) || space(c.s[i+n]) {
		return
	}
	c.quote = enclosure{open: i, mark: c.s[i : i+n]}
	c.midQuote = !c.first(i)
}

// brokenOff ends the sentence behind the closing mark [i, j) of a speech that is cut
// off, when a capital letter follows.
func (c *splitter) brokenOff(i, j int) {
	s := c.s
	if !strings.HasSuffix(s[:i], "--") && !strings.HasSuffix(s[:i], "—") || j+1 >= len(s) || s[j] != ' ' {
		return
	}
	if rest := s[j+1:]; (upper(rest) || strings.HasPrefix(rest, "“") || rest[0] == '"') && !speech(rest) {
		c.end(j)
	}
}

// openBracket reads the bracket at i. Only the outermost one counts.
func (c *splitter) openBracket(i int) {
	if c.bracket.in(c.s, i) {
		return
	}
	if Marker(c.s[i:]) == 0 {
		c.bracket = enclosure{open: i, mark: c.s[i : i+1]}
	}
}
