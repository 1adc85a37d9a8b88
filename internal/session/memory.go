package session

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/citestone/citestone"
)

// Memory is a store that lives as long as the process.
type Memory struct {
	mu       sync.Mutex
	sessions map[string]*memory
}

// memory is a session of a Memory.
type memory struct {
	id     string
	mu     sync.Mutex
	files  map[string][]byte
	locked bool
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{sessions: map[string]*memory{}} }

// Create implements Opener.
func (s *Memory) Create(_ context.Context, m Manifest) (Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := 1; ; n++ {
		m.ID = Name(m.Created, n)
		if s.sessions[m.ID] == nil {
			break
		}
	}
	data, err := Encode(m)
	if err != nil {
		return nil, err
	}
	x := &memory{id: m.ID, files: map[string][]byte{citestone.ManifestPath: data}, locked: true}
	s.sessions[m.ID] = x
	return &held{memory: x}, nil
}

// Open implements Opener.
func (s *Memory) Open(_ context.Context, id string) (Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[id]
	if x == nil {
		return nil, Unknown(id)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.locked {
		return nil, InUse(id, 0)
	}
	x.locked = true
	return &held{memory: x}, nil
}

// List implements Catalog.
func (s *Memory) List(context.Context) ([]Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Info
	for id, x := range s.sessions {
		x.mu.Lock()
		var bytes int64
		for _, data := range x.files {
			bytes += int64(len(data))
		}
		out = append(out, Describe(id, x.files[citestone.ManifestPath], bytes, x.locked))
		x.mu.Unlock()
	}
	Sort(out)
	return out, nil
}

// View implements Catalog.
func (s *Memory) View(_ context.Context, id string) (Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.sessions[id]; x != nil {
		return x, nil
	}
	return nil, Unknown(id)
}

// Remove implements Catalog.
func (s *Memory) Remove(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.sessions[id]
	if x == nil {
		return Unknown(id)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.locked {
		return InUse(id, 0)
	}
	delete(s.sessions, id)
	return nil
}

func (x *memory) ID() string { return x.id }

func (x *memory) Read(p string) ([]byte, error) {
	if err := CheckPath(p); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	data, ok := x.files[p]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: p, Err: fs.ErrNotExist}
	}
	return slices.Clone(data), nil
}

func (x *memory) List(pattern string) ([]string, error) {
	if _, err := path.Match(pattern, ""); err != nil {
		return nil, fmt.Errorf("list %q: %w", pattern, err)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	var out []string
	for _, p := range slices.Sorted(maps.Keys(x.files)) {
		if ok, _ := path.Match(pattern, p); ok {
			out = append(out, p)
		}
	}
	return out, nil
}

// held is a locked memory.
type held struct {
	*memory
	close sync.Once
}

func (h *held) Write(files ...File) error {
	for _, f := range files {
		if err := CheckPath(f.Path); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range files {
		h.files[f.Path] = slices.Clone(f.Data)
	}
	return nil
}

func (h *held) Append(p string, line []byte, _ bool) error {
	if err := CheckPath(p); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	old := h.files[p]
	if n := len(old); n > 0 && old[n-1] != '\n' {
		old = append(old, '\n')
	}
	h.files[p] = append(append(old, line...), '\n')
	return nil
}

func (h *held) Remove(paths ...string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range paths {
		if err := CheckPath(p); err != nil {
			return err
		}
		delete(h.files, p)
	}
	return nil
}

func (h *held) Close() error {
	h.close.Do(func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.locked = false
	})
	return nil
}
