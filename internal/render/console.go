package render

import (
	"io"

	"github.com/citestone/citestone"
)

// Text writes the outcome of verify for people. Source is the document that was
// verified, as its offsets count.
func Text(w io.Writer, v citestone.Verification, source string) error { return nil }
