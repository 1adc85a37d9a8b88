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
	runes  []int // code points before each stride
}

// stride is after how many bytes the code points are counted anew, so that a column far
// out on a long line is found without reading all of the line.
const stride = 1 << 10

// Positions returns the Lines of source.
func Positions(source string) *Lines {
	starts := []int{0}
	for i := 0; ; {
		n := strings.IndexByte(source[i:], '\n')
		if n < 0 {
			return linesFrom(source, starts)
		}
		i += n + 1
		starts = append(starts, i)
	}
}

// linesFrom returns the Lines of source that start where starts says.
func linesFrom(source string, starts []int) *Lines {
	l := &Lines{source: source, starts: starts, runes: make([]int, 1, len(source)/stride+1)}
	for i := 0; i+stride <= len(source); i += stride {
		counted := utf8.RuneCountInString(source[boundary(source, i):boundary(source, i+stride)])
		l.runes = append(l.runes, l.runes[len(l.runes)-1]+counted)
	}
	return l
}

// boundary returns the first offset from i on that is within no code point.
func boundary(source string, i int) int {
	for n := 0; n < utf8.UTFMax-1 && i < len(source) && !utf8.RuneStart(source[i]); n++ {
		i++
	}
	return i
}

// At returns the line and column of the byte offset, both from 1; the column
// counts code points. An offset outside of the text is clamped.
func (l *Lines) At(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.source))
	line = sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	return line, l.between(l.starts[line-1], offset) + 1
}

// between counts the code points of a part of the text.
func (l *Lines) between(start, end int) int {
	if end-start < 2*stride {
		return utf8.RuneCountInString(l.source[start:end])
	}
	first, last := start/stride+1, end/stride
	from, to := boundary(l.source, first*stride), boundary(l.source, last*stride)
	if to > end {
		return utf8.RuneCountInString(l.source[start:end])
	}
	return utf8.RuneCountInString(l.source[start:from]) + l.runes[last] - l.runes[first] + utf8.RuneCountInString(l.source[to:end])
}
