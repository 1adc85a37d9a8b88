package document

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// BlockKind is the kind of a block.
type BlockKind int

// The kinds of block.
const (
	Paragraph BlockKind = iota
	Heading
	ListItem // a paragraph of a list item
	TableCell
	Quote // a paragraph of a block quotation
	Code
	HTML
	Definition // an entry of the reference section, or a footnote
	FrontMatter
)

// Block is a leaf of the document's structure.
type Block struct {
	Kind BlockKind
	citestone.Span
	Level     int         // of a heading, 1-6; else the depth of the list or quotation
	Plain     text.Mapped // text without markup and markers, mapped to Source
	Section   string      // the heading it stands under, of a heading its own text
	Paragraph int         // number, from 1, among the blocks that hold sentences; 0 for others

	reference bool // an entry of a reference section
	more      bool // a further paragraph of a footnote
	own       bool // in a section that Citestone writes itself
}

// prose reports whether blocks of the kind hold sentences.
func prose(k BlockKind) bool { return k == Paragraph || k == ListItem || k == Quote }
