package render

import (
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// perColumn bounds what is read of a line on either side of a place, in bytes for each
// column shown, so that many findings on one endless line stay cheap.
const perColumn = 8

// underlined is a line of a document with the columns of a finding in it.
type underlined struct {
	text   string
	indent int // columns before the finding
	carets int // columns of the finding
}

// excerpt shows the lines of source at a span, cut to the columns given: one, or of a
// span over several lines its first and last. It is empty where there is nothing to
// show.
func excerpt(source string, span citestone.Span, columns int) []underlined {
	if span.Start < 0 || span.End > len(source) || span.Start > span.End {
		return nil
	}
	span = trimmed(source, span)
	first := lineAround(source, span.Start, perColumn*columns)
	spans := [][2]citestone.Span{{first, span}}
	if span.End > first.End {
		last := lineAround(source, span.End-1, perColumn*columns)
		spans = [][2]citestone.Span{
			{first, {Start: span.Start, End: first.End}},
			{last, trimmed(source, citestone.Span{Start: last.Start, End: span.End})},
		}
	}
	var out []underlined
	for _, s := range spans {
		if u := fit(source, s[0], s[1], columns); u.carets > 0 {
			out = append(out, u)
		}
	}
	return out
}

// trimmed leaves out the white space around a span.
func trimmed(source string, span citestone.Span) citestone.Span {
	s := source[span.Start:span.End]
	left := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	if left == len(s) {
		return citestone.Span{Start: span.Start, End: span.Start}
	}
	return citestone.Span{Start: span.Start + left, End: span.Start + len(strings.TrimRight(s, " \t\r\n"))}
}

// lineAround returns the line at an offset, at most reach bytes on either side of it.
func lineAround(source string, at, reach int) citestone.Span {
	start, end := max(at-reach, 0), min(at+reach, len(source))
	if near := reach/perColumn + 1; narrow(source[max(at-near, 0):at]) {
		start = max(at-near, 0) // a column each, so that this is all that can be shown
	}
	for start > 0 && !utf8.RuneStart(source[start]) {
		start--
	}
	for end < len(source) && !utf8.RuneStart(source[end]) {
		end++
	}
	if i := strings.LastIndexByte(source[start:at], '\n'); i >= 0 {
		start += i + 1
	}
	if i := strings.IndexByte(source[at:end], '\n'); i >= 0 {
		end = at + i
	}
	return citestone.Span{Start: start, End: start + len(strings.TrimRight(source[start:end], " \t\r"))}
}

// narrow reports whether s is of characters that have a column each.
func narrow(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// fit returns a line with the span in it, cut around the span to the columns given. A
// place without extent, such as the end of a line, is shown at the nearest character.
func fit(source string, line, span citestone.Span, columns int) underlined {
	before, in, after := glyphsOf(source[line.Start:line.End]).around(span.Start-line.Start, span.End-line.Start)
	if len(in) == 0 && len(after) > 0 {
		in, after = after[:1], after[1:]
	} else if n := len(before); len(in) == 0 && n > 0 {
		before, in = before[:n-1], before[n-1:]
	}
	left, right := "", ""
	if before.width()+in.width()+after.width() > columns {
		before, in, after, left, right = squeeze(before, in, after, max(columns, 8))
	}
	return underlined{left + before.String() + in.String() + after.String() + right, len([]rune(left)) + before.width(), in.width()}
}

// squeeze leaves out what does not fit into the columns: first what stands around the
// finding, evenly, then the finding's end.
func squeeze(before, in, after glyphs, columns int) (glyphs, glyphs, glyphs, string, string) {
	const mark = "…"
	room := columns - 2*len([]rune(mark))
	if in.width() > room {
		return nil, in.head(room), nil, markIf(len(before) > 0, mark), mark
	}
	room -= in.width()
	left := min(before.width(), max(room/2, room-after.width()))
	b, a := before.tail(left), after.head(room-left)
	return b, in, a, markIf(len(b) < len(before), mark), markIf(len(a) < len(after), mark)
}

func markIf(ok bool, mark string) string {
	if ok {
		return mark
	}
	return ""
}
