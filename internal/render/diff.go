package render

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns what changed in the file called name as a unified diff with three
// lines of context, for "patch -p1"; "" if nothing did.
func Diff(name, before, after string) string {
	out := diff.Diff("a/"+name, []byte(before), "b/"+name, []byte(after))
	_, out, _ = bytes.Cut(out, []byte("\n")) // "diff a/name b/name", which only git says
	return string(out)
}
