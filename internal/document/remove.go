package document

import "github.com/citestone/citestone"

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
