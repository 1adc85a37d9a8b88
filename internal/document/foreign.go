package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// maxForeign bounds a marker with tags or an address in it, in bytes.
const maxForeign = 600

// foreign reads a marker at i in one of the forms that only strangers' documents
// have: with a page or a word for the source in its brackets, in other brackets, as
// a link within a tag, or without any form.
func (r *holeReader) foreign(i int) (hole, bool) {
	for len(r.loose) > 0 && r.loose[0].Start < i {
		r.loose = r.loose[1:]
	}
	if len(r.loose) > 0 && r.loose[0].Start == i {
		return r.loose[0], true
	}
	rest := r.source[i:]
	switch rest[0] {
	case '[':
		if h, ok := r.bracket(i); ok {
			return h, true
		}
	case '\\':
		return r.escapedLink(i)
	case '<':
		return r.tag(i)
	case '^':
		return r.caret(i)
	case ':':
		return r.debris(i, ":contentReference[oaicite:", "}")
	case "［"[0]:
		return r.wide(i, "［", "］")
	case "\uE200"[0]:
		return r.debris(i, "\uE200cite\uE202", "\uE201")
	case "〔"[0]:
		return r.wide(i, "〔", "〕")
	}
	return hole{}, false
}

// at returns a hole of the source [i, i+n).
func (r *holeReader) at(i, n int, style MarkerStyle, keys []string) (hole, bool) {
	return hole{Span: citestone.Span{Start: i, End: i + n}, style: style, keys: keys}, keys != nil
}

// bracket reads what begins with "[" and is no plain [1]: a group with pages or a
// word for the source, a range from one marker to the next, raised digits.
func (r *holeReader) bracket(i int) (hole, bool) {
	s := r.source[i:min(len(r.source), i+maxLabel)]
	end := strings.IndexByte(s, ']')
	if end < 2 || escaped(r.source, i) || strings.IndexByte(s[1:end], '[') >= 0 {
		return hole{}, false
	}
	body := s[1:end]
	if body == "cite_start" {
		return hole{Span: citestone.Span{Start: i, End: i + end + 1}}, true // where a citation begins says nothing
	}
	after := r.source[i+end+1:]
	if r.names != nil && !startsAny(after, "(:") {
		if h, ok := r.named(i, end+1); ok {
			return h, true
		}
	}
	keys, plain := sourceKeys(body)
	if keys == nil || i > 0 && r.source[i-1] == '[' || strings.HasPrefix(after, "(") || strings.HasPrefix(after, ":") {
		return hole{}, false
	}
	if plain {
		if own := s[:end+1]; r.defined[own] != "" && strings.HasPrefix(after, own) { // a link to itself
			h, ok := r.at(i, 2*len(own), LinkedStyle, keys)
			h.url = r.defined[own]
			return h, ok
		}
		return r.markerRange(i, end+1, keys)
	}
	if !r.listed && indexed(r.source, i, r.previous) {
		return hole{}, false
	}
	return r.at(i, end+1, NumericStyle, keys)
}

// markerRange reads "[1]–[3]", whose first marker has n bytes, as one marker.
func (r *holeReader) markerRange(i, n int, from []string) (hole, bool) {
	rest := r.source[i+n:]
	dash := dashLength(rest)
	if dash == 0 || len(from) != 1 || !strings.HasPrefix(rest[dash:], "[") {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[dash+1:min(len(rest), maxLabel)], "]")
	if _, number := ordinal(body); !ok || !number {
		return hole{}, false
	}
	return r.at(i, n+dash+len(body)+2, NumericStyle, numericKeys(from[0]+"-"+body))
}

// calculated reports whether a group of numbers in brackets is an interval, a vector
// or the like: it has a number 0 that no list has, or stands where mathematics or
// code does.
func (r *holeReader) calculated(h hole) bool {
	before := strings.TrimRight(r.source[max(0, h.Start-maxWord):h.Start], " ")
	after := r.source[h.End:]
	if strings.HasSuffix(before, "=") || strings.HasSuffix(before, "∈") || strings.HasSuffix(before, "$") || strings.HasPrefix(after, "$") || strings.HasPrefix(after, "^{") {
		return true
	}
	if strings.HasPrefix(after, ";\n") && indexed(r.source, h.Start, r.previous) {
		return true // "uint8 data[16];", a line of code
	}
	if len(h.keys) < 2 {
		return false
	}
	if !r.listed && strings.HasSuffix(before, "|") && strings.HasPrefix(strings.TrimLeft(after, " "), "|") {
		return true // all that stands in the cell of a table
	}
	if strings.HasPrefix(after, "]") != strings.HasSuffix(before, "[") && (strings.HasPrefix(after, "]]") || strings.HasPrefix(after, "]") || strings.HasPrefix(after, ", [")) {
		return true // a row of a matrix, the first or the last
	}
	if len(h.keys) > 2 && strings.HasSuffix(before, "[") && strings.HasPrefix(after, "]") && !ascending(h.keys) {
		return true // [[7, 1, 3]] is a code
	}
	before = strings.TrimSuffix(before, " of")
	word := strings.ToLower(before[strings.LastIndexAny(before, " (\n")+1:])
	switch strings.TrimSuffix(word, "s") {
	case "interval", "range", "scale", "domain", "vector", "array", "list", "tuple", "matrix", "tensor", "shape", "dimension", "between", "within", "to", "from", "and", "in", "vector:", "array:":
		return h.keys[0] == "0" || !r.listed || word != "and" && word != "in" && word != "to" && word != "from" && word != "within" && word != "list" && word != "lists"
	}
	return h.keys[0] == "0" && !r.listsZero()
}

// ascending reports whether the numbers become no smaller.
func ascending(keys []string) bool {
	return slices.IsSortedFunc(keys, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
}

// listsZero reports whether a list of references begins with number 0.
func (r *holeReader) listsZero() bool {
	for _, l := range r.lists {
		if l.numbers[0] {
			return true
		}
	}
	return false
}

// dashLength returns the length of the dash that s begins with, or 0.
func dashLength(s string) int {
	if r, size := utf8.DecodeRuneInString(s); strings.ContainsRune("-‐‑‒–−", r) {
		return size
	}
	return 0
}

// wide reads the brackets of other scripts, ［1］ and 〔1〕.
func (r *holeReader) wide(i int, open, shut string) (hole, bool) {
	rest, ok := strings.CutPrefix(r.source[i:], open)
	if !ok {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[:min(len(rest), maxLabel)], shut)
	keys, _ := sourceKeys(body)
	if !ok || keys == nil {
		return hole{}, false
	}
	return r.at(i, len(open)+len(body)+len(shut), LenticularStyle, keys)
}

// escapedLink reads \[1\](url) and \[\[1\]\](url).
func (r *holeReader) escapedLink(i int) (hole, bool) {
	s := r.source[i:min(len(r.source), i+maxForeign)]
	if !strings.HasPrefix(s, `\[`) || escaped(r.source, i) {
		return hole{}, false
	}
	inner := strings.TrimLeft(s, `\[`)
	body, rest, ok := strings.Cut(inner, `\]`)
	rest = strings.TrimPrefix(rest, `\]`)
	keys := numericKeys(body)
	end := 0
	if strings.HasPrefix(rest, "(http") {
		end = destinationEnd("]" + rest)
	}
	if !ok || keys == nil || end == 0 {
		return hole{}, false
	}
	h, _ := r.at(i, len(s)-len(rest)+end-1, LinkedStyle, keys)
	h.url = firstURL(rest)
	return h, true
}

// caret reads ^1^ and ^[1]^ of pandoc; the text of a note, ^[text], is a reference.
func (r *holeReader) caret(i int) (hole, bool) {
	s := r.source[i:]
	if i > 0 && (r.source[i-1] == '[' || r.source[i-1] == '\\') || len(s) < 3 {
		return hole{}, false
	}
	if s[1] == '[' {
		return r.inlineNote(i)
	}
	body, _, ok := strings.Cut(s[1:min(len(s), maxLabel)], "^")
	if !ok || !r.raised || exponentAt(r.source, i, r.previous) {
		return hole{}, false
	}
	return r.at(i, len(body)+2, SuperscriptStyle, numericKeys(body))
}

// inlineNote reads ^[text].
func (r *holeReader) inlineNote(i int) (hole, bool) {
	s := r.source[i+1 : min(len(r.source), i+maxNote)]
	if blank := strings.Index(s, "\n\n"); blank >= 0 {
		s = s[:blank]
	}
	depth := 0
	for k := range len(s) {
		switch {
		case s[k] == '[' && !escaped(s, k):
			depth++
		case s[k] == ']' && !escaped(s, k):
			depth--
		}
		if depth > 0 {
			continue
		}
		if keys := numericKeys(s[1:k]); keys != nil {
			caret := len(s[k+1:]) - len(strings.TrimPrefix(s[k+1:], "^"))
			return r.at(i, k+2+caret, SuperscriptStyle, keys)
		}
		if strings.TrimSpace(s[1:k]) == "" {
			return hole{}, false
		}
		r.written++
		return r.at(i, k+2, NoteStyle, []string{noteLabel(r.written)})
	}
	return hole{}, false
}

// maxNote bounds a note in the text in bytes.
const maxNote = 2000

// debris reads what is left of a citation where a text was copied out of a chat without
// its sources. It cites nothing, and is no part of the sentence.
func (r *holeReader) debris(i int, open, shut string) (hole, bool) {
	rest, ok := strings.CutPrefix(r.source[i:], open)
	if !ok {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[:min(len(rest), maxLabel)], shut)
	if !ok || strings.ContainsAny(body, " \n") {
		return hole{}, false
	}
	return hole{Span: citestone.Span{Start: i, End: i + len(open) + len(body) + len(shut)}}, true
}

// tag reads a number in a tag: <sup><a href="#r1">1</a></sup>, <a href="#r1">[1]</a>,
// <cite>1</cite>.
func (r *holeReader) tag(i int) (hole, bool) {
	s := r.source[i:min(len(r.source), i+maxForeign)]
	name, anchor := "", false
	switch {
	case strings.HasPrefix(s, "<sup"):
		name = "sup"
	case strings.HasPrefix(s, "<a "):
		name, anchor = "a", true
	case strings.HasPrefix(s, "<cite>"), strings.HasPrefix(s, "<citation>"), strings.HasPrefix(s, "<ref>"):
		name, _, _ = strings.Cut(s[1:], ">")
	default:
		return hole{}, false
	}
	open := strings.IndexByte(s, '>') + 1
	end := strings.Index(s, "</"+name+">")
	if open == 0 || end < open {
		return hole{}, false
	}
	inner := s[open:end]
	body, url := untagged(inner)
	anchor = anchor || body != inner
	if anchor && url == "" {
		url = firstURL(s[:open])
	}
	keys, _ := sourceKeys(unbracketed(body))
	if keys == nil || !anchor && (name == "sup" || !r.listed) {
		return hole{}, false
	}
	h, ok := r.at(i, end+len("</>")+len(name), SuperscriptStyle, keys)
	if h.url = url; name != "sup" {
		h.style = LinkedStyle
	}
	return h, ok
}

// untagged returns s without the tags in it, and the address that they link to.
func untagged(s string) (body, url string) {
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(s, "<")
		b.WriteString(text)
		if !ok {
			return b.String(), url
		}
		tag, after, _ := strings.Cut(rest, ">")
		if url == "" {
			url = firstURL(tag)
		}
		s = after
	}
}

// unbracketed returns s without one pair of brackets around it.
func unbracketed(s string) string {
	s = strings.TrimSpace(s)
	for _, pair := range [][2]string{{"[", "]"}, {"(", ")"}, {"【", "】"}} {
		if body, ok := strings.CutPrefix(s, pair[0]); ok && strings.HasSuffix(body, pair[1]) {
			return strings.TrimSuffix(body, pair[1])
		}
	}
	return s
}
