package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Strip applies all fixes, of misattributed citations too, and reports what was wrong
// with the markers.
func Strip(in *Input) (string, []citestone.Finding, error) {
	var out []citestone.Finding
	for _, f := range Run(in) {
		if f.Rule == "dangling-citation" || f.Rule == "misattributed-citation" || f.Rule == "malformed-citation" {
			out = append(out, f)
		}
	}
	text, err := document.Apply(in.Document.Source, Fix(in, FixOptions{Misattributed: true}).Edits)
	return text, out, err
}

// separators may stand between the markers of a run.
const separators = " ,;，、\u00a0"

// runs parts the markers into those with nothing but separators between them.
func (f *fixer) runs() [][]*marker {
	var out [][]*marker
	for i, m := range f.markers {
		if i > 0 {
			last := f.markers[i-1]
			if last.End <= m.Start && strings.Trim(f.d.Source[last.End:m.Start], separators) == "" {
				out[len(out)-1] = append(out[len(out)-1], m)
				continue
			}
		}
		out = append(out, []*marker{m})
	}
	return out
}

// editMarkers writes the markers anew or takes them out.
func (f *fixer) editMarkers() {
	var gone []citestone.Span // runs of which nothing stays, with the brackets around them
	for _, run := range f.runs() {
		if !slices.ContainsFunc(run, func(m *marker) bool { return !m.goes() }) {
			n, from := len(gone), 0
			if n > 0 {
				from = gone[n-1].End
			}
			span := unwrap(f.d.Source, citestone.Span{Start: run[0].Start, End: run[len(run)-1].End}, from)
			if n > 0 && strings.Trim(f.d.Source[gone[n-1].End:span.Start], separators) == "" {
				gone[n-1].End = span.End
			} else {
				gone = append(gone, span)
			}
			continue
		}
		f.take(run)
	}
	for _, span := range gone {
		f.edit(f.around(span))
	}
	for _, m := range f.mentions {
		if m.entry == nil || !m.entry.goes() {
			f.put(m)
		}
	}
}

// take edits a run of markers of which some stay. One that goes takes with it what
// parts it from the one before it that stays, or else from the next.
func (f *fixer) take(run []*marker) {
	first := 0 // the first that stays
	for first < len(run) && run[first].goes() {
		first++
	}
	for i, m := range run {
		switch {
		case !m.goes():
			f.put(m)
		case i < first:
			f.edit(document.Edit{Span: citestone.Span{Start: m.Start, End: run[i+1].Start}})
		default:
			f.edit(document.Edit{Span: citestone.Span{Start: run[i-1].End, End: m.End}})
		}
	}
}

// goes reports whether a marker is dropped as a whole.
func (m *marker) goes() bool {
	for _, drop := range m.drop {
		if !drop {
			return false
		}
	}
	return len(m.drop) > 0
}

// put writes a marker anew if what it names has changed.
func (f *fixer) put(m *marker) {
	if !m.form.ok {
		return
	}
	for k, key := range m.Keys {
		target := key
		if into := f.into[key]; into != "" {
			target = into
		}
		if refs := f.byID[target]; refs != nil {
			m.now[k] = refs[0].now
		}
	}
	if s := m.rewrite(); s != m.Text {
		f.edit(document.Edit{Span: m.Span, New: s})
	}
}

func (f *fixer) edit(e document.Edit) { f.out.Edits = append(f.out.Edits, e) }

// around is the edit that takes the span of markers out of the text, with the space
// that was there for it, or with its line if there is nothing else in that.
func (f *fixer) around(span citestone.Span) document.Edit {
	s := f.d.Source
	start, end := trimBlanks(s, span)
	lineStart := strings.LastIndexByte(s[:start], '\n') + 1
	before, after := s[lineStart:start], s[end:]
	begins := strings.Trim(before, linePrefix) == ""
	ends := after == "" || after[0] == '\n' || strings.HasPrefix(after, "\r\n")
	switch {
	case begins && ends && lineEnd(s, end) > lineStart && !nested(s, lineStart, lineEnd(s, end)) && !strings.Contains(before, "#"):
		return document.Edit{Span: citestone.Span{Start: lineStart, End: lineEnd(s, end)}}
	case begins:
		return document.Edit{Span: citestone.Span{Start: span.Start, End: end}}
	}
	left, _ := utf8.DecodeLastRuneInString(before)
	right, _ := utf8.DecodeRuneInString(after)
	switch {
	case strings.ContainsRune(",;", left) && !ends && strings.ContainsRune(".)]!?", right):
		return document.Edit{Span: citestone.Span{Start: start - 1, End: end}}
	case strings.ContainsRune("([", left) && strings.ContainsRune(",;", right):
		return document.Edit{Span: citestone.Span{Start: span.Start, End: end + 1 + len(leading(after[1:], " "))}}
	case !ends && strings.ContainsRune(".,)]", right):
		return document.Edit{Span: citestone.Span{Start: start, End: end}}
	case ends || end > span.End || strings.ContainsRune(":;!?|}。，；：！？）】", right):
		return document.Edit{Span: citestone.Span{Start: start, End: span.End}}
	case start < span.Start:
		return document.Edit{Span: span}
	case joins(left, right):
		return document.Edit{Span: span, New: " "}
	}
	return document.Edit{Span: span}
}

// linePrefix is what may stand before the text of a line: indentation and the marks of
// lists, headings and quotations.
const linePrefix = " \t>-+*#.)0123456789"

// blanks are the spaces before or after a marker; in LaTeX a tie is one.
const blanks = " \t\u00a0\u2009\u202f~"

// trimBlanks returns where the blanks around a span start and end.
func trimBlanks(s string, span citestone.Span) (start, end int) {
	start = len(strings.TrimRight(s[:span.Start], blanks))
	return start, span.End + len(leading(s[span.End:], blanks))
}

// lineEnd returns the end of the line that holds i, with its break.
func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(s)
}

// nested reports whether the line after end is one that belongs to the one at start.
func nested(s string, start, end int) bool {
	return indent(s[end:lineEnd(s, end)]) > indent(s[start:end])
}

// indent returns the number of blanks that a line begins with; -1 if there is nothing
// else in it.
func indent(line string) int {
	rest := strings.TrimLeft(line, " \t>")
	if strings.TrimSpace(rest) == "" {
		return -1
	}
	return len(line) - len(rest)
}

// unwrap widens a span over the brackets, emphasis and tags that hold nothing else but
// a word or two that lead to a citation. What stands before from is not looked at.
func unwrap(s string, span citestone.Span, from int) citestone.Span {
	pairs := [][2]string{{"<sup>", "</sup>"}, {"(", ")"}, {"（", "）"}, {`\[`, `\]`}, {"[", "]"}, {"**", "**"}, {"*", "*"}, {"_", "_"}, {"^", "^"}}
	for {
		before, after := strings.TrimRight(s[from:span.Start], blanks), strings.TrimLeft(s[span.End:], blanks)
		wider := false
		for _, p := range pairs {
			head := before
			if p[0] == "(" || p[0] == "（" {
				head = leadIn(before)
			}
			if strings.HasSuffix(head, p[0]) && strings.HasPrefix(after, p[1]) {
				span = citestone.Span{Start: from + len(head) - len(p[0]), End: len(s) - len(after) + len(p[1])}
				wider = true
				break
			}
		}
		if !wider {
			return span
		}
	}
}

// leadIn returns s without the words at its end that lead from an opening bracket to a
// citation.
func leadIn(s string) string {
	for _, words := range []string{"see also", "see", "e.g.,", "e.g.", "cf.", "source:", "sources:", "source", "ref.", "refs.", "via"} {
		if n := len(s) - len(words); n > 0 && strings.EqualFold(s[n:], words) && strings.HasSuffix(strings.TrimRight(s[:n], blanks), "(") {
			return strings.TrimRight(s[:n], blanks)
		}
	}
	return s
}

// joins reports whether two runes would become one word, or two sentences one, if
// nothing stood between them.
func joins(left, right rune) bool {
	if unspaced(left) || unspaced(right) || left == utf8.RuneError {
		return false
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return word(right) && !strings.ContainsRune("([{-–—/\"'“‘*_", left) || word(left) && right == '[' ||
		left == right && strings.ContainsRune("*_`", left)
}

// unspaced reports whether r is of a script that sets no spaces between words.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= '、' && r <= '】' || r >= '！' && r <= '～'
}
