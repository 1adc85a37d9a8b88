package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"We assess that Google will act.", []string{"Google"}},
		{"The University of Oxford and NASA met in August.", []string{"University of Oxford", "NASA"}},
		{"Pauses fell. Rust has none.", nil},
		{"Rust has none, but Rust is not alone.", []string{"Rust", "Rust"}},
		{"Rick Hudson joined Google in May, I think.", []string{"Rick Hudson", "Google"}},
		{"JavaScript and GOMAXPROCS matter.", []string{"JavaScript", "GOMAXPROCS"}},
		{"In Go, the C# and C++ teams", []string{"Go", "C#", "C++"}},
		{"nothing here", nil},
	} {
		if diff := cmp.Diff(test.want, parts(test.in, Names(test.in))); diff != "" {
			t.Errorf("Names(%q): -want +got:\n%s", test.in, diff)
		}
	}
}
