// Package document reads cited documents: their blocks and sentences, the markers
// in them and the references these resolve to, all as byte ranges of the stored
// text. It parses Markdown and plain text; package reader brings other formats into one of
// these.
//
// Everything here is pure: no files, clock or globals.
package document

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Document is a parsed document. Every span in it is a byte range of Source.
type Document struct {
	Name       string
	Source     string  // the stored text
	Origin     *Origin // where Source stems from; nil if it is the file's own text
	Meta       Meta
	Blocks     []Block
	Sentences  []Sentence
	Markers    []Marker
	References []Reference
	// Unlisted says that what the markers' keys stand for is listed in a file that is
	// not at hand, so that no key dangles.
	Unlisted bool
	// Mentioned are keys that count as cited though no marker has them: of \nocite,
	// where "*" stands for all.
	Mentioned []string

	links []Marker // what links to a definition: [text][1], [text]
}

// Mentions reports whether an entry counts as cited though no marker has its key.
func (d *Document) Mentions(id string) bool {
	return slices.Contains(d.Mentioned, "*") || slices.Contains(d.Mentioned, id)
}

// Meta is what a document says of itself.
type Meta struct {
	Title     string
	Authors   []string
	Date      string // as written, or ISO where it is one
	URL       string
	Summary   string
	Publisher string
	Language  string
	Tags      []string
	Extra     map[string]string
}

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
)

// Marker is a citation as written in the text.
type Marker struct {
	citestone.Span
	Text  string
	Style MarkerStyle
	Keys  []string // "g1", "g4"; "1", "2", "3"
	URL   string   // that the marker itself links to; only from ParseCited
}

// Reference is an entry of a reference list.
type Reference struct {
	ID    string // unique in the document unless two entries of one list share it; what Marker.Keys hold
	Label string // what markers call it, as written; equal to ID where that is enough
	citestone.Span
	External  bool // listed in a file of its own (.bib), without a Span
	Text      string
	Title     string
	URL       string
	DOI       string
	ArXiv     string // 1706.03762, without version
	Published string // ISO date, or a part of one
	Authors   []string
	SHA256    string // hash of the source's snapshot

	year string // with its letter, as author-year markers write it
}

// Parse reads the stored text of the document called name, which says whether it is
// plain text (PlainText) or Markdown. Parse never fails.
func Parse(name, stored string) *Document { return parse(name, stored, nil) }

// ParseCited is Parse for a document that others wrote in their own way of citing:
// the addresses that its markers link to say what they cite, and if it cites in no
// other way, its links are markers.
// Listed are references that a file of their own lists.
func ParseCited(name, stored string, listed ...Reference) *Document {
	return parse(name, stored, &foreign{listed: listed})
}

// foreign is what is known of a document that others wrote.
type foreign struct {
	listed []Reference // in a file of their own
}

// PlainText reports whether a file of that name is read as text without markup. That
// of reStructuredText, AsciiDoc and Org is read as text too.
func PlainText(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".log":
		return true
	}
	return false
}

func parse(name, stored string, f *foreign) *Document {
	d := &Document{Name: name, Source: stored}
	s := surveyOf(stored, f != nil)
	holes := newHoleReader(stored, s)
	if f != nil {
		f.listed = append(f.listed[:len(f.listed):len(f.listed)], frontMatterReferences(stored)...)
		holes.keys = newKeyReader(stored, f.listed, holes.listed)
	}
	if PlainText(name) {
		d.plain(holes)
	} else {
		d.Meta, _ = ParseFrontMatter(stored) // package reader reports the error
		d.markdown(holes)
	}
	slices.SortStableFunc(d.Blocks, func(a, b Block) int { return cmp.Compare(a.Start, b.Start) })
	slices.SortStableFunc(d.Markers, func(a, b Marker) int { return cmp.Compare(a.Start, b.Start) })
	d.sections(s)
	d.definedLinks()
	d.references()
	d.notes()
	d.scopes()
	if f != nil {
		d.keyed(holes.keys, f.listed)
		d.authorYears(f.listed)
		d.addresses()
		d.References = append(d.References, f.listed...)
	} else {
		for i := range d.Markers {
			d.Markers[i].URL = ""
		}
	}
	d.sentences()
	return d
}
