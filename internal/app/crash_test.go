package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/research"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
	"github.com/citestone/citestone/internal/step/retrieve"
	"github.com/citestone/citestone/internal/styles"
)

var errCrash = errors.New("crash")

// operation is a change of a session's files, before or after it is made.
type operation struct {
	op    disk.Op
	path  string
	after bool
}

// TestCrash stops a session at every operation on its files, as if the process had been
// killed there, and resumes it. The hook is called before and after each operation;
// stopping after one leaves the same disk as stopping before the next, and flushing
// changes nothing, so only the calls before the others are used. Two kinds of operations change nothing that a resumed run
// reads, the writing of temporary files and the lines of the two views: of these the
// first of each file and every 20th are used. With -short, or the
// race detector, it is every 20th of all.
func TestCrash(t *testing.T) {
	t.Parallel()
	want, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	w := world{app: newApp(settings(t.TempDir()))}
	whole := w.crash(t, -1)
	seen := map[string]bool{}
	tried := 0
	for at, o := range whole {
		idle := o.op == disk.OpWrite || o.op == disk.OpAppend && o.path != citestone.CallsPath
		if o.after || o.op == disk.OpSync || (testing.Short() || racing || idle && seen[o.path]) && at%20 != 0 {
			continue
		}
		seen[o.path] = true
		tried++
		t.Run("", func(t *testing.T) {
			t.Parallel()
			crashAt(t, at, o, want.Dir)
		})
	}
	t.Logf("%d of %d operations", tried, len(whole)/2)
}

// crashAt stops a session at the operation and resumes it.
func crashAt(t *testing.T, at int, o operation, want string) {
	w := world{app: newApp(settings(t.TempDir()))}
	w.crash(t, at)
	list, err := w.app.Sessions(ctx)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %s: sessions %+v, %v", o.op, o.path, list, err)
	}
	dir := w.app.store.Dir(list[0].ID)
	if _, err := os.Stat(filepath.Join(dir, citestone.ManifestPath)); err != nil {
		// It stopped before the session existed.
		if _, err := w.app.Resume(ctx, list[0].ID, ResumeOptions{}, nil); citestone.KindOf(err) != citestone.Damaged {
			t.Fatalf("%v %s: resume without a manifest: %v", o.op, o.path, err)
		}
		return
	}
	recorded := strings.Count(tree(t, dir)[citestone.CallsPath], "\n")
	asked := w.searches.Load()
	if asked > int64(recorded)+w.flight() {
		t.Errorf("%v %s: %d searches were made and %d recorded", o.op, o.path, asked, recorded)
	}
	if err := w.resume(list[0].ID); err != nil {
		t.Fatalf("%v %s: %v", o.op, o.path, err)
	}
	if all := int64(strings.Count(read(t, dir, citestone.CallsPath), "\n")); w.searches.Load()-asked > all-int64(recorded) {
		t.Errorf("%v %s: %d searches after it, %d recorded before, %d in all", o.op, o.path, w.searches.Load()-asked, recorded, all)
	}
	if diff := cmp.Diff(deliverables(t, want), deliverables(t, dir)); diff != "" {
		t.Errorf("%v %s: (-uninterrupted +resumed):\n%s", o.op, o.path, diff)
	}
	checkWhole(t, dir)
}

// world is an app whose searches are counted.
type world struct {
	app      *App
	searches atomic.Int64
}

// flight is how many searches run at once, at most.
func (w *world) flight() int64 { return 3 }

// crash runs a session until the operation.
func (w *world) crash(t *testing.T, at int) []operation {
	var ops []operation
	hook := func(op disk.Op, path string, after bool) error {
		if ops = append(ops, operation{op, path, after}); len(ops) == at+1 {
			return errCrash
		}
		return nil
	}
	store := disk.New(filepath.Join(w.app.config.Workspace, "sessions"), disk.Options{NoSync: true, Hook: hook})
	req := request(t, w.app.config, question)
	lib := newLibrary(w.app.config.Cache, req.Corpora, nil)
	defer lib.Close()
	pins, err := w.app.pins(ctx, lib, req)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Create(ctx, session.Manifest{Created: noon(), Request: req, Pins: pins})
	if err == nil {
		err = w.run(s, req, lib)
	}
	if at < 0 && err != nil || at >= 0 && !errors.Is(err, errCrash) {
		t.Fatalf("crash at %d: %v", at, err)
	}
	return ops
}

func (w *world) resume(id string) error {
	s, err := w.app.store.Open(ctx, id)
	if err != nil {
		return err
	}
	m, err := session.ReadManifest(s)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	lib := newLibrary(w.app.config.Cache, m.Request.Corpora, nil)
	defer lib.Close()
	lib.pin(m.Pins["corpus"])
	return w.run(s, m.Request, lib)
}

// run is App.run with counted searches.
func (w *world) run(s session.Session, req citestone.Request, lib *library) error {
	guide, err := styles.Load(req.Style, "")
	if err != nil {
		return err
	}
	var backends []search.Backend
	for _, b := range lib.backends() {
		backends = append(backends, counted{b, &w.searches})
	}
	list := research.Steps(research.Deps{Request: req, Judge: entail.Deterministic(), Guide: guide,
		Retrieve: retrieve.Deps{Backends: backends, HalfLife: req.HalfLife}})
	_, err = w.app.run(ctx, s, pipeline.Runner{Nodes: list}, nil)
	return err
}

// counted counts the searches of a backend.
type counted struct {
	search.Backend
	n *atomic.Int64
}

func (c counted) Search(ctx context.Context, query string, n int) ([]search.Hit, error) {
	c.n.Add(1)
	return c.Backend.Search(ctx, query, n)
}
