package document

import (
	"path"
	"strings"

	"github.com/citestone/citestone"
)

// Original returns edits of Source as edits of the file that it was read from. It
// fails for a format that is converted as a whole, and for an edit of what the file
// does not have byte for byte.
func (d *Document) Original(edits []Edit) ([]Edit, error) {
	if len(edits) == 0 {
		return nil, nil
	}
	if d.converted() {
		return nil, citestone.Errorf(citestone.BadInput, "%s: a file of this format cannot be fixed", d.Name).
			WithHint("the report says what to change; Markdown, plain text and LaTeX can be fixed")
	}
	out := make([]Edit, len(edits))
	for i, e := range edits {
		span, ok := d.Exact(e.Span)
		if !ok {
			at := d.Places().At(e.Span)
			return nil, citestone.Errorf(citestone.BadInput, "%s:%d:%d: what stands here cannot be fixed, for it reads differently in the file", d.Name, at.Line, at.Column).
				WithHint("change it by hand; nothing in the file was changed")
		}
		out[i] = Edit{Span: span, New: e.New}
	}
	return out, nil
}

// converted reports whether Source was made from markup that edits would break.
func (d *Document) converted() bool {
	switch strings.ToLower(path.Ext(d.Name)) {
	case ".html", ".htm", ".xhtml", ".docx", ".pdf":
		return true
	}
	return d.Origin != nil && d.Origin.Paragraphs != nil
}
