package document

import (
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
	"github.com/yuin/goldmark/ast"
)

// definitions returns the addresses that the lines "[1]: address" of source define,
// by their number in brackets.
func definitions(source string) map[string]string {
	defined := map[string]string{}
	for line := range strings.Lines(source) {
		line = strings.TrimLeft(line, " >")
		if n := text.Marker(line); n > 0 && strings.HasPrefix(line[n:], ":") {
			if url := firstURL(line[n:]); url != "" {
				defined[line[:n]] = url
			}
		}
	}
	return defined
}

// defined takes note of the link "[text][1]" that ends at end.
func (b *plainBuilder) defined(n *ast.Link, end int) {
	if !b.cited || n.Reference == nil || n.Pos() < 0 || end <= n.Pos() || end > b.end {
		return
	}
	url := string(n.Destination)
	if !strings.HasPrefix(url, "http") {
		return
	}
	span := bracketed(b.source, b.block, citestone.Span{Start: n.Pos(), End: end})
	m := Marker{Span: span, Text: b.source[span.Start:span.End], Style: AddressStyle, Keys: []string{url}, URL: url}
	if label := string(n.Reference.Value); numericKeys(label) != nil {
		m.Style, m.Keys = DefinedStyle, []string{label}
	}
	b.links = append(b.links, m)
}

// definedLinks makes markers of the links to numbered definitions where numbers are
// the way of citing, and makes these definitions the references. Where nothing else
// is a marker, so do links by themselves if there are enough.
func (d *Document) definedLinks() {
	if len(d.links) == 0 {
		return
	}
	numbered := slices.DeleteFunc(slices.Clone(d.links), func(m Marker) bool { return m.Style != DefinedStyle })
	if len(numbered) > 0 && len(d.Markers)+len(numbered) >= minAddresses {
		d.Markers = append(d.Markers, numbered...)
		slices.SortStableFunc(d.Markers, func(a, b Marker) int { return a.Start - b.Start })
	}
	cited := map[string]bool{}
	for _, m := range d.Markers {
		for _, key := range m.Keys {
			cited[key] = true
		}
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Kind != Definition || b.reference {
			continue
		}
		if ids, _ := entryIDs(d.Source[b.Start:b.End]); len(ids) > 0 && cited[ids[0]] && definesLinks(d.Source[b.Start:b.End]) {
			b.reference = true
		}
	}
}
