package audit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Fix returns edits that strip dangling and misattributed citations, prune references
// that are then never cited, and number what is left without gaps, in the order of the
// reference list. Applied and fixed again, there is nothing left to do. A reference list
// whose entries overlap is left as it is.
func Fix(in *Input) []document.Edit {
	d := in.Document
	keep := make([][]string, len(d.Markers))
	cited := map[string]bool{}
	for i, m := range d.Markers {
		strange := in.strangers(i)
		for _, key := range m.Keys {
			if (m.URL != "" || in.resolves(key)) && !slices.Contains(strange, key) {
				keep[i] = append(keep[i], key)
				cited[key] = true
			}
		}
	}
	var edits []document.Edit
	var left []document.Reference
	regular := len(d.Markers) > 0 && apart(d.References)
	for _, r := range d.References {
		if regular && !cited[r.ID] {
			edits = append(edits, document.Edit{Span: line(d.Source, r.Span)})
			continue
		}
		left = append(left, r)
	}
	var numbers map[string]string
	if regular && !slices.ContainsFunc(d.Markers, func(m document.Marker) bool { return !rewritable(m) }) {
		numbers = renumber(left)
	}
	for i, m := range d.Markers {
		if len(keep[i]) == 0 {
			edits = append(edits, document.Edit{Span: blank(d.Source, m.Span)})
			continue
		}
		if rewritable(m) && changed(m, keep[i], numbers) {
			edits = append(edits, document.Edit{Span: m.Span, New: write(m.Style, keep[i], numbers)})
		}
	}
	return append(edits, labels(d.Source, left, numbers)...)
}

// apart reports whether each reference has an entry of its own.
func apart(refs []document.Reference) bool {
	for i := 1; i < len(refs); i++ {
		if refs[i].Start < refs[i-1].End {
			return false
		}
	}
	return true
}

// rewritable reports whether a marker with other keys can be written in its style.
// Others are only ever removed as a whole.
func rewritable(m document.Marker) bool {
	return m.Style == document.CiteStyle || m.Style == document.NumericStyle || m.Style == document.LinkedStyle
}

// changed reports whether a marker has to be written anew.
func changed(m document.Marker, keep []string, numbers map[string]string) bool {
	return len(keep) < len(m.Keys) || m.Style != document.CiteStyle &&
		slices.ContainsFunc(keep, func(k string) bool { return numbers[k] != "" && numbers[k] != k })
}

// write returns a marker for the keys.
func write(style document.MarkerStyle, keys []string, numbers map[string]string) string {
	if style == document.CiteStyle {
		return "[cite:" + strings.Join(keys, ",") + "]"
	}
	out := make([]string, len(keys))
	for i, k := range keys {
		if out[i] = k; numbers[k] != "" {
			out[i] = numbers[k]
		}
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// renumber numbers the references in their order, when all of their ids are distinct
// numbers.
func renumber(refs []document.Reference) map[string]string {
	numbers := map[string]string{}
	for i, r := range refs {
		if _, err := strconv.Atoi(r.ID); err != nil || numbers[r.ID] != "" {
			return nil
		}
		numbers[r.ID] = strconv.Itoa(i + 1)
	}
	return numbers
}

// labels returns the edits of the numbers in front of the references.
func labels(source string, refs []document.Reference, numbers map[string]string) []document.Edit {
	var edits []document.Edit
	for _, r := range refs {
		at := strings.Index(source[r.Start:r.End], r.ID)
		if at < 0 || at > 2 || numbers[r.ID] == "" || numbers[r.ID] == r.ID {
			continue
		}
		start := r.Start + at
		edits = append(edits, document.Edit{Span: citestone.Span{Start: start, End: start + len(r.ID)}, New: numbers[r.ID]})
	}
	return edits
}

// line extends a reference to its line break.
func line(source string, span citestone.Span) citestone.Span {
	if rest := source[span.End:]; strings.HasPrefix(rest, "\r\n") {
		span.End += 2
	} else if strings.HasPrefix(rest, "\n") {
		span.End++
	}
	return span
}

// blank extends a marker over the spaces before it, where none is needed.
func blank(source string, span citestone.Span) citestone.Span {
	if rest := source[span.End:]; rest == "" || strings.ContainsRune(" \n\r.,;:!?)[", rune(rest[0])) {
		for span.Start > 0 && source[span.Start-1] == ' ' {
			span.Start--
		}
	}
	return span
}
