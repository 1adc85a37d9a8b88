package audit

import (
	"cmp"
	"slices"

	"github.com/citestone/citestone/internal/document"
)

// Structure is what can be counted in a document's citations without any source.
type Structure struct {
	MarkerTokens     int      `json:"marker_tokens"`     // markers in the text: [1, 2] is one
	Citations        int      `json:"citations"`         // pairs of marker and reference: [1, 2] is two
	DistinctCited    int      `json:"distinct_cited"`    // different labels cited
	ReferenceEntries int      `json:"reference_entries"` // entries of the reference lists, each once however many ids it has
	Dangling         []string `json:"dangling"`          // cited, but not defined
	Orphans          []string `json:"orphans"`           // defined, but never cited
	Duplicates       []string `json:"duplicates"`        // references with the work or the id of an earlier one
}

// Count counts what a document's citations are made of. The lists name each
// reference once, in the order of the document.
func Count(d *document.Document) Structure {
	in := &Input{Document: d}
	label := written(d)
	s := Structure{MarkerTokens: len(d.Markers), Dangling: []string{}, Orphans: []string{}, Duplicates: []string{}}
	cited, numbers, defined := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, m := range d.Markers {
		s.Citations += len(m.Keys)
		for _, key := range m.Keys {
			cited[key] = true
			numbers[cmp.Or(label[key], key)] = true
		}
	}
	s.DistinctCited = len(numbers)
	for _, f := range in.lost() {
		s.Dangling = add(s.Dangling, f.Reference)
	}
	for i, r := range d.References {
		if i == 0 || r.Span != d.References[i-1].Span {
			s.ReferenceEntries++
		}
		if !cited[r.ID] {
			s.Orphans = add(s.Orphans, r.ID)
		}
		if defined[label[r.ID]] {
			s.Duplicates = add(s.Duplicates, label[r.ID])
		}
		defined[label[r.ID]] = true
	}
	for _, f := range duplicates(in) {
		s.Duplicates = add(s.Duplicates, f.Reference)
	}
	return s
}

// written returns what the references are called in the text, by their IDs.
func written(d *document.Document) map[string]string {
	m := make(map[string]string, len(d.References))
	for _, r := range d.References {
		m[r.ID] = cmp.Or(r.Label, r.ID)
	}
	return m
}

// add appends what is not in the list yet.
func add(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
