// Package disk keeps sessions as directories under a root directory.
//
// A file is replaced by writing a temporary file beside it, flushing it to the disk and
// renaming it. A session is held by an advisory lock that ends with its process.
package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/gofrs/flock"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Op is an operation that changes the disk.
type Op string

// The operations. A write creates and fills a temporary file.
const (
	OpMkdir  Op = "mkdir"
	OpWrite  Op = "write"
	OpSync   Op = "sync"
	OpRename Op = "rename"
	OpAppend Op = "append"
	OpRemove Op = "remove"
)

// Options configure a store.
type Options struct {
	// NoSync leaves it to the operating system when files reach the disk. Killing the
	// process still loses nothing, but a power cut may.
	NoSync bool

	// Hook, if set, is called before and after every operation on a session's file.
	// From its first error on, every operation of that session fails with the error,
	// as if the process had been killed there; only Close still works.
	Hook func(op Op, path string, after bool) error
}

// Store is a session.Store in a directory.
type Store struct {
	root string
	o    Options
}

// New returns the store in the root directory, which need not exist yet.
func New(root string, o Options) *Store { return &Store{root, o} }

// Dir is the directory of a session.
func (s *Store) Dir(id string) string { return filepath.Join(s.root, id) }

const lockName = ".lock" // holds the process id of its holder

// Open implements session.Opener. It removes what a killed process left half-written.
func (s *Store) Open(ctx context.Context, id string) (session.Session, error) {
	if !s.exists(id) {
		return nil, session.Unknown(id)
	}
	x, err := s.lock(id)
	if err != nil {
		return nil, err
	}
	if err := x.sweep(); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

func (s *Store) exists(id string) bool {
	info, err := os.Stat(s.Dir(id))
	return session.ValidID(id) && err == nil && info.IsDir()
}

func (s *Store) lock(id string) (*held, error) {
	name := filepath.Join(s.Dir(id), lockName)
	l := flock.New(name)
	ok, err := l.TryLock()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, session.Unknown(id)
	}
	if err != nil {
		return nil, failed("lock", name, err)
	}
	if !ok {
		return nil, session.InUse(id, holder(name))
	}
	root, err := os.OpenRoot(s.Dir(id))
	if err != nil {
		return nil, errors.Join(failed("open", s.Dir(id), err), l.Close())
	}
	// The process id only informs people: failing to write it is no failure.
	_ = os.WriteFile(name, []byte(strconv.Itoa(os.Getpid())+"\n"), 0o666)
	return &held{view: view{id: id, dir: s.Dir(id)}, root: root, lock: l, o: s.o}, nil
}

// holder returns the process id in a lock file, 0 if there is none or it has ended.
func holder(name string) int {
	data, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil || pid <= 0 {
		return 0
	}
	p, err := os.FindProcess(pid)
	if err != nil {
		return 0
	}
	if err := p.Signal(syscall.Signal(0)); err != nil && !errors.Is(err, fs.ErrPermission) {
		return 0
	}
	return pid
}

// List implements session.Catalog.
func (s *Store) List(ctx context.Context) ([]session.Info, error) {
	entries, err := os.ReadDir(s.root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failed("list", s.root, err)
	}
	var out []session.Info
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.IsDir() && session.ValidID(e.Name()) {
			out = append(out, s.info(e.Name()))
		}
	}
	session.Sort(out)
	return out, nil
}

func (s *Store) info(id string) session.Info {
	manifest, err := os.ReadFile(filepath.Join(s.Dir(id), citestone.ManifestPath))
	info := session.Describe(id, manifest, size(s.Dir(id)), holder(filepath.Join(s.Dir(id), lockName)) != 0)
	if err != nil {
		info.Problem = fmt.Sprintf("its manifest cannot be read: %v", err)
	}
	return info
}

// size sums the files of a directory, leaving out what cannot be read.
func size(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}

// View implements session.Catalog.
func (s *Store) View(ctx context.Context, id string) (session.Reader, error) {
	if !s.exists(id) {
		return nil, session.Unknown(id)
	}
	return view{id: id, dir: s.Dir(id)}, nil
}

// Remove implements session.Catalog.
func (s *Store) Remove(ctx context.Context, id string) error {
	if !s.exists(id) {
		return session.Unknown(id)
	}
	x, err := s.lock(id)
	if err != nil {
		return err
	}
	defer x.Close()
	// First out of sight, so that a crash leaves no half session in the list.
	gone := filepath.Join(s.root, removedPrefix+id)
	if err := os.Rename(s.Dir(id), gone); err != nil {
		return failed("remove", s.Dir(id), err)
	}
	if err := os.RemoveAll(gone); err != nil {
		return failed("remove", gone, err)
	}
	return nil
}

// failed is the error of a disk that does not do what it is asked.
func failed(what, path string, err error) error {
	e := citestone.Errorf(citestone.StorageFailed, "cannot %s %s: %w", what, path, err)
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return e.WithHint("the disk is full: free some space and resume")
	case errors.Is(err, syscall.EROFS), errors.Is(err, fs.ErrPermission):
		return e.WithHint("the folder cannot be written to: choose another workspace or change its permissions")
	}
	return e
}
