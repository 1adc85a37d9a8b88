package document

import (
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Read returns the stored text of a file, and what the file says of itself.
func Read(name string, data []byte) (stored string, meta Meta, err error) {
	if !utf8.Valid(data) {
		return "", Meta{}, citestone.Errorf(citestone.BadInput, "%s: not UTF-8", name)
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), Meta{}, nil
}

// FrontMatterError says that a document's front matter could not be parsed. The
// text is usable all the same.
type FrontMatterError struct {
	Name string
	Line int // from 1
	Err  error
}

func (e *FrontMatterError) Error() string { return e.Name + ": front matter: " + e.Err.Error() }

func (e *FrontMatterError) Unwrap() error { return e.Err }
