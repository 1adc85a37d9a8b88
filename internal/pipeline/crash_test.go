package pipeline_test

import (
	"errors"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
)

var errCrash = errors.New("crash")

// crashing is a store whose operations fail from the one numbered at on, and a counter
// of its operations.
func crashing(dir string, at int) (*disk.Store, *int) {
	count := 0
	return disk.New(dir, disk.Options{Hook: func(op disk.Op, path string, _ bool) error {
		if path == citestone.EventsPath || path == citestone.TranscriptPath {
			return nil // views; the tests of the views spoil them
		}
		if count++; count > at {
			return errCrash
		}
		return nil
	}}), &count
}

// TestCrashAnywhere stops a run before and after each of its operations on the disk, in
// two scenarios: a first run, and one that makes everything again after an edit. Every
// resume completes with the same artifacts, takes nothing for a hand edit, and repeats
// no recorded call.
func TestCrashAnywhere(t *testing.T) {
	edit := func(t *testing.T, x session.Session) {
		write(t, x, "00_research/brief.json", `{"question": "What else?"}`)
		write(t, x, "05_revision/r1/revised_draft.md", "mine")
	}
	t.Run("first", func(t *testing.T) { crashAnywhere(t, nil) })
	t.Run("again", func(t *testing.T) { crashAnywhere(t, edit) })
}

func crashAnywhere(t *testing.T, edit func(*testing.T, session.Session)) {
	want := map[string]string(nil)
	step := 1
	if testing.Short() {
		step = 17
	}
	for at := 1 << 30; ; at += step {
		w := newWorld()
		dir := t.TempDir()
		x := newSession(t, disk.New(dir, disk.Options{}))
		if edit != nil {
			mustRun(t, w.runner(x, nil))
			edit(t, x)
		}
		x.Close()
		w.asked = map[string]int{}
		store, count := crashing(dir, at)
		x, err := store.Open(ctx, x.ID())
		if err != nil {
			t.Fatal(err)
		}
		err = w.runner(x, nil).Run(ctx)
		x.Close()
		if want == nil { // the run to compare with
			if err != nil {
				t.Fatal(err)
			}
			want = artifacts(t, x)
			t.Logf("%d operations", *count)
			at = 0
			continue
		}
		if err == nil {
			return
		}
		if !errors.Is(err, errCrash) || citestone.KindOf(err) != citestone.StorageFailed {
			t.Fatalf("operation %d: %v", at, err)
		}
		resume(t, w, dir, x.ID(), at, want)
	}
}

// resume goes on after a crash at the operation.
func resume(t *testing.T, w *world, dir, id string, at int, want map[string]string) {
	t.Helper()
	x, err := disk.New(dir, disk.Options{}).Open(ctx, id)
	if err != nil {
		t.Fatalf("operation %d: %v", at, err)
	}
	defer x.Close()
	recorded := recordedCalls(t, x)
	asked := maps.Clone(w.asked)
	mustRun(t, w.runner(x, nil))
	for q := range recorded {
		if w.asked[q] > asked[q] {
			t.Fatalf("operation %d: the recorded call %q was repeated", at, q)
		}
	}
	if diff := cmp.Diff(want, artifacts(t, x)); diff != "" {
		t.Fatalf("operation %d: artifacts (-want +got):\n%s", at, diff)
	}
}
