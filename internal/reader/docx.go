package reader

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Limits of a DOCX file: the size of a part when unpacked, in bytes, how many times
// larger than the file all of them may be, and how deep elements nest.
const (
	maxPart   = 128 << 20
	maxRatio  = 200
	maxNested = 300
)

// A wordFile is a DOCX file: a zip archive of XML parts.
type wordFile struct {
	name  string
	parts map[string]*zip.File
	left  int64 // bytes that may still be unpacked
}

// readDOCX converts a DOCX file to Markdown. It returns where its paragraphs start in
// that.
func readDOCX(name string, data []byte) (markdown string, paragraphs []int, meta document.Meta, err error) {
	f, err := openWord(name, data)
	if err != nil {
		return "", nil, meta, err
	}
	c := word{levels: map[string]map[string]string{}, counters: map[string][]int{}, notes: map[string]string{}}
	for _, part := range []struct {
		path string
		read func(*xml.Decoder) error
	}{
		{"word/styles.xml", c.readStyles},
		{"word/numbering.xml", c.readNumbering},
		{"word/_rels/document.xml.rels", c.readLinks},
		{"docProps/core.xml", func(d *xml.Decoder) error { return readCore(d, &meta) }},
		{"word/document.xml", c.readBody},
		{"word/footnotes.xml", func(d *xml.Decoder) error { return c.readNotes(d, "footnote", "") }},
		{"word/endnotes.xml", func(d *xml.Decoder) error { return c.readNotes(d, "endnote", "e") }},
	} {
		if err := f.read(part.path, part.read); err != nil {
			return "", nil, meta, err
		}
	}
	c.end()
	return c.out.Mapped().Text, c.paragraphs, meta, nil
}

// openWord opens the archive.
func openWord(name string, data []byte) (*wordFile, error) {
	if bytes.HasPrefix(data, []byte(ole)) {
		return nil, citestone.Errorf(citestone.BadInput, "%s: encrypted, or a file in an old Word format", name).
			WithHint("Save it as .docx without a password.")
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "%s: not a DOCX file: %w", name, err)
	}
	f := &wordFile{name: name, parts: map[string]*zip.File{}, left: int64(len(data))*maxRatio + 1<<20}
	for _, part := range z.File {
		if _, twice := f.parts[part.Name]; !twice {
			f.parts[part.Name] = part
		}
	}
	if f.parts["word/document.xml"] == nil {
		return nil, citestone.Errorf(citestone.BadInput, "%s: not a DOCX file: it holds no word/document.xml", name)
	}
	return f, nil
}

// read reads a part. One that is not there is no error.
func (f *wordFile) read(part string, read func(*xml.Decoder) error) error {
	file := f.parts[part]
	if file == nil {
		return nil
	}
	r, err := file.Open()
	if err != nil {
		return citestone.Errorf(citestone.BadInput, "%s: %s: %w", f.name, part, err)
	}
	defer r.Close()
	limited := &io.LimitedReader{R: r, N: min(maxPart, f.left) + 1}
	d := xml.NewDecoder(limited)
	err = read(d)
	f.left -= d.InputOffset()
	switch {
	case limited.N <= 0:
		return citestone.Errorf(citestone.BadInput, "%s: %s is too large when unpacked", f.name, part).
			WithHint("Parts of up to %d MiB are read, and of up to %d times the size of the file in all.", maxPart>>20, maxRatio)
	case err != nil && !errors.Is(err, io.EOF):
		line, _ := d.InputPos()
		return citestone.Errorf(citestone.BadInput, "%s: %s, line %d: %w", f.name, part, line, err)
	}
	return nil
}

// eachElement calls start and end for the elements of a part and text for what is in
// them, up to the end.
func eachElement(d *xml.Decoder, start func(xml.StartElement), end func(name string), text func(string)) error {
	depth := 0
	for {
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			if depth > 0 {
				return errors.New("the XML ends too early")
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > maxNested {
				return errors.New("elements nest too deep")
			}
			start(t)
		case xml.EndElement:
			if depth--; depth < 0 {
				return errors.New("an element ends that has not begun")
			}
			if end != nil {
				end(t.Name.Local)
			}
		case xml.CharData:
			if text != nil {
				text(string(t))
			}
		case xml.Directive:
			if bytes.Contains(t, []byte("ENTITY")) || bytes.HasPrefix(t, []byte("DOCTYPE")) {
				return errors.New("a document type is not read")
			}
		}
	}
}

// attr returns an attribute of any namespace.
func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// readCore reads what the file says of itself.
func readCore(d *xml.Decoder, m *document.Meta) error {
	name := ""
	return eachElement(d, func(e xml.StartElement) { name = e.Name.Local }, func(string) { name = "" }, func(s string) {
		switch name {
		case "title":
			m.Title += s
		case "creator":
			for author := range strings.SplitSeq(s, ";") {
				m.Set("authors", append(m.Authors, author)...)
			}
		case "created":
			m.Date, _, _ = strings.Cut(s, "T")
		case "language":
			m.Language = s
		case "description":
			m.Summary += s
		}
	})
}

// readLinks reads what the links of the document lead to.
func (w *word) readLinks(d *xml.Decoder) error {
	w.links = map[string]string{}
	return eachElement(d, func(e xml.StartElement) {
		if strings.HasSuffix(attr(e, "Type"), "/hyperlink") {
			w.links[attr(e, "Id")] = attr(e, "Target")
		}
	}, nil, nil)
}

// readStyles reads which styles are headings, quotations and lists, by their names,
// which are English in every language.
func (w *word) readStyles(d *xml.Decoder) error {
	w.styles = map[string]style{}
	id := ""
	return eachElement(d, func(e xml.StartElement) {
		s := w.styles[id]
		switch e.Name.Local {
		case "style":
			id = attr(e, "styleId")
			return
		case "name":
			s.name = strings.ToLower(attr(e, "val"))
		case "basedOn":
			s.base = attr(e, "val")
		case "numId":
			s.list = attr(e, "val")
		case "ilvl":
			s.level = attr(e, "val")
		default:
			return
		}
		w.styles[id] = s
	}, nil, nil)
}

// readNumbering reads the formats of the levels of the lists, and where they start.
func (w *word) readNumbering(d *xml.Decoder) error {
	abstract := map[string]map[string]string{}
	of, level, list := "", "", ""
	return eachElement(d, func(e xml.StartElement) {
		value := attr(e, "val")
		switch e.Name.Local {
		case "abstractNum":
			of, list = attr(e, "abstractNumId"), ""
			abstract[of] = map[string]string{}
		case "num":
			list = attr(e, "numId")
		case "lvl":
			level = attr(e, "ilvl")
		case "lvlOverride":
			level = attr(e, "ilvl")
		case "abstractNumId":
			if list != "" {
				w.levels[list] = map[string]string{}
				for k, v := range abstract[value] {
					w.levels[list][k] = v
				}
			}
		case "numFmt", "start", "startOverride":
			key := level + " " + strings.TrimSuffix(e.Name.Local, "Override")
			if m := w.levels[list]; list != "" && m != nil {
				m[key] = value
			} else if m := abstract[of]; list == "" && m != nil {
				m[key] = value
			}
		}
	}, nil, nil)
}
