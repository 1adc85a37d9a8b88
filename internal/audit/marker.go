package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// dangling finds markers with keys that stand for nothing. A document whose markers
// cite the entries of a list that it does not have has one problem, not one for each
// marker.
func dangling(in *Input) []citestone.Finding {
	out := in.lost()
	if len(out) < 2 || in.Mode == Research || len(in.Document.References) > 0 || in.cites(document.CiteStyle) {
		return out
	}
	f := out[0]
	f.Reference = ""
	f.Message = fmt.Sprintf("%d citations such as %s name entries of a reference list, and the document has none that this reads",
		len(out), in.Document.Source[f.Start:f.End])
	f.Suggestion = "add the list under a heading such as \"References\", each entry with its marker or number in front"
	return []citestone.Finding{f}
}

// lost returns a finding for each key of a marker that stands for nothing.
func (in *Input) lost() []citestone.Finding {
	if in.Document.Unlisted {
		return nil
	}
	var out []citestone.Finding
	for _, m := range in.Document.Markers {
		for _, key := range m.Keys {
			if m.URL == "" && !in.resolves(key) {
				out = append(out, finding(m.Span, key, fmt.Sprintf("%s cites %q, which %s", m.Text, key, in.bounds(m)),
					"add the reference or remove the marker"))
			}
		}
	}
	return out
}

// cites reports whether the document has a marker of one of the styles.
func (in *Input) cites(styles ...document.MarkerStyle) bool {
	return slices.ContainsFunc(in.Document.Markers, func(m document.Marker) bool { return slices.Contains(styles, m.Style) })
}

// bounds says what a marker of this style could have cited.
func (in *Input) bounds(m document.Marker) string {
	refs := in.Document.References
	switch {
	case m.Style == document.CiteStyle:
		return "is no entry of the ledger"
	case len(refs) == 0:
		return "has no entry, for the document has no reference list"
	case len(refs) == 1:
		return fmt.Sprintf("is not in the reference list (its only entry is %s)", cmp.Or(refs[0].Label, refs[0].ID))
	}
	first, last := refs[0], refs[len(refs)-1]
	return fmt.Sprintf("is not in the reference list (%d entries, %s to %s)", len(refs), cmp.Or(first.Label, first.ID), cmp.Or(last.Label, last.ID))
}

// around is how many bytes of text on each side of a marker are compared with its
// source: a window of 300.
const around = 150

// misattributed finds markers around which no content word is one of the source's.
func misattributed(in *Input) []citestone.Finding {
	var out []citestone.Finding
	for i, m := range in.Document.Markers {
		for _, key := range in.strangers(i) {
			out = append(out, finding(m.Span, key, fmt.Sprintf("the text around %s shares no word with %s", m.Text, in.named(key)),
				"cite the source that says this"))
		}
	}
	return out
}

// strangers returns the keys of a marker whose source shares no content term with the
// text around the marker.
func (in *Input) strangers(marker int) []string {
	var keys []string
	var terms []string
	for _, key := range in.Document.Markers[marker].Keys {
		p := in.Sources[key]
		if p == nil {
			continue
		}
		if terms == nil {
			terms = text.Terms(in.window(marker))
		}
		if len(terms) > 0 && !slices.ContainsFunc(terms, p.Mentions) {
			keys = append(keys, key)
		}
	}
	return keys
}

// window returns the words around a marker, other markers left out, within its block.
// Removing or renumbering other markers never takes a word away from it.
func (in *Input) window(marker int) string {
	d := in.Document
	m := d.Markers[marker]
	block := citestone.Span{Start: 0, End: len(d.Source)}
	if i := slices.IndexFunc(d.Blocks, func(b document.Block) bool { return b.Start <= m.Start && m.End <= b.End }); i >= 0 {
		block = d.Blocks[i].Span
	}
	before, left := "", around
	end := m.Start
	for i := marker - 1; left > 0 && end > block.Start; i-- {
		start := block.Start
		if i >= 0 {
			start = max(start, d.Markers[i].End)
		}
		part := d.Source[min(start, end):end]
		part = part[wordStart(part, len(part)-left):]
		before, left = part+" "+before, left-len(part)
		if i < 0 {
			break
		}
		end = d.Markers[i].Start
	}
	after, left := "", around
	start := m.End
	for i := marker + 1; left > 0 && start < block.End; i++ {
		end := block.End
		if i < len(d.Markers) {
			end = min(end, d.Markers[i].Start)
		}
		part := d.Source[start:max(start, end)]
		part = part[:wordEnd(part, left)]
		after, left = after+" "+part, left-len(part)
		if i >= len(d.Markers) {
			break
		}
		start = d.Markers[i].End
	}
	return before + " " + after
}

// wordStart moves i back to the start of the word it stands in.
func wordStart(s string, i int) int {
	if i <= 0 {
		return 0
	}
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if unicode.IsSpace(r) {
			break
		}
		i -= n
	}
	return i
}

// wordEnd moves i on to the end of the word it stands in.
func wordEnd(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	if n := strings.IndexFunc(s[i:], unicode.IsSpace); n >= 0 {
		return i + n
	}
	return len(s)
}
