package document

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
	"github.com/google/go-cmp/cmp"
)

func TestOriginal(t *testing.T) {
	const file = "\\emph{So} it is \\cite{a,b}.\n"
	var b text.Builder
	b.Add("*So*", citestone.Span{Start: 0, End: len(`\emph{So}`)})
	b.Add(file[len(`\emph{So}`):], citestone.Span{Start: len(`\emph{So}`), End: len(file)})
	m := b.Mapped()
	d := &Document{Name: "x.tex", Source: m.Text, Origin: &Origin{File: file, Map: m}}
	at := strings.Index(d.Source, ",b")
	edits, err := d.Original([]Edit{{Span: citestone.Span{Start: at, End: at + 2}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Apply(file, edits)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("\\emph{So} it is \\cite{a}.\n", got); diff != "" {
		t.Error(diff)
	}
	if _, err := d.Original([]Edit{{Span: citestone.Span{Start: 0, End: 4}}}); err == nil || !strings.Contains(err.Error(), "line 1, column 1") {
		t.Errorf("an edit of what is converted: %v", err)
	}
	d.Name = "x.html"
	if _, err := d.Original(edits); citestone.KindOf(err) != citestone.BadInput {
		t.Errorf("HTML: %v", err)
	}
}
