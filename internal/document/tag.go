package document

import (
	"bytes"
	"strings"
)

// maskTags blanks the lines that are nothing but a tag that HTML does not know, such
// as <references>: what stands under it is Markdown.
func maskTags(b []byte) {
	for line := range bytes.Lines(b) {
		if name, _ := ownTag(string(bytes.TrimSpace(line[:min(len(line), maxLabel)]))); name != "" {
			for i, c := range line {
				if c != '\n' && c != '\r' {
					line[i] = ' '
				}
			}
		}
	}
}

// ownTag returns the name, in lower case, of the tag that line is, if its name is one
// of those that writers wrap the parts of a document in.
func ownTag(line string) (name string, closing bool) {
	if len(line) < 3 || line[0] != '<' || line[len(line)-1] != '>' {
		return "", false
	}
	name, closing = strings.CutPrefix(strings.ToLower(line[1:len(line)-1]), "/")
	name = strings.NewReplacer("_", " ", "-", " ").Replace(strings.TrimSpace(name))
	switch name {
	case "related works", "related work", "report", "final report", "answer", "final answer", "response", "output", "document", "content", "introduction", "conclusion":
		return name, closing
	}
	if referenceHeading(name) {
		return name, closing
	}
	return "", false
}

// tagged returns whether a tag of references opens (1) or closes (-1) in the gap
// between two blocks.
func tagged(gap string) int {
	state := 0
	for line := range strings.Lines(gap) {
		if name, closing := ownTag(strings.TrimSpace(line)); referenceHeading(name) {
			if state = 1; closing {
				state = -1
			}
		}
	}
	return state
}
