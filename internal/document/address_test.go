package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAddresses(t *testing.T) {
	const more = "\n\nAnd so it is, https://end.org."
	for _, test := range []struct {
		name, in string
		want     []string // without the last; text: key
	}{
		{"links", "So ([A](https://x.org/a)). More [B [b]](https://x.org/b_(c) \"t\")." + more,
			[]string{"([A](https://x.org/a)): https://x.org/a", "[B [b]](https://x.org/b_(c) \"t\"): https://x.org/b_(c)"}},
		{"escaped brackets", `So \[[Doe' 2024](https://x.org/a)\]\[[Roe' 2023](https://x.org/b)\].` + more,
			[]string{`\[[Doe' 2024](https://x.org/a)\]: https://x.org/a`, `\[[Roe' 2023](https://x.org/b)\]: https://x.org/b`}},
		{"bare", "So <https://x.org/a> and (https://x.org/b), see https://x.org/c." + more,
			[]string{"<https://x.org/a>: https://x.org/a", "(https://x.org/b): https://x.org/b", "https://x.org/c: https://x.org/c"}},
		{"its own text", "So [https://x.org/a](https://x.org/a)." + more, []string{"[https://x.org/a](https://x.org/a): https://x.org/a"}},
		{"not in code, tags and images", "`https://x.org/a` ![i](https://x.org/i.png) <a href=\"https://x.org/b\">b</a> http:// xhttps://x.org\n\n```\nhttps://x.org/c\n```" + more, nil},
	} {
		d := ParseCited("x.md", test.in)
		var got []string
		for _, m := range d.Markers {
			if d.Source[m.Start:m.End] != m.Text {
				t.Errorf("%s: marker %q spans %q", test.name, m.Text, d.Source[m.Start:m.End])
			}
			got = append(got, m.Text+": "+strings.Join(m.Keys, " "))
		}
		var want []string
		if len(test.want) > 0 {
			want = append(test.want, "https://end.org: https://end.org")
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

// A link is text where the document cites in another way, and its text always stays.
func TestLinksAreText(t *testing.T) {
	d := ParseCited("x.md", "So [A](https://x.org/a) is [1]. And [B](https://x.org/b).\n\n## References\n\n[1] https://x.org/c")
	if len(d.Markers) != 1 {
		t.Errorf("markers = %+v, want one", d.Markers)
	}
	if d := Parse("x.md", "So [A](https://x.org/a). And https://x.org/b."); len(d.Markers) != 0 {
		t.Errorf("markers of a source = %+v, want none", d.Markers)
	}
	d = ParseCited("x.md", "It is [so. And A](https://x.org/a) is. And [B](https://x.org/b) is.")
	if want := "P \"It is so. And A is. And B is.\"\n"; blocks(d) != want {
		t.Errorf("blocks = %s, want %s", blocks(d), want)
	}
	for i, s := range d.Sentences {
		if i > 0 && s.Start < d.Sentences[i-1].End {
			t.Errorf("sentence %d starts in the one before", i)
		}
	}
}
