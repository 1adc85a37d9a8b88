package document

import (
	"strings"

	"github.com/citestone/citestone"
)

// plain parses the paragraphs and markers of text without markup into d.
func (d *Document) plain(r holeReader) {
	r.verbatim = true
	start := 0
	flush := func(end int) {
		span := trimSpan(d.Source, citestone.Span{Start: start, End: end})
		if span.Start < span.End {
			d.plainBlock(span, &r)
		}
		start = end
	}
	at := 0
	for line := range strings.Lines(d.Source) {
		at += len(line)
		if strings.TrimSpace(line) == "" {
			flush(at)
		}
	}
	flush(at)
}

// plainBlock adds a paragraph of plain text.
func (d *Document) plainBlock(span citestone.Span, r *holeReader) {
	b := plainBuilder{source: d.Source, end: span.End}
	for i := span.Start; i < span.End; i++ {
		if d.Source[i] == '{' {
			continue
		}
		if h, ok := r.read(i); ok && h.End <= span.End {
			b.holes = append(b.holes, h)
			i, r.previous = h.End-1, h.End
		}
	}
	b.verbatim = true
	b.text(span.Start, span.End)
	plain := trimMapped(b.out.Mapped())
	if plain.Text == "" && len(b.markers) == 0 {
		return // a comment
	}
	d.Markers = append(d.Markers, b.markers...)
	d.Blocks = append(d.Blocks, Block{Kind: Paragraph, Span: span, Plain: plain})
}
