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

	names map[string]bool // of entries that have one in place of a number: Vas+17
	links []Marker        // what links to a definition: [text][1], [text]
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
func Parse(name, stored string) *Document { return parse(name, stored, false, nil) }

// ParseCited is Parse for a document that others wrote in their own way of citing:
// the addresses that its markers link to say what they cite, and if it cites in no
// other way, its links are markers.
// Listed are references that a file of their own lists.
func ParseCited(name, stored string, listed ...Reference) *Document {
	return parse(name, stored, true, listed)
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

// parse reads a document in passes, each of which needs what those before it found. Cited
// says that others wrote it.
func parse(name, stored string, cited bool, listed []Reference) *Document {
	d := &Document{Name: name, Source: stored}
	s := surveyOf(stored, cited) // whether "[1]" or "¹" cites depends on what the end lists
	holes := newHoleReader(stored, s)
	if cited {
		listed = slices.Concat(listed, frontMatterReferences(stored))
		holes.keys = newKeyReader(stored, listed, holes.listed)
	}
	d.blocks(holes)
	d.sections(s)    // reference lists are known by their headings
	d.definedLinks() // "[text][1]" cites if its definition may be a reference
	d.references()   // from the blocks of the lists
	d.notes()        // which are references too, under labels of their own
	d.scopes()       // once all entries are there, lists that begin anew are told apart
	if cited {
		d.settle(holes.keys, listed)
	} else {
		d.unlink()
	}
	d.sentences() // last: markers are left out of their plain text
	return d
}

// blocks parses the blocks and the markers with a form of their own, in order.
func (d *Document) blocks(holes holeReader) {
	if PlainText(d.Name) {
		d.plain(holes)
	} else {
		d.Meta, _ = ParseFrontMatter(d.Source) // package reader reports the error
		d.markdown(holes)
	}
	slices.SortStableFunc(d.Blocks, func(a, b Block) int { return cmp.Compare(a.Start, b.Start) })
	slices.SortStableFunc(d.Markers, func(a, b Marker) int { return cmp.Compare(a.Start, b.Start) })
}

// settle decides how a stranger's document cites. Keys come first; names and years are
// markers only where they fit the list better than what was found so far, and addresses
// only where there is nothing else.
func (d *Document) settle(keys *keyReader, listed []Reference) {
	d.dropLoose()
	d.keyed(keys, listed)
	d.authorYears(listed)
	d.indices()
	d.addresses()
	d.References = append(d.References, listed...)
}

// unlink forgets the addresses that our own markers link to: their entries have the same.
func (d *Document) unlink() {
	for i := range d.Markers {
		d.Markers[i].URL = ""
	}
}
