package audit

import (
	"bytes"
	"testing"

	"github.com/citestone/citestone/internal/document"
)

// most is how often a document is mended at most until nothing is left to mend.
const most = 5

// FuzzFix holds that mending comes to an end, whatever the document.
func FuzzFix(f *testing.F) {
	for _, s := range []string{
		"One [1], two [3, 9] [7].\n\n# References\n\n1. A. http://a\n2. B\n3. A http://a\n",
		"One[^a] two[^b] [^c].\n\n[^a]: A\n[^b]: B\n    more\n[^d]: D\n", "It (Doe, 2020; Roe, 2019) is [@a; @b] \\cite{a,c}.\n\n# References\n\n- Doe, J. (2020). T.\n- Poe (2018). U.\n",
		"One [1](http://a) [[2]](http://b) ¹ ²³ 【4†a】 <sup>5</sup> [1-3]\n\n1. http://a\n2. http://a\n3. http://c\n", "a [1]\n# References\n[1] b\n[1] c\n\n# Sources\n[2] d [1]\n",
	} {
		f.Add("x.md", s)
	}
	f.Fuzz(func(t *testing.T, name, source string) {
		now := source
		for range most {
			fixes := Fix(&Input{Document: document.ParseCited(name, now), Mode: Verify}, FixOptions{})
			if len(fixes.Edits) == 0 {
				return
			}
			next, err := document.Apply(now, fixes.Edits)
			if err != nil {
				t.Fatalf("%v in %q", err, now)
			}
			now = next
		}
		if fixes := Fix(&Input{Document: document.ParseCited(name, now), Mode: Verify}, FixOptions{}); len(fixes.Edits) > 0 {
			t.Fatalf("%q became %q, and still %+v", source, now, fixes.Edits)
		}
	})
}

// FuzzBaseline holds that a baseline that is read and written is read again as the same.
func FuzzBaseline(f *testing.F) {
	f.Add([]byte(`{"version": 1, "documents": {"a.md": [{"fingerprint": "b", "rule": "c", "message": "d"}]}}`))
	f.Add([]byte(`{"version":1,"documents":{"a//b":[],"a/b":[{"fingerprint":"<\ud800"}],".\\a\\b":[{}]}}`))
	f.Add([]byte("<<<<<<< ours\n{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ReadBaseline(data)
		if err != nil {
			return
		}
		var once, again bytes.Buffer
		if err := b.Write(&once); err != nil {
			t.Fatal(err)
		}
		if b, err = ReadBaseline(once.Bytes()); err != nil {
			t.Fatalf("%v in %s", err, &once)
		}
		if err := b.Write(&again); err != nil || once.String() != again.String() {
			t.Errorf("%s became %s", &once, &again)
		}
	})
}
