package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// maxDepth bounds how deep lists and quotations nest; what is deeper stands at it.
const maxDepth = 20

// A composer writes Markdown from left to right, block by block, each byte with its
// origin. Text is escaped, so that it stays text, but for what cites: [1] stays. White
// space is collapsed. Emphasis is left out: it says nothing about what is cited.
type composer struct {
	out    text.Builder
	prefix string // of the block that begins with the next text
	open   bool   // the block has text
	fresh  bool   // and ends with its prefix
	flat   bool   // the block is one line: line breaks in it are spaces
	nested []container

	space  byte // white space that waits for text: 0, ' ' or '\n'
	at     citestone.Span
	opener string // markup that waits for text: "[" or "`"
	from   citestone.Span
	link   bool // in the text of a link
	code   bool // in a code span
	url    string
	marker int // where the last marker of the form [1] ended in out

	fixed  *citestone.Span // the origin of all that is written
	whole  bool            // what is written is not the file's own text
	plain  bool            // no markup and no escapes: for text that is no document
	last   byte
	to     int   // where the origin of what was written last ends
	line   place // of the word that is written
	spaced bool  // white space follows it

	cells, columns int // of the row, of the table that it may belong to
}

// place is where in a block a word stands.
type place int

const (
	inside place = iota
	blockStart
	lineStart // of another line than the first
)

// A container is a list item or quotation.
type container struct {
	first, rest string // what its first line and the others begin with
	used        bool
}

func (c *composer) add(s string, from citestone.Span) {
	if s == "" {
		return
	}
	switch {
	case c.fixed != nil:
		from = *c.fixed
		c.out.AddWhole(s, from)
	case c.whole:
		c.out.AddWhole(s, from)
	default:
		c.out.Add(s, from)
	}
	c.last, c.to = s[len(s)-1], from.End
}

// begin ends the block and begins another with the next text.
func (c *composer) begin(prefix string, flat bool) {
	c.end()
	c.prefix, c.flat = prefix, flat
}

// end ends the block. What follows is a paragraph.
func (c *composer) end() {
	here := citestone.Span{Start: c.to, End: c.to}
	c.closeLink(here)
	c.closeCode(here)
	c.prefix, c.flat, c.open, c.space, c.columns, c.cells = "", false, false, 0, 0, 0
}

func (c *composer) push(first, rest string) {
	c.end()
	if len(c.nested) < maxDepth {
		c.nested = append(c.nested, container{first: first, rest: rest})
	}
}

// cut leaves the containers beyond the first n.
func (c *composer) cut(n int) {
	c.end()
	c.nested = c.nested[:min(n, len(c.nested))]
}

// start makes ready for text: it writes what the block begins with, or the white
// space and the markup that wait.
func (c *composer) start(at citestone.Span) {
	here := citestone.Span{Start: at.Start, End: at.Start}
	if !c.open {
		c.separate(here)
		c.add(c.prefix, here)
		c.open, c.fresh, c.space = true, true, 0
	} else if c.space != 0 {
		if c.space == '\n' && (c.flat || len(c.nested) > 0 || c.link || c.code) {
			c.space = ' '
		}
		c.add(string(c.space), c.at)
		c.space = 0
	}
	if c.opener != "" {
		c.add(c.opener, c.from)
		c.opener = ""
	}
}

// separate writes the line breaks between blocks and the marks of the containers.
func (c *composer) separate(here citestone.Span) {
	if c.out.Len() > 0 {
		c.add("\n\n", here)
	}
	for i := range c.nested {
		n := &c.nested[i]
		if n.used {
			c.add(n.rest, here)
		} else {
			c.add(n.first, here)
		}
		n.used = true
	}
}

// decoded writes text that the file has in another form.
func (c *composer) decoded(s string, from citestone.Span) {
	c.whole = true
	c.text(s, from)
	c.whole = false
}

// text writes text as the file has it.
func (c *composer) text(s string, from citestone.Span) {
	for i := 0; i < len(s); {
		n := wordEnd(s[i:])
		if n == 0 {
			n = c.blank(s, i, from)
		} else {
			at := c.part(s, i, i+n, from)
			c.start(at)
			c.spaced = i+n < len(s)
			c.word(s[i:i+n], at)
		}
		i += n
	}
}

// blank notes the white space at i and returns its length.
func (c *composer) blank(s string, i int, from citestone.Span) int {
	n := len(s) - i - len(strings.TrimLeft(s[i:], " \t\r\n\f\v"))
	kind := byte(' ')
	if strings.ContainsRune(s[i:i+n], '\n') {
		kind = '\n'
	}
	at := c.part(s, i, i+n, from)
	if c.open && c.fresh {
		return n
	}
	if c.space == 0 {
		c.space, c.at = kind, at
	} else {
		c.space, c.at.End = min(c.space, kind), max(c.at.End, at.End)
	}
	return n
}

// part returns the origin of s[i:j], where s as a whole stems from from.
func (c *composer) part(s string, i, j int, from citestone.Span) citestone.Span {
	if c.whole || len(s) != from.End-from.Start {
		return from
	}
	return citestone.Span{Start: from.Start + i, End: from.Start + j}
}

// wordEnd returns the length of what s begins with up to ASCII white space.
func wordEnd(s string) int {
	if i := strings.IndexAny(s, " \t\r\n\f\v"); i >= 0 {
		return i
	}
	return len(s)
}

// word writes text without white space, escaped where Markdown could take it for
// markup. An address that would need escapes becomes a link.
func (c *composer) word(s string, from citestone.Span) {
	c.line = inside
	switch {
	case c.fresh:
		c.line = blockStart
	case c.last == '\n':
		c.line = lineStart
	}
	c.fresh = false
	if c.plain || c.code {
		c.add(s, from)
		return
	}
	for i := 0; i < len(s); {
		if n := text.Marker(s[i:]); n > 0 {
			c.add(s[i:i+n], c.part(s, i, i+n, from))
			c.marker = c.out.Len()
			i += n
			continue
		}
		if n := addressEnd(s[i:]); n > 0 && !c.link && strings.ContainsAny(s[i:i+n], "*_`~&|\\") {
			at := c.part(s, i, i+n, from)
			c.add("<", citestone.Span{Start: at.Start, End: at.Start})
			c.add(s[i:i+n], at)
			c.add(">", citestone.Span{Start: at.End, End: at.End})
			i += n
			continue
		}
		j := i
		for j < len(s) && !c.special(s, j) {
			j++
			if j < len(s) && (s[j] == '[' || s[j] == 'h') {
				break
			}
		}
		c.add(s[i:j], c.part(s, i, j, from))
		if i == j {
			c.add(`\`+s[j:j+1], c.part(s, j, j+1, from))
			j++
		}
		i = j
	}
}

// special reports whether Markdown could take the byte at i for markup.
func (c *composer) special(s string, i int) bool {
	prev, next := c.last, byte(' ')
	if i > 0 {
		prev = s[i-1]
	}
	if i+1 < len(s) {
		next = s[i+1]
	}
	unknown := i+1 == len(s) && !c.spaced // what is next
	switch s[i] {
	case '*', '`', '|':
		return true
	case '\\':
		return unknown || !letter(next)
	case '_':
		return !c.afterWord(s, i)
	case '<':
		return unknown || letter(next) || strings.IndexByte("/!?", next) >= 0
	case '&':
		return unknown || letter(next) || next == '#'
	case '[':
		return c.link || next == '^'
	case ']':
		return c.link
	case '(':
		return prev == ']'
	case ':':
		return prev == ']' && c.marker != c.out.Len()
	case '!':
		return unknown || next == '['
	case '~':
		return next == '~' || prev == '~'
	case '{':
		return next == '{' || prev == '{' || strings.HasPrefix(c.prefix, "#")
	case '#':
		return c.line != inside && i == 0 || strings.HasPrefix(c.prefix, "#")
	case '-', '+', '=', '>':
		return c.line != inside && i == 0
	case '.', ')':
		// Short numbers at the start of a block stay: they may number a reference.
		number := i > 0 && i+1 == len(s) && strings.TrimLeft(s[:i], "0123456789") == ""
		return number && (c.line == lineStart || c.line == blockStart && i > 3)
	}
	return false
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// afterWord reports whether a letter or digit stands before the byte at i.
func (c *composer) afterWord(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	if i == 0 {
		before = rune(c.last)
	}
	return wordRune(before) && (i > 0 || before < utf8.RuneSelf)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// markup writes what is Markdown.
func (c *composer) markup(s string, from citestone.Span) {
	c.start(from)
	c.fresh = false
	c.add(s, from)
}

// span writes a code span. A backtick in it is written as an apostrophe.
func (c *composer) span(s string, from citestone.Span) {
	c.openCode(from)
	c.text(strings.ReplaceAll(s, "`", "'"), from)
	c.closeCode(citestone.Span{Start: from.End, End: from.End})
}

const fence = "~~~~~~~~~~~~"

// block writes a block of code.
func (c *composer) block(s string, from citestone.Span) {
	if c.plain || strings.TrimSpace(s) == "" {
		return
	}
	c.end()
	here := citestone.Span{Start: from.Start, End: from.Start}
	c.separate(here)
	c.add(fence, here)
	at := 0
	for line := range strings.Lines(s) {
		c.add("\n", here)
		c.indent(here)
		body := strings.TrimRight(line, "\r\n")
		c.add(body, c.part(s, at, at+len(body), from))
		at += len(line)
		here = citestone.Span{Start: c.part(s, at, at, from).Start, End: c.part(s, at, at, from).Start}
	}
	c.add("\n", here)
	c.indent(here)
	c.add(fence, here)
	c.end()
}

// The rows of a table are written cell by cell. What is in cells beyond the first row's
// goes to the last, for Markdown would drop it.

// indent writes what a line that is not the first of its block begins with.
func (c *composer) indent(here citestone.Span) {
	for _, n := range c.nested {
		c.add(n.rest, here)
	}
}
