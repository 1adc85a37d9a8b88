package audit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// adopted audits a stranger's document.
func adopted(body string) []citestone.Finding {
	return Run(&Input{Document: document.ParseCited("p.md", body)})
}

func prints(findings []citestone.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Fingerprint)
	}
	return list
}

// sentences are what the documents of the properties are made of.
var sentences = []string{
	"The collector was concurrent in 2015 [1].", "Its pauses fell to 10 milliseconds in 2016.", "Pluto was found in 1930 [7].", "Pluto was found in 1930 [7][8].",
	"Bananas had 5 grams of it [2, 9].", "Bananas grow in [1,] Ecuador [1].", "It was sold for 3 dollars [citation needed].",
}

func body(t *rapid.T) string {
	paragraphs := rapid.SliceOfN(rapid.SampledFrom(sentences), 1, 20).Draw(t, "paragraphs")
	return strings.Join(paragraphs, "\n\n") + references
}

// Moved lines, other line breaks and a new paragraph elsewhere change no fingerprint.
func TestFingerprintsOutliveEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := body(t)
		want := prints(adopted(s))
		main, list, _ := strings.Cut(s, "\n\n## References")
		for name, edited := range map[string]string{
			"shifted":  "\n\n\n" + s,
			"reflowed": strings.ReplaceAll(main, ". ", ".\n") + "\n\n## References" + list,
			"wrapped":  strings.ReplaceAll(main, " in ", "\nin ") + "\n\n## References" + list,
			"extended": "What follows is about fruit?\n\n" + s,
		} {
			if diff := cmp.Diff(want, prints(adopted(edited))); diff != "" {
				t.Fatalf("%s: %q (-want +got):\n%s", name, edited, diff)
			}
		}
	})
}

// All findings of a document differ, equal ones too.
func TestFingerprintsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := body(t)
		seen := map[string]citestone.Finding{}
		for _, f := range adopted(s) {
			if other, ok := seen[f.Fingerprint]; ok || f.Fingerprint == "" {
				t.Fatalf("%+v has the fingerprint of %+v", f, other)
			}
			seen[f.Fingerprint] = f
		}
	})
}

// A baseline of a document knows all of its findings, also after it was written and read.
func TestBaselineKnowsItsDocument(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		findings := adopted(body(t))
		b := &Baseline{}
		b.Set("docs/p.md", findings)
		b.Set("other.md", adopted("Pluto was found in 1930 [7]."+references))
		var first, second bytes.Buffer
		if err := b.Write(&first); err != nil {
			t.Fatal(err)
		}
		again, err := ReadBaseline(first.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, first.String())
		}
		if err := again.Write(&second); err != nil || first.String() != second.String() {
			t.Fatalf("written anew it differs: %v\n%s\n%s", err, first.String(), second.String())
		}
		fresh, accepted, gone := again.Filter(`.\docs\p.md`, findings)
		if len(fresh) > 0 || len(accepted) != len(findings) || gone != 0 {
			t.Fatalf("%d fresh, %d known, %d gone of %d", len(fresh), len(accepted), gone, len(findings))
		}
	})
}

func TestBaselineFilter(t *testing.T) {
	b := &Baseline{}
	old := adopted("Pluto was found in 1930 [7].\n\nBananas grow [1]." + references)
	b.Set("p.md", old)
	now := adopted("Pluto was found in 1930 [7]. Mars [8] was not.\n\nBananas grow [1][2][3]." + references)
	fresh, accepted, gone := b.Filter("p.md", now)
	if len(fresh) != 1 || fresh[0].Reference != "8" {
		t.Errorf("fresh: %+v, want only the citation of 8", fresh)
	}
	if len(accepted) != 1 || accepted[0].Reference != "7" {
		t.Errorf("known: %+v, want only the citation of 7", accepted)
	}
	if gone != 2 {
		t.Errorf("%d gone, want the two orphans", gone)
	}
	if fresh, _, _ := b.Filter("q.md", now); len(fresh) != len(now) {
		t.Error("another document has a part in the baseline")
	}
	b.Set("p.md", nil)
	var out bytes.Buffer
	if err := b.Write(&out); err != nil || strings.Contains(out.String(), "p.md") {
		t.Errorf("a document without findings stays: %v %s", err, out.String())
	}
}

func TestReadBaselineSaysWhatIsWrong(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", "line 1: this is no baseline"},
		{"{\n \"version\": 1,\n<<<<<<<\n}", "line 3: this is no baseline"},
		{`{"version": 2, "documents": {}}`, "version 2"},
		{`{"version": 1, "findings": []}`, "findings"},
	} {
		if _, err := ReadBaseline([]byte(tt.data)); citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.data, err, tt.want)
		}
	}
}
