package app

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session/disk"
)

// child runs the session of a started process: a new one, or that of the environment.
func child() int {
	c := settings(os.Getenv("CITESTONE_TEST_WORKSPACE"))
	c.Cache = os.Getenv("CITESTONE_TEST_CACHE")
	if corpus := os.Getenv("CITESTONE_TEST_CORPUS"); corpus != "" {
		c.Corpus = []string{corpus}
	}
	a := New(c, Options{Now: noon, Disk: disk.Options{NoSync: os.Getenv("CITESTONE_TEST_SYNC") == ""}})
	req, err := c.Request(question, noon())
	if err == nil {
		_, err = a.Research(ctx, req, nil)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// process is this test binary, about to research in a workspace.
func process(workspace string, env ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CITESTONE_TEST_WORKSPACE="+workspace, "CITESTONE_TEST_CACHE="+cache)
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// TestKill kills whole sessions at random instants, spread over the time that one takes,
// and resumes them until they end. One in ten flushes its files to the disk.
func TestKill(t *testing.T) {
	t.Parallel()
	want, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	n := 100
	if testing.Short() || racing {
		n = 10
	}
	takes := time.Hour
	for range 3 {
		began := time.Now()
		if err := process(t.TempDir()).Run(); err != nil {
			t.Fatal(err)
		}
		takes = min(takes, time.Since(began))
	}
	began := time.Now()
	random := rand.New(rand.NewPCG(1, 2))
	var midway, unborn atomic.Int64
	t.Run("group", func(t *testing.T) {
		for i := range n {
			// In turn from each tenth of the run.
			after := time.Duration((float64(i%10) + random.Float64()) / 10 * float64(takes))
			t.Run(strconv.Itoa(i), func(t *testing.T) {
				t.Parallel()
				switch killed(t, i%10 == 0, after, want.Dir) {
				case "":
					unborn.Add(1)
				case "midway":
					midway.Add(1)
				}
			})
		}
	})
	t.Logf("%d runs of %v: %d were killed before their session began, %d in its midst, the others ended before; %v in all",
		n, takes.Round(time.Millisecond), unborn.Load(), midway.Load(), time.Since(began).Round(time.Millisecond))
}

// killed starts a session, kills it and resumes it. It returns how far the session had
// come: "" if there was none, "midway", or "complete".
func killed(t *testing.T, sync bool, after time.Duration, want string) string {
	workspace := t.TempDir()
	cmd := process(workspace)
	if sync {
		cmd.Env = append(cmd.Env, "CITESTONE_TEST_SYNC=1")
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	a := newApp(settings(workspace))
	list, err := a.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		return ""
	}
	dir := a.store.Dir(list[0].ID)
	if _, err := os.Stat(filepath.Join(dir, citestone.ManifestPath)); err != nil {
		return ""
	}
	before := tree(t, dir)
	if _, err := a.Resume(ctx, list[0].ID, ResumeOptions{}, nil); err != nil {
		t.Fatalf("killed after %v: %v", after, err)
	}
	if diff := cmp.Diff(deliverables(t, want), deliverables(t, dir)); diff != "" {
		t.Errorf("killed after %v (-uninterrupted +resumed):\n%s", after, diff)
	}
	checkWhole(t, dir)
	if before[citestone.FinalReport.Path(0)] != "" {
		return "complete"
	}
	return "midway"
}
