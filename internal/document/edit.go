package document

import (
	"cmp"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// Edit replaces a span of the source by New.
type Edit struct {
	citestone.Span
	New string
}

// Apply carries out the edits, given in any order, and changes no other byte.
// Overlapping edits or ones outside of source are an error. Insertions at one
// place keep their order.
func Apply(source string, edits []Edit) (string, error) {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var b strings.Builder
	at := 0
	for _, e := range sorted {
		if e.Start < at || e.End < e.Start || e.End > len(source) {
			return "", citestone.Errorf(citestone.Internal, "edit of bytes %d-%d overlaps another or is outside of the text", e.Start, e.End)
		}
		b.WriteString(source[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(source[at:])
	return b.String(), nil
}
