package audit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// A form is how a marker is written: its text parted into items, in the order of its
// keys.
type form struct {
	items    []item
	ok       bool // the items are known, so that each can be taken out
	relabel  bool // and can name something else
	sentence bool // the words around would not make a sentence without the marker
}

// An item is the part of a marker's text that stands for one key, or for the keys of
// a range.
type item struct {
	citestone.Span        // in the marker's text
	from, to       int    // its keys
	dash           string // of a range of numbers
	number         bool
	raised         bool // in superscript digits
}

// form reads the form of a marker.
func (f *fixer) form(m document.Marker) form {
	out := form{sentence: inSentence(m)}
	if m.Style == document.AddressStyle || m.Style == document.NoteStyle || !f.exact(m.Span) {
		return out
	}
	if out.items = numberItems(m.Text); f.agree(m, out.items) {
		out.ok, out.relabel = true, true
		return out
	}
	out.items, out.relabel = nameItems(m.Text)
	out.ok = f.agree(m, out.items)
	out.relabel = out.relabel && out.ok
	return out
}

// agree reports whether the items are those of the marker's keys.
func (f *fixer) agree(m document.Marker, items []item) bool {
	if len(items) == 0 || items[len(items)-1].to != len(m.Keys) {
		return false
	}
	for _, it := range items {
		s := m.Text[it.Start:it.End]
		for k := it.from; k < it.to; k++ {
			label := f.labelOf(m.Keys[k])
			if !it.number && !strings.Contains(s, label[strings.LastIndexByte(label, ' ')+1:]) { // of "Smith 2020" the year
				return false
			}
			if n, ok := atoi(label); it.number && (!ok || n != it.first(m.Text)+k-it.from) {
				return false
			}
		}
	}
	return true
}

// first returns the number that an item of numbers begins with.
func (it item) first(text string) int {
	n, _, _ := readNumber(text[it.Start:it.End])
	return n
}

// inSentence reports whether a marker is read as a part of the sentence: "Smith
// (2020)", "@smith2020", \citet{smith2020}, or a link with words of its own.
func inSentence(m document.Marker) bool {
	if m.Style == document.DefinedStyle {
		return true
	}
	if m.Style == document.AddressStyle {
		return !strings.HasPrefix(strings.TrimLeft(m.Text, `\[(<`), "http")
	}
	if name, _, ok := strings.Cut(m.Text, "{"); ok && strings.HasPrefix(name, `\`) {
		name = strings.ToLower(name)
		return strings.Contains(name, "citet") || strings.Contains(name, "textcite") || strings.Contains(name, "citeauthor") || strings.Contains(name, "citeyear")
	}
	r, _ := utf8.DecodeRuneInString(m.Text)
	return unicode.IsLetter(r) || r == '@'
}

// numberItems reads the numbers and ranges from the first digit of a marker on.
func numberItems(text string) []item {
	var items []item
	at := strings.IndexFunc(text, func(r rune) bool { _, _, ok := digit(r); return ok })
	for key := 0; at >= 0 && at < len(text) && key <= maxRange; {
		n, size, raised := readNumber(text[at:])
		if size == 0 {
			break
		}
		it := item{Span: citestone.Span{Start: at, End: at + size}, from: key, to: key + 1, number: true, raised: raised}
		if dash := leading(text[it.End:], " -–—⁻‑"); strings.Trim(dash, " ") != "" {
			last, size, _ := readNumber(text[it.End+len(dash):])
			if size == 0 || last < n || last-n > maxRange {
				break
			}
			it.dash, it.End, it.to = dash, it.End+len(dash)+size, key+last-n+1
		}
		items = append(items, it)
		key, at = it.to, it.End+len(leading(text[it.End:], " ,;˒‚，、"))
	}
	return items
}

// maxRange bounds the numbers of a marker.
const maxRange = 1000

// leading returns the longest prefix of s of runes in set.
func leading(s, set string) string {
	return s[:len(s)-len(strings.TrimLeft(s, set))]
}

// digit returns the value of a digit, plain or superscript.
func digit(r rune) (value int, raised, ok bool) {
	switch {
	case r >= '0' && r <= '9':
		return int(r - '0'), false, true
	case r == '¹':
		return 1, true, true
	case r == '²' || r == '³':
		return int(r-'²') + 2, true, true
	case r == '⁰' || r >= '⁴' && r <= '⁹':
		return int(r - '⁰'), true, true
	}
	return 0, false, false
}

// readNumber reads the number that s begins with, of at most nine digits.
func readNumber(s string) (n, size int, raised bool) {
	for count := 0; count < 9 && size < len(s); count++ {
		r, width := utf8.DecodeRuneInString(s[size:])
		value, up, ok := digit(r)
		if !ok || count > 0 && up != raised {
			break
		}
		n, size, raised = 10*n+value, size+width, up
	}
	return n, size, raised
}

// nameItems reads the names of a marker: [cite:a,b], \cite{a,b}, [^a], [@a; @b] or
// (Smith, 2020; Doe, 2019). Relabel says that a name can be put for another.
func nameItems(text string) (items []item, relabel bool) {
	separator, relabel := ";", true
	start, end := 1, len(text)-1
	switch {
	case len(text) < 3:
		return nil, false
	case strings.HasPrefix(text, "[cite:"):
		separator, start = ",", len("[cite:")
	case strings.HasPrefix(text, "[^"):
		separator, start = ",", len("[^")
	case text[0] == '\\' && text[1] != '[':
		separator, start = ",", strings.LastIndexByte(text, '{')+1
	case text[0] == '[' && strings.Contains(text, "@"):
	case text[0] == '(':
		relabel = false
	default:
		return nil, false
	}
	for at := start; at <= end; {
		n := strings.Index(text[at:end], separator)
		if n < 0 {
			n = end - at
		}
		left := strings.TrimLeft(text[at:at+n], " ")
		from := at + n - len(left)
		items = append(items, item{Span: citestone.Span{Start: from, End: from + len(strings.TrimRight(left, " "))}, from: len(items), to: len(items) + 1})
		at += n + len(separator)
	}
	return items, relabel
}

// rewrite returns the text of a marker with its keys as they are called now, less
// those that are dropped. The rest of it stays as it is.
func (m *marker) rewrite() string {
	var b strings.Builder
	items := m.form.items
	b.WriteString(m.Text[:items[0].Start])
	written := false
	for i, it := range items {
		s := m.write(it)
		if s == "" {
			continue
		}
		if written {
			b.WriteString(m.Text[items[i-1].End:it.Start])
		}
		b.WriteString(s)
		written = true
	}
	b.WriteString(m.Text[items[len(items)-1].End:])
	return b.String()
}

// write returns the text of an item with its keys as they are called now, or "".
func (m *marker) write(it item) string {
	var names []string
	changed := false
	for k := it.from; k < it.to; k++ {
		if !m.drop[k] {
			names = append(names, m.now[k])
		}
		changed = changed || m.drop[k] || m.now[k] != m.was[k]
	}
	text := m.Text[it.Start:it.End]
	switch {
	case !changed:
		return text
	case len(names) == 0:
		return ""
	case !it.number:
		return strings.Replace(text, m.was[it.from], names[0], 1)
	}
	return m.ranges(it, names)
}

// ranges writes numbers, those that run on as ranges if they came from one.
func (m *marker) ranges(it item, names []string) string {
	separator := ", "
	if items := m.form.items; len(items) > 1 {
		separator = m.Text[items[0].End:items[1].Start]
	} else if it.raised {
		separator = ","
	}
	var b strings.Builder
	for i := 0; i < len(names); {
		first, _ := strconv.Atoi(names[i])
		n := 1
		for i+n < len(names) && names[i+n] == strconv.Itoa(first+n) {
			n++
		}
		if b.Len() > 0 {
			b.WriteString(separator)
		}
		b.WriteString(it.digits(names[i]))
		if n > 1 {
			b.WriteString(it.dash + it.digits(names[i+n-1]))
		}
		i += n
	}
	return b.String()
}

// digits writes a number in the digits of the item.
func (it item) digits(number string) string {
	if !it.raised {
		return number
	}
	raised := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	return strings.Map(func(r rune) rune { return raised[r-'0'] }, number)
}

// isNumber reports whether a label is a number.
func isNumber(label string) bool { _, ok := atoi(label); return ok }

// atoi reads a label that is a number, of a footnote with its ^.
func atoi(label string) (int, bool) {
	label = strings.TrimPrefix(label, "^")
	if label == "" || len(label) > 9 || strings.Trim(label, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(label)
	return n, err == nil
}
