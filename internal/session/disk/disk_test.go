package disk_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
	"github.com/citestone/citestone/internal/session/sessiontest"
)

var ctx = context.Background()

// TestMain lets the test binary stand in for a process that holds a session, or for
// one that makes sessions until it is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("MAKE_SESSIONS_IN"); dir != "" {
		for {
			x, err := disk.New(dir, disk.Options{}).Create(ctx, sessiontest.Manifest())
			fmt.Println("made:", x != nil, err)
		}
	}
	if dir := os.Getenv("HOLD_SESSION_IN"); dir != "" {
		x, err := disk.New(dir, disk.Options{}).Open(ctx, os.Getenv("HOLD_SESSION"))
		fmt.Println("held:", x != nil, err)
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestStore(t *testing.T) {
	sessiontest.Test(t, func(t *testing.T) session.Store {
		return disk.New(filepath.Join(t.TempDir(), "new", "root"), disk.Options{})
	})
}

// TestKilledHolder kills a process that holds a session: the lock ends with it.
func TestKilledHolder(t *testing.T) {
	dir := t.TempDir()
	s := disk.New(dir, disk.Options{})
	x := create(t, s)
	x.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "HOLD_SESSION_IN="+dir, "HOLD_SESSION="+x.ID())
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); !strings.HasPrefix(line, "held: true") {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	_, err = s.Open(ctx, x.ID())
	if want := fmt.Sprintf("in use by process %d", cmd.Process.Pid); citestone.KindOf(err) != citestone.Busy || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %q", err, want)
	}
	if list, _ := s.List(ctx); len(list) != 1 || list[0].State != session.Active {
		t.Errorf("held session listed as %+v", list)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if list, _ := s.List(ctx); len(list) != 1 || list[0].State != session.Interrupted {
		t.Errorf("killed session listed as %+v", list)
	}
	y, err := s.Open(ctx, x.ID())
	if err != nil {
		t.Fatal(err)
	}
	y.Close()
}

// TestKilledMaker kills processes while they make sessions: all that are listed then
// are whole.
func TestKilledMaker(t *testing.T) {
	dir := t.TempDir()
	s := disk.New(dir, disk.Options{})
	for made := 1; made <= 10; made++ {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "MAKE_SESSIONS_IN="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		for range made {
			if line, err := lines.ReadString('\n'); !strings.HasPrefix(line, "made: true") {
				t.Errorf("the other process says %q, %v", line, err)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		list, err := s.List(ctx)
		if err != nil || len(list) < made {
			t.Errorf("lists %d sessions, %v", len(list), err)
		}
		for _, info := range list {
			if info.State != session.Interrupted {
				t.Errorf("after a kill %s is %s: %s", info.ID, info.State, info.Problem)
			}
		}
	}
}

// TestSweep has leftovers of processes that were killed, and one that may be in use.
func TestSweep(t *testing.T) {
	root := t.TempDir()
	s := disk.New(root, disk.Options{})
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{".new_1", ".removed_session_20200101_000000", ".other"} {
		name = filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Join(name, "a"), 0o777), os.Chtimes(name, old, old)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, ".new_2"), 0o777); err != nil {
		t.Fatal(err)
	}
	x := create(t, s)
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff([]string{".new_2", ".other", x.ID()}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if list, err := s.List(ctx); err != nil || len(list) != 1 {
		t.Errorf("lists %+v, %v", list, err)
	}
}

func create(t *testing.T, s *disk.Store) session.Session {
	t.Helper()
	x, err := s.Create(ctx, sessiontest.Manifest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

var errCrash = errors.New("crash")

// TestCrash stops a batch of writes before and after each of its operations: every
// file is wholly old or wholly new, and the new ones are the first of the batch.
func TestCrash(t *testing.T) {
	old := []session.File{{Path: "a/1", Data: []byte("old")}, {Path: "a/2", Data: []byte("old")}, {Path: "z", Data: []byte("old")}}
	batch := []session.File{{Path: "a/1", Data: []byte("new")}, {Path: "a/2", Data: []byte("new")}, {Path: "b/c/3", Data: []byte("new")}, {Path: "z", Data: []byte("new")}}
	ops := 0
	for at := 0; ; at++ {
		dir := t.TempDir()
		count, armed := 0, false
		s := disk.New(dir, disk.Options{Hook: func(op disk.Op, path string, after bool) error {
			if count++; armed && count > at {
				return errCrash
			}
			return nil
		}})
		x := create(t, s)
		if err := x.Write(old...); err != nil {
			t.Fatal(err)
		}
		count, armed = 0, true
		err := x.Write(batch...)
		if err == nil {
			ops = at
			break
		}
		if err := x.Append("log", nil, false); !errors.Is(err, errCrash) {
			t.Fatalf("operation after a crash: %v", err)
		}
		x.Close()
		y, err := disk.New(dir, disk.Options{}).Open(ctx, x.ID())
		if err != nil {
			t.Fatal(err)
		}
		state := ""
		for _, f := range batch {
			data, _ := y.Read(f.Path)
			state += string(data) + " "
		}
		switch strings.TrimSpace(state) {
		case "old old  old", "new old  old", "new new  old", "new new new old", "new new new new":
		default:
			t.Fatalf("after a crash at operation %d: %q", at, state)
		}
		if hidden, _ := filepath.Glob(filepath.Join(dir, x.ID(), "*", ".*.tmp")); len(hidden) > 0 {
			t.Fatalf("left behind: %v", hidden)
		}
		y.Close()
	}
	if ops < 20 {
		t.Errorf("only %d points were tried", ops)
	}
}

func TestStorageErrors(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EROFS} {
		root := t.TempDir()
		full := false
		x := create(t, disk.New(root, disk.Options{Hook: func(disk.Op, string, bool) error {
			if full {
				return &os.PathError{Op: "write", Path: "x", Err: errno}
			}
			return nil
		}}))
		full = true
		err := x.Write(session.File{Path: "a/b.md"})
		var e *citestone.Error
		if !errors.As(err, &e) || e.Kind != citestone.StorageFailed || e.Hint == "" || !strings.Contains(e.Msg, filepath.Join(root, x.ID(), "a")) {
			t.Errorf("%v: %v", errno, err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := disk.New(filepath.Join(file, "root"), disk.Options{}).Create(ctx, sessiontest.Manifest())
	if citestone.KindOf(err) != citestone.StorageFailed || !strings.Contains(err.Error(), file) {
		t.Errorf("root below a file: %v", err)
	}
}

// TestNoEscape plants a symbolic link in a session: nothing outside is read or written.
func TestNoEscape(t *testing.T) {
	root := t.TempDir()
	outside := filepath.Join(root, "outside")
	if err := os.Mkdir(outside, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o666); err != nil {
		t.Fatal(err)
	}
	s := disk.New(filepath.Join(root, "sessions"), disk.Options{})
	x := create(t, s)
	if err := os.Symlink(outside, filepath.Join(s.Dir(x.ID()), "link")); err != nil {
		t.Skip(err)
	}
	if data, err := x.Read("link/secret"); err == nil {
		t.Errorf("read %q through a link", data)
	}
	if err := x.Write(session.File{Path: "link/new"}); err == nil {
		t.Error("wrote through a link")
	}
	if err := x.Remove("link/secret"); err == nil {
		t.Error("removed through a link")
	}
}

func TestListDamaged(t *testing.T) {
	s := disk.New(t.TempDir(), disk.Options{})
	x := create(t, s)
	x.Close()
	for _, name := range []string{"session_20200101_000000", "not_a_session"} {
		if err := os.Mkdir(s.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.List(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, info := range list {
		got = append(got, info.ID+" "+string(info.State))
	}
	if diff := cmp.Diff([]string{x.ID() + " interrupted", "session_20200101_000000 damaged"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func BenchmarkWrite(b *testing.B) {
	x, err := disk.New(b.TempDir(), disk.Options{}).Create(ctx, sessiontest.Manifest())
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	data := make([]byte, 4096)
	for _, n := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("files=%d", n), func(b *testing.B) {
			files := make([]session.File, n)
			for i := range files {
				files[i] = session.File{Path: fmt.Sprintf("a/%d", i), Data: data}
			}
			for b.Loop() {
				if err := x.Write(files...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
