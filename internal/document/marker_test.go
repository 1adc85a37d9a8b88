package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMarkerStyles(t *testing.T) {
	const list = "\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b\n[3] https://x.org/c\n"
	const notes = "\n\n[^1]: A note.\n[^a]: https://x.org/a\n"
	for _, test := range []struct {
		name, in string
		want     []string // text: keys
	}{
		{"footnotes", "a[^1] b [^a]." + notes, []string{"[^1]: 1", "[^a]: a"}},
		{"footnotes without definitions", "a[^1] b [^2][^x]." + list, []string{"[^1]: 1", "[^2]: 2"}},
		{"footnotes without a list", "The class [^1] and [^a-z].", nil},
		{"footnotes in code", "`[^1]` and \\[^1]" + notes, nil},
		{"footnote in a footnote", "a[^1].\n\n[^1]: see [^2]\n[^2]: b", []string{"[^1]: 1"}},
		{"lenticular", "甲【1†source】。乙【2†L3-L8】 c【3】 【4:0†f.pdf】【摘要】", []string{"【1†source】: 1", "【2†L3-L8】: 2", "【3】: 3", "【4:0†f.pdf】: 4:0"}},
		{"superscripts", "works¹. More²,³ and ¹⁻³; then¹²." + list, []string{"¹: 1", "²,³: 2 3", "¹⁻³: 1 2 3", "¹²: 12"}},
		{"superscripts above three", "So it is⁴ and⁵, but." + list, []string{"⁴: 4", "⁵: 5"}},
		{"exponents", "5 km², x², 10³, 10⁻³ m², χ² and 2¹⁰." + list, nil},
		{"superscripts after quotation marks", "He said “so.”¹ In 2015² it «was»³." + list, []string{"¹: 1", "²: 2", "³: 3"}},
		{"superscripts beside brackets", "It is so [1]. See note¹." + list, []string{"[1]: 1"}},
		{"superscripts without a list", "It is so¹.", nil},
		{"sup", "so<sup>1</sup> and<sup>2, 3</sup> in 10<sup>3</sup> 1<sup>st</sup>" + list, []string{"<sup>1</sup>: 1", "<sup>2, 3</sup>: 2 3"}},
		{"sup with brackets", "so<sup>[1]</sup>" + list, []string{"[1]: 1"}},
		{"escaped", `so \[1\] and \[2, 3\], \[x\]` + list, []string{`\[1\]: 1`, `\[2, 3\]: 2 3`}},
		{"escaped without a list", `the interval \[1\]`, nil},
	} {
		d := Parse("x.md", test.in)
		var got []string
		for _, m := range d.Markers {
			if d.Source[m.Start:m.End] != m.Text {
				t.Errorf("%s: marker %q spans %q", test.name, m.Text, d.Source[m.Start:m.End])
			}
			got = append(got, m.Text+": "+strings.Join(m.Keys, " "))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestLinkedMarkersKeepTheirAddress(t *testing.T) {
	d := ParseCited("x.md", "a [1](https://x.org/a) b [[2]](https://x.org/b).")
	if len(d.Markers) != 2 || d.Markers[0].URL != "https://x.org/a" || d.Markers[1].URL != "https://x.org/b" {
		t.Errorf("markers = %+v", d.Markers)
	}
	if d := Parse("x.md", "a [1](https://x.org/a)."); len(d.Markers) != 1 || d.Markers[0].URL != "" {
		t.Errorf("markers in our own way = %+v", d.Markers)
	}
}

func TestReferenceLists(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string // id url, and the text that is spanned where it matters
	}{
		{"tag", "<Related Works>\nSo [1].\n\nMore [2].\n</Related Works>\n\n<references>\n[1] https://x.org/a\n[2] https://x.org/b\n</references>",
			[]string{"1 https://x.org/a", "2 https://x.org/b"}},
		{"heading on the line above", "So [1]. It [2].\n\n参考文献：\n[1] https://x.org/a - A\n[2] https://x.org/b - B",
			[]string{"1 https://x.org/a", "2 https://x.org/b"}},
		{"several ids, the address again", "So [1] [5].\n\n[1] https://x.org/a\n\nhttps://x.org/a\n\n[2] [5] A title\n\nhttps://x.org/b\n",
			[]string{"1 https://x.org/a", "2 https://x.org/b", "5 https://x.org/b"}},
		{"a list for each part", "# A\n\nSo [1].\n\n## References\n\n[1] https://x.org/a\n\n# B\n\nSo [1].\n\n## References\n\n[1] https://x.org/b",
			[]string{"1 https://x.org/a", "1 (list 2) https://x.org/b"}},
		{"footnotes", "So[^a].[^2]\n\n[^a]: [A](https://x.org/a)\n    more\n[^2]: B, https://x.org/b\n\nThe end.",
			[]string{"a https://x.org/a", "2 https://x.org/b"}},
	} {
		d := Parse("x.md", test.in)
		var got []string
		for _, r := range d.References {
			got = append(got, r.ID+" "+r.URL)
			if s := d.Source[r.Start:r.End]; !strings.Contains(s, r.Label) || !strings.Contains(s, r.URL) {
				t.Errorf("%s: reference %s spans %q", test.name, r.ID, s)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
		if len(d.Markers) != 2 {
			t.Errorf("%s: markers = %+v, want two", test.name, d.Markers)
		}
	}
}
