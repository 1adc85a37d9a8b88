package document

import (
	"strings"
	"unicode"
)

// minNamed is how many entries with a name in brackets make a list of them.
const minNamed = 2

// namedEntries returns the names in brackets that entries under a heading of references
// begin with: "[Vas+17] A. Vaswani et al.", "[RFC2119]  Bradner, S.". It is nil where
// there are too few.
func namedEntries(source string) map[string]bool {
	if !mayName(source) {
		return nil
	}
	names := map[string]bool{}
	under := false
	for line := range strings.Lines(source) {
		body := strings.TrimSpace(line)
		switch {
		case heads(body):
			under = true
		case strings.HasPrefix(body, "#"):
			under = false
		case under:
			if name, _ := entryName(line); name != "" {
				names[name] = true
			}
		}
	}
	if len(names) < minNamed {
		return nil
	}
	return names
}

// mayName reports whether enough lines of source begin with a name in brackets: few
// texts have such lines, and the others need no look at their headings.
func mayName(source string) bool {
	lines := 0
	for line := range strings.Lines(source) {
		if name, _ := entryName(line); name != "" {
			lines++
		}
	}
	return lines >= minNamed
}

// entryName returns the name in brackets that a line begins with, and where the text
// behind it starts. A number is none, nor are the brackets of a link.
func entryName(line string) (name string, n int) {
	rest := strings.TrimLeft(line, " \t>-*+\\")
	inner, ok := strings.CutPrefix(rest, "[")
	name, text, shut := strings.Cut(inner[:min(len(inner), maxDate)], "]")
	name = strings.TrimSuffix(name, `\`)
	if !ok || !shut || !bibliographic(name) || !startsAny(text, " \t") {
		return "", 0
	}
	body := strings.TrimLeft(inner[strings.IndexByte(inner, ']')+1:], " \t")
	return name, len(line) - len(body)
}

// bibliographic reports whether s can be the name of an entry: one word of letters and
// digits, a capital among them, with marks between.
func bibliographic(s string) bool {
	const longest = 32
	capital := false
	for _, r := range s {
		capital = capital || unicode.IsUpper(r)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+-_.:/'*", r) {
			return false
		}
	}
	return capital && len(s) > 1 && len(s) <= longest
}

// named reads a marker of names at i, that has a body of n-2 bytes in its brackets:
// [Vas+17], [AKS83, Bat68], [Knu98, §5.3]. The first must be that of an entry.
func (r *holeReader) named(i, n int) (hole, bool) {
	var keys []string
	for part := range strings.FieldsFuncSeq(r.source[i+1:i+n-1], func(c rune) bool { return c == ',' || c == ';' }) {
		part = strings.TrimSpace(part)
		if r.names[part] {
			keys = append(keys, part)
		} else if len(keys) == 0 {
			return hole{}, false
		}
	}
	return r.at(i, n, NamedStyle, keys)
}

// entryIDs returns the ids that a line of a list of references begins with, numbers or
// names.
func (d *Document) entryIDs(line string) (ids []string, n int) {
	if name, n := entryName(line); d.names[name] {
		return []string{name}, n
	}
	return entryIDs(line)
}
