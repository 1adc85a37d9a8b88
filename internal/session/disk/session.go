package disk

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"github.com/citestone/citestone/internal/session"
)

// view reads a session's directory.
type view struct{ id, dir string }

func (v view) ID() string { return v.id }

// Dir is the session's directory.
func (v view) Dir() string { return v.dir }

func (v view) Read(p string) ([]byte, error) {
	if err := session.CheckPath(p); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(v.dir)
	if err != nil {
		return nil, failed("read", filepath.Join(v.dir, p), err)
	}
	defer root.Close()
	data, err := root.ReadFile(p)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failed("read", filepath.Join(v.dir, p), err)
	}
	return data, err
}

func (v view) List(pattern string) ([]string, error) {
	tree := os.DirFS(v.dir)
	found, err := fs.Glob(tree, pattern)
	if err != nil {
		return nil, failed("list", pattern, err)
	}
	var out []string
	for _, p := range found {
		if session.CheckPath(p) != nil {
			continue // a temporary file or the lock
		}
		if info, err := fs.Stat(tree, p); err == nil && info.Mode().IsRegular() {
			out = append(out, p)
		}
	}
	return out, nil
}

// held is a locked session.
type held struct {
	view
	root *os.Root // nothing outside it can be reached, not even by a symbolic link
	lock *flock.Flock
	o    Options

	mu    sync.Mutex // held by every change
	crash error      // what the hook returned
	hooks sync.Mutex // held by calls of the hook
}

const temporary = ".tmp" // ends the hidden name of a half-written file

// Write writes and flushes all temporary files at once, then renames them in order; a
// directory is flushed before a file in another directory is renamed.
func (h *held) Write(files ...session.File) error {
	for _, f := range files {
		if err := session.CheckPath(f.Path); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var g errgroup.Group
	g.SetLimit(8)
	if h.o.Hook != nil {
		g.SetLimit(1) // in a known order
	}
	for _, f := range files {
		g.Go(func() error { return h.stage(f) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i, f := range files {
		if err := h.rename(f.Path); err != nil {
			return err
		}
		if dir := path.Dir(f.Path); i == len(files)-1 || path.Dir(files[i+1].Path) != dir {
			if err := h.syncDir(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// hidden is where a file is written before it is renamed.
func hidden(p string) string { return path.Join(path.Dir(p), "."+path.Base(p)+temporary) }

// stage writes the temporary file and flushes it.
func (h *held) stage(f session.File) error {
	tmp := hidden(f.Path)
	if dir := path.Dir(f.Path); dir != "." {
		if err := h.mkdir(dir); err != nil {
			return err
		}
	}
	var file *os.File
	err := h.do(OpWrite, f.Path, func() (err error) {
		if file, err = h.root.Create(tmp); err != nil {
			return err
		}
		_, err = file.Write(f.Data)
		return err
	})
	if file == nil {
		return err
	}
	if err == nil {
		err = h.flush(f.Path, file)
	}
	return errors.Join(err, file.Close())
}

// mkdir makes a directory and its parents, and flushes the entries it made.
func (h *held) mkdir(dir string) error {
	if _, err := h.root.Stat(dir); err == nil {
		return nil
	}
	if parent := path.Dir(dir); parent != "." {
		if err := h.mkdir(parent); err != nil {
			return err
		}
	}
	err := h.do(OpMkdir, dir, func() error {
		if err := h.root.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	return h.syncDir(path.Dir(dir))
}

func (h *held) rename(p string) error {
	return h.do(OpRename, p, func() error { return h.root.Rename(hidden(p), p) })
}

func (h *held) syncDir(dir string) error {
	d, err := h.root.Open(dir)
	if err != nil {
		return failed("open", filepath.Join(h.dir, dir), err)
	}
	return errors.Join(h.flush(dir, d), d.Close())
}

func (h *held) flush(p string, f *os.File) error {
	return h.do(OpSync, p, func() error {
		if h.o.NoSync {
			return nil
		}
		return f.Sync()
	})
}

func (h *held) Append(p string, line []byte, sync bool) error {
	if err := session.CheckPath(p); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var file *os.File
	err := h.do(OpAppend, p, func() (err error) {
		if file, err = h.root.OpenFile(p, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
			return err
		}
		_, err = file.Write(ended(file, line))
		return err
	})
	if file == nil {
		return err
	}
	if err == nil && sync {
		err = h.flush(p, file)
	}
	return errors.Join(err, file.Close())
}

// ended returns the line with its newline, after one for a line that was cut short.
func ended(file *os.File, line []byte) []byte {
	var out []byte
	last := make([]byte, 1)
	if info, err := file.Stat(); err == nil && info.Size() > 0 {
		if _, err := file.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			out = append(out, '\n')
		}
	}
	return append(append(out, line...), '\n')
}

func (h *held) Remove(paths ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	dirs := map[string]bool{}
	for _, p := range paths {
		if err := session.CheckPath(p); err != nil {
			return err
		}
		err := h.do(OpRemove, p, func() error { return h.root.Remove(p) })
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		dirs[path.Dir(p)] = dirs[path.Dir(p)] || err == nil
	}
	for _, p := range paths { // in a known order
		if dir := path.Dir(p); dirs[dir] {
			dirs[dir] = false
			if err := h.syncDir(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweep removes temporary files.
func (h *held) sweep() error {
	return fs.WalkDir(h.root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return failed("read", filepath.Join(h.dir, p), err)
		}
		if e.IsDir() || !strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), temporary) {
			return nil
		}
		return h.do(OpRemove, p, func() error { return h.root.Remove(p) })
	})
}

// Close releases the lock. It always works, and may be called again.
func (h *held) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lock.Locked() {
		_ = os.Truncate(h.lock.Path(), 0) // no holder; only informs people
	}
	return errors.Join(h.root.Close(), h.lock.Close())
}

// do carries out an operation between two calls of the hook.
func (h *held) do(op Op, p string, f func() error) error {
	if err := h.point(op, p, false); err != nil {
		return err
	}
	if err := f(); err != nil {
		return failed(string(op), filepath.Join(h.dir, p), err)
	}
	return h.point(op, p, true)
}

func (h *held) point(op Op, p string, after bool) error {
	if h.o.Hook == nil {
		return nil
	}
	h.hooks.Lock()
	defer h.hooks.Unlock()
	if h.crash == nil {
		h.crash = h.o.Hook(op, p, after)
	}
	if h.crash != nil {
		return failed(string(op), filepath.Join(h.dir, p), h.crash)
	}
	return nil
}
