package document

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Lines converts byte offsets of a text to lines and columns.
type Lines struct {
	source string
	starts []int // offset of each line's first byte
}

// Positions returns the Lines of source.
func Positions(source string) *Lines {
	l := &Lines{source: source, starts: []int{0}}
	for i := 0; ; {
		n := strings.IndexByte(source[i:], '\n')
		if n < 0 {
			return l
		}
		i += n + 1
		l.starts = append(l.starts, i)
	}
}

// At returns the line and column of the byte offset, both from 1; the column
// counts code points. An offset outside of the text is clamped.
func (l *Lines) At(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.source))
	line = sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	return line, utf8.RuneCountInString(l.source[l.starts[line-1]:offset]) + 1
}
