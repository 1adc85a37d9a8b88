package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// sections gives each block its section, numbers the paragraphs, and turns the
// blocks of reference sections into definitions. Markers in those and in sections
// that Citestone writes itself are dropped: they cite nothing.
func (d *Document) sections(s survey) {
	d.names = s.names
	w := sectioner{d: d}
	for i := range d.Blocks {
		w.read(i)
	}
	first := len(d.Blocks) - d.trailingReferences()
	for i := range d.Blocks[first:] {
		d.Blocks[first+i].Kind, d.Blocks[first+i].reference = Definition, true
	}
	d.headless(s.lists)
	d.dropMarkers()
}

// A sectioner goes through the blocks of a document and knows where it is.
type sectioner struct {
	d          *Document
	section    string
	paragraph  int // the number of the last one
	references int // level of the heading of the reference section it is in, or 0
	own        int // the same of a section that Citestone writes
	end        int // of the block before
}

// read sets what the block's place makes of it.
func (w *sectioner) read(i int) {
	b := &w.d.Blocks[i]
	if w.d.plainHeading(i) {
		b.Kind, b.Level = Heading, 6
	}
	switch tagged(w.d.Source[min(w.end, b.Start):b.Start]) {
	case 1:
		w.references = 6
	case -1:
		w.references = 0
	}
	w.end = b.End
	if b.Kind == Heading {
		w.heading(b, w.d.Blocks[i+1:])
	}
	b.Section, b.own = w.section, w.own > 0
	if prose(b.Kind) {
		w.prose(b)
	}
	b.reference = b.reference || b.Kind == Definition && w.references > 0
}

// heading ends the sections that are no deeper than a heading, and begins its own.
func (w *sectioner) heading(b *Block, below []Block) {
	w.section = b.Plain.Text
	name := sectionName(w.section)
	if w.references >= b.Level {
		w.references = 0
	}
	if w.own >= b.Level {
		w.own = 0
	}
	if referenceHeading(name) || noteHeading(name) && listsReferences(w.d.Source, below) {
		w.references = b.Level
	}
	if name == "verification" || name == "verification appendix" {
		w.own = b.Level
	}
	if w.d.Meta.Title == "" && b.Level == 1 {
		w.d.Meta.Title = w.section
	}
}

// prose makes a block a definition or numbers it as a paragraph. What begins with a
// heading of references on a line of its own loses that line.
func (w *sectioner) prose(b *Block) {
	if n := w.d.headed(b); n > 0 {
		w.references = 6
		b.Start += n
		rest := plainRange(b.Plain, b.Span)
		b.Plain = trimMapped(b.Plain.Slice(rest.Start, rest.End))
	}
	if w.references > 0 || definesLinks(w.d.Source[b.Start:b.End]) {
		b.Kind, b.reference = Definition, true
		return
	}
	w.paragraph++
	b.Paragraph = w.paragraph
}

// headless makes references of the blocks of a list at the end that no heading of
// references stands over, if the markers in the text fit it or if addresses stand in
// it and nowhere else.
func (d *Document) headless(lists []listing) {
	if len(lists) == 0 || lists[len(lists)-1].headed {
		return
	}
	list := lists[len(lists)-1]
	if d.numbered() || !d.cites(list) {
		return
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Start >= list.Start && b.End <= list.End && prose(b.Kind) && !b.own {
			b.Kind, b.reference, b.Paragraph = Definition, true, 0
		}
	}
}

// cites reports whether the text before the list cites it.
func (d *Document) cites(list listing) bool {
	fit, all := 0, 0
	for _, m := range d.Markers {
		if m.Start >= list.Start {
			break
		}
		for _, key := range m.Keys {
			all++
			if n, ok := ordinal(key); ok && list.numbers[n] {
				fit++
			}
		}
	}
	if all == 0 {
		return !strings.Contains(d.Source[:list.Start], "://")
	}
	return 2*fit > all
}

// trailingReferences returns the number of blocks at the end of a document without
// a reference section that are entries of one: they begin with a number in
// brackets and hold an address.
func (d *Document) trailingReferences() int {
	n := 0
	follows := false // an address on a line of its own follows
	for i := len(d.Blocks) - 1; i >= 0; i-- {
		b := d.Blocks[i]
		if b.reference {
			return 0
		}
		s := d.Source[b.Start:b.End]
		address := onlyURL(s)
		if !prose(b.Kind) || b.own || !address && (text.Marker(s) == 0 || !follows && !strings.Contains(s, "://")) {
			break
		}
		if follows = address; !address {
			n = len(d.Blocks) - i
		}
	}
	return n
}

// plainHeading reports whether a paragraph is a heading of references that is not
// marked up as one: a line "References:" or "**Sources**", or "Sources" above an entry.
func (d *Document) plainHeading(i int) bool {
	b := d.Blocks[i]
	if b.Kind != Paragraph || len(b.Plain.Text) > maxPlainHeading {
		return false
	}
	switch name := sectionName(b.Plain.Text); {
	case noteHeading(name):
		return listsReferences(d.Source, d.Blocks[i+1:])
	case !referenceHeading(name):
		return false
	}
	marked := startsAny(d.Source[b.Start:b.End], "*_") || strings.HasSuffix(b.Plain.Text, ":") || strings.HasSuffix(b.Plain.Text, "：")
	if strings.Contains(b.Plain.Text, " ref") { // Key references: of a table's column
		return marked
	}
	return marked || i+1 < len(d.Blocks) && d.likeEntry(d.Blocks[i+1])
}

// maxPlainHeading bounds a heading that is not marked up as one, in bytes.
const maxPlainHeading = 60

// likeEntry reports whether a block can be the first of a list of references.
func (d *Document) likeEntry(b Block) bool {
	s := d.Source[b.Start:b.End]
	ids, _ := entryIDs(s)
	_, year := nextYear(s, 0)
	return b.Kind == ListItem || b.Kind == Definition || len(ids) > 0 || year > 0 || strings.Contains(s, "://") || strings.Contains(s, "doi") || strings.Contains(s, "www.") || beginsWork(s)
}

// headed returns the length of the heading of references that a paragraph begins
// with, when entries with a number in brackets follow it without a blank line.
func (d *Document) headed(b *Block) int {
	first, rest, ok := strings.Cut(d.Source[b.Start:b.End], "\n")
	if !ok || !ofChat(first) && (len(first) > 40 || !heads(first)) {
		return 0
	}
	if ids, _ := entryIDs(rest); len(ids) == 0 {
		return 0
	}
	return len(first) + 1
}

// ofChat reports whether a line heads the sources of an answer copied from a chat:
// "Source: Conversation with Copilot, 5/3/2024".
func ofChat(line string) bool {
	return len(line) < 100 && strings.HasPrefix(strings.Trim(line, "\r*# "), "Source: Conversation with ")
}

// onlyURL reports whether s is an address and nothing else.
func onlyURL(s string) bool {
	s = strings.Trim(s, "<>")
	return strings.HasPrefix(s, "http") && strings.Contains(s, "://") && !strings.ContainsAny(s, " \t\n")
}

// listsReferences reports whether the first of the blocks reads like a reference.
func listsReferences(source string, blocks []Block) bool {
	if len(blocks) == 0 || !prose(blocks[0].Kind) {
		return false
	}
	s := source[blocks[0].Start:blocks[0].End]
	_, year := nextYear(s, 0)
	return text.Marker(s) > 0 || addressed(s) || blocks[0].Kind == ListItem && year > 0
}

// definesLinks reports whether each line of s is a definition "[1]: url", or the first
// an entry "[@key]: text".
func definesLinks(s string) bool {
	if _, n := definedKey(s); n > 0 {
		return true
	}
	for line := range strings.Lines(s) {
		n := text.Marker(line)
		if n == 0 || !strings.HasPrefix(line[n:], ":") {
			return false
		}
	}
	return s != ""
}

// dropMarkers removes the markers in definitions and in Citestone's own sections.
func (d *Document) dropMarkers() {
	kept := d.Markers[:0]
	k := 0
	for _, m := range d.Markers {
		for k+1 < len(d.Blocks) && d.Blocks[k+1].Start <= m.Start {
			k++
		}
		if b := d.Blocks[k]; b.Kind != Definition && !b.own {
			kept = append(kept, m)
		}
	}
	d.Markers = kept
}
