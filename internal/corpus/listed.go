package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// indexFile lists the documents of a folder with their metadata, one JSON object a
// line. Where it exists, exactly the listed files are the corpus.
const indexFile = "index.jsonl"

// maxIndexLine bounds a line of the index file in bytes.
const maxIndexLine = 1 << 20

// readIndex adds the documents that the index file lists.
func (s *scan) readIndex(ctx context.Context) error {
	data, err := readFile(filepath.Join(s.dir, indexFile), s.maxFile)
	if err != nil {
		return citestone.Errorf(citestone.BadInput, "%s: %s", filepath.Join(s.dir, indexFile), reason(err))
	}
	s.index = hash(data)
	seen := map[string]bool{}
	number := 0
	for line := range bytes.Lines(data) {
		if err := ctx.Err(); err != nil {
			return err
		}
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		name, meta, why := parseLine(line, seen)
		if why != "" {
			s.skip(fmt.Sprintf("%s:%d", indexFile, number), "%s", why)
			continue
		}
		seen[name] = true
		s.add(name, meta)
	}
	return nil
}

// parseLine reads a line of the index file, or says why it cannot be used. Its fields
// are those of front matter, in the same forms.
func parseLine(line []byte, seen map[string]bool) (name string, meta document.Meta, why string) {
	if len(line) > maxIndexLine {
		return "", meta, fmt.Sprintf("a line of %d bytes; lines up to %d are read", len(line), maxIndexLine)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return "", meta, "not a JSON object: " + err.Error()
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		meta.Set(key, values(fields[key])...)
	}
	if json.Unmarshal(fields["file"], &name) != nil || name == "" {
		return "", meta, `no "file"`
	}
	name = path.Clean(filepath.ToSlash(name))
	return name, meta, unlisted(name, seen)
}

// values returns the texts that a JSON value holds: a string or a number, or those of
// a list.
func values(value json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		list = []json.RawMessage{value}
	}
	var out []string
	for _, v := range list {
		var s string
		var n json.Number
		if json.Unmarshal(v, &s) != nil && json.Unmarshal(v, &n) == nil {
			s = n.String()
		}
		out = append(out, s)
	}
	return out
}

// unlisted says why a listed file is left out, "" if it is not.
func unlisted(name string, seen map[string]bool) string {
	switch {
	case !filepath.IsLocal(filepath.FromSlash(name)):
		return fmt.Sprintf("%q lies outside of the corpus", name)
	case seen[name]:
		return fmt.Sprintf("%q is listed above", name)
	case !readable(name):
		return fmt.Sprintf("%q is not of a kind that is read", name)
	}
	return ""
}
