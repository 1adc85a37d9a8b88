// Package sessiontest holds the tests that every session.Store must pass.
package sessiontest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Created is when the tests' sessions are created.
var Created = time.Date(2026, 11, 20, 10, 30, 0, 0, time.UTC)

// Manifest is a manifest for tests.
func Manifest() session.Manifest {
	return session.Manifest{Format: session.Format, Created: Created, State: session.Active,
		Request: citestone.Request{Question: "Why?", Date: Created}, Pins: map[string]string{"corpus": "c1"}}
}

// Test runs the tests on stores made by the function.
func Test(t *testing.T, open func(t *testing.T) session.Store) {
	tests := map[string]func(*testing.T, session.Store){
		"Names":      testNames,
		"Concurrent": testConcurrent,
		"Files":      testFiles,
		"Append":     testAppend,
		"List":       testList,
		"Paths":      testPaths,
		"Lock":       testLock,
		"Catalog":    testCatalog,
		"Collect":    testCollect,
	}
	for name, f := range tests {
		t.Run(name, func(t *testing.T) { f(t, open(t)) })
	}
}

func create(t *testing.T, s session.Store) session.Session {
	t.Helper()
	x, err := s.Create(context.Background(), Manifest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func testNames(t *testing.T, s session.Store) {
	for _, want := range []string{"session_20261120_103000", "session_20261120_103000_2", "session_20261120_103000_3"} {
		x := create(t, s)
		if x.ID() != want {
			t.Errorf("id = %s, want %s", x.ID(), want)
		}
		m, err := session.ReadManifest(x)
		if err != nil || m.ID != want || m.Request.Question != "Why?" {
			t.Errorf("manifest = %+v, %v", m, err)
		}
	}
}

func testConcurrent(t *testing.T, s session.Store) {
	const n = 20
	var mu sync.Mutex
	ids := map[string]bool{}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			x, err := s.Create(context.Background(), Manifest())
			if err != nil {
				t.Error(err)
				return
			}
			defer x.Close()
			if err := x.Write(session.File{Path: "a/b.md", Data: fmt.Append(nil, i)}); err != nil {
				t.Error(err)
			}
			if data, err := x.Read("a/b.md"); err != nil || string(data) != fmt.Sprint(i) {
				t.Errorf("read %q, %v; want %d", data, err, i)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[x.ID()] = true
		})
	}
	wg.Wait()
	if len(ids) != n {
		t.Errorf("%d different ids, want %d", len(ids), n)
	}
}

func testFiles(t *testing.T, s session.Store) {
	x := create(t, s)
	if _, err := x.Read("no/such.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	data := []byte("one")
	if err := x.Write(session.File{Path: "d/a.md", Data: data}, session.File{Path: "d/e/b.md"}, session.File{Path: "c", Data: []byte("3")}); err != nil {
		t.Fatal(err)
	}
	data[0] = 'X' // the store must have its own copy
	for p, want := range map[string]string{"d/a.md": "one", "d/e/b.md": "", "c": "3"} {
		if got, err := x.Read(p); err != nil || string(got) != want {
			t.Errorf("%s = %q, %v; want %q", p, got, err, want)
		}
	}
	if err := x.Write(session.File{Path: "d/a.md", Data: []byte("two")}); err != nil {
		t.Fatal(err)
	}
	if err := x.Remove("c", "never/there"); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Read("c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed file: %v", err)
	}
	if got, _ := x.Read("d/a.md"); string(got) != "two" {
		t.Errorf("replaced file = %q", got)
	}
}

func testAppend(t *testing.T, s session.Store) {
	x := create(t, s)
	for _, line := range []string{"a", "b"} {
		if err := x.Append("log", []byte(line), true); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := x.Read("log"); string(got) != "a\nb\n" {
		t.Errorf("log = %q", got)
	}
	if err := x.Write(session.File{Path: "log", Data: []byte("a\ntor")}); err != nil {
		t.Fatal(err)
	}
	if err := x.Append("log", []byte("c"), false); err != nil {
		t.Fatal(err)
	}
	if got, _ := x.Read("log"); string(got) != "a\ntor\nc\n" {
		t.Errorf("log after a torn line = %q", got)
	}
}

func testList(t *testing.T, s session.Store) {
	x := create(t, s)
	for _, p := range []string{"d/s2.md", "d/s1.md", "d/s1.txt", "d/e/s3.md", "top.md"} {
		if err := x.Write(session.File{Path: p}); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string][]string{
		"d/*.md": {"d/s1.md", "d/s2.md"}, "d/*": {"d/s1.md", "d/s1.txt", "d/s2.md"}, "top.md": {"top.md"}, "x/*": nil,
		"*": {citestone.ManifestPath, "top.md"},
	} {
		got, err := x.List(pattern)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("List(%q): %v %s", pattern, err, diff)
		}
	}
	if _, err := x.List("["); err == nil {
		t.Error("a malformed pattern was accepted")
	}
}

func testPaths(t *testing.T, s session.Store) {
	x := create(t, s)
	for _, p := range []string{"", ".", "..", "../x", "/etc/x", "a/../../x", "a//b", "a/", ".lock", "a/.b", `a\b`, "a\x00b"} {
		if err := x.Write(session.File{Path: p}); err == nil {
			t.Errorf("Write(%q) was accepted", p)
		}
		if err := x.Append(p, nil, false); err == nil {
			t.Errorf("Append(%q) was accepted", p)
		}
		if err := x.Remove(p); err == nil {
			t.Errorf("Remove(%q) was accepted", p)
		}
		if _, err := x.Read(p); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Read(%q) = %v", p, err)
		}
	}
}

func testLock(t *testing.T, s session.Store) {
	ctx := context.Background()
	x := create(t, s)
	_, err := s.Open(ctx, x.ID())
	if citestone.KindOf(err) != citestone.Busy || !strings.Contains(err.Error(), x.ID()) {
		t.Errorf("second opener: %v", err)
	}
	if err := s.Remove(ctx, x.ID()); citestone.KindOf(err) != citestone.Busy {
		t.Errorf("remove in use: %v", err)
	}
	if err := errors.Join(x.Close(), x.Close()); err != nil {
		t.Fatal(err)
	}
	y, err := s.Open(ctx, x.ID())
	if err != nil {
		t.Fatal(err)
	}
	defer y.Close()
	x.Close() // late: must not release the lock of the next holder
	if _, err := s.Open(ctx, x.ID()); citestone.KindOf(err) != citestone.Busy {
		t.Errorf("opener after a late close: %v", err)
	}
	for _, id := range []string{"session_20000101_000000", "nonsense", "../x", ""} {
		if _, err := s.Open(ctx, id); citestone.KindOf(err) != citestone.NotFound {
			t.Errorf("Open(%q) = %v", id, err)
		}
	}
}

func testCatalog(t *testing.T, s session.Store) {
	ctx := context.Background()
	if list, err := s.List(ctx); err != nil || len(list) != 0 {
		t.Fatalf("empty store lists %v, %v", list, err)
	}
	a, b := create(t, s), create(t, s)
	a.Close()
	if err := b.Write(session.File{Path: citestone.ManifestPath, Data: []byte("{torn")}); err != nil {
		t.Fatal(err)
	}
	list, err := s.List(ctx)
	if err != nil || len(list) != 2 {
		t.Fatalf("list = %+v, %v", list, err)
	}
	if list[0].ID != b.ID() || list[0].State != session.Broken || list[0].Problem == "" || !list[0].Created.Equal(Created) {
		t.Errorf("damaged session listed as %+v", list[0])
	}
	if list[1].State != session.Interrupted || list[1].Question != "Why?" || list[1].Bytes == 0 {
		t.Errorf("interrupted session listed as %+v", list[1])
	}
	v, err := s.View(ctx, b.ID())
	if err != nil {
		t.Fatal(err)
	}
	if data, _ := v.Read(citestone.ManifestPath); string(data) != "{torn" {
		t.Errorf("view reads %q", data)
	}
	b.Close()
	for _, id := range []string{a.ID(), b.ID()} {
		if err := s.Remove(ctx, id); err != nil {
			t.Error(err)
		}
		if err := s.Remove(ctx, id); citestone.KindOf(err) != citestone.NotFound {
			t.Errorf("second remove: %v", err)
		}
		if _, err := s.View(ctx, id); citestone.KindOf(err) != citestone.NotFound {
			t.Errorf("view of a removed session: %v", err)
		}
	}
}

func testCollect(t *testing.T, s session.Store) {
	ctx := context.Background()
	for day := range 5 {
		m := Manifest()
		m.Created = Created.AddDate(0, 0, -day)
		x, err := s.Create(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close() // the fourth stays in use
		if day != 3 {
			x.Close()
		}
	}
	removed, err := session.Collect(ctx, s, Created.AddDate(0, 0, -1), 1)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, info := range removed {
		ids = append(ids, info.ID)
	}
	if diff := cmp.Diff([]string{"session_20261118_103000", "session_20261116_103000"}, ids); diff != "" {
		t.Errorf("removed (-want +got):\n%s", diff)
	}
	if removed, err := session.Collect(ctx, s, Created.AddDate(1, 0, 0), 9); err != nil || len(removed) != 0 {
		t.Errorf("keeping all removed %v, %v", removed, err)
	}
}
