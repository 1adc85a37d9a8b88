package verify

import (
	"errors"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

func shelfOf(sources ...citestone.Source) *Shelf {
	s := &Shelf{}
	for _, src := range sources {
		s.Add(src, func() (string, error) { return "The text of " + src.ID + ".", nil })
	}
	return s
}

func TestShelfFinds(t *testing.T) {
	s := shelfOf(
		citestone.Source{ID: "gc", URL: "https://www.example.org/gc/", Path: "posts/gc.md", Title: "Collecting Garbage Without Pauses | The Example Blog", SHA256: strings.Repeat("a", 64)},
		citestone.Source{ID: "attention", Path: "1706.03762v5.txt", Title: "", SHA256: strings.Repeat("b", 64)},
		citestone.Source{ID: "doi", Path: "10.1000_xyz-123.txt", SHA256: strings.Repeat("c", 64)},
		citestone.Source{ID: "smith2020", Path: "lib/smith2020.html", Title: "Slowness", SHA256: strings.Repeat("d", 64)},
		citestone.Source{ID: "copy", URL: "https://mirror.example/smith", Path: "other/smith2020.html", Title: "Home page of something", SHA256: strings.Repeat("d", 64)},
		citestone.Source{ID: "r1", Path: "r1.md", Title: "Annual Report", SHA256: strings.Repeat("e", 64)},
		citestone.Source{ID: "r2", Path: "r2.md", Title: "Annual Report", SHA256: strings.Repeat("f", 64)},
		citestone.Source{ID: "pumps", URL: "https://pumps.example/docs/operation", Path: "operation.html", Title: "Operation", SHA256: strings.Repeat("0", 64)},
		citestone.Source{ID: "readme", Path: "README.md", Title: "Pumps of the town", SHA256: strings.Repeat("1", 64)},
	)
	for _, tt := range []struct {
		name string
		ref  document.Reference
		want string // id, "" for none
	}{
		{"address, but for www, slash and fragment", document.Reference{URL: "http://example.org/gc#top"}, "gc"},
		{"another address of the site", document.Reference{URL: "https://example.org/gc2"}, ""},
		{"title without the name of the site", document.Reference{Title: "Collecting garbage without pauses"}, "gc"},
		{"title within the entry", document.Reference{Text: "J. Doe, “Collecting Garbage without Pauses,” 2015."}, "gc"},
		{"a longer title is another one", document.Reference{Text: "J. Doe, Collecting Garbage without Pausesx, 2015."}, ""},
		{"path in the text", document.Reference{Text: "see posts/gc.md, line 3"}, "gc"},
		{"file name in the text", document.Reference{Text: "Doe (`gc.md`)"}, "gc"},
		{"hash", document.Reference{SHA256: strings.Repeat("b", 20)}, "attention"},
		{"a few digits of a hash are not enough", document.Reference{SHA256: "bbbbbbbb"}, ""},
		{"arXiv id by file name", document.Reference{ArXiv: "1706.03762"}, "attention"},
		{"another form of the address", document.Reference{URL: "https://m.example.org/gc/index.html?utm_source=x"}, "gc"},
		{"arXiv address", document.Reference{URL: "https://arxiv.org/pdf/1706.03762v2.pdf"}, "attention"},
		{"DOI by file name", document.Reference{DOI: "10.1000/XYZ-123"}, "doi"},
		{"bibliography key", document.Reference{Label: "smith2020"}, "smith2020"},
		{"two sources of one title", document.Reference{Title: "Annual report"}, ""},
		{"a short title says nothing", document.Reference{Title: "Slowness"}, ""},
		{"a file name and a short title, at another address", document.Reference{Title: "Operation", URL: "https://mirror.example/operation"}, "pumps"},
		{"a short title at another address", document.Reference{Title: "Operation", URL: "https://hospital.example/surgery"}, ""},
		{"a file name at another address", document.Reference{Title: "Opening hours", URL: "https://hospital.example/operation"}, ""},
		{"a file name that many have", document.Reference{URL: "https://code.example/heaters/README.md"}, ""},
		{"nothing known", document.Reference{Text: "Personal communication."}, ""},
	} {
		tt.ref.Text += " "
		src, err := Shelved("", s)(t.Context(), tt.ref)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if src.ID != tt.want || (src.Premise != nil) != (tt.want != "") {
			t.Errorf("%s: found %q, want %q", tt.name, src.ID, tt.want)
		}
	}
}

func TestShelvesInOrder(t *testing.T) {
	own := shelfOf(citestone.Source{ID: "own", URL: "https://x.example/a"})
	other := shelfOf(citestone.Source{ID: "other", URL: "https://x.example/a"}, citestone.Source{ID: "b", URL: "https://x.example/b"})
	for url, want := range map[string]string{"https://x.example/a": "own", "https://x.example/b": "b"} {
		if src, err := Shelved("", own, other)(t.Context(), document.Reference{URL: url}); err != nil || src.ID != want {
			t.Errorf("%s: %v, %v, want %s", url, src, err, want)
		}
	}
	if src, err := Shelved("", own)(t.Context(), document.Reference{ID: "7"}); src != nil || err != nil {
		t.Errorf("a key without entry resolves to %v, %v", src, err)
	}
}

func TestShelfReadsWhatIsNeeded(t *testing.T) {
	s, reads := &Shelf{}, 0
	failed := errors.New("gone")
	s.Add(citestone.Source{ID: "a", URL: "https://x.example/a"}, func() (string, error) { reads++; return "Text.", nil })
	s.Add(citestone.Source{ID: "b", URL: "https://x.example/b"}, func() (string, error) { return "", failed })
	resolve := Shelved("", s)
	for range 3 {
		if _, err := resolve(t.Context(), document.Reference{URL: "https://x.example/a"}); err != nil {
			t.Fatal(err)
		}
	}
	if reads != 1 {
		t.Errorf("the source was read %d times, want once", reads)
	}
	if _, err := resolve(t.Context(), document.Reference{URL: "https://x.example/b"}); !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
}
