package render

import (
	"slices"
	"sort"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// passages finds what a page shows at a place of a stored text, and links to it. It
// reads each stored text once.
type passages struct {
	lib  Library
	docs map[string]*document.Document
}

func newPassages(lib Library) passages {
	return passages{lib, map[string]*document.Document{}}
}

// link returns the address of the evidence on its source's page, or "" if the source
// has no web address.
func (p passages) link(e citestone.Evidence) string {
	s, _ := p.lib.Source(e.Source)
	address := safeURL(s.URL)
	if address == "" {
		return ""
	}
	before, at, after := p.cut(e)
	return Fragment(address, before, at, after)
}

// cut returns the visible text around and at the evidence.
func (p passages) cut(e citestone.Evidence) (before, at, after string) {
	stored := p.lib.Texts[e.Source]
	if e.Start < 0 || e.End > len(stored) || e.Start >= e.End || stored[e.Start:e.End] != e.Quote {
		return "", visible(e.Quote), ""
	}
	d := p.docs[e.Source]
	if d == nil {
		d = document.Parse(e.Source+".md", stored)
		p.docs[e.Source] = d
	}
	var out [3]strings.Builder
	for _, b := range shown(d) {
		text := strings.ReplaceAll(b.Plain.Text, "\n", " ")
		i, j := plainAt(b, e.Start), plainAt(b, e.End)
		for k, part := range []string{text[:i], text[i:j], text[j:]} {
			out[k].WriteString(part + "\n")
		}
	}
	return out[0].String(), out[1].String(), out[2].String()
}

// plainAt returns the position in the block's visible text of the first character
// that stands at or after the offset of the stored text.
func plainAt(b document.Block, offset int) int {
	return sort.Search(len(b.Plain.Text), func(i int) bool { return b.Plain.Origin(i, i+1).Start >= offset })
}

// shown returns the blocks of a document that its page shows.
func shown(d *document.Document) []document.Block {
	return slices.DeleteFunc(slices.Clone(d.Blocks), func(b document.Block) bool {
		return b.Kind == document.FrontMatter || b.Kind == document.HTML
	})
}

// visible returns what a page shows of a piece of Markdown, a line for each block.
func visible(markdown string) string {
	var lines []string
	for _, b := range shown(document.Parse("quote.md", markdown)) {
		lines = append(lines, strings.ReplaceAll(b.Plain.Text, "\n", " "))
	}
	if len(lines) == 0 {
		return markdown
	}
	return strings.Join(lines, "\n")
}

// quote returns the evidence as shown to people: visible text on one line, its middle
// left out beyond limit characters.
func quote(e citestone.Evidence, limit int) string {
	s := []rune(strings.Join(strings.Fields(visible(e.Quote)), " "))
	if len(s) <= limit {
		return string(s)
	}
	half := (limit - 3) / 2
	head, tail := strings.TrimSpace(string(s[:half])), strings.TrimSpace(string(s[len(s)-half:]))
	return head + " … " + tail
}
