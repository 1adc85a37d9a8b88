package audit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// malformed finds "[cite:]", "[cite:xyz" and the like outside of code.
func malformed(in *Input) []citestone.Finding {
	var out []citestone.Finding
	for _, b := range in.Document.Blocks {
		switch b.Kind {
		case document.Code, document.FrontMatter, document.HTML, document.Definition:
			continue
		}
		for _, span := range broken(in.Document, b.Span) {
			out = append(out, finding(span, "", fmt.Sprintf("%q is no citation marker", in.Document.Source[span.Start:span.End]),
				"write [cite:g1], or [cite:g1,g4] for several"))
		}
	}
	return out
}

// broken returns what stands in the block where a cite marker begins but none was read.
func broken(d *document.Document, block citestone.Span) []citestone.Span {
	var out []citestone.Span
	s := d.Source[block.Start:block.End]
	code := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '`':
			code = !code
		case s[i] == '\\':
			i++ // what follows is meant as it stands
		case code || !strings.ContainsRune("[({", rune(s[i])) || !begins(s[i+1:]):
		default:
			start := block.Start + i
			if _, ok := slices.BinarySearchFunc(d.Markers, start, func(m document.Marker, at int) int { return m.Start - at }); !ok {
				out = append(out, citestone.Span{Start: start, End: start + extent(s[i:])})
			}
		}
	}
	return out
}

// begins reports whether s begins as the inside of a cite marker does.
func begins(s string) bool {
	const word = "cite"
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return false
	}
	rest := strings.TrimLeft(s[len(word):], " ")
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "]") || len(rest) > 1 && rest[0] == 'g' && rest[1] >= '0' && rest[1] <= '9'
}

// extent returns the length of a broken marker: up to its bracket, or its first word.
func extent(s string) int {
	n := strings.IndexAny(s, "])}\n")
	switch {
	case n > 0 && s[n] != '\n' && n < 100:
		return n + 1
	}
	if n = strings.IndexFunc(s, unicode.IsSpace); n > 0 {
		return n
	}
	return len(s)
}

// dangling finds markers with keys that stand for nothing.
func dangling(in *Input) []citestone.Finding {
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

// bounds says what a marker of this style could have cited.
func (in *Input) bounds(m document.Marker) string {
	refs := in.Document.References
	switch {
	case m.Style == document.CiteStyle:
		return "is no entry of the ledger"
	case len(refs) == 0:
		return "has no entry, for the document has no reference list"
	}
	return fmt.Sprintf("is not in the reference list (%s to %s)", refs[0].ID, refs[len(refs)-1].ID)
}

// around is how many bytes of text on each side of a marker are compared with its
// source: a window of 300.
const around = 150

// misattributed finds markers around which no content word is one of the source's.
func misattributed(in *Input) []citestone.Finding {
	var out []citestone.Finding
	for i, m := range in.Document.Markers {
		for _, key := range in.strangers(i) {
			out = append(out, finding(m.Span, key, fmt.Sprintf("the text around %s shares no word with the source %q", m.Text, key),
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

// uncited finds factual sentences without a marker.
func uncited(in *Input) []citestone.Finding {
	d := in.Document
	var out []citestone.Finding
	severity := citestone.SeverityError
	if in.Mode == Verify {
		severity = citestone.SeverityWarning
	}
	bad := malformed(in)
	covered := coveredBlocks(d)
	for _, s := range d.Sentences {
		hurt := slices.ContainsFunc(bad, func(f citestone.Finding) bool { return f.Start >= s.Start && f.Start < s.End })
		if s.Exempt != "" || len(s.Markers) > 0 || hurt || in.Mode == Verify && covered[s.Block] {
			continue
		}
		f := finding(s.Span, "", "this states a fact and cites nothing", "cite a source, or make it a judgement whose basis is cited")
		if f.Severity = severity; in.Mode == Verify && len(d.Markers) == 0 {
			f.Message, f.Suggestion = "the document has no citation markers that this reads; this is its first factual sentence", "cite sources as [1] or [cite:g1]"
			return []citestone.Finding{f}
		}
		out = append(out, f)
	}
	return out
}

// coveredBlocks returns the blocks whose last sentence carries a marker.
func coveredBlocks(d *document.Document) map[int]bool {
	covered := map[int]bool{}
	for _, s := range d.Sentences {
		covered[s.Block] = len(s.Markers) > 0
	}
	return covered
}
