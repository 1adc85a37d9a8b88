package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Sentences returns the sentences of s, trimmed of white space, in order. A sentence
// ends behind a mark that is not part of an abbreviation, an initial, a number, an
// ellipsis or a short quotation or parenthesis that goes on, and before the items of
// a list; a blank line always ends one. Citation markers behind a full stop, as in
// "so.[1] [cite:g2]", belong to the sentence before them. The time is linear.
func Sentences(s string) []citestone.Span {
	c := splitter{s: s, spans: make([]citestone.Span, 0, 1+len(s)/128)}
	for c.at < len(s) {
		if plain[s[c.at]] {
			c.at++
			continue
		}
		c.step()
	}
	c.end(len(s))
	if len(c.spans) == 0 {
		return nil
	}
	return c.spans
}

// plain holds the bytes that decide nothing about sentences.
var plain = func() (t [256]bool) {
	for b := range t {
		t[b] = b < utf8.RuneSelf && !strings.ContainsRune(".!?\n\r\"'()[", rune(b))
	}
	for b := 0x80; b < 0xC2; b++ {
		t[b] = true
	}
	return t
}()

// A splitter goes through a text once and collects its sentences.
type splitter struct {
	s     string
	at    int // where it is
	start int // of the sentence, with the white space before it
	spans []citestone.Span

	item     listMark  // the last item of the list in this sentence's line
	wraps    paragraph // the lines of the paragraph
	quote    enclosure
	bracket  enclosure
	midQuote bool // the last quotation began inside of its sentence
}

// end ends the sentence at i.
func (c *splitter) end(i int) {
	if span := trim(c.s, c.start, i); span.Start < span.End {
		c.spans = append(c.spans, span)
	}
	c.start = i
}

// trim returns [start, end) of s without the white space around it.
func trim(s string, start, end int) citestone.Span {
	end = start + len(strings.TrimRightFunc(s[start:end], unicode.IsSpace))
	return citestone.Span{Start: end - len(strings.TrimLeftFunc(s[start:end], unicode.IsSpace)), End: end}
}

// first reports whether i is where the sentence begins.
func (c *splitter) first(i int) bool {
	return i-c.start < maxQuiet && strings.TrimSpace(c.s[c.start:i]) == ""
}

// maxQuiet bounds what is read again and again, such as white space.
const maxQuiet = 64

// step reads one character that may matter.
func (c *splitter) step() {
	i := c.at
	c.at++
	switch b := c.s[i]; b {
	case '\n':
		c.newline(i)
	case '\r':
		if c.at == len(c.s) || c.s[c.at] != '\n' {
			c.newline(i)
		}
	case '"', '\'':
		c.openQuote(i, 1)
	case '(', '[':
		c.openBracket(i)
	case ')':
		if !c.mark(i) {
			c.smile(i)
		}
	case '.', '!', '?':
		if b == '.' && c.mark(i) || b == '.' && c.spaced(i) {
			return
		}
		c.stop(i, i+1)
	default:
		r, n := utf8.DecodeRuneInString(c.s[i:])
		c.at = i + n
		switch {
		case r == '“', r == '”', r == '‘', r == '«', r == '„':
			c.openQuote(i, n)
		case r == '…':
			c.stop(i, i+n)
		case fullStop(r):
			c.foreign(i + n)
		case bullet(c.s[i:]) > 0 && beginsWord(c.s, i) && !c.first(i):
			c.end(i)
		}
	}
}

// fullStop reports the full stops of other scripts, behind which no space is needed.
func fullStop(r rune) bool {
	switch r {
	case '。', '！', '？', '．', '｡', '؟', '۔', '।', '॥', '።', '፧', '፨', '។', '။', '։':
		return true
	}
	return false
}

// foreign handles a full stop of another script that ends at j.
func (c *splitter) foreign(j int) {
	for r, n := utf8.DecodeRuneInString(c.s[j:]); fullStop(r) || r == '!' || r == '?'; r, n = utf8.DecodeRuneInString(c.s[j:]) {
		j += n
	}
	k := closers(c.s, j)
	after, _ := utf8.DecodeRuneInString(c.s[k:])
	quoted := k > j && unicode.Is(unicode.Hiragana, after) // と彼は言った
	j = markers(c.s, k)
	c.at = j
	if quoted || j < len(c.s) && asciiDigit(c.s[j]) || c.enclosed(j) {
		return
	}
	c.end(j)
}

// stop decides about the mark in [i, j).
func (c *splitter) stop(i, j int) {
	s := c.s
	for j < len(s) && (s[j] == '.' || s[j] == '!' || s[j] == '?') {
		j++
	}
	marks := s[i:j]
	k := closers(s, j)
	end := markers(s, k)
	if end < len(s) && s[end] == ' ' {
		end += emoticon(s[end+1:])
	}
	c.at = max(c.at, j)
	next := visible(s, end)
	switch {
	case next == len(s):
		return
	case next == end:
		if at := c.glued(i, j); at > 0 {
			c.at = at
			c.end(at)
		}
		return
	case c.enclosed(end):
		return
	}
	c.at = max(c.at, end)
	if c.ends(marks, i, j, k, next) {
		c.end(end)
	}
}

// visible returns where the white space at i ends, if that is near.
func visible(s string, i int) int {
	limit := min(len(s), i+maxQuiet)
	for i < limit {
		if space(s[i]) {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if s[i] < utf8.RuneSelf || !unicode.IsSpace(r) {
			break
		}
		i += n
	}
	return i
}

func space(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// glued returns where the sentence ends whose mark [i, j) no white space follows:
// before a common first word ("end.The next"), or behind the flat number of a
// footnote ("end.12 The next"). It is 0 if it goes on.
func (c *splitter) glued(i, j int) int {
	s := c.s
	if j >= len(s) {
		return 0
	}
	switch b := s[j]; {
	case asciiDigit(b):
		if s[i] != '.' || j != i+1 || i == 0 || !(s[i-1] == ')' || len(lowerWord(s[:i])) > 3) {
			return 0
		}
		k := j
		for k < len(s) && k < j+16 && (asciiDigit(s[k]) || s[k] == ' ' && k+1 < len(s) && asciiDigit(s[k+1])) {
			k++
		}
		if k+1 < len(s) && (s[k] == '\n' || s[k] == ' ' && s[k+1] >= 'A' && s[k+1] <= 'Z') && !c.enclosed(k) {
			return k
		}
	case b >= 'A' && b <= 'Z':
		if j-i > 3 || joined(s[:i], s[j:]) && !c.enclosed(j) {
			return j
		}
	}
	return 0
}

// joined reports whether a sentence that ends with before and a mark and one that
// begins with after miss the space between them.
func joined(before, after string) bool {
	w := firstWord(after)
	word, _, _ := strings.Cut(w, "'")
	next, _ := utf8.DecodeRuneInString(after[len(w):])
	if !(pronoun(word) && next == ' ' || title(word) && next == '.') {
		return false
	}
	last := before[strings.LastIndexAny(before[max(0, len(before)-32):], " \n")+1+max(0, len(before)-32):]
	if strings.ContainsAny(last, "./@:") {
		return false
	}
	small := strings.TrimRight(last, "abcdefghijklmnopqrstuvwxyz")
	return len(last)-len(small) > 2 || last != "" && asciiDigit(last[len(last)-1])
}

// emoticon returns the length of the emoticon that s begins with, such as :-), with
// one more for the space before it, or 0.
func emoticon(s string) int {
	n := 1
	if len(s) < 2 || s[0] != ':' && s[0] != ';' && s[0] != '=' {
		return 0
	}
	if s[n] == '-' {
		n++
	}
	for n < len(s) && n < 6 && strings.IndexByte("()DPp/|", s[n]) >= 0 {
		n++
	}
	if n < 2 || s[n-1] == '-' || n < len(s) && !space(s[n]) {
		return 0
	}
	return n + 1
}

// smile reads the bracket at i as the end of an emoticon, behind which a capital
// letter begins a sentence.
func (c *splitter) smile(i int) {
	s := c.s
	if i < 2 || s[i-1] != ':' && s[i-1] != ';' && !strings.HasSuffix(s[:i], ":-") || i+2 >= len(s) || s[i+1] != ' ' {
		return
	}
	if upper(s[i+2:]) && !c.quote.in(s, i) {
		c.end(i + 1)
	}
}

// lowerWord returns the word of small ASCII letters that s ends with.
func lowerWord(s string) string {
	i := len(s)
	for i > 0 && len(s)-i < 32 && s[i-1] >= 'a' && s[i-1] <= 'z' {
		i--
	}
	if i > 0 && s[i-1] != ' ' && s[i-1] != '\n' && s[i-1] != '\'' && s[i-1] != '-' {
		return ""
	}
	return s[i:]
}

// ends reports whether the marks in [i, j), with closing marks up to k, end a
// sentence before the word at next.
func (c *splitter) ends(marks string, i, j, k, next int) bool {
	s := c.s
	if strings.Count(s[k:next], "\n") > 1 {
		return true
	}
	if s[next] == ',' || s[next] == ';' || marks == "..." && strings.HasSuffix(strings.TrimRight(s[i-min(i, 1):k], `"'”’`), "[...]") {
		return false
	}
	rest := s[next:]
	quoted := k > j && s[k-1] != ')' && s[k-1] != ']'
	r, opened := head(rest)
	switch {
	case quoted && (c.midQuote && opened == '(' || speech(rest) && !narration(marks, rest)):
		return false
	case marks == "." && abbreviated(s[c.start:j], rest):
		return false
	case itemMark(rest):
		return true
	case unicode.IsLower(r):
		return k == j && c.endsBeforeLower(marks, i, rest)
	case unicode.IsDigit(r) && marks == "." && i > 0 && asciiDigit(s[i-1]):
		return i > 1 && asciiDigit(s[i-2])
	case marks == "..." && beginsWord(s, i):
		return starter(rest) && firstWord(rest) != "I"
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == 0
}

// endsBeforeLower reports whether the marks at i end a sentence though rest goes on
// with a small letter, as in messages.
func (c *splitter) endsBeforeLower(marks string, i int, rest string) bool {
	if said(rest) {
		return false
	}
	word := lowerWord(strings.TrimSuffix(c.s[:i], " "))
	switch marks[len(marks)-1] {
	case '.':
		return marks == "." && (len(word) > 3 || commonShort(word) || smallStarter(rest))
	case '!':
		return len(marks) > 1 || word != "" && smallStarter(rest)
	case '?':
		return true
	}
	return false
}

// head returns the first letter or digit of the first word of s, 0 if it has none,
// and the bracket or quotation mark before it.
func head(s string) (first, opened rune) {
	for i, r := range s[:min(len(s), maxQuiet)] {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return r, opened
		case r == '(' || r == '[' || opened == 0 && (r == '"' || r == '“' || r == '\'' || r == '‘'):
			opened = r
		case unicode.IsSpace(r) && i > 3:
			return 0, opened
		}
	}
	return 0, opened
}
