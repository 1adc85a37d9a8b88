package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// A test that needs another process runs this binary again with these variables.
const (
	roleEnv  = "CITESTONE_CORPUS_ROLE" // "read" or the failpoint to die at
	dirEnv   = "CITESTONE_CORPUS_DIR"
	cacheEnv = "CITESTONE_CORPUS_CACHE"
)

func TestMain(m *testing.M) {
	dir, o := os.Getenv(dirEnv), Options{Cache: os.Getenv(cacheEnv)}
	switch role := os.Getenv(roleEnv); role {
	case "":
		os.Exit(m.Run())
	case "read":
		if err := readUntilStopped(dir, o); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	default:
		o.failpoint = func(point string) {
			if point == role {
				self, _ := os.FindProcess(os.Getpid())
				_ = self.Kill()
				select {}
			}
		}
		o.Progress = func(int, int) { o.fail("indexing") }
		_, _, err := Open(context.Background(), dir, o)
		fmt.Println("not killed:", err)
	}
}

// again starts this binary in a role.
func again(role, dir, cache string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role, dirEnv+"="+dir, cacheEnv+"="+cache)
	return cmd
}

const shared = 20 // documents beside the one that changes

// readUntilStopped opens and searches the corpus until the file "stop" is in the cache.
func readUntilStopped(dir string, o Options) error {
	for rounds := 0; ; rounds++ {
		if _, err := os.Stat(filepath.Join(o.Cache, "stop")); err == nil && rounds > 0 {
			return nil
		}
		c, _, err := Open(context.Background(), dir, o)
		if err != nil {
			return err
		}
		var g errgroup.Group
		for range 4 {
			g.Go(func() error { return checkShared(c) })
		}
		if err := errors.Join(g.Wait(), c.Close()); err != nil {
			return err
		}
		if rounds == 0 {
			fmt.Println("reading")
		}
	}
}

func checkShared(c *Corpus) error {
	hits, err := c.Search(context.Background(), "version", shared+10)
	if err != nil || len(hits) != shared+1 {
		return fmt.Errorf("%d hits, want %d (%v)", len(hits), shared+1, err)
	}
	for _, h := range hits {
		text, err := c.Text(h.Doc)
		if err != nil || !strings.Contains(text[h.Start:h.End], "version") {
			return fmt.Errorf("%s: %q, %v", h.Doc, text, err)
		}
	}
	return nil
}

// TestProcesses has two processes search a corpus while this one changes and indexes it.
func TestProcesses(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	for i := range shared {
		write(t, dir, map[string]string{fmt.Sprintf("d%d.md", i): "Always version one.\n"})
	}
	write(t, dir, map[string]string{"changing.md": "The version.\n"})
	var readers []*exec.Cmd
	var outputs []*bufio.Reader
	for range 2 {
		cmd := again("read", dir, cache)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		readers, outputs = append(readers, cmd), append(outputs, bufio.NewReader(out))
	}
	for _, out := range outputs {
		if line, err := out.ReadString('\n'); line != "reading\n" {
			t.Fatalf("a reader says %q (%v)", line, err)
		}
	}
	for i := range 10 {
		mark := "mark" + strings.Repeat("x", i)
		replace(t, filepath.Join(dir, "changing.md"), "The version with "+mark+".\n", time.Duration(i)*time.Hour)
		c, _ := open(t, dir, Options{Cache: cache})
		if len(search(t, c, mark)) != 1 {
			t.Errorf("%s is not found", mark)
		}
		c.Close()
	}
	if err := os.WriteFile(filepath.Join(cache, "stop"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for i, cmd := range readers {
		said, _ := io.ReadAll(outputs[i])
		if err := cmd.Wait(); err != nil {
			t.Errorf("reader: %v: %s", err, said)
		}
	}
}

// replace changes a file at once and gives it an old, different time.
func replace(t *testing.T, name, data string, age time.Duration) {
	t.Helper()
	tmp := filepath.Join(t.TempDir(), "new")
	old := time.Now().Add(-100*time.Hour + age)
	if err := errors.Join(os.WriteFile(tmp, []byte(data), 0o644), os.Chtimes(tmp, old, old), os.Rename(tmp, name)); err != nil {
		t.Fatal(err)
	}
}

// TestSeveralIndexAtOnce opens a corpus that is not indexed yet from several goroutines.
func TestSeveralIndexAtOnce(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	for i := range 10 {
		write(t, dir, map[string]string{fmt.Sprintf("d%d.md", i): "Some text.\n"})
	}
	indexed := make(chan int, 100)
	var g errgroup.Group
	for range 6 {
		g.Go(func() error {
			c, _, err := Open(t.Context(), dir, Options{Cache: cache, Progress: func(done, _ int) { indexed <- done }})
			if err != nil {
				return err
			}
			return c.Close()
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(indexed) != 1 {
		t.Errorf("the corpus was indexed %d times", len(indexed))
	}
}

// TestKilledWriter kills a process at each point of a build and indexes after it.
func TestKilledWriter(t *testing.T) {
	for _, point := range []string{"gathered", "indexing", "indexed", "renamed", "switched"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir, cache := t.TempDir(), t.TempDir()
			write(t, dir, map[string]string{"a.md": "Alpha.\n"})
			open(t, dir, Options{Cache: cache})
			write(t, dir, map[string]string{"a.md": "Alpha changed.\n", "b.md": "Beta.\n"})
			if out, err := again(point, dir, cache).CombinedOutput(); err == nil {
				t.Fatalf("the writer was not killed: %s", out)
			}
			c, _ := open(t, dir, Options{Cache: cache})
			scratch, _ := open(t, dir, Options{Cache: t.TempDir()})
			sameCorpus(t, c, scratch, "alpha beta changed")
			write(t, dir, map[string]string{"c.md": "Gamma.\n"})
			open(t, dir, Options{Cache: cache})
			if left, _ := filepath.Glob(filepath.Join(cache, "corpora", "*", "build-*")); len(left) != 0 {
				t.Errorf("left over: %q", left)
			}
		})
	}
}
