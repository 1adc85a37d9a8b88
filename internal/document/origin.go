package document

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Origin says where in a file the Source that it was converted to stems from.
type Origin struct {
	File       string      // the file's text; "" if the format has no lines
	Map        text.Mapped // Source, mapped to File
	Paragraphs []int       // of a format without lines: where in Source each paragraph starts
}

// Place is where something stands in the file that was read: a byte range, with lines
// and columns from 1. In a format without lines the range is one of the converted
// text, the line is the number of the paragraph and the columns count from its start.
type Place struct {
	citestone.Span
	Line, Column, EndLine, EndColumn int
}

// Places finds the places of spans of a document's Source.
type Places struct {
	origin *Origin
	lines  *Lines
}

// Places returns the Places of d.
func (d *Document) Places() *Places {
	switch {
	case d.Origin == nil:
		return &Places{nil, Positions(d.Source)}
	case d.Origin.Paragraphs != nil:
		return &Places{nil, linesFrom(d.Source, starts(d.Origin.Paragraphs))}
	}
	return &Places{d.Origin, Positions(d.Origin.File)}
}

// starts returns the paragraphs' starts with the start of the text as the first.
func starts(paragraphs []int) []int {
	if len(paragraphs) > 0 {
		paragraphs = paragraphs[1:]
	}
	return append([]int{0}, paragraphs...)
}

// At returns the place of a span of Source.
func (p *Places) At(span citestone.Span) Place {
	if p.origin != nil {
		span = p.origin.Map.Origin(span.Start, span.End)
	}
	at := Place{Span: span}
	at.Line, at.Column = p.lines.At(span.Start)
	at.EndLine, at.EndColumn = p.lines.At(span.End)
	return at
}

// Exact returns the bytes of the file that a span of Source stands for, if they are
// the same bytes.
func (d *Document) Exact(span citestone.Span) (citestone.Span, bool) {
	if d.Origin == nil {
		return span, true
	}
	if d.Origin.Paragraphs != nil {
		return citestone.Span{}, false
	}
	from := d.Origin.Map.Origin(span.Start, span.End)
	return from, d.Origin.File[from.Start:from.End] == d.Source[span.Start:span.End]
}
