package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// sections gives each block its section, numbers the paragraphs, and turns the
// blocks of reference sections into definitions. Markers in those and in sections
// that Citestone writes itself are dropped: they cite nothing.
func (d *Document) sections(s survey) {
	section, paragraph := "", 0
	d.names = s.names
	var references, own int // level of the heading of such a section, or 0
	end := 0                // of the block before
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if d.plainHeading(i) {
			b.Kind, b.Level = Heading, 6
		}
		switch tagged(d.Source[min(end, b.Start):b.Start]) {
		case 1:
			references = 6
		case -1:
			references = 0
		}
		end = b.End
		if b.Kind == Heading {
			section = b.Plain.Text
			name := sectionName(section)
			if references >= b.Level {
				references = 0
			}
			if own >= b.Level {
				own = 0
			}
			if referenceHeading(name) || noteHeading(name) && listsReferences(d.Source, d.Blocks[i+1:]) {
				references = b.Level
			}
			if name == "verification" || name == "verification appendix" {
				own = b.Level
			}
			if d.Meta.Title == "" && b.Level == 1 {
				d.Meta.Title = section
			}
		}
		b.Section, b.own = section, own > 0
		if prose(b.Kind) {
			if n := d.headed(b); n > 0 {
				references = 6
				b.Start += n
				rest := plainRange(b.Plain, b.Span)
				b.Plain = trimMapped(b.Plain.Slice(rest.Start, rest.End))
			}
			if references > 0 || definesLinks(d.Source[b.Start:b.End]) {
				b.Kind, b.reference = Definition, true
			} else {
				paragraph++
				b.Paragraph = paragraph
			}
		}
		b.reference = b.reference || b.Kind == Definition && references > 0
	}
	if references := d.trailingReferences(); references > 0 {
		for i := len(d.Blocks) - references; i < len(d.Blocks); i++ {
			d.Blocks[i].Kind, d.Blocks[i].reference = Definition, true
		}
	}
	d.headless(s.lists)
	d.dropMarkers()
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
