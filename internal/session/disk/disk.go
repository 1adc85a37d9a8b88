// Package disk keeps sessions as directories under a root directory.
package disk

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Options configure a store.
type Options struct {
	// Hook, if set, is called before and after every operation that changes the disk.
	// Once it returns an error every later operation fails, as after a crash.
	Hook func(op Op, path string, after bool) error
}

// Op is an operation that changes the disk.
type Op string

// The operations.
const (
	OpMkdir  Op = "mkdir"
	OpWrite  Op = "write"
	OpSync   Op = "sync"
	OpRename Op = "rename"
	OpAppend Op = "append"
	OpRemove Op = "remove"
)

// Store is a session.Store in a directory.
type Store struct{ root string }

// New returns the store in the root directory, which need not exist yet.
func New(root string, o Options) *Store { return &Store{root: root} }

// Dir is the directory of a session.
func (s *Store) Dir(id string) string { return s.root + "/" + id }

// Create implements session.Opener.
func (s *Store) Create(ctx context.Context, m session.Manifest) (session.Session, error) {
	return nil, citestone.Errorf(citestone.Internal, "not written")
}

// Open implements session.Opener.
func (s *Store) Open(ctx context.Context, id string) (session.Session, error) {
	return nil, session.Unknown(id)
}

// List implements session.Catalog.
func (s *Store) List(ctx context.Context) ([]session.Info, error) { return nil, nil }

// View implements session.Catalog.
func (s *Store) View(ctx context.Context, id string) (session.Reader, error) {
	return nil, session.Unknown(id)
}

// Remove implements session.Catalog.
func (s *Store) Remove(ctx context.Context, id string) error { return session.Unknown(id) }
