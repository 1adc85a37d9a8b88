package corpus

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path"
	"path/filepath"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/reader"
)

// known is what is known of a file since it was last read.
type known struct {
	Path     string   `json:"path"`
	Size     int64    `json:"size"`
	Modified int64    `json:"modified"`       // nanoseconds since 1970
	Raw      string   `json:"raw,omitempty"`  // hash of the file
	Own      Document `json:"own"`            // with the metadata that the file itself gives
	Skip     string   `json:"skip,omitempty"` // why it is not in the corpus
	Note     string   `json:"note,omitempty"` // what is wrong with it, although it is
}

func (k known) same(f file) bool {
	return k.Path == f.path && k.Size == f.size && k.Modified == f.modified
}

// read returns what is known of a file and its stored text. Of an unchanged file
// neither is computed again: prev is what was known, stored finds its text by hash.
func (s *scan) read(f file, prev known, stored func(sha string) (string, bool)) (known, string) {
	k := known{Path: f.path, Size: f.size, Modified: f.modified}
	if prev.same(f) && prev.Skip == "" {
		if text, ok := stored(prev.Own.SHA256); ok {
			return prev, text
		}
	}
	data, err := readFile(filepath.Join(s.dir, filepath.FromSlash(f.path)), s.maxFile)
	if err != nil {
		k.Skip = reason(err)
		return k, ""
	}
	k.Raw = hash(data)
	if k.Raw == prev.Raw && prev.Skip == "" {
		if text, ok := stored(prev.Own.SHA256); ok {
			k.Own, k.Note = prev.Own, prev.Note
			return k, text
		}
	}
	text, meta, err := reader.Read(f.path, data)
	if fm := new(reader.FrontMatterError); errors.As(err, &fm) {
		k.Note = "read without its front matter: " + fm.Err.Error()
	} else if err != nil {
		k.Skip = strings.TrimPrefix(err.Error(), f.path+": ")
		return k, ""
	}
	if strings.TrimSpace(text) == "" {
		k.Skip = "no text in it"
		return k, ""
	}
	k.Own = own(f.path, text, meta)
	return k, text
}

// own is the document as the file describes it.
func own(name, text string, m document.Meta) Document {
	return Document{ID: name, Path: name, Title: cmp.Or(m.Title, firstHeading(name, text)), URL: m.URL, Date: isoDate(m.Date), Summary: m.Summary,
		Publisher: m.Publisher, Authors: m.Authors, Tags: m.Tags, SHA256: hash([]byte(text)), Bytes: len(text)}
}

// titleBytes is how far into a document its title is looked for.
const titleBytes = 4096

func firstHeading(name, text string) string {
	for _, b := range document.Parse(name, text[:min(len(text), titleBytes)]).Blocks {
		if b.Kind == document.Heading {
			return b.Plain.Text
		}
	}
	return ""
}

// with returns d with what the index file says of it, which goes first. A document
// without a title is called by its file.
func (d Document) with(l document.Meta) Document {
	d.Title = cmp.Or(l.Title, d.Title, strings.TrimSuffix(path.Base(d.Path), path.Ext(d.Path)))
	d.URL = cmp.Or(l.URL, d.URL)
	d.Date = cmp.Or(isoDate(l.Date), d.Date)
	d.Summary = cmp.Or(l.Summary, d.Summary)
	d.Publisher = cmp.Or(l.Publisher, d.Publisher)
	if len(l.Authors) > 0 {
		d.Authors = l.Authors
	}
	if len(l.Tags) > 0 {
		d.Tags = l.Tags
	}
	return d
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// storage is the error of a cache that cannot be used.
func storage(err error) error {
	return citestone.Errorf(citestone.StorageFailed, "the index cannot be stored: %w", err).
		WithHint("Free some space or choose another folder with --cache.")
}
