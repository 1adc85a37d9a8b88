// Package rules holds a page for each rule of verify: what it means, an example, why it
// can be wrong and how to suppress it.
package rules

import "embed"

//go:embed *.md
var pages embed.FS

// Page returns the page of the rule with the id, as Markdown.
func Page(id string) (string, bool) {
	data, err := pages.ReadFile(id + ".md")
	return string(data), err == nil
}
