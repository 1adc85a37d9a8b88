package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Create implements session.Opener. It also removes what processes killed long ago
// left of sessions that they were making or removing.
func (s *Store) Create(ctx context.Context, m session.Manifest) (session.Session, error) {
	if err := os.MkdirAll(s.root, 0o777); err != nil {
		return nil, failed("create", s.root, err)
	}
	s.sweep()
	for n := 1; ; n++ {
		m.ID = session.Name(m.Created, n)
		if s.taken(m.ID) {
			continue
		}
		data, err := session.Encode(m)
		if err != nil {
			return nil, err
		}
		err = s.place(m.ID, data)
		if err == nil {
			return s.begin(m.ID, data)
		}
		if !s.taken(m.ID) { // by someone else, in the meantime
			return nil, err
		}
	}
}

func (s *Store) taken(id string) bool {
	_, err := os.Lstat(s.Dir(id))
	return err == nil
}

// begin locks a new session and brings its manifest to the disk.
func (s *Store) begin(id string, manifest []byte) (session.Session, error) {
	x, err := s.lock(id)
	if err != nil {
		return nil, err
	}
	if err := x.Write(session.File{Path: citestone.ManifestPath, Data: manifest}); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

// What directories out of sight begin with, and how old they are when whoever was
// working on them is gone.
const (
	newPrefix     = ".new_"
	removedPrefix = ".removed_"
	abandoned     = time.Hour
)

// place makes a session's directory with its manifest out of sight, and then gives it
// its name: a process killed on the way leaves no half-made session. No file in it is
// open then, which some systems would not allow.
func (s *Store) place(id string, manifest []byte) error {
	tmp, err := os.MkdirTemp(s.root, newPrefix) // for its owner alone, which a session need not be
	if err != nil {
		return failed("create", s.root, err)
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, id)
	if err := os.Mkdir(dir, 0o777); err != nil {
		return failed("create", dir, err)
	}
	name := filepath.Join(dir, citestone.ManifestPath)
	if err := os.WriteFile(name, manifest, 0o666); err != nil {
		return failed("write", name, err)
	}
	if err := os.Rename(dir, s.Dir(id)); err != nil {
		return failed("create", s.Dir(id), err)
	}
	return nil
}

// sweep removes abandoned directories, as far as it can.
func (s *Store) sweep() {
	entries, _ := os.ReadDir(s.root)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), newPrefix) && !strings.HasPrefix(e.Name(), removedPrefix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.RemoveAll(filepath.Join(s.root, e.Name()))
		}
	}
}
