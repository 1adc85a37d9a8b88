package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Numbered replaces the [cite:gN] markers of a Markdown body by those of the style
// and appends the reference list. It returns the document and the ids of the cited
// sources in the order of the list: for numeric styles by first appearance, for APA
// by author. No other byte of the body changes; a body without markers is returned
// as it is. Ledger ids that the library does not have are a citestone.BadInput error
// that names them.
func Numbered(body string, lib Library, style Style) (markdown string, order []string, err error) {
	groups, err := cited(body, lib)
	if err != nil || len(groups) == 0 {
		return body, nil, err
	}
	for _, g := range groups {
		order = appendNew(order, g.sources...)
	}
	list := newList(lib.Select(order), style)
	edits := make([]document.Edit, len(groups))
	for i, g := range groups {
		edits[i] = document.Edit{Span: g.Span, New: list.marker(g.sources)}
	}
	if body, err = document.Apply(body, edits); err != nil {
		return "", nil, err
	}
	order = order[:0]
	for _, s := range list.sources {
		order = append(order, s.ID)
	}
	return endBlock(body) + list.String(), order, nil
}

// group is a run of adjacent markers and the distinct sources they cite, in order.
type group struct {
	citestone.Span
	sources []string
}

func cited(body string, lib Library) ([]group, error) {
	entries := map[string]string{}
	for _, e := range lib.Ledger {
		entries[e.ID] = e.Passage.Source
	}
	var groups []group
	unknown := map[string]bool{}
	for _, m := range document.Parse("report.md", body).Markers {
		if m.Style != document.CiteStyle {
			continue
		}
		if n := len(groups); n == 0 || groups[n-1].End != m.Start {
			groups = append(groups, group{Span: m.Span})
		}
		g := &groups[len(groups)-1]
		g.End = m.End
		for _, key := range m.Keys {
			if _, ok := lib.Source(entries[key]); !ok {
				unknown[key] = true
			}
			g.sources = appendNew(g.sources, entries[key])
		}
	}
	if len(unknown) > 0 {
		return nil, citestone.Errorf(citestone.BadInput, "the draft cites %s, which the ledger and its sources do not have",
			strings.Join(slices.Sorted(maps.Keys(unknown)), ", "))
	}
	return groups, nil
}

// appendNew appends the values that list does not hold yet.
func appendNew(list []string, values ...string) []string {
	for _, v := range values {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// endBlock returns s with the line breaks that end its last block.
func endBlock(s string) string {
	switch {
	case strings.HasSuffix(s, "\n\n"):
		return s
	case strings.HasSuffix(s, "\n"):
		return s + "\n"
	}
	return s + "\n\n"
}

// list is a reference list in a style.
type list struct {
	style   Style
	sources []citestone.Source // in order
	labels  map[string]string  // what a marker says, by source id
}

func newList(sources []citestone.Source, style Style) list {
	if style == APA {
		return authorYear(sources)
	}
	l := list{style: style, sources: sources, labels: map[string]string{}}
	for i, s := range sources {
		l.labels[s.ID] = fmt.Sprint(i + 1)
	}
	return l
}

// marker returns the marker that cites the sources.
func (l list) marker(ids []string) string {
	var labels []string
	for _, s := range l.sources {
		if slices.Contains(ids, s.ID) {
			labels = append(labels, l.labels[s.ID])
		}
	}
	if l.style == APA {
		return "(" + strings.Join(labels, "; ") + ")"
	}
	return "[" + strings.Join(labels, "][") + "]"
}

// String returns the list with its heading.
func (l list) String() string {
	var b strings.Builder
	b.WriteString("## References\n")
	for _, s := range l.sources {
		b.WriteString("\n" + l.entry(s) + "\n")
	}
	return b.String()
}
