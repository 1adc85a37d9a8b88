package document

import (
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// lenticular reads 【1†source】, 【1†L3-L8】 or 【1, 2】.
func (r *holeReader) lenticular(i int) (hole, bool) {
	const open, shut = "【", "】"
	rest, ok := strings.CutPrefix(r.source[i:], open)
	if !ok {
		return hole{}, false
	}
	body, _, ok := strings.Cut(rest[:min(len(rest), maxLabel)], shut)
	if !ok {
		return hole{}, false
	}
	number, _, _ := strings.Cut(body, "†")
	h := hole{Span: citestone.Span{Start: i, End: i + len(open) + len(body) + len(shut)}, style: LenticularStyle}
	if h.keys = numericKeys(number); h.keys == nil {
		group, item, colon := strings.Cut(number, ":") // 【4:0†file】
		_, ok1 := ordinal(group)
		_, ok2 := ordinal(item)
		if colon && ok1 && ok2 {
			h.keys = []string{number}
		}
	}
	return h, h.keys != nil
}

// escapedNumber reads \[1\] in a document that lists its references by number.
func (r *holeReader) escapedNumber(i int) (hole, bool) {
	rest, ok := strings.CutPrefix(r.source[i:], `\[`)
	if !ok || !r.listed || escaped(r.source, i) {
		return hole{}, false
	}
	body, after, ok := strings.Cut(rest[:min(len(rest), maxLabel)], `\]`)
	if !ok || strings.HasPrefix(after, "(") {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + len(body) + len(`\[\]`)}, style: EscapedStyle, keys: numericKeys(body)}
	return h, h.keys != nil
}

// marker reads a marker. The brackets of links and footnotes are none; ones right
// behind a word, as in array[1], only if the document lists references.
func (r *holeReader) marker(i int) (hole, bool) {
	n := text.Marker(r.source[i:])
	if n == 0 || escaped(r.source, i) || strings.HasPrefix(r.source[i+n:], "(") {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + n}, style: NumericStyle}
	if r.linked[r.source[i:i+n]] && ofLink(r.source, h.Span) {
		return hole{}, false
	}
	body := r.source[i+1 : i+n-1]
	if list, ok := strings.CutPrefix(body, "cite:"); ok {
		h.style, h.keys = CiteStyle, citeKeys(list)
		return h, h.keys != nil
	}
	if !r.listed && indexed(r.source, i, r.previous) {
		return hole{}, false
	}
	h.keys = numericKeys(body)
	return h, h.keys != nil && !(r.cited && r.calculated(h))
}

// indexed reports whether what ends at i can be indexed, as in array[1], f(x)[1]
// and array[1][2], where previous is the end of the last marker.
func indexed(source string, i, previous int) bool {
	if i == 0 || i == previous {
		return false
	}
	c := source[i-1]
	return c == ')' || c == ']' || c < 0x80 && wordByte(c)
}

// linkedKeys returns the brackets [n] that name the target of a reference link, as
// in [text][n].
func linkedKeys(source string) map[string]bool {
	keys := map[string]bool{}
	for i := 0; ; {
		k := strings.Index(source[i:], "][")
		if k < 0 {
			return keys
		}
		i += k + 1
		span := citestone.Span{Start: i, End: i + text.Marker(source[i:])}
		if span.Start < span.End && afterText(source, i) {
			keys[source[span.Start:span.End]] = true
		}
	}
}

// ofLink reports whether the bracket [n] at span belongs to a reference link or to
// the definition of its target.
func ofLink(source string, span citestone.Span) bool {
	if strings.HasPrefix(source[span.End:], ":") {
		return true
	}
	return span.Start > 0 && source[span.Start-1] == ']' && afterText(source, span.Start)
}
