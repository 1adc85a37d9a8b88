package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// list parts the references into the lists that are numbered on their own: what an id
// has beyond its label tells them apart.
func (f *fixer) list() {
	byName := map[string]*list{}
	for _, r := range f.d.References {
		label := cmp.Or(r.Label, r.ID)
		name := strings.TrimPrefix(r.ID, label)
		if strings.HasPrefix(label, "^") {
			name += "^"
		}
		if byName[name] == nil {
			byName[name] = &list{}
			f.lists = append(f.lists, byName[name])
		}
		l := byName[name]
		label = strings.TrimPrefix(label, "^")
		one := &ref{Reference: r, list: l, label: label, now: label}
		l.refs = append(l.refs, one)
		f.refs = append(f.refs, one)
		if written := cmp.Or(r.Label, r.ID); f.byID[r.ID] == nil {
			f.byLabel[written] = append(f.byLabel[written], one)
		}
		f.byID[r.ID] = append(f.byID[r.ID], one)
		if n, ok := atoi(label); ok {
			l.last = max(l.last, n)
		}
	}
}

// An entry is the place of a reference, or of several labels of one.
type entry struct {
	refs  []*ref
	lines citestone.Span // with the break of the last
	stuck string         // why it cannot be taken out

	mentions []*marker // of other references
}

func (e *entry) goes() bool {
	return !slices.ContainsFunc(e.refs, func(r *ref) bool { return !r.gone })
}

// place finds the lines and the labels of the references.
func (f *fixer) place() {
	starts := map[int]bool{}
	for _, r := range f.refs {
		starts[r.Start] = true
	}
	for _, r := range f.refs {
		if n := len(f.entries); n > 0 && !r.External && f.entries[n-1].refs[0].Span == r.Span {
			r.entry = f.entries[n-1]
			r.entry.refs = append(r.entry.refs, r)
		} else {
			r.entry = &entry{refs: []*ref{r}, stuck: "is in a file of its own"}
			if !r.External {
				r.entry.lines, r.entry.stuck = f.lines(r.Span, starts)
			}
			f.entries = append(f.entries, r.entry)
		}
		if !r.External {
			f.placeLabel(r)
		}
	}
	f.apart()
	f.doubt()
}

// doubt keeps what may be no reference but a paragraph below the list: it has no label,
// and either the others have one or there is no address in it.
func (f *fixer) doubt() {
	for _, l := range f.lists {
		labelled := slices.ContainsFunc(l.refs, func(r *ref) bool { return r.place.label.End > 0 })
		for _, r := range l.refs {
			if !r.External && r.place.label.End == 0 && (labelled || len(certain(r.Reference)) == 0) {
				r.entry.stuck = cmp.Or(r.entry.stuck, "has no label and may be no reference")
			}
		}
	}
}

// apart keeps entries that share a line with another one or with a marker of the text.
func (f *fixer) apart() {
	sorted := slices.DeleteFunc(slices.Clone(f.entries), func(e *entry) bool { return e.refs[0].External })
	f.sorted = sorted
	slices.SortStableFunc(sorted, func(a, b *entry) int { return cmp.Compare(a.lines.Start, b.lines.Start) })
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; b.lines.Start < a.lines.End {
			a.stuck, b.stuck = cmp.Or(a.stuck, "shares its lines with another"), cmp.Or(b.stuck, "shares its lines with another")
		}
	}
	for _, m := range f.d.Markers {
		i, _ := slices.BinarySearchFunc(sorted, m.End, func(e *entry, at int) int { return cmp.Compare(e.lines.Start, at) })
		if i > 0 && m.Start < sorted[i-1].lines.End {
			sorted[i-1].stuck = cmp.Or(sorted[i-1].stuck, "holds a citation of the text")
		}
	}
}

// lines returns the whole lines of an entry, with those that are indented below it.
func (f *fixer) lines(span citestone.Span, starts map[int]bool) (citestone.Span, string) {
	s := f.d.Source
	out := citestone.Span{Start: strings.LastIndexByte(s[:span.Start], '\n') + 1, End: lineEnd(s, span.End)}
	before := s[out.Start:span.Start]
	switch {
	case strings.Trim(before, linePrefix) != "" || strings.Trim(s[span.End:out.End], " \t\r\n\\") != "":
		return out, "is only a part of its line"
	case strings.Trim(before, " \t>") == "" && !strings.HasPrefix(s[span.Start:], "[^"):
		return out, f.inFile(out)
	}
	for end := out.End; end < len(s); {
		next := lineEnd(s, end)
		if n := indent(s[end:next]); n >= 0 && n <= indent(s[out.Start:]) {
			break
		} else if n >= 0 {
			for at := end; at < next; at++ {
				if starts[at] {
					return out, "has other references below it"
				}
			}
			out.End = next
		}
		end = next
	}
	return out, f.inFile(out)
}

// inFile says why the lines cannot be taken out of the file, or "".
func (f *fixer) inFile(lines citestone.Span) string {
	if !f.exact(lines) {
		return "cannot be taken out in this format"
	}
	return ""
}

// merge finds the references to the work of an earlier one of their list.
func (f *fixer) merge() {
	pinned := f.pinned()
	for _, l := range f.lists {
		seen := map[string]*ref{}
		for _, r := range l.refs {
			if r.External {
				continue
			}
			var first *ref
			works := f.worksOf(r)
			for _, w := range works {
				if first == nil {
					first = seen[w]
				}
			}
			if first != nil && first.entry != r.entry && agreeable(first.Reference, r.Reference) && !f.o.accepts("duplicate-reference", r.Start, r.ID) {
				if why := f.unmerged(first, r, pinned); why != "" {
					f.leave(r.Span, r.ID, "reference %s is to the same work as %s, but %s", r.label, first.label, why)
				} else {
					r.gone = true
					f.out.Merged++
					if r.ID != first.ID {
						f.into[r.ID] = first.ID
					}
				}
			} else {
				first = r
			}
			for _, w := range works {
				if seen[w] == nil {
					seen[w] = first
				}
			}
		}
	}
}

// worksOf returns what tells for certain what a reference is to. References without
// labels under two headings are of two lists, of which each may name the work.
func (f *fixer) worksOf(r *ref) []string {
	out := certain(r.Reference)
	if r.place.label.End > 0 {
		return out
	}
	heading, _ := slices.BinarySearch(f.headings, r.Start)
	for i, w := range out {
		out[i] = fmt.Sprint(heading, " ", w)
	}
	return out
}

// pinned returns the keys of markers that can name nothing else.
func (f *fixer) pinned() map[string]string {
	out := map[string]string{}
	for _, m := range slices.Concat(f.markers, f.mentions) {
		for _, key := range m.Keys {
			if !m.form.relabel {
				out[key] = m.Text
			}
		}
	}
	return out
}

// unmerged says why r cannot be merged into first, or "".
func (f *fixer) unmerged(first, r *ref, pinned map[string]string) string {
	switch {
	case r.entry.stuck != "":
		return "it " + r.entry.stuck
	case r.list.fixed():
		return r.list.stuck
	case len(r.entry.refs) > 1 && !r.place.alone():
		return "its label cannot be taken out"
	case first.ID == r.ID:
		return ""
	case pinned[r.ID] != "":
		return pinned[r.ID] + " cannot be rewritten"
	case len(f.byID[r.ID]) > 1 || len(f.byID[first.ID]) > 1:
		return "another reference has the same label"
	}
	return ""
}

// certain returns what tells for certain that two references are to one work.
func certain(r document.Reference) []string {
	var out []string
	if r.DOI != "" {
		out = append(out, "doi "+strings.ToLower(r.DOI))
	}
	if r.ArXiv != "" {
		out = append(out, "arxiv "+r.ArXiv)
	}
	if r.URL != "" {
		out = append(out, "url "+exactAddress(r.URL))
	}
	return out
}

// exactAddress returns an address as it is compared before two references are merged. It
// is stricter than the works of document.WorkAt, for a merge must be beyond doubt: the
// case of the path and the query count, and so does a fragment that is a page of a PDF or
// a route of an application.
func exactAddress(url string) string {
	url, fragment, _ := strings.Cut(url, "#")
	if strings.HasPrefix(fragment, "page=") || strings.HasPrefix(fragment, "!") || strings.HasPrefix(fragment, "/") {
		fragment = "#" + fragment
	} else {
		fragment = ""
	}
	if _, rest, ok := strings.Cut(url, "://"); ok {
		url = rest
	}
	host, path, _ := strings.Cut(url, "/")
	return strings.TrimRight(strings.TrimPrefix(strings.ToLower(host), "www.")+"/"+path, "/") + fragment
}

// agreeable reports whether nothing else says that two references with the same
// address or number are to two works: different DOIs, or different titles on a site's
// front page.
func agreeable(a, b document.Reference) bool {
	if a.DOI != "" && b.DOI != "" {
		return strings.EqualFold(a.DOI, b.DOI)
	}
	if a.URL == "" || b.URL == "" || exactAddress(a.URL) != exactAddress(b.URL) || strings.Contains(exactAddress(a.URL), "/") {
		return true
	}
	return a.Title == b.Title
}

// prune takes out the references that nothing cites.
func (f *fixer) prune() {
	if len(f.d.Markers) == 0 {
		return
	}
	for _, r := range f.refs {
		if r.cited || r.gone || r.External || f.d.Unlisted || f.d.Mentions(r.ID) {
			continue
		}
		switch {
		case f.o.accepts("orphan-reference", r.Start, r.ID):
		case r.entry.stuck != "":
			f.leave(r.Span, r.ID, "reference %s is never cited, but %s", r.label, r.entry.stuck)
		case r.list.fixed():
			f.leave(r.Span, r.ID, "reference %s is never cited, but taking it out would change the numbers of others: %s", r.label, r.list.stuck)
		default:
			r.gone = true
			f.out.Pruned++
		}
	}
	for _, e := range f.entries {
		f.keepLabels(e)
	}
}

// keepLabels keeps the labels of an entry that stays which cannot be taken out alone.
func (f *fixer) keepLabels(e *entry) {
	if e.goes() {
		return
	}
	for _, r := range e.refs {
		if r.gone && !r.place.alone() {
			r.gone = false
			f.out.Pruned--
			f.leave(r.Span, r.ID, "reference %s is never cited, but its label cannot be taken out", r.label)
		}
	}
}

// number closes the gaps in the numbers of each list from which something was taken.
// It begins with the number that it began with.
func (f *fixer) number() {
	for _, l := range f.lists {
		var left []*ref
		first := -1
		for _, r := range l.refs {
			n, ok := atoi(r.label)
			if !ok {
				left = nil
				break
			}
			if first < 0 || n < first {
				first = n
			}
			if !r.gone {
				left = append(left, r)
			}
		}
		if l.stuck != "" || len(left) == len(l.refs) {
			continue
		}
		f.renumber(left, first)
	}
}

// renumber numbers references from first on, in the order of their numbers, unless two
// have the same.
func (f *fixer) renumber(refs []*ref, first int) {
	value := func(r *ref) int { n, _ := atoi(r.label); return n }
	sorted := slices.SortedStableFunc(slices.Values(refs), func(a, b *ref) int { return cmp.Compare(value(a), value(b)) })
	for i := 1; i < len(sorted); i++ {
		if value(sorted[i-1]) == value(sorted[i]) {
			f.leave(sorted[i].Span, sorted[i].ID, "two references are numbered %s, so that the numbers stay as they are", sorted[i].label)
			return
		}
	}
	for i, r := range sorted {
		if value(r) != first+i {
			r.now = strconv.Itoa(first + i)
			f.out.Renumbered++
		}
	}
}
