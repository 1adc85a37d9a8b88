package reader

import (
	"bytes"
	"path"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// format is the kind of a file.
type format int

const (
	markdownFormat format = iota // also what has no extension or an unknown one
	textFormat
	htmlFormat
	latexFormat
	docxFormat
	otherFormat // known, and not read
)

// formatOf tells the format of a file by the extension of its name, or by how the data
// begin where that says nothing.
func formatOf(name string, data []byte) format {
	if bytes.HasPrefix(data, []byte("%PDF-")) {
		return otherFormat // whatever it is called
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return htmlFormat
	case ".tex", ".latex", ".ltx":
		return latexFormat
	case ".docx", ".docm":
		return docxFormat
	case ".md", ".markdown":
		return markdownFormat
	case ".doc", ".odt", ".rtf", ".pdf", ".epub", ".pages":
		return otherFormat
	}
	if document.PlainText(name) {
		return textFormat
	}
	head := data[:min(len(data), 512)]
	lower := bytes.ToLower(bytes.TrimSpace(head))
	switch {
	case bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html")):
		return htmlFormat
	case bytes.HasPrefix(head, []byte(`{\rtf`)) || bytes.HasPrefix(head, []byte(ole)):
		return otherFormat
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return docxFormat
	case bytes.HasPrefix(lower, []byte(`\documentclass`)):
		return latexFormat
	}
	return markdownFormat
}

// ole is what old Office files and encrypted new ones begin with.
const ole = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

// unread is the error for a format that is known and not read.
func unread(name string, data []byte) error {
	kind, hint := "a file in an old Word format", "Save it as .docx."
	switch ext := strings.ToLower(path.Ext(name)); {
	case bytes.HasPrefix(data, []byte("%PDF-")) || ext == ".pdf":
		kind, hint = "a PDF, which is not read yet", "Convert it to text, for instance with pdftotext, and give that."
	case bytes.HasPrefix(data, []byte(`{\rtf`)) || ext == ".rtf":
		kind = "an RTF file, which is not read"
	case ext == ".odt" || ext == ".pages":
		kind = "a file of a word processor that is not read"
	case ext == ".epub":
		kind, hint = "an EPUB, which is not read", "Unpack it and give the HTML files in it."
	}
	return citestone.Errorf(citestone.BadInput, "%s: %s", name, kind).WithHint("%s", hint)
}
