package render

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"same", "a\n", "a\n", ""},
		{"a line", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "--- a/x.md\n+++ b/x.md\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		{"CRLF", "a\r\nb\r\n", "a\r\nc\r\n", "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"},
		{"no newline at the end", "a\nb", "a", "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,1 @@\n-a\n-b\n\\ No newline at end of file\n+a\n\\ No newline at end of file\n"},
		{"all gone", "a\n", "", "--- a/x.md\n+++ b/x.md\n@@ -1,1 +0,0 @@\n-a\n"},
	} {
		if d := cmp.Diff(tt.want, Diff("x.md", tt.before, tt.after)); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, d)
		}
	}
}

// A diff is one that patch turns the file into the other with.
func TestDiffApplies(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("no patch on this system")
	}
	dir := t.TempDir()
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "b\r\n", "\n", "- c [1]\n", "-- d\n", "é\n", "e"}), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		before, after := join(lines.Draw(t, "before")), join(lines.Draw(t, "after"))
		if before == "" || after == "" || before == after {
			return // patch takes an empty file away
		}
		if err := os.WriteFile(filepath.Join(dir, "x.md"), []byte(before), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "x.diff"), []byte(Diff("x.md", before, after)), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "-p1", "--binary", "-s", "-i", "x.diff")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got, err := os.ReadFile(filepath.Join(dir, "x.md")); err != nil || string(got) != after {
			t.Fatalf("%q, %v, want %q", got, err, after)
		}
	})
}

func join(lines []string) string {
	s := ""
	for _, l := range lines {
		s += l
	}
	return s
}
