package audit

import (
	"testing"

	"github.com/citestone/citestone/internal/document"
	"github.com/google/go-cmp/cmp"
)

func TestCount(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     Structure
	}{
		{"nothing", "Prose.", Structure{Dangling: []string{}, Orphans: []string{}, Duplicates: []string{}}},
		{"groups, gaps and copies", "A is so [1, 2]. B is so [1][7].\n\n## References\n\n[1] One https://x.org/a\n[2] Two https://x.org/b\n[3] Three https://www.x.org/a/",
			Structure{3, 4, 3, 3, []string{"7"}, []string{"3"}, []string{"3"}}},
		{"no marker", "A is so.\n\n## Sources\n\n- https://x.org/a\n- https://x.org/b", Structure{0, 0, 0, 2, []string{}, []string{"1", "2"}, []string{}}},
		{"numbers that are links", "So [[3]](https://x.org/a), and [4](https://x.org/b).", Structure{2, 2, 2, 0, []string{}, []string{}, []string{}}},
		{"several ids", "A is so [1]. B [2].\n\n## Sources\n\n[1] [2] https://x.org/a\n", Structure{2, 2, 2, 1, []string{}, []string{}, []string{}}},
	} {
		if diff := cmp.Diff(test.want, Count(document.ParseCited("x.md", test.in))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}
