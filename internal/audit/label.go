package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// A place is where the label of a reference is written in its list. The zero value
// is that of one that follows from its position.
type place struct {
	label citestone.Span
	whole citestone.Span // with its own brackets
	order bool           // the number of a Markdown list, of which only the first counts
}

// alone reports whether the label can be taken out without its entry.
func (p place) alone() bool { return p.whole.End > 0 }

// maxLabel bounds a label in brackets, in bytes.
const maxLabel = 200

// placeLabel finds the label of a reference: in brackets or as a number in front of
// it, or not at all, for its position in the list is its number.
func (f *fixer) placeLabel(r *ref) {
	s := f.d.Source
	at := r.Start + len(leading(s[r.Start:r.End], " \t>*_\\"))
	for at < r.End && s[at] == '[' {
		n := strings.IndexByte(s[at:min(r.End, at+maxLabel)], ']')
		if n < 0 {
			break
		}
		whole := citestone.Span{Start: at, End: at + n + 1}
		if label, ok := within(s, whole, r.label); ok {
			r.place.label = label
			if label.End-label.Start == len(strings.Trim(s[whole.Start:whole.End], `[]^@\`)) {
				r.place.whole = whole
				if at > r.Start && s[at-1] == '\\' {
					r.place.whole.Start--
				}
			}
			return
		}
		at = whole.End + len(leading(s[whole.End:r.End], " \t\\"))
	}
	if n := numbered(s[at:r.End]); n > 0 && s[at:at+n] == r.label {
		r.place.label = citestone.Span{Start: at, End: at + n}
		return
	}
	line := strings.LastIndexByte(s[:r.Start], '\n') + 1
	before := line + len(leading(s[line:r.Start], " \t>"))
	if n := numbered(s[before:r.Start]); n > 0 {
		r.place = place{label: citestone.Span{Start: before, End: before + n}, order: true}
		r.list.counted = true
		return
	}
	if isNumber(r.label) {
		r.list.counted = true
		if strings.HasPrefix(strings.TrimLeft(s[at:r.End], "(<sup>^"), r.label) {
			r.list.stuck = "the labels of the list are written in an unknown way"
		}
	}
}

// within finds a label in its brackets: [3], [^3], [@key], [5, 6].
func within(s string, bracket citestone.Span, label string) (citestone.Span, bool) {
	at := bracket.Start + 1
	for part := range strings.SplitSeq(s[bracket.Start+1:bracket.End-1], ",") {
		name := strings.TrimPrefix(strings.TrimLeft(part, " ^@"), "cite:")
		start := at + len(part) - len(name)
		if name = strings.TrimRight(name, ` \`); name == label && label != "" {
			return citestone.Span{Start: start, End: start + len(name)}, true
		}
		at += len(part) + 1
	}
	return citestone.Span{}, false
}

// numbered returns the length of the number in the "3. " or "3) " that s begins with.
func numbered(s string) int {
	n := len(leading(s, "0123456789"))
	if n == 0 || n > 9 || !strings.HasPrefix(s[n:], ".") && !strings.HasPrefix(s[n:], ")") {
		return 0
	}
	return n
}

// mention collects what names a reference outside of the text proper: in a note, in
// another reference, in HTML. It cites nothing, but follows the numbers.
func (f *fixer) mention() {
	labels := f.labels()
	if len(labels) == 0 {
		return
	}
	next := 0 // marker
	for _, b := range f.d.Blocks {
		if b.Kind == document.Code || b.Kind == document.FrontMatter {
			continue
		}
		for i := b.Start; i < b.End; i++ {
			for next < len(f.markers) && f.markers[next].End <= i {
				next++
			}
			switch c := f.d.Source[i]; {
			case next < len(f.markers) && f.markers[next].Start <= i:
				i = f.markers[next].End - 1
			case c == '\\':
				i++
			case c == '`':
				i += document.CodeSpan(f.d.Source[i:b.End]) - 1
			case c == '[' && labels[i] == 0:
				f.mentionAt(i, b.End)
			case labels[i] > 0:
				i = labels[i] - 1
			}
		}
	}
}

// labels returns where the brackets start and end that hold the labels of entries.
func (f *fixer) labels() map[int]int {
	out := map[int]int{}
	for _, r := range f.refs {
		if p := r.place; p.label.End > 0 {
			start := p.label.Start - 1
			for start > 0 && strings.IndexByte("[^@ ,:cite0123456789", f.d.Source[start]) >= 0 && f.d.Source[start] != '[' {
				start--
			}
			out[start] = p.label.End
		}
	}
	return out
}

// mentionAt reads the labels in brackets that are not those of an image.
func (f *fixer) mentionAt(i, end int) {
	s := f.d.Source
	n := strings.IndexByte(s[i:min(end, i+maxLabel)], ']')
	if n < 0 || i > 0 && s[i-1] == '!' {
		return
	}
	m := document.Marker{Span: citestone.Span{Start: i, End: i + n + 1}, Text: s[i : i+n+1]}
	e := f.entryAt(i)
	single := true
	for _, name := range names(m.Text[1:n]) {
		refs := f.named(name, e)
		if len(refs) == 0 {
			f.stray(name, m.Text)
			return
		}
		single = single && len(refs) == 1
		for _, r := range refs {
			m.Keys = append(m.Keys, r.ID)
		}
	}
	if len(m.Keys) == 0 {
		return
	}
	out := f.newMarker(m)
	out.form.relabel = out.form.relabel && single
	out.entry = e
	if e != nil {
		e.mentions = append(e.mentions, out)
	}
	f.mentions = append(f.mentions, out)
}

// stray keeps the numbers of the lists that might come to have what brackets that name
// nothing seem to name.
func (f *fixer) stray(name, brackets string) {
	n, ok := atoi(name)
	for _, l := range f.lists {
		if ok && l.stuck == "" && n <= l.last {
			l.stuck = brackets + " stands for none of its entries"
		}
	}
}

// names returns the labels that the inside of brackets names: "1, 3-5" or "^a".
func names(body string) []string {
	if strings.HasPrefix(body, "^") {
		return []string{body}
	}
	if body == "" || strings.Trim(body, "0123456789,–- ") != "" {
		return nil
	}
	var out []string
	for _, it := range numberItems(body) {
		for k := range it.to - it.from {
			out = append(out, strconv.Itoa(it.first(body)+k))
		}
	}
	return out
}

// named returns the references that a label can stand for in the entry e, or in no
// entry.
func (f *fixer) named(name string, e *entry) []*ref {
	refs := f.byLabel[name]
	if len(refs) == 0 && strings.HasPrefix(name, "^") {
		refs = f.byLabel[name[1:]]
	}
	if e == nil {
		return refs
	}
	for _, r := range refs {
		if r.list == e.refs[0].list {
			return []*ref{r}
		}
	}
	return refs
}

// entryAt returns the entry whose lines hold the byte at i, or nil.
func (f *fixer) entryAt(i int) *entry {
	n, _ := slices.BinarySearchFunc(f.sorted, i+1, func(e *entry, at int) int { return cmp.Compare(e.lines.Start, at) })
	if n > 0 && i < f.sorted[n-1].lines.End {
		return f.sorted[n-1]
	}
	return nil
}
