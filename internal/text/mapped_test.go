package text

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"pgregory.net/rapid"
)

func TestMappedOrigin(t *testing.T) {
	source := "a **b** &amp; c"
	var b Builder
	b.Add("a ", citestone.Span{Start: 0, End: 2})
	b.Add("b", citestone.Span{Start: 4, End: 5})
	b.Add(" ", citestone.Span{Start: 7, End: 8})
	b.Add("&", citestone.Span{Start: 8, End: 13})
	b.Add(" c", citestone.Span{Start: 13, End: 15})
	m := b.Mapped()
	for _, test := range []struct{ plain, want string }{
		{"a", "a"}, {"b", "b"}, {"a b", "a **b"}, {"b &", "b** &amp;"}, {"& c", "&amp; c"}, {"a b & c", source},
	} {
		i := strings.Index(m.Text, test.plain)
		o := m.Origin(i, i+len(test.plain))
		if got := source[o.Start:o.End]; got != test.want {
			t.Errorf("origin of %q = %q, want %q", test.plain, got, test.want)
		}
		s := m.Slice(i, i+len(test.plain))
		if s.Text != test.plain || s.Origin(0, len(s.Text)) != o {
			t.Errorf("slice %q has origin %v, want %v", s.Text, s.Origin(0, len(s.Text)), o)
		}
	}
}

func TestFold(t *testing.T) {
	source := "  The “Go”\n\tteam’s 10–20…\u200b É "
	m := Identity(source).Fold()
	if want := ` the "go" team's 10-20... é `; m.Text != want {
		t.Fatalf("folded %q, want %q", m.Text, want)
	}
	for plain, want := range map[string]string{`"go" team's`: "“Go”\n\tteam’s", "10-20": "10–20", "...": "…", "é": "É"} {
		i := strings.Index(m.Text, plain)
		o := m.Origin(i, i+len(plain))
		if got := source[o.Start:o.End]; got != want {
			t.Errorf("origin of %q = %q, want %q", plain, got, want)
		}
	}
}

func TestFoldKeepsOrigins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("aB \n“’–…é\u00ad1"))).Draw(t, "s")
		m := Identity(s).Fold()
		for i := range len(m.Text) {
			o := m.Origin(i, i+1)
			if o.Start < 0 || o.End > len(s) || o.Start >= o.End {
				t.Fatalf("byte %d of %q has origin %v in %q", i, m.Text, o, s)
			}
		}
		if again := m.Fold(); again.Text != m.Text {
			t.Fatalf("folding twice gives %q, once %q", again.Text, m.Text)
		}
		i := rapid.IntRange(0, len(m.Text)).Draw(t, "i")
		j := rapid.IntRange(i, len(m.Text)).Draw(t, "j")
		if got := m.Slice(i, j); got.Text != m.Text[i:j] || i < j && got.Origin(0, j-i) != m.Origin(i, j) {
			t.Fatalf("Slice(%d, %d) of %q differs from the whole", i, j, m.Text)
		}
	})
}
