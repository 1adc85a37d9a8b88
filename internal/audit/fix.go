package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// FixOptions says what is fixed beyond what is certain.
type FixOptions struct {
	// Misattributed strips citations of sources that share no word with the text
	// around them, too.
	Misattributed bool
	// Accepted are findings that somebody chose to live with: what they are about
	// stays as it is.
	Accepted []citestone.Finding
}

// accepts reports whether somebody chose to live with the rule's finding at a place.
func (o FixOptions) accepts(rule string, start int, reference string) bool {
	return slices.ContainsFunc(o.Accepted, func(f citestone.Finding) bool {
		return f.Rule == rule && f.Start == start && f.Reference == reference
	})
}

// Fixes are the edits that mend a document's citations, in coordinates of its Source,
// and what they do.
type Fixes struct {
	Edits      []document.Edit
	Stripped   int // citations taken out of the text: of two keys in a marker, each
	Pruned     int // references taken out of their list that nothing cites
	Merged     int // references taken out because an earlier one is to the same work
	Renumbered int // references with another number
	Left       []Unfixed
}

// Unfixed is something wrong that has to be mended by hand.
type Unfixed struct {
	citestone.Span
	Reference string
	Why       string
}

// Fix strips citations that dangle, merges references to one work, prunes references
// that nothing cites, and closes the gaps that this leaves in the numbers of a list.
// A list from which nothing is taken keeps its numbers as they are. Applied and fixed
// again, there is nothing left to do.
//
// Two references are merged if their DOI, arXiv number or address is the same; a title
// is not enough. Markers whose form does not allow the change stay as they are, and
// what they cite stays with them.
func Fix(in *Input, o FixOptions) Fixes {
	f := newFixer(in, o)
	f.merge()
	f.cite()
	f.prune()
	f.number()
	f.editMarkers()
	f.editEntries()
	f.out.Edits = joined(f.out.Edits)
	slices.SortStableFunc(f.out.Left, func(a, b Unfixed) int { return cmp.Compare(a.Start, b.Start) })
	return f.out
}

// joined returns edits in order, with those made one that take out the same text, such as
// the line break between a marker and an entry that both go.
func joined(edits []document.Edit) []document.Edit {
	slices.SortStableFunc(edits, func(a, b document.Edit) int { return cmp.Compare(a.Start, b.Start) })
	out := edits[:0]
	for _, e := range edits {
		if n := len(out); n > 0 && e.New == "" && out[n-1].New == "" && e.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, e.End)
			continue
		}
		out = append(out, e)
	}
	return out
}

// A fixer works out the fixes of a document.
type fixer struct {
	in       *Input
	o        FixOptions
	d        *document.Document
	byID     map[string][]*ref
	byLabel  map[string][]*ref // as the text writes it
	refs     []*ref
	lists    []*list
	entries  []*entry
	sorted   []*entry // by place, less those of other files
	markers  []*marker
	headings []int             // where they start
	mentions []*marker         // labels elsewhere: in notes, in references, in HTML
	into     map[string]string // id of a merged reference -> id of the one that stays
	credited map[string]bool   // what is cited after the fix
	out      Fixes
}

// A ref is a reference with what becomes of it.
type ref struct {
	document.Reference
	list  *list
	entry *entry
	label string // as its list writes it, without the ^ of a footnote
	place place  // where it is written
	cited bool
	gone  bool
	now   string // its label after the fix
}

// A list is the references that are numbered together.
type list struct {
	refs    []*ref
	last    int    // its highest number
	stuck   string // why its labels cannot change; "" if they can
	counted bool   // its numbers follow from the places in the list
}

// fixed reports whether the list's references have to stay: taking one out would
// shift the numbers of the others, which cannot follow in the text.
func (l *list) fixed() bool { return l.counted && l.stuck != "" }

// A marker is a marker with what becomes of its keys.
type marker struct {
	document.Marker
	form     form
	drop     []bool   // by key
	was, now []string // what its keys are called, before and after the fix
	entry    *entry   // of a mention, the entry it stands in
}

// newFixer takes stock of the document.
func newFixer(in *Input, o FixOptions) *fixer {
	f := &fixer{in: in, o: o, d: in.Document, byID: map[string][]*ref{}, byLabel: map[string][]*ref{}, into: map[string]string{}, credited: map[string]bool{}}
	f.list()
	f.place()
	for _, m := range f.d.Markers {
		f.markers = append(f.markers, f.newMarker(m))
	}
	f.mention()
	for _, b := range f.d.Blocks {
		if b.Kind == document.Heading {
			f.headings = append(f.headings, b.Start)
		}
	}
	for _, m := range slices.Concat(f.markers, f.mentions) {
		f.stick(m)
	}
	return f
}

func (f *fixer) newMarker(m document.Marker) *marker {
	out := &marker{Marker: m, form: f.form(m), drop: make([]bool, len(m.Keys))}
	for _, key := range m.Keys {
		out.was = append(out.was, f.labelOf(key))
	}
	out.now = slices.Clone(out.was)
	return out
}

// labelOf returns what a key's reference is called in the text.
func (f *fixer) labelOf(key string) string {
	if refs := f.byID[key]; refs != nil {
		return refs[0].label
	}
	return strings.TrimPrefix(key, "^")
}

// leave notes what cannot be fixed.
func (f *fixer) leave(span citestone.Span, reference, format string, args ...any) {
	f.out.Left = append(f.out.Left, Unfixed{span, reference, fmt.Sprintf(format, args...)})
}

// dangles reports whether a key of m stands for nothing.
func (f *fixer) dangles(m *marker, key string) bool {
	if m.URL != "" || f.d.Unlisted || f.byID[key] != nil || f.o.accepts("dangling-citation", m.Start, key) {
		return false
	}
	_, ok := f.in.Sources[key]
	return !ok
}

// stick keeps the labels of a list when a marker that names them cannot be rewritten,
// or names by the address that it links to what the list does not have.
func (f *fixer) stick(m *marker) {
	for _, key := range m.Keys {
		switch refs := f.byID[key]; {
		case refs != nil && !m.form.relabel:
			refs[0].list.stuck = fmt.Sprintf("%s cannot be rewritten", m.Text)
		case refs == nil && isNumber(key) && (!m.form.ok || !f.dangles(m, key)):
			for _, l := range f.lists {
				l.stuck = cmp.Or(l.stuck, fmt.Sprintf("%s stands for none of its entries", m.Text))
			}
		}
	}
}

// cite decides which citations go, and marks the references that the others cite.
func (f *fixer) cite() {
	for i, m := range f.markers {
		f.judge(i, m)
	}
	for _, run := range f.runs() {
		f.once(run)
	}
	for _, m := range f.mentions {
		f.once([]*marker{m})
	}
	for _, m := range f.markers {
		f.credit(m)
	}
	for _, m := range f.mentions {
		if m.entry == nil || m.entry.stuck != "" || m.entry.refs[0].list.fixed() {
			f.credit(m)
		}
	}
}

// judge decides which keys of a marker go.
func (f *fixer) judge(i int, m *marker) {
	var strange []string
	if f.o.Misattributed {
		strange = f.in.strangers(i)
	}
	n := 0
	for k, key := range m.Keys {
		misattributed := slices.Contains(strange, key) && !f.o.accepts("misattributed-citation", m.Start, key)
		if m.drop[k] = misattributed || f.dangles(m, key); m.drop[k] {
			n++
		}
	}
	why := ""
	switch {
	case n == 0:
	case n == len(m.Keys) && m.form.sentence:
		why = "is a part of its sentence"
	case n == len(m.Keys) && !f.exact(m.Span):
		why = "cannot be changed in this format"
	case n < len(m.Keys) && !m.form.ok:
		why = "has other keys, and its form is not known well enough to take one out"
	}
	if why == "" {
		f.out.Stripped += n
		return
	}
	for k, key := range m.Keys {
		if m.drop[k] {
			f.leave(m.Span, key, "%s %s", m.Text, why)
			m.drop[k] = false
		}
	}
}

// once drops the citations that merging made repetitions of another one in the run.
func (f *fixer) once(run []*marker) {
	have := map[string]bool{}
	each := func(do func(m *marker, k int, target string)) {
		for _, m := range run {
			for k, key := range m.Keys {
				if !m.drop[k] {
					do(m, k, f.into[key])
				}
			}
		}
	}
	each(func(m *marker, k int, target string) { have[m.Keys[k]] = have[m.Keys[k]] || target == "" })
	each(func(m *marker, k int, target string) {
		if target != "" {
			m.drop[k] = have[target]
			have[target] = true
		}
	})
}

// credit marks what a marker cites after the fix, and what the entries of that mention.
func (f *fixer) credit(m *marker) {
	for k, key := range m.Keys {
		if m.drop[k] {
			continue
		}
		target := cmp.Or(f.into[key], key)
		if f.credited[target] {
			continue
		}
		f.credited[target] = true
		for _, r := range f.byID[target] {
			if r.gone {
				continue
			}
			r.cited = true
			for _, mention := range r.entry.mentions {
				f.credit(mention)
			}
		}
	}
}

// exact reports whether the file has the bytes of the span as they are in the source.
func (f *fixer) exact(span citestone.Span) bool {
	_, ok := f.d.Exact(span)
	return ok
}
