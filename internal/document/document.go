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
