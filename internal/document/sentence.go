package document

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Sentence is a sentence of a paragraph, list item or quotation.
type Sentence struct {
	citestone.Span             // with its markup and trailing markers
	Plain          text.Mapped // without them
	Block          int         // index into Blocks
	Location       string      // "paragraph 2, sentence 1"
	Section        string
	Markers        []int  // indexes into Markers
	Exempt         string // why it needs no citation; "" for a factual sentence
}

// sentences splits the prose blocks and gives each marker to its sentence.
func (d *Document) sentences() {
	next := 0 // first marker that is not behind the block
	for i := range d.Blocks {
		b := &d.Blocks[i]
		for next < len(d.Markers) && d.Markers[next].Start < b.Start {
			next++
		}
		if prose(b.Kind) && !b.own {
			d.split(i, next)
		}
	}
	d.exempt()
}

// split adds the sentences of the block; its markers start at the index marker.
func (d *Document) split(block, marker int) {
	b := &d.Blocks[block]
	first := len(d.Sentences)
	for k, span := range d.whole(b, marker) {
		d.Sentences = append(d.Sentences, Sentence{
			Span:  b.Plain.Origin(span.Start, span.End),
			Plain: b.Plain.Slice(span.Start, span.End), Block: block, Section: b.Section,
			Location: fmt.Sprintf("paragraph %d, sentence %d", b.Paragraph, k+1),
		})
	}
	list := d.Sentences[first:]
	if len(list) == 0 {
		return
	}
	k := 0
	for ; marker < len(d.Markers) && d.Markers[marker].Start < b.End; marker++ {
		for k+1 < len(list) && list[k+1].Start <= d.Markers[marker].Start {
			k++
		}
		list[k].Markers = append(list[k].Markers, marker)
	}
	end := b.Start
	for k := range list {
		next := b.End
		if k+1 < len(list) {
			next = list[k+1].Start
		}
		list[k].Span = d.withMarkup(list[k], end, next)
		end = list[k].End
	}
}

// whole returns the sentences of the block's plain text. None ends inside of a marker,
// as after the initials in "J. Doe (2020)".
func (d *Document) whole(b *Block, marker int) []citestone.Span {
	var list []citestone.Span
	for _, span := range text.Sentences(b.Plain.Text) {
		start := b.Plain.Origin(span.Start, span.End).Start
		for marker < len(d.Markers) && d.Markers[marker].End <= start {
			marker++
		}
		if n := len(list); n > 0 && marker < len(d.Markers) && d.Markers[marker].Start < start && d.Markers[marker].Style != AddressStyle {
			list[n-1].End = span.End
			continue
		}
		list = append(list, span)
	}
	return list
}

// withMarkup returns the span of s widened to its markers and to the markup that
// touches it, between the end of the sentence before and the start of the next.
func (d *Document) withMarkup(s Sentence, from, to int) citestone.Span {
	span := s.Span
	if i := strings.LastIndexFunc(d.Source[from:span.Start], unicode.IsSpace); i >= 0 {
		from += i + 1
	}
	span.Start = from
	for _, m := range s.Markers {
		if style := d.Markers[m].Style; style == AddressStyle || style == DefinedStyle {
			continue // a part of the text
		}
		span.Start = min(span.Start, d.Markers[m].Start)
		span.End = max(span.End, d.Markers[m].End)
	}
	span.End += touching(d.Source[span.End:max(to, span.End)])
	return span
}

// touching returns the length of the markup that gap begins with, up to white
// space outside of a link's destination.
func touching(gap string) int {
	for i, r := range gap {
		if strings.HasPrefix(gap[i:], "](") {
			return i + max(1, destinationEnd(gap[i:])) + touching(gap[i+max(1, destinationEnd(gap[i:])):])
		}
		if unicode.IsSpace(r) {
			return i
		}
	}
	return len(gap)
}
