package document

import (
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// Limits of addresses as markers: how many make a document one that cites by them,
// how long one and the text of its link may be, in bytes.
const (
	minAddresses = 2
	maxAddress   = 2000
)

// addresses makes markers of the web addresses in the text, if the document cites
// in no other way. They stay in the plain text: a link's text is a part of it.
func (d *Document) addresses() {
	if len(d.Markers) > 0 {
		return
	}
	var found []Marker
	for i := range d.Blocks {
		if b := &d.Blocks[i]; (prose(b.Kind) || b.Kind == TableCell) && !b.own {
			found = d.addressesIn(b.Span, found)
		}
	}
	found = append(found, d.links...)
	slices.SortStableFunc(found, func(a, b Marker) int { return a.Start - b.Start })
	if len(found) >= minAddresses && d.entriesOf(found) {
		d.Markers = found
	}
}

// entriesOf gives addresses that entries of the lists have too the keys of these. It
// reports whether there is one, or no list: else the links lead to other things.
func (d *Document) entriesOf(found []Marker) bool {
	ids := map[string]string{}
	for _, r := range d.References {
		if r.URL != "" && ids[bareAddress(r.URL)] == "" {
			ids[bareAddress(r.URL)] = r.ID
		}
	}
	listed := false
	for i := range found {
		if id := ids[bareAddress(found[i].URL)]; id != "" {
			found[i].Keys, listed = []string{id}, true
		}
	}
	return listed || len(d.References) == 0
}

// bareAddress returns an address without what does not tell pages apart.
func bareAddress(url string) string {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?utm_")
	return strings.TrimRight(url[strings.Index(url, "://")+len("://"):], "/")
}

// addressesIn appends the addresses in a block that are not in code or in a tag.
func (d *Document) addressesIn(block citestone.Span, list []Marker) []Marker {
	for i := block.Start; i < block.End; i++ {
		switch c := d.Source[i]; {
		case c == '`':
			i += CodeSpan(d.Source[i:block.End]) - 1
		case c != 'h' || i > 0 && wordByte(d.Source[i-1]) || !strings.HasPrefix(d.Source[i:block.End], "http"):
		default:
			m, ok := d.address(block, i)
			if !ok {
				continue
			}
			if n := len(list); n > 0 && list[n-1].End > m.Start { // [url](url)
				list = list[:n-1]
			}
			list = append(list, m)
			i = m.End - 1
		}
	}
	return list
}

// address reads the address that begins at i, with the link or brackets it stands in.
func (d *Document) address(block citestone.Span, i int) (Marker, bool) {
	rest := d.Source[i:min(block.End, i+maxAddress)]
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return Marker{}, false
	}
	url := firstURL(rest)
	host := url[strings.Index(url, "://")+len("://"):]
	span := citestone.Span{Start: i, End: i + len(url)}
	before := d.Source[block.Start:i]
	switch {
	case host == "":
		return Marker{}, false
	case strings.HasSuffix(before, "]("):
		open := linkStart(before)
		end := destinationEnd(d.Source[i-2 : block.End][:len(rest)+2])
		if open < 0 || end == 0 || open > 0 && before[open-1] == '!' {
			return Marker{}, false
		}
		span = citestone.Span{Start: block.Start + open, End: i - 2 + end}
	case strings.HasSuffix(before, "<") && strings.HasPrefix(rest[len(url):], ">"):
		span = citestone.Span{Start: i - 1, End: span.End + 1}
	case strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "'") || strings.HasSuffix(before, "="):
		return Marker{}, false // of a tag
	}
	span = bracketed(d.Source, block, span)
	return Marker{Span: span, Text: d.Source[span.Start:span.End], Style: AddressStyle, Keys: []string{url}, URL: url}, true
}

// linkStart returns where the bracket opens that "](" at the end of s closes, or -1.
func linkStart(s string) int {
	depth := 0
	for i := len(s) - 2; i >= 0 && i > len(s)-maxAddress; i-- {
		switch {
		case s[i] != '[' && s[i] != ']' || escaped(s, i):
		case s[i] == ']':
			depth++
		case s[i] == '[':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// bracketed widens a span by the brackets right around it.
func bracketed(source string, block, span citestone.Span) citestone.Span {
	for _, pair := range [][2]string{{`\[`, `\]`}, {"[", "]"}, {"(", ")"}} {
		if strings.HasSuffix(source[block.Start:span.Start], pair[0]) && strings.HasPrefix(source[span.End:block.End], pair[1]) {
			return citestone.Span{Start: span.Start - len(pair[0]), End: span.End + len(pair[1])}
		}
	}
	return span
}
