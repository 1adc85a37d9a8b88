package verify

import (
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Relocate returns v with the places in the file that d was read from, where that is
// not d's own text.
func Relocate(v citestone.Verification, d *document.Document) citestone.Verification {
	if d.Origin == nil {
		return v
	}
	if d.Origin.Paragraphs != nil {
		v.Unit = "paragraph"
	}
	places := d.Places()
	v.Findings, v.Claims = slices.Clone(v.Findings), slices.Clone(v.Claims)
	for i := range v.Findings {
		f := &v.Findings[i]
		at := places.At(citestone.Span{Start: f.Start, End: f.End})
		f.Start, f.End = at.Start, at.End
		f.Line, f.Column, f.EndLine, f.EndColumn = at.Line, at.Column, at.EndLine, at.EndColumn
	}
	for i := range v.Claims {
		c := &v.Claims[i]
		at := places.At(citestone.Span{Start: c.Start, End: c.End})
		c.Start, c.End = at.Start, at.End
	}
	return v
}
