package document

import (
	"fmt"
	"sort"
)

// scopes keeps the lists of a document apart whose numbers begin anew, a list for
// each section: the entries of a later one get IDs of their own, and so do the keys of
// the markers from the end of the list before to its end. Lists whose labels differ
// are one, and an entry that is given again is the same.
func (d *Document) scopes() {
	groups := d.groups()
	if len(groups) < 2 {
		return
	}
	before := len(d.Markers) > 0 && d.Markers[0].Start > d.References[groups[1]-1].End && d.Markers[0].Start < d.References[groups[1]].Start
	from := 0
	for k, first := range groups {
		end := len(d.References)
		if k+1 < len(groups) {
			end = groups[k+1]
		}
		to := d.References[end-1].End
		if k+1 == len(groups) || before {
			to = len(d.Source)
		}
		if before && k+1 < len(groups) {
			to = d.References[groups[k+1]].Start
		}
		if k > 0 {
			d.setApart(first, end, from, to, fmt.Sprintf(" (list %d)", k+1))
		}
		from = to
	}
}

// groups returns the index of the first reference of each group of lists with labels
// that differ.
func (d *Document) groups() []int {
	var groups []int
	seen := map[string]Reference{}
	start := 0 // of the list
	for i, r := range d.References {
		if i == 0 {
			groups = append(groups, 0)
		} else if d.apart(d.References[i-1], r) {
			start = i
		}
		if first, ok := seen[r.ID]; ok && start > groups[len(groups)-1] && !same(first, r) && first.Start < d.References[start].Start {
			groups = append(groups, start)
			clear(seen)
			for _, r := range d.References[start:i] {
				seen[r.ID] = r
			}
		}
		seen[r.ID] = r
	}
	return groups
}

// same reports whether an entry is given again.
func same(a, b Reference) bool {
	return a.URL != "" && a.URL == b.URL || a.Text == b.Text
}

// apart reports whether there is a heading or prose between two references.
func (d *Document) apart(a, b Reference) bool {
	i := sort.Search(len(d.Blocks), func(i int) bool { return d.Blocks[i].Start >= a.End })
	for ; i < len(d.Blocks) && d.Blocks[i].Start < b.Start; i++ {
		if k := &d.Blocks[i]; k.Kind == Heading || prose(k.Kind) {
			return true
		}
	}
	return false
}

// setApart gives the references [first, end) IDs of their own, and the markers that
// begin in the source range [from, to) their keys.
func (d *Document) setApart(first, end, from, to int, suffix string) {
	own := map[string]bool{}
	for i := first; i < end; i++ {
		r := &d.References[i]
		own[r.ID] = true
		r.ID += suffix
	}
	k := sort.Search(len(d.Markers), func(k int) bool { return d.Markers[k].Start >= from })
	for ; k < len(d.Markers) && d.Markers[k].Start < to; k++ {
		for i, key := range d.Markers[k].Keys {
			if own[key] {
				d.Markers[k].Keys[i] = key + suffix
			}
		}
	}
}
