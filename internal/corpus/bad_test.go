package corpus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
)

func TestBadFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"file.md": "x", "empty/.keep": "", "images/a.png": "x", "binary/a.md": "a\x00b"})
	for _, tt := range []struct {
		name, dir string
		kind      citestone.ErrorKind
		says      string
	}{
		{"missing", "nowhere", citestone.NotFound, "there is no folder"},
		{"a file", "file.md", citestone.BadInput, "is a file, not a folder"},
		{"empty", "empty", citestone.BadInput, "holds no document"},
		{"no text", "images", citestone.BadInput, "*.png: 1 file(s) of a kind that is not read"},
		{"nothing readable", "binary", citestone.BadInput, "a.md: a binary file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := Open(t.Context(), filepath.Join(dir, tt.dir), Options{Cache: t.TempDir()})
			var e *citestone.Error
			if !errors.As(err, &e) || e.Kind != tt.kind || !strings.Contains(e.Msg, tt.says) || e.Hint == "" {
				t.Errorf("got %v", err)
			}
		})
	}
}

// TestBadFiles has one good document among all sorts of others.
func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"good.md":       "Good text.\n",
		"empty.md":      " \n",
		"binary.md":     "\x7fELF\x00\x00",
		"latin1.txt":    "caf\xe9",
		"broken.md":     "---\ntitle: [unclosed\n---\n\nStill text about zebras.\n",
		".git/notes.md": "Hidden.\n",
		"paper.pdf":     "%PDF",
	})
	huge, err := os.Create(filepath.Join(dir, "huge.md"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(huge.Truncate(1<<30), huge.Close()); err != nil { // a gigabyte, but not on the disk
		t.Fatal(err)
	}
	want := map[string]string{
		"empty.md": "no text", "binary.md": "binary", "latin1.txt": "UTF-8", "broken.md": "front matter", ".git": "hidden", "*.pdf": "1 file(s)",
		"huge.md": "1073741824 bytes",
	}
	if runtime.GOOS != "windows" {
		link(t, dir, ".", "loop")
		link(t, dir, "self.md", "self.md")
		link(t, dir, "gone.md", "dangling.md")
		want["loop"], want["self.md"], want["dangling.md"] = "not followed", "", "does not exist"
	}
	if runtime.GOOS == "linux" {
		link(t, dir, "/proc/self/mem", "unreadable.md") // fails on read, also for root
		want["unreadable.md"] = ""
		write(t, dir, map[string]string{"\xff.md": "Named in Latin-1.\n"})
		want["\uFFFD.md"] = "not UTF-8"
	}
	c, stats := open(t, dir, Options{Cache: t.TempDir()})
	if len(c.Documents()) != 2 || len(search(t, c, "zebra")) != 1 || len(search(t, c, "good")) != 1 {
		t.Errorf("got documents %+v", c.Documents())
	}
	got := map[string]string{}
	for _, s := range stats.Skipped {
		got[s.Path] = s.Reason
	}
	for path, says := range want {
		if reason, ok := got[path]; !ok || !strings.Contains(reason, says) {
			t.Errorf("%s: reported %q (%t), want %q", path, reason, ok, says)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v", got)
	}
}

// TestLinksStayInside has links to files: only those that lead out of the folder are
// left out, whether the folder is walked or listed.
func TestLinksStayInside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links needs a privilege")
	}
	root := t.TempDir()
	dir := filepath.Join(root, "corpus")
	write(t, root, map[string]string{"secret.md": "Secret.\n", "corpus/docs/a.md": "Alpha.\n"})
	link(t, dir, "docs/a.md", "near.md")
	link(t, dir, filepath.Join(dir, "docs", "a.md"), "absolute.md")
	link(t, dir, "../secret.md", "far.md")
	link(t, dir, "..", "up")
	for _, index := range []string{"", `{"file":"docs/a.md"}
{"file":"near.md"}
{"file":"absolute.md"}
{"file":"far.md"}
{"file":"up/secret.md"}
`} {
		want := []Skip{{"far.md", "leads outside the folder"}, {"up", "links to folders are not followed"}}
		if index != "" {
			write(t, dir, map[string]string{indexFile: index})
			want[1] = Skip{"up/secret.md", "leads outside the folder"}
		}
		c, stats := open(t, dir, Options{Cache: t.TempDir()})
		var got []string
		for _, d := range c.Documents() {
			got = append(got, d.Path)
		}
		if diff := cmp.Diff([]string{"absolute.md", "docs/a.md", "near.md"}, got); diff != "" {
			t.Errorf("documents (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, stats.Skipped); diff != "" {
			t.Errorf("skipped (-want +got):\n%s", diff)
		}
	}
}

func link(t *testing.T, dir, target, name string) {
	t.Helper()
	if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestSkipsAreReportedAgain(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"good.md": "Good.\n", "binary.md": "\x00"})
	for range 2 {
		if _, stats := open(t, dir, Options{Cache: cache}); len(stats.Skipped) != 1 {
			t.Errorf("got %v", stats.Skipped)
		}
	}
	if _, _, err := Open(t.Context(), dir, Options{Cache: cache, MaxFile: 3}); citestone.KindOf(err) != citestone.BadInput {
		t.Errorf("got %v, want no document below 3 bytes", err)
	}
}

func TestCacheThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n", "not-a-folder": ""})
	_, _, err := Open(t.Context(), dir, Options{Cache: filepath.Join(dir, "not-a-folder", "cache")})
	if citestone.KindOf(err) != citestone.StorageFailed {
		t.Errorf("got %v", err)
	}
}

// TestDamagedCache destroys each file of an index in turn; it is built again.
func TestDamagedCache(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n"})
	c, first := open(t, dir, Options{Cache: cache})
	c.Close()
	files, err := filepath.Glob(filepath.Join(cache, "corpora", "*", "gen-*", "*"))
	state, _ := filepath.Glob(filepath.Join(cache, "corpora", "*", "state.json"))
	if err != nil || len(files) < 3 || len(state) != 1 {
		t.Fatalf("%v, %v, %v", files, state, err)
	}
	for _, name := range append(files, state...) {
		for _, damage := range []func() error{
			func() error { return os.Truncate(name, 3) },
			func() error { return os.Remove(name) },
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			c, stats := open(t, dir, Options{Cache: cache})
			if len(search(t, c, "alpha")) != 1 || stats.Generation != first.Generation {
				t.Errorf("%s: not mended", filepath.Base(name))
			}
			c.Close()
		}
	}
}

func TestDamagedTextIsNotReturned(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n"})
	c, _ := open(t, dir, Options{Cache: cache})
	texts, _ := filepath.Glob(filepath.Join(cache, "corpora", "*", "gen-*", "texts"))
	if err := os.WriteFile(texts[0], []byte("Omega.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Text("a.md"); citestone.KindOf(err) != citestone.Damaged {
		t.Errorf("got %v", err)
	}
	if _, err := c.Text("b.md"); citestone.KindOf(err) != citestone.NotFound {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Open(ctx, exampleCorpus, Options{Cache: t.TempDir()}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestWaitingForTheLockCanBeCancelled(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n"})
	abs, err := resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := homeOf(cache, abs).lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, _, err := Open(ctx, dir, Options{Cache: cache})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	unlock()
	open(t, dir, Options{Cache: cache})
}
