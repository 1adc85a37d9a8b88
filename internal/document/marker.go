package document

import (
	"github.com/citestone/citestone"
)

// MarkerStyle is the way a marker is written.
type MarkerStyle int

// The marker styles.
const (
	CiteStyle        MarkerStyle = iota // [cite:g1,g4]
	NumericStyle                        // [1], [1, 2], [1-3]
	LinkedStyle                         // [1](url), [[1]](url)
	FootnoteStyle                       // [^1]
	LenticularStyle                     // 【1†source】
	SuperscriptStyle                    // ¹, <sup>1</sup>
	EscapedStyle                        // \[1\]
	AddressStyle                        // [text](url), <url>, url; the key is the address
	AuthorYearStyle                     // (Doe, 2024), or Doe et al. (2024), whose names stay in the plain text
	PandocStyle                         // [@doe2024, p. 3; @roe], @doe2024 [p. 3]
	LaTeXStyle                          // \cite[p.~3]{doe2024,roe}
	FlattenedStyle                      // a superscript saved as bare digits: "so.3 Then"
	ParenthesisStyle                    // (1), (1, 2)
	DefinedStyle                        // [text][1]; its text is a part of the sentence
	NoteStyle                           // ^[text]; the note itself is the reference
	NamedStyle                          // [Vas+17], [RFC2119], [AKS83, Bat68]
)

// Marker is a citation as written in the text.
type Marker struct {
	citestone.Span
	Text  string
	Style MarkerStyle
	Keys  []string // "g1", "g4"; "1", "2", "3"
	URL   string   // that the marker itself links to; only from ParseCited
}
