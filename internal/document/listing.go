package document

import (
	"strings"

	"github.com/citestone/citestone"
)

// A listing is a numbered list of references as its lines show it, before the text
// is parsed: under a heading of references, or at the end with addresses in it.
type listing struct {
	citestone.Span
	headed    bool
	last      int          // the number of the last entry
	numbers   map[int]bool // of the entries
	addressed int          // entries that hold an address
	pending   bool         // the last entry has shown none yet
}

const (
	minListed = 3   // entries of a list that has no heading
	maxTail   = 400 // bytes that may follow the list at the end of a text
	maxGap    = 50  // steps between the numbers of a list
)

// listings returns the numbered lists of references in source, in order.
func listings(source string) []listing {
	s := lister{source: source}
	for line := range strings.Lines(source) {
		s.read(line)
		s.at += len(line)
	}
	s.finish()
	return s.found
}

// A lister reads the lines of a text.
type lister struct {
	source string
	at     int
	under  bool // a heading of references
	blank  bool // the line before is
	open   listing
	found  []listing
}

func (s *lister) read(line string) {
	body := strings.TrimSpace(line)
	if body == "" {
		s.blank = true
		return
	}
	blank := s.blank
	s.blank = false
	n, isEntry := entryNumber(body)
	switch {
	case isEntry:
		s.entry(n)
	case heads(body):
		s.finish()
		s.under = true
		return
	case body[0] == '#':
		s.finish()
		s.under = false
		return
	case s.open.numbers == nil, blank && line[0] != ' ' && line[0] != '\t' && !addressed(body) && strings.Trim(body, "-_* ") != "":
		s.finish()
		return
	}
	if s.open.pending && addressed(body) {
		s.open.addressed++
		s.open.pending = false
	}
	s.open.End = s.at + len(line)
}

// entry adds the entry with number n that begins here.
func (s *lister) entry(n int) {
	o := &s.open
	if o.numbers == nil || n <= o.last || n > o.last+maxGap {
		s.finish()
		s.open = listing{Span: citestone.Span{Start: s.at}, headed: s.under, numbers: map[int]bool{}}
	}
	o.numbers[n], o.last, o.pending = true, n, true
}

// finish closes the open list and keeps it if it is one of references.
func (s *lister) finish() {
	o := s.open
	s.open = listing{}
	enough := len(o.numbers) >= minListed && 4*o.addressed >= 3*len(o.numbers) && o.numbers[1]
	trailing := len(strings.TrimSpace(s.source[o.End:])) <= maxTail
	if o.headed && len(o.numbers) > 0 || enough && trailing {
		s.found = append(s.found, o)
	}
}

// heads reports whether a line is a heading of references.
func heads(line string) bool {
	if ofChat(line) || len(line) >= 100 {
		return ofChat(line)
	}
	name := sectionName(strings.Trim(line, "\r# *_"))
	return referenceHeading(name) || noteHeading(name)
}

func addressed(line string) bool {
	return strings.Contains(line, "://") || strings.Contains(line, "www.") || strings.Contains(line, "doi.org") || strings.Contains(line, "doi:")
}

// entryNumber reads the number that an entry begins with: "3. ", "3) ", "[3] ".
func entryNumber(line string) (int, bool) {
	ids, _ := entryIDs(strings.TrimLeft(line, " \t>-*+"))
	if len(ids) == 0 {
		return 0, false
	}
	return ordinal(ids[0])
}
