package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// noteLabel is the key of the nth note that is written in the text, as in ^[text].
func noteLabel(n int) string { return fmt.Sprintf("note %d", n) }

// notes reads the notes in the text as references, and keeps footnotes apart from
// numbered references with the same label.
func (d *Document) notes() {
	for _, m := range d.Markers {
		if m.Style != NoteStyle {
			continue
		}
		body := citestone.Span{Start: m.Start + len("^["), End: m.End - len("]")}
		r := d.reference(&Block{}, entry{Span: body, body: body.Start})
		r.ID, r.Label = m.Keys[0], m.Keys[0]
		d.References = append(d.References, r)
	}
	footnotes := map[string]bool{}
	others := map[string]bool{}
	for _, r := range d.References {
		if d.isFootnote(r) {
			footnotes[r.ID] = true
		} else {
			others[r.ID] = true
		}
	}
	used := false
	for _, m := range d.Markers {
		if m.Style == FootnoteStyle && footnotes[m.Keys[0]] {
			used = true
			continue
		}
		for _, key := range m.Keys {
			others[key] = true
		}
	}
	if used && overlap(footnotes, others) {
		d.markFootnotes(footnotes)
	}
}

func overlap(a, b map[string]bool) bool {
	for k := range a {
		if b[k] {
			return true
		}
	}
	return false
}

// isFootnote reports whether r is a definition "[^1]: text".
func (d *Document) isFootnote(r Reference) bool {
	return strings.HasPrefix(d.Source[r.Start:r.End], "[^")
}

// markFootnotes writes the labels of footnotes with their "^".
func (d *Document) markFootnotes(footnotes map[string]bool) {
	for i := range d.References {
		if r := &d.References[i]; d.isFootnote(*r) {
			r.ID = "^" + r.ID
			r.Label = r.ID
		}
	}
	for i := range d.Markers {
		m := &d.Markers[i]
		if m.Style != FootnoteStyle || !footnotes[m.Keys[0]] {
			continue
		}
		m.Keys = slices.Clone(m.Keys)
		for k := range m.Keys {
			m.Keys[k] = "^" + m.Keys[k]
		}
	}
}
