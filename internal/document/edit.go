package document

import (
	"cmp"
	"path"
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

// Remove is the edit that takes a sentence out of a document: with its whole line
// where nothing but a list marker, a label or white space is left on it.
func Remove(d *Document, sentence Sentence) Edit {
	src := d.Source
	block := d.Blocks[sentence.Block]
	alone := true
	for _, other := range d.Sentences {
		if other.Block == sentence.Block && other.Span != sentence.Span {
			alone = false
		}
	}
	start, end := sentence.Start, sentence.End
	if alone {
		start, end = block.Start, block.End
		for start > 0 && src[start-1] != '\n' {
			start--
		}
	}
	for end < len(src) && (src[end] == ' ' || src[end] == '\t') {
		end++
	}
	if alone && end < len(src) && src[end] == '\n' {
		end++
	}
	return Edit{Span: citestone.Span{Start: start, End: end}}
}

// Original returns edits of Source as edits of the file that it was read from. It
// fails for a format that is converted as a whole, and for an edit of what the file
// does not have byte for byte.
func (d *Document) Original(edits []Edit) ([]Edit, error) {
	if len(edits) == 0 {
		return nil, nil
	}
	if d.converted() {
		return nil, citestone.Errorf(citestone.BadInput, "a file of this format cannot be fixed: Markdown, plain text and LaTeX can")
	}
	out := make([]Edit, len(edits))
	for i, e := range edits {
		span, ok := d.Exact(e.Span)
		if !ok {
			at := d.Places().At(e.Span)
			return nil, citestone.Errorf(citestone.BadInput, "line %d, column %d cannot be fixed, for it reads differently in the file: change it by hand", at.Line, at.Column)
		}
		out[i] = Edit{Span: span, New: e.New}
	}
	return out, nil
}

// converted reports whether Source was made from markup that edits would break.
func (d *Document) converted() bool {
	switch strings.ToLower(path.Ext(d.Name)) {
	case ".html", ".htm", ".xhtml", ".docx", ".pdf":
		return true
	}
	return d.Origin != nil && d.Origin.Paragraphs != nil
}
