package reader

import (
	"testing"

	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestBib(t *testing.T) {
	const src = `Text in front, with an address a@b.org.
@string{jacm = "Journal of the {ACM}"}
@comment{@article{no, title={No}}}
@preamble{"\newcommand{\x}{y}"}
@Article{knuth84, author = {Knuth, Donald E. and M{\"u}ller, J{\'o}n and {World Health Organization} and others},
  title = {Literate {P}rogramming}, journal = jacm # " B", year = 1984, month = feb,
  doi = {https://doi.org/10.1093/comjnl/27.2.97}, url = {https://x.org/a\_b%20c},
}
@misc(vaswani, title="Attention {"}Is{"} All", author="Vaswani, Ashish", eprint={1706.03762v5}, archivePrefix={arXiv}, date={2017-06-12})
@misc{web, title = {A page}, howpublished = {\url{https://y.org/z}}, year = {2020}}
@inproceedings{child, crossref = {proc}, title = {Child}, author = {Ann B}}
@proceedings{proc, title = {Proc of X}, year = {2001}, editor = {Ed C}}
`
	ref := func(r document.Reference) document.Reference {
		r.Label, r.External = r.ID, true
		return r
	}
	want := []document.Reference{
		ref(document.Reference{ID: "knuth84", Title: "Literate Programming", Authors: []string{"Donald E. Knuth", "Jón Müller", "World Health Organization"},
			Published: "1984-02", URL: "https://x.org/a_b%20c", DOI: "10.1093/comjnl/27.2.97",
			Text: "Donald E. Knuth, Jón Müller, World Health Organization. (1984-02). Literate Programming. Journal of the ACM B. doi:10.1093/comjnl/27.2.97. https://x.org/a_b%20c"}),
		ref(document.Reference{ID: "vaswani", Title: `Attention "Is" All`, Authors: []string{"Ashish Vaswani"}, Published: "2017-06-12", ArXiv: "1706.03762",
			Text: `Ashish Vaswani. (2017-06-12). Attention "Is" All`}),
		ref(document.Reference{ID: "web", Title: "A page", Published: "2020", URL: "https://y.org/z", Text: "(2020). A page. https://y.org/z"}),
		ref(document.Reference{ID: "child", Title: "Child", Authors: []string{"Ann B"}, Published: "2001", Text: "Ann B. (2001). Child. Proc of X"}),
		ref(document.Reference{ID: "proc", Title: "Proc of X", Authors: []string{"Ed C"}, Published: "2001", Text: "Ed C. (2001). Proc of X"}),
	}
	got, bad := parseBib("a.bib", []byte(src))
	if bad != nil {
		t.Error(bad)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(document.Reference{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBibErrors(t *testing.T) {
	for _, test := range []struct {
		src, want string
		keys      []string
	}{
		{"\n@misc{a, title = {No end\n@misc{b, title={B}}", "a.bib:2: entry a: the value of title is not closed", []string{"a", "b"}},
		{"@misc{a, title {x}}\n@misc{b}", `a.bib:1: entry a: expected a field and =, not "{x}}"`, []string{"a", "b"}},
		{"@misc{title = {x}}", "a.bib:1: @misc has no key", nil},
		{"@misc{a, year=1", "a.bib:1: entry a: it is not closed", []string{"a"}},
		{"@comment{a", "a.bib:1: @comment is not closed", nil},
		{"a\x00", "a.bib:1: a binary file: zero byte at offset 1", nil},
	} {
		refs, bad := parseBib("a.bib", []byte(test.src))
		var keys []string
		for _, r := range refs {
			keys = append(keys, r.ID)
		}
		if bad == nil || bad.Error() != test.want || !cmp.Equal(keys, test.keys) {
			t.Errorf("%q: keys %q, error %v, want %q, %q", test.src, keys, bad, test.keys, test.want)
		}
	}
}
