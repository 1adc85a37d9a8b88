package reader

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/citestone/citestone/internal/document"
)

// Cited reads a document that is to be verified, with the places of all in it in the
// file: of HTML and LaTeX lines and columns, of DOCX paragraphs. HTML in another
// encoding than UTF-8, and text in UTF-16, have the places of the decoded text. bib
// holds the .bib files that the document names, by the names of Bibliographies, and
// others that its keys may be listed in; if one that it names is missing, the document
// is Unlisted. A .bib with entries that cannot be read
// gives a *BibError beside the document, as broken front matter a *FrontMatterError.
func Cited(name string, data []byte, bib map[string][]byte) (*document.Document, error) {
	if err := checkSize(name, data); err != nil {
		return nil, err
	}
	if f := formatOf(name, data); f == markdownFormat || f == textFormat || f == latexFormat {
		data = LineFeeds(data)
	}
	listed, missing, bibErr := references(name, data, bib)
	d, err := cited(name, data, listed)
	if d == nil {
		return nil, err
	}
	d.Unlisted = d.Unlisted || missing
	if err == nil {
		err = bibErr
	}
	return d, err
}

func cited(name string, data []byte, listed []document.Reference) (*document.Document, error) {
	switch formatOf(name, data) {
	case latexFormat:
		src, err := decode(name, data)
		if err != nil {
			return nil, err
		}
		if err := checkText(name, src); err != nil {
			return nil, err
		}
		l := readLaTeX(src)
		m := l.out.Mapped()
		if err := checkText(name, m.Text); err != nil {
			return nil, err
		}
		d := document.ParseCited(name, m.Text, listed...)
		l.meta.Title = cmp.Or(l.meta.Title, d.Meta.Title)
		d.Meta, d.Origin = l.meta, &document.Origin{File: src, Map: m}
		d.Unlisted = l.cites && !l.listed && len(listed) == 0
		return d, nil
	case docxFormat:
		stored, paragraphs, meta, err := readDOCX(name, data)
		if err != nil {
			return nil, err
		}
		if err := checkText(name, stored); err != nil {
			return nil, err
		}
		d := document.ParseCited(name, stored, listed...)
		meta.Title = cmp.Or(meta.Title, d.Meta.Title)
		d.Meta, d.Origin = meta, &document.Origin{Paragraphs: append([]int{}, paragraphs...)}
		return d, nil
	case htmlFormat:
		decoded, err := decodeHTML(name, data)
		if err != nil {
			return nil, err
		}
		src := string(decoded)
		m := convertPage(src).out.Mapped()
		if err := checkText(name, m.Text); err != nil {
			return nil, err
		}
		d := document.ParseCited(name, m.Text, listed...)
		title := d.Meta.Title
		d.Meta, d.Origin = pageMeta(src), &document.Origin{File: src, Map: m}
		d.Meta.Title = cmp.Or(d.Meta.Title, title)
		return d, nil
	}
	stored, meta, err := Read(name, data)
	if err != nil && stored == "" {
		return nil, err
	}
	if err := checkText(name, stored); err != nil {
		return nil, err
	}
	d := document.ParseCited(name, stored, listed...)
	meta.Title = cmp.Or(meta.Title, d.Meta.Title)
	d.Meta = meta
	return d, err
}

// references reads the .bib files, those that the document names first.
func references(name string, data []byte, bib map[string][]byte) (list []document.Reference, missing bool, err error) {
	files := Bibliographies(name, data)
	for _, file := range slices.Sorted(maps.Keys(bib)) {
		if !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	for _, file := range files {
		content, ok := bib[file]
		if !ok {
			missing = true
			continue
		}
		refs, bad := parseBib(file, content)
		list = append(list, refs...)
		if bad != nil && err == nil {
			err = bad
		}
	}
	return list, missing, err
}

// Bibliographies returns the names of the .bib files that a document names, as it
// writes them, each once.
func Bibliographies(name string, data []byte) []string {
	switch formatOf(name, data) {
	case latexFormat:
		return latexBibliographies(string(data))
	case markdownFormat:
		return matterBibliographies(string(data))
	}
	return nil
}

// matterBibliographies returns what front matter says under "bibliography".
func matterBibliographies(src string) []string {
	meta, err := document.ParseFrontMatter(strings.TrimPrefix(src, "\uFEFF"))
	if err != nil {
		return nil
	}
	var names []string
	for name := range strings.SplitSeq(meta.Extra["bibliography"], ", ") {
		if strings.EqualFold(path.Ext(name), ".bib") {
			names = append(names, name)
		}
	}
	return names
}
