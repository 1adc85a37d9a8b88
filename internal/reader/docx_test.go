package reader

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
)

// wordZip writes a DOCX file with the body and other parts, as pairs of path and XML.
func wordZip(t testing.TB, body string, parts ...string) []byte {
	t.Helper()
	const ns = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	if body != "" {
		parts = append(parts, "word/document.xml", `<?xml version="1.0"?><w:document`+ns+`><w:body>`+body+`</w:body></w:document>`)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := 0; i+1 < len(parts); i += 2 {
		f, err := z.Create(parts[i])
		if err == nil {
			_, err = f.Write([]byte(parts[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// para writes a paragraph of Word.
func para(properties, text string) string {
	return `<w:p><w:pPr>` + properties + `</w:pPr><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

const (
	wordStyles = `<w:styles xmlns:w="w"><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>` +
		`<w:style w:styleId="My"><w:name w:val="My head"/><w:basedOn w:val="berschrift1"/></w:style>` +
		`<w:style w:styleId="Q"><w:name w:val="Quote"/></w:style></w:styles>`
	wordNumbering = `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl></w:abstractNum>` +
		`<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>` +
		`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
	listed = `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>`
)

func TestDOCX(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"headings", para(`<w:pStyle w:val="My"/>`, "Head # 1") + para("", "Text."), "# Head \\# 1\n\nText."},
		{"numbered", para(listed, "One") + para("", "Between") + para(listed, "Two"), "1. One\n\nBetween\n\n2. Two"},
		{"bullets", para(`<w:numPr><w:numId w:val="2"/></w:numPr>`, "One"), "- One"},
		{"quote", para(`<w:pStyle w:val="Q"/>`, "Said"), "> Said"},
		{"superscript", `<w:p><w:r><w:t>Fell.</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1,</w:t></w:r>` +
			`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:t> More.</w:t></w:r></w:p>`, "Fell.<sup>1,2</sup> More."},
		{"tracked changes", `<w:p><w:r><w:t>It </w:t></w:r><w:del><w:r><w:delText>fell</w:delText></w:r></w:del><w:ins><w:r><w:t>rose</w:t></w:r></w:ins><w:r><w:t>.</w:t></w:r></w:p>`, "It rose."},
		{"field of a citation manager", `<w:p><w:r><w:t>Fell </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ADDIN ZOTERO_ITEM {"x"}</w:instrText></w:r>` +
			`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>[1]</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p>`, "Fell [1]."},
		{"link", `<w:p><w:hyperlink r:id="rId1"><w:r><w:t>The page</w:t></w:r></w:hyperlink><w:r><w:t> says.</w:t></w:r></w:p>`, "[The page](https://x.org/a) says."},
		{"footnote", `<w:p><w:r><w:t>Fell.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, "Fell.[^2]\n\n[^2]: See x. And y."},
		{"table", `<w:tbl><w:tr><w:tc>` + para("", "a|b") + para("", "c") + `</w:tc><w:tc>` + para("", "d") + `</w:tc></w:tr><w:tr><w:tc>` + para("", "1") + `</w:tc></w:tr></w:tbl>` + para("", "After."),
			"| a\\|b c | d |\n| --- | --- |\n| 1 |\n\nAfter."},
		{"tab, break and soft hyphen", "<w:p><w:r><w:t>so\u00adft</w:t><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t></w:r></w:p>", "soft a\nb"},
		{"text that looks like markup", para("", "1) *a* _b_ &lt;c&gt; [1] [d](e) &amp;amp;"), "1) \\*a\\* \\_b_ \\<c> [1] [d]\\(e) \\&amp;"},
	} {
		data := wordZip(t, test.body, "word/styles.xml", wordStyles, "word/numbering.xml", wordNumbering,
			"word/_rels/document.xml.rels", `<Relationships><Relationship Id="rId1" Type="http://x/hyperlink" Target="https://x.org/a"/></Relationships>`,
			"word/footnotes.xml", `<w:footnotes xmlns:w="w"><w:footnote w:id="0">`+para("", "separator")+`</w:footnote><w:footnote w:id="2">`+para("", " See x.")+para("", "And y.")+`</w:footnote></w:footnotes>`)
		got, _, err := Read("a.docx", data)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestDOCXPlaces(t *testing.T) {
	data := wordZip(t, para("", "First one is here.")+para("", "")+para(`<w:pStyle w:val="berschrift1"/>`, "Head")+para("", "Then 3 came. And 4 went."), "word/styles.xml", wordStyles,
		"docProps/core.xml", `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>The title</dc:title><dc:creator>Jane Doe;Bob Roe</dc:creator></cp:coreProperties>`)
	d, err := Cited("a.docx", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	places := d.Places()
	var got [][2]int
	for _, s := range d.Sentences {
		at := places.At(s.Span)
		got = append(got, [2]int{at.Line, at.Column})
	}
	if diff := cmp.Diff([][2]int{{1, 1}, {4, 1}, {4, 14}}, got); diff != "" {
		t.Errorf("paragraphs and columns: -want +got:\n%s", diff)
	}
	if d.Meta.Title != "The title" || !cmp.Equal(d.Meta.Authors, []string{"Jane Doe", "Bob Roe"}) {
		t.Errorf("meta = %+v", d.Meta)
	}
}

func TestDOCXRefuses(t *testing.T) {
	bomb := wordZip(t, para("", strings.Repeat("a", 40<<20)))
	for _, test := range []struct {
		name string
		data []byte
		want string
	}{
		{"a.docx", []byte("PK\x03\x04broken"), "a.docx: not a DOCX file"},
		{"a.docx", []byte(ole + "..."), "a.docx: encrypted, or a file in an old Word format"},
		{"a.docx", wordZip(t, "", "x.xml", "<a/>"), "a.docx: not a DOCX file: it holds no word/document.xml"},
		{"a.docx", bomb, "a.docx: word/document.xml is too large when unpacked"},
		{"a.docx", wordZip(t, "", "word/document.xml", "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>"), "a.docx: word/document.xml, line 1: a document type is not read"},
		{"a.docx", wordZip(t, "<w:p><w:r>")[:200], "a.docx: not a DOCX file"},
		{"a.docx", wordZip(t, "", "word/document.xml", "<w:document><w:body><w:p>"), "a.docx: word/document.xml, line 1: the XML ends too early"},
		{"a.docx", wordZip(t, strings.Repeat("<w:x>", 1000)), "a.docx: word/document.xml, line 1: elements nest too deep"},
		{"a.doc", []byte(ole), "a.doc: a file in an old Word format"},
		{"a.pdf", []byte("%PDF-1.7"), "a.pdf: a PDF, which is not read yet"},
		{"report", []byte("%PDF-1.7"), "report: a PDF, which is not read yet"},
		{"report.md", []byte("%PDF-1.7"), "report.md: a PDF, which is not read yet"},
		{"a.odt", []byte("PK"), "a.odt: a file of a word processor that is not read"},
	} {
		_, err := Cited(test.name, test.data, nil)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || citestone.KindOf(err) != citestone.BadInput {
			t.Errorf("Cited(%s): error %v (kind %v), want %q", test.name, err, citestone.KindOf(err), test.want)
		}
	}
}
