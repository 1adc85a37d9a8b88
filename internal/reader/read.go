// Package reader turns files into stored text: Markdown or plain text in UTF-8. It
// knows the formats; package document knows what stands in a text.
//
// Everything here is pure: the caller brings the bytes.
package reader

import (
	"bytes"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 64 << 20

// MaxCited is the size in bytes of the largest text that is verified: a few times that
// of a thick book, so that what is made of it fits into memory.
const MaxCited = 16 << 20

// Read returns the stored text of a file, and what the file says of itself.
// Markdown and plain text are stored as they are, in UTF-8 without byte order
// mark; HTML, LaTeX and DOCX are converted to Markdown. reStructuredText, AsciiDoc and
// Org are read as plain text, a file without a known extension as Markdown, unless
// it begins as one of the other formats does. The format goes by the name's extension, or
// by the data where that says nothing. Data that is too large or no text is an
// error of kind BadInput that names the byte. Front matter that does not parse is
// a *FrontMatterError; the text is returned with it.
func Read(name string, data []byte) (stored string, meta document.Meta, err error) {
	if err := checkSize(name, data); err != nil {
		return "", document.Meta{}, err
	}
	format := formatOf(name, data)
	switch format {
	case htmlFormat:
		return readHTML(name, data)
	case docxFormat:
		stored, _, meta, err = readDOCX(name, data)
		return stored, meta, err
	case otherFormat:
		return "", document.Meta{}, unread(name, data)
	}
	stored, err = decode(name, data)
	switch {
	case err != nil || format == textFormat:
		return stored, document.Meta{}, err
	case format == latexFormat:
		l := readLaTeX(stored)
		return l.out.Mapped().Text + "\n", l.meta, nil
	}
	meta, err = document.ParseFrontMatter(stored)
	if err != nil {
		return stored, meta, &FrontMatterError{Name: name, Err: err}
	}
	return stored, meta, nil
}

// FrontMatterError says that a document's front matter could not be parsed. The
// text is usable all the same.
type FrontMatterError struct {
	Name string
	Err  error
}

func (e *FrontMatterError) Error() string { return e.Name + ": front matter: " + e.Err.Error() }

func (e *FrontMatterError) Unwrap() error { return e.Err }

// LineFeeds returns text with a line feed in place of each carriage return that ends a
// line alone, as documents are read that are to be verified. Every other byte stays, and
// stays where it is. Text in UTF-16 is left alone.
func LineFeeds(data []byte) []byte {
	if bytes.IndexByte(data, 0) >= 0 || bytes.Count(data, []byte("\r")) == bytes.Count(data, []byte("\r\n")) {
		return data
	}
	data = bytes.Clone(data)
	for i, c := range data {
		if c == '\r' && (i+1 == len(data) || data[i+1] != '\n') {
			data[i] = '\n'
		}
	}
	return data
}

// checkSize refuses a file that is too large.
func checkSize(name string, data []byte) error {
	if len(data) <= MaxBytes {
		return nil
	}
	return citestone.Errorf(citestone.BadInput, "%s: %d bytes is too large", name, len(data)).
		WithHint("Files of up to %d MiB are read. Split it.", MaxBytes>>20)
}

// checkText refuses a text that is too large to be verified.
func checkText(name, text string) error {
	if len(text) <= MaxCited {
		return nil
	}
	return citestone.Errorf(citestone.BadInput, "%s: a text of %d bytes is too large to be verified", name, len(text)).
		WithHint("Texts of up to %d MiB are verified. Split it, for instance by chapter.", MaxCited>>20)
}

// alternates reports whether data begin with ASCII text in UTF-16: the bytes at even
// (0) or odd (1) offsets are zero, the others are text.
func alternates(data []byte, zero int) bool {
	data = data[:min(len(data), 64)]
	if len(data) < 8 || len(data)%2 != 0 {
		return false
	}
	for i, c := range data {
		if (i%2 == zero) != (c == 0) || c != 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decode returns data as UTF-8, by its byte order mark if it has one. UTF-16 without
// one is recognised where it begins with ASCII.
func decode(name string, data []byte) (string, error) {
	var utf16 encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		utf16 = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		utf16 = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	case alternates(data, 1):
		utf16 = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case alternates(data, 0):
		utf16 = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	if utf16 != nil {
		decoded, err := utf16.NewDecoder().Bytes(data)
		if err != nil {
			return "", citestone.Errorf(citestone.BadInput, "%s: not valid UTF-16: %w", name, err)
		}
		data = decoded
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return "", citestone.Errorf(citestone.BadInput, "%s: a binary file: zero byte at offset %d", name, i).
			WithHint("Give a text, Markdown or HTML file.")
	}
	if i := invalidUTF8(data); i >= 0 {
		return "", citestone.Errorf(citestone.BadInput, "%s: not UTF-8: invalid byte at offset %d", name, i).
			WithHint("Save the file as UTF-8.")
	}
	return string(data), nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}
