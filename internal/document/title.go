package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// titleAndAuthors finds the title of a reference: its emphasised, quoted or linked
// part, else its text up to the address. Authors are what stands before a title
// that is marked, separated by commas.
func titleAndAuthors(source string, r Reference) (title string, authors []string) {
	marked, at := markedTitle(source)
	if marked == "" {
		return bareTitle(r), nil
	}
	before := source[:at]
	if stop := strings.IndexAny(before, "(["); stop >= 0 {
		before = before[:stop]
	}
	before = strings.Trim(before, " .,:;*_-–—")
	if before == "" || len(before) > 300 || strings.Contains(before, "://") {
		return marked, nil
	}
	for name := range strings.SplitSeq(strings.NewReplacer(" and ", ",", " & ", ",", ";", ",").Replace(before), ",") {
		if name = strings.TrimSpace(name); name != "" {
			authors = append(authors, name)
		}
	}
	return marked, authors
}

// markedTitle returns the first link text, emphasis or quotation of an entry and
// where it starts.
func markedTitle(source string) (string, int) {
	if open := strings.IndexByte(source, '['); open >= 0 {
		if end := strings.Index(source[open:], "]("); end > 1 && text.Marker(source[open:]) == 0 {
			return plainTitle(source[open+1 : open+end]), open
		}
	}
	if open := strings.IndexByte(source, '*'); open >= 0 {
		body := strings.TrimLeft(source[open:], "*")
		if end := strings.IndexByte(body, '*'); end > 0 {
			return plainTitle(body[:end]), open
		}
	}
	for _, q := range text.Quotations(source) {
		return plainTitle(source[q.Start:q.End]), max(0, q.Start-len("“"))
	}
	return "", 0
}

// plainTitle takes the markup off a title and its last comma or stop.
func plainTitle(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '*' || r == '`' || r == '\\' {
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(strings.Join(strings.Fields(s), " "), ".,;: ")
}

// bareTitle returns the text of an entry up to its address.
func bareTitle(r Reference) string {
	title := r.Text
	if i := strings.Index(title, "://"); i >= 0 {
		title = title[:strings.LastIndexAny(title[:i], " \t\n")+1]
	}
	title = strings.Trim(strings.Join(strings.Fields(title), " "), " :;,.-–—(<[")
	if len(title) > 300 {
		return ""
	}
	return title
}
