package pipeline_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
)

var errCrash = errors.New("crash")

// crashing is a store whose operations fail from the one numbered at on, and a counter
// of its operations.
func crashing(dir string, at int) (*disk.Store, *int) {
	count := 0
	return disk.New(dir, disk.Options{NoSync: true, Hook: func(op disk.Op, path string, _ bool) error {
		if count++; count > at {
			return errCrash
		}
		return nil
	}}), &count
}

// TestCrashAnywhere stops a run between any two of its operations on the disk, in
// two scenarios: a first run, and one that makes everything again after an edit. Every
// resume completes with the same artifacts, takes nothing for a hand edit, and repeats
// no recorded call.
func TestCrashAnywhere(t *testing.T) {
	edit := func(t *testing.T, x session.Session) {
		write(t, x, "00_research/brief.json", `{"question": "What else?"}`)
		write(t, x, "05_revision/r1/revised_draft.md", "mine")
	}
	t.Run("first", func(t *testing.T) { t.Parallel(); crashAnywhere(t, nil) })
	t.Run("again", func(t *testing.T) { t.Parallel(); crashAnywhere(t, edit) })
}

func crashAnywhere(t *testing.T, edit func(*testing.T, session.Session)) {
	base := t.TempDir()
	x := newSession(t, disk.New(base, disk.Options{NoSync: true}))
	if edit != nil {
		mustRun(t, newWorld().runner(x, nil))
		edit(t, x)
	}
	x.Close()
	var want map[string]string // the artifacts of a run that nothing stops
	// The hook is called before and after each operation; stopping after one leaves the
	// same disk as stopping before the next, so every second call is enough.
	for at := 1 << 30; ; at += 2 {
		w := newWorld()
		dir := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
		store, count := crashing(dir, at)
		x, err := store.Open(ctx, x.ID())
		if err != nil {
			t.Fatal(err)
		}
		err = quiet(w, x).Run(ctx)
		x.Close()
		if want == nil {
			want = artifacts(t, x)
			t.Logf("%d operations", *count)
			at = -1
		} else if err != nil {
			if !errors.Is(err, errCrash) || citestone.KindOf(err) != citestone.StorageFailed {
				t.Fatalf("operation %d: %v", at, err)
			}
			resume(t, w, dir, x.ID(), at, want)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if at > 0 {
			return
		}
	}
}

// quiet is the world's runner without views, which have their own tests.
func quiet(w *world, x session.Session) *pipeline.Runner {
	r := w.runner(x, nil)
	r.Sinks = nil
	return r
}

// resume goes on after a crash at the operation.
func resume(t *testing.T, w *world, dir, id string, at int, want map[string]string) {
	t.Helper()
	x, err := disk.New(dir, disk.Options{NoSync: true}).Open(ctx, id)
	if err != nil {
		t.Fatalf("operation %d: %v", at, err)
	}
	defer x.Close()
	recorded := recordedCalls(t, x)
	asked := maps.Clone(w.asked)
	mustRun(t, quiet(w, x))
	for q := range recorded {
		if w.asked[q] > asked[q] {
			t.Fatalf("operation %d: the recorded call %q was repeated", at, q)
		}
	}
	if diff := cmp.Diff(want, artifacts(t, x)); diff != "" {
		t.Fatalf("operation %d: artifacts (-want +got):\n%s", at, diff)
	}
}
