package ledger

import (
	"sort"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// Locate finds a quotation in a stored text and returns its byte range there. White
// space, letter case, quotation marks, dashes and Markdown markup may differ; words
// may not. The first place wins. An exact occurrence is preferred to a folded one.
func Locate(stored, quote string) (citestone.Span, bool) {
	quote = strings.TrimSpace(quote)
	if quote == "" {
		return citestone.Span{}, false
	}
	if i := strings.Index(stored, quote); i >= 0 {
		return citestone.Span{Start: i, End: i + len(quote)}, true
	}
	page := fold(stored)
	for _, q := range []string{text.Identity(quote).Fold().Text, fold(quote).text} {
		q = strings.TrimSpace(q)
		if i := strings.Index(page.text, q); q != "" && i >= 0 {
			return page.origin(i, i+len(q)), true
		}
	}
	return citestone.Span{}, false
}

// folded is the folded text of a document's blocks, one space between two.
type folded struct {
	text   string
	blocks []text.Mapped
	starts []int // offset of each block in text
}

func fold(stored string) folded {
	var f folded
	var b strings.Builder
	for _, block := range document.Parse("", stored).Blocks {
		m := trim(block.Plain.Fold())
		if m.Text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		f.starts = append(f.starts, b.Len())
		f.blocks = append(f.blocks, m)
		b.WriteString(m.Text)
	}
	f.text = b.String()
	return f
}

func trim(m text.Mapped) text.Mapped {
	start := len(m.Text) - len(strings.TrimLeft(m.Text, " "))
	return m.Slice(start, len(strings.TrimRight(m.Text, " ")))
}

// origin returns the stored span of a non-empty range that neither starts nor ends
// between two blocks.
func (f folded) origin(start, end int) citestone.Span {
	first, last := f.block(start), f.block(end-1)
	s := f.blocks[first].Origin(start-f.starts[first], len(f.blocks[first].Text))
	e := f.blocks[last].Origin(0, end-f.starts[last])
	return citestone.Span{Start: s.Start, End: e.End}
}

func (f folded) block(at int) int {
	return sort.Search(len(f.starts), func(i int) bool { return f.starts[i] > at }) - 1
}
