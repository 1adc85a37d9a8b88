package audit

import (
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// editEntries takes out the references that go and writes the new numbers.
func (f *fixer) editEntries() {
	var gaps []citestone.Span // lines that go, in order; with what is blank between two
	for _, e := range f.sorted {
		switch {
		case !e.goes():
			f.takeLabels(e)
		case len(gaps) > 0 && strings.TrimSpace(f.d.Source[gaps[len(gaps)-1].End:e.lines.Start]) == "":
			gaps[len(gaps)-1].End = e.lines.End
		default:
			gaps = append(gaps, e.lines)
		}
	}
	for _, gap := range gaps {
		f.edit(document.Edit{Span: closeUp(f.d.Source, gap)})
	}
	for _, l := range f.lists {
		f.relabel(l)
	}
}

// takeLabels takes out the labels that go of an entry that stays.
func (f *fixer) takeLabels(e *entry) {
	s := f.d.Source
	for _, r := range e.refs {
		if !r.gone {
			continue
		}
		span := r.place.whole
		span.End += len(leading(s[span.End:e.lines.End], " "))
		if rest := s[span.End:e.lines.End]; strings.TrimSpace(rest) == "" { // the text is on the next line
			span.End = r.place.whole.End
			span.Start = len(strings.TrimRight(s[:span.Start], " "))
		}
		f.edit(document.Edit{Span: span})
	}
}

// relabel writes the new numbers of a list. Of a list in which the numbers as written
// do not count, only the first is one.
func (f *fixer) relabel(l *list) {
	first := true
	for _, r := range l.refs {
		if r.gone || r.External || r.place.label.End == 0 {
			continue
		}
		written := f.d.Source[r.place.label.Start:r.place.label.End]
		changes := r.now != r.label || first && l.shrunk()
		if written != r.now && changes && (written == r.label || first && r.place.order) {
			f.edit(document.Edit{Span: r.place.label, New: r.now})
		}
		first = false
	}
}

// shrunk reports whether something is taken out of the list.
func (l *list) shrunk() bool {
	return slices.ContainsFunc(l.refs, func(r *ref) bool { return r.gone })
}

// closeUp widens lines that go by the blank lines on one side, if there are some on
// both, and by the line break before them if the file ends without one.
func closeUp(s string, lines citestone.Span) citestone.Span {
	before := s[:lines.Start]
	head := len(strings.TrimRight(before, " \t\r\n"))
	head += len(before[head:]) - len(strings.TrimLeft(before[head:], " \t\r")) // to the end of its line
	blanksBefore := strings.Count(before[head:], "\n") > 1
	rest := s[lines.End:]
	tail := lines.End + len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	tail = max(lines.End, strings.LastIndexByte(s[:tail], '\n')+1) // keep an indentation
	switch {
	case rest == "" && blanksBefore:
		lines.Start = head + strings.IndexByte(before[head:], '\n') + 1
	case blanksBefore || head == 0:
		lines.End = tail
	}
	if lines.End == len(s) && !strings.HasSuffix(s, "\n") && lines.Start > 0 {
		lines.Start = len(strings.TrimSuffix(strings.TrimSuffix(s[:lines.Start], "\n"), "\r"))
	}
	return lines
}
