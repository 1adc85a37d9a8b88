package document

import (
	"slices"
	"strings"
)

// indices drops the numbers in brackets of a document that lists none of them and does
// not set them where citations stand: they are indices, ranges of characters or notes
// that the text itself explains.
func (d *Document) indices() {
	if slices.ContainsFunc(d.References, func(r Reference) bool { _, number := ordinal(r.Label); return number }) {
		return
	}
	all, closing := 0, 0
	numbers := map[string]bool{}
	for i, m := range d.Markers {
		if m.Style != NumericStyle {
			continue
		}
		if m.URL != "" {
			return
		}
		all++
		if d.closes(i) {
			closing++
		}
		for _, key := range m.Keys {
			numbers[key] = true
		}
	}
	if numbers["1"] && len(numbers) > 1 && 3*closing >= 2*all {
		return
	}
	d.Markers = slices.DeleteFunc(d.Markers, func(m Marker) bool { return m.Style == NumericStyle })
}

// closes reports whether the marker stands where citations do: before or behind a mark
// that ends a clause, or at the end of a line, other markers aside.
func (d *Document) closes(marker int) bool {
	start, end := d.Markers[marker].Start, d.Markers[marker].End
	for i := marker + 1; i < len(d.Markers) && joined(d.Source[min(end, d.Markers[i].Start):d.Markers[i].Start]); i++ {
		end = d.Markers[i].End
	}
	for i := marker - 1; i >= 0 && joined(d.Source[min(d.Markers[i].End, start):start]); i-- {
		start = d.Markers[i].Start
	}
	after, before := d.Source[end:], strings.TrimRight(d.Source[:start], " ")
	if after == "" || strings.ContainsRune(".,;:!?)\r\n*", rune(after[0])) || strings.HasPrefix(after, " \n") || strings.HasPrefix(after, "  ") {
		return true
	}
	return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "?") || strings.HasSuffix(before, "。")
}

// joined reports whether nothing but what stands between two markers of one citation is
// in the gap.
func joined(gap string) bool { return len(gap) < maxLabel && strings.Trim(gap, " ,;-–") == "" }
