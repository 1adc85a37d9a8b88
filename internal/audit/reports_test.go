package audit

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/citestone/citestone/internal/document"
)

// reports returns the real reports of testdata/reports, and those of the folder
// that CITESTONE_REPORTS names.
func reports(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range []string{filepath.Join("testdata", "reports"), os.Getenv("CITESTONE_REPORTS")} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if data, err := os.ReadFile(path); err != nil {
				t.Error(err)
			} else if dir != "" && filepath.Base(path) != "README.md" {
				out[filepath.Base(path)] = string(data)
			}
		}
	}
	return out
}

func TestFixReports(t *testing.T) {
	for name, body := range reports(t) {
		t.Run(name, func(t *testing.T) {
			before := document.ParseCited(name, body)
			fixes := Fix(&Input{Document: before}, FixOptions{})
			t.Logf("%d edits, %d stripped, %d pruned, %d merged, %d renumbered, left %v", len(fixes.Edits), fixes.Stripped, fixes.Pruned, fixes.Merged, fixes.Renumbered, fixes.Left)
			after, err := document.Apply(body, fixes.Edits)
			if err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("CITESTONE_FIXED"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(after), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			fixed := document.ParseCited(name, after)
			checkFixed(t, fixed, fixes)
			checkCitations(t, before, fixed, fixes)
		})
	}
}

// checkFixed checks that nothing is left to fix but what was said to be.
func checkFixed(t interface{ Errorf(string, ...any) }, fixed *document.Document, fixes Fixes) {
	in := &Input{Document: fixed}
	again := Fix(in, FixOptions{})
	if len(again.Edits) > 0 {
		t.Errorf("fixed again: %+v", again.Edits)
	}
	if len(again.Left) > len(fixes.Left) {
		t.Errorf("left %+v, after that %+v", fixes.Left, again.Left)
	}
	if len(fixes.Left) > 0 {
		return
	}
	named := map[string]bool{}
	for _, m := range newFixer(in, FixOptions{}).mentions {
		for _, key := range m.Keys {
			named[key] = true
		}
	}
	for _, f := range slices.Concat(dangling(in), orphans(in)) {
		if named[f.Reference] {
			continue
		}
		t.Errorf("left: %+v", f)
	}
}

// checkCitations checks that each citation that stays cites what it cited.
func checkCitations(t interface{ Errorf(string, ...any) }, before, after *document.Document, fixes Fixes) {
	if want, got := citations(before)-fixes.Stripped, citations(after); got > want || fixes.Merged == 0 && got < want {
		t.Errorf("%d citations after the fix of\n%q, want %d:\n%q", got, before.Source, want, after.Source)
	}
	want := works(before)
	for i, w := range works(after) {
		n := slices.IndexFunc(want, func(was []string) bool {
			return slices.ContainsFunc(w, func(id string) bool { return slices.Contains(was, id) })
		})
		if n < 0 {
			t.Errorf("citation %d is of %s, which does not follow there in the original", i, w)
			return
		}
		want = want[n+1:]
	}
}

func citations(d *document.Document) int {
	n := 0
	for _, m := range d.Markers {
		n += len(m.Keys)
	}
	return n
}

// works says for each citation of the text, in order, by what its work is known: two
// references to one work may have different addresses.
func works(d *document.Document) [][]string {
	byID := map[string]document.Reference{}
	for _, r := range d.References {
		if _, ok := byID[r.ID]; !ok {
			byID[r.ID] = r
		}
	}
	var out [][]string
	for _, m := range d.Markers {
		for _, key := range m.Keys {
			r := byID[key]
			r.URL = cmp.Or(r.URL, m.URL)
			ids := certain(r)
			if len(ids) == 0 {
				ids = []string{"title " + r.Title}
			}
			out = append(out, ids)
		}
	}
	return out
}
