package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// listed writes the references of d as "id label url".
func listed(d *Document) []string {
	var got []string
	for _, r := range d.References {
		got = append(got, strings.TrimSpace(r.ID+" = "+r.Label+" "+r.URL))
	}
	return got
}

func TestScopes(t *testing.T) {
	for _, test := range []struct {
		name, in      string
		markers, refs []string
	}{
		{"a list for each section", "# A\n\nSo [1] [2].\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b\n\n# B\n\nMore [2]. Not [3].\n\n## References\n\n[1] https://x.org/c\n[2] https://x.org/d",
			[]string{"[1]: 1", "[2]: 2", "[2]: 2 (list 2)", "[3]: 3"},
			[]string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b", "1 (list 2) = 1 https://x.org/c", "2 (list 2) = 2 https://x.org/d"}},
		{"lists that go on", "# A\n\nSo [1].\n\n## Sources\n\n1. https://x.org/a\n\n# B\n\nSo [2] and [1].\n\n## Sources\n\n2. https://x.org/b",
			[]string{"[1]: 1", "[2]: 2", "[1]: 1"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b"}},
		{"lists before their sections", "## Sources\n\n[1] https://x.org/a\n\n# A\n\nSo [1].\n\n## Sources\n\n[1] https://x.org/b\n\n# B\n\nSo [1].",
			[]string{"[1]: 1", "[1]: 1 (list 2)"}, []string{"1 = 1 https://x.org/a", "1 (list 2) = 1 https://x.org/b"}},
		{"a list that is given again", "# A\n\nSo [1].\n\n## Sources\n\n[1] https://x.org/a\n\n# B\n\nSo [1].\n\n## All sources\n\nThese.\n\n## References\n\n[1] https://x.org/a",
			[]string{"[1]: 1", "[1]: 1"}, []string{"1 = 1 https://x.org/a", "1 = 1 https://x.org/a"}},
		{"a number twice in one list", "So [1].\n\n## Sources\n\n[1] https://x.org/a\n[1] https://x.org/b",
			[]string{"[1]: 1"}, []string{"1 = 1 https://x.org/a", "1 = 1 https://x.org/b"}},
		{"three lists", strings.Repeat("# A\n\nSo [1].\n\n## Sources\n\n[1] A %d\n\n", 3),
			[]string{"[1]: 1", "[1]: 1 (list 2)", "[1]: 1 (list 3)"}, []string{"1 = 1", "1 (list 2) = 1", "1 (list 3) = 1"}},
		{"entries without numbers", "# A\n\n## Sources\n\n- https://x.org/a\n- https://x.org/b\n\n# B\n\n## Sources\n\n- https://x.org/c",
			nil, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b", "3 = 3 https://x.org/c"}},
	} {
		in := test.in
		if strings.Contains(in, "%d") {
			in = fmt.Sprintf(in, 1, 2, 3)
		}
		d := ParseCited("x.md", in)
		if diff := cmp.Diff(test.markers, shown(t, d)); diff != "" {
			t.Errorf("%s: markers: -want +got:\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.refs, listed(d)); diff != "" {
			t.Errorf("%s: references: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestListsOfStrangers(t *testing.T) {
	for _, test := range []struct {
		name, in      string
		markers, refs []string
	}{
		{"numbered at the end", "It is so [1]. And so [2].\n\n1. https://x.org/a\n2. B, https://x.org/b\n3. [C](https://x.org/c)",
			[]string{"[1]: 1", "[2]: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b", "3 = 3 https://x.org/c"}},
		{"behind a rule, with a last word", "It is so [1]. And so [2].\n\n---\n\n1. A\n   https://x.org/a\n2. B, https://x.org/b\n3. [C](https://x.org/c)\n\n*Written today.*",
			[]string{"[1]: 1", "[2]: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b", "3 = 3 https://x.org/c"}},
		{"steps with addresses are text", "Do as [A](https://x.org/a) says.\n\n1. Open https://x.org/b\n2. Close https://x.org/c\n3. Go to https://x.org/d",
			[]string{"[A](https://x.org/a): https://x.org/a", "https://x.org/b: https://x.org/b", "https://x.org/c: https://x.org/c", "https://x.org/d: https://x.org/d"}, nil},
		{"numbered links behind the list are text", "So [1] and [2].\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b\n\n## Steps\n\n1. Open https://x.org/b\n2. Close https://x.org/c\n3. Go to https://x.org/d",
			[]string{"[1]: 1", "[2]: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b"}},
		{"flattened, a list for each section", strings.Repeat("# A\n\nIt is so.1 It goes.2 It falls.3\n\n## Sources\n\n1. Work A%d\n2. Work B%d\n3. Work C%d\n\n", 2),
			[]string{"1: 1", "2: 2", "3: 3", "1: 1 (list 2)", "2: 2 (list 2)", "3: 3 (list 2)"}, []string{"1 = 1", "2 = 2", "3 = 3", "1 (list 2) = 1", "2 (list 2) = 2", "3 (list 2) = 3"}},
		{"footnotes beside numbers", "So[^1] and [1].\n\n[^1]: A remark, https://x.org/n\n\n## References\n\n[1] https://x.org/a",
			[]string{"[^1]: ^1", "[1]: 1"}, []string{"^1 = ^1 https://x.org/n", "1 = 1 https://x.org/a"}},
		{"footnotes for a list", "So[^1] and[^2].\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b",
			[]string{"[^1]: 1", "[^2]: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b"}},
		{"a footnote of two paragraphs", "So[^a] it is.\n\n[^a]: A remark.\n\n    With https://x.org/a here.\n\nThe end.",
			[]string{"[^a]: a"}, []string{"a = a https://x.org/a"}},
		{"words about the list", "So [1].\n\n## References\n\n(The sources follow.)\n\n1. https://x.org/a\n",
			[]string{"[1]: 1"}, []string{"1 = 1 https://x.org/a"}},
		{"entries in other forms", "So【1】 and【2】.\n\n## Sources\n\n【1】A https://x.org/a\n\n**[2]** B https://x.org/b\n\n<a id=\"r3\"></a>[3] https://x.org/c\n\n\\[4\\] https://x.org/d\n\n**5.** https://x.org/e",
			[]string{"【1】: 1", "【2】: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b", "3 = 3 https://x.org/c", "4 = 4 https://x.org/d", "5 = 5 https://x.org/e"}},
		{"definitions with titles", "See [A][1] and [B][2].\n\n[1]: https://x.org/a \"A title\"\n[2]: https://x.org/b\n",
			[]string{"[A][1]: 1", "[B][2]: 2"}, []string{"1 = 1 https://x.org/a", "2 = 2 https://x.org/b"}},
		{"notes in the text", "It is.^[Doe, https://x.org/a]", []string{"^[Doe, https://x.org/a]: note 1"}, []string{"note 1 = note 1 https://x.org/a"}},
		{"no list", "It is so [1]. It was so [2], and will be.[1][3] Then.", []string{"[1]: 1", "[2]: 2", "[1]: 1", "[3]: 3"}, nil},
		{"no list, and numbers that cite nothing", "Take the first [1] of a[0] and the last [2] of them.", nil, nil},
		{"one number alone", "The name[1] is set.", nil, nil},
		{"a range of characters beside footnotes", "Write [2-9] there.[^a]\n\n[^a]: https://x.org/a", []string{"[^a]: a"}, []string{"a = a https://x.org/a"}},
	} {
		in := test.in
		if strings.Contains(in, "%d") {
			in = fmt.Sprintf(in, 1, 2, 3, 4, 5, 6)
		}
		d := ParseCited("x.md", in)
		if diff := cmp.Diff(test.markers, shown(t, d)); diff != "" {
			t.Errorf("%s: markers: -want +got:\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.refs, listed(d)); diff != "" {
			t.Errorf("%s: references: -want +got:\n%s", test.name, diff)
		}
	}
}
