package corpus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/citestone/citestone/internal/document"
)

// TestFormat fails when documents are divided into other passages or terms than those
// in the indexes that users have, which would then go on being used.
func TestFormat(t *testing.T) {
	const stored = "---\ntitle: Probe\n---\n\n# The collectors' pauses\n\nGo 1.5 released 10–20% more; see [the notes](https://example.org). C++ and U.S. did not.\n\n" +
		"```go\nruntime.GOMAXPROCS(2)\n```\n\n## A list\n\n- one, two\n- three\n\n| a | b |\n|---|---|\n| 1 | foo_bar |\n"
	var b strings.Builder
	fmt.Fprintln(&b, "format", format, head(Document{Title: "A title", Date: "2018-07-12", Authors: []string{"Ann Author"}, Tags: []string{"gc"}}))
	for _, p := range passages(document.Parse("probe.md", stored)) {
		fmt.Fprintf(&b, "%d-%d %q %q\n", p.Start, p.End, p.Section, terms(p.indexed()))
	}
	for i := range 3 {
		for _, p := range passages(document.Parse("probe.md", prose(100+200*i))) {
			fmt.Fprint(&b, p.Start, "-", p.End, " ")
		}
	}
	const want = `format 1 [titl titl 2018-07-12 2018 07 12 juli ann author gc]
22-168 "The collectors' pauses" ["collector" "paus" "go" "1.5" "releas" "10-20%" "10" "20" "see" "note" "c++" "u.s." "runtim" "gomaxproc" "2"]
173-237 "A list" ["list" "one" "two" "three" "b" "1" "foo_bar" "foo" "bar"]
0-489 0-783 784-1469 0-783 784-1567 1568-2449 `
	if got := b.String(); got != want {
		t.Errorf("what is indexed has changed: raise the constant format, and set want to\n%s", got)
	}
}
