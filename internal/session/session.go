// Package session keeps the files of research sessions: a sealed manifest, artifacts
// written atomically, append-only logs, and a lock that lets one process at a time run
// a session. What the files mean is said in artifact.go at the module's root and in
// docs/session-format.md.
//
// [Memory] is a store without a disk; package disk is the real one; package
// sessiontest holds the tests that every store must pass.
package session

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
)

// Store holds sessions.
type Store interface {
	Opener
	Catalog
}

// Opener gives sessions to those who run them.
type Opener interface {
	// Create makes a session named after m.Created, with _2, _3 ... appended when the
	// name is taken, writes its manifest (with the id set) and holds its lock.
	Create(ctx context.Context, m Manifest) (Session, error)
	// Open locks a session. The error is citestone.Busy when someone else holds it
	// and citestone.NotFound when there is none.
	Open(ctx context.Context, id string) (Session, error)
}

// Catalog shows and removes sessions.
type Catalog interface {
	// List describes all sessions, newest first. A damaged session is listed as such.
	List(ctx context.Context) ([]Info, error)
	// View reads a session without locking it, also while another process runs it.
	View(ctx context.Context, id string) (Reader, error)
	// Remove deletes a session. The error is citestone.Busy when someone holds it
	// and citestone.NotFound when there is none.
	Remove(ctx context.Context, id string) error
}

// Reader reads a session's files. Paths are slash-separated, relative to the session
// and satisfy [CheckPath].
type Reader interface {
	ID() string
	// Read returns a whole file; the error of a missing one satisfies
	// errors.Is(err, fs.ErrNotExist).
	Read(path string) ([]byte, error)
	// List returns, sorted, the files that match the pattern: the syntax of path.Match.
	List(pattern string) ([]string, error)
}

// Writer changes a session's files. Errors are citestone.StorageFailed and name the path.
type Writer interface {
	// Write replaces whole files. Each is replaced atomically, and they are replaced in
	// order: a crash leaves the first of them new and the others as they were.
	Write(files ...File) error
	// Append adds a line to a log, creating it if need be. A line that a crash cut
	// short is ended first. With sync set the line is on the disk when Append returns.
	Append(path string, line []byte, sync bool) error
	// Remove deletes files; a missing one is no error.
	Remove(paths ...string) error
}

// Session is a locked session. Its methods may be called concurrently.
type Session interface {
	Reader
	Writer
	io.Closer // releases the lock
}

// File is a file to be written.
type File struct {
	Path string
	Data []byte
}

// Info describes a session to people.
type Info struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	Question string    `json:"question"`
	State    State     `json:"state"`
	LastStep string    `json:"last_step,omitempty"` // key of the step that ended last
	Bytes    int64     `json:"bytes"`               // of all its files
	Problem  string    `json:"problem,omitempty"`   // what is wrong with a damaged one
}

// Describe builds the Info of a session from its manifest file. running says whether a
// process holds its lock. A manifest that cannot be read gives a damaged session.
func Describe(id string, manifest []byte, bytes int64, running bool) Info {
	info := Info{ID: id, Bytes: bytes, Created: created(id)}
	m, err := Decode(manifest)
	if err != nil {
		info.State, info.Problem = Broken, err.Error()
		return info
	}
	info.Created, info.Question, info.State = m.Created, m.Request.Question, m.State
	switch {
	case running:
		info.State = Active
	case m.State == Active:
		info.State = Interrupted
	}
	var last time.Time
	for _, s := range m.Steps {
		if s.Status == Done && !s.Ended.Before(last) {
			last, info.LastStep = s.Ended, s.Key
		}
	}
	return info
}

// ReadManifest reads a session's manifest.
func ReadManifest(r Reader) (Manifest, error) {
	data, err := r.Read(citestone.ManifestPath)
	if err != nil {
		return Manifest{}, citestone.Errorf(citestone.Damaged, "session %s has no manifest: %w", r.ID(), err).
			WithHint("a session without its %s cannot go on; start a new one", citestone.ManifestPath)
	}
	m, err := Decode(data)
	if err != nil {
		return Manifest{}, err
	}
	return m, nil
}

// CheckPath returns an error unless p may name a file of a session: relative,
// slash-separated, without "..", hidden names or backslashes.
func CheckPath(p string) error {
	if p == "." || !fs.ValidPath(p) || strings.ContainsAny(p, "\\\x00") || strings.Contains("/"+p, "/.") {
		return citestone.Errorf(citestone.Internal, "%q cannot name a file of a session", p)
	}
	return nil
}

const idLayout = "session_20060102_150405"

var idForm = regexp.MustCompile(`^session_\d{8}_\d{6}(_\d+)?$`)

// ValidID reports whether s has the form of a session id.
func ValidID(s string) bool { return idForm.MatchString(s) }

// Name is the id of the nth session created at the time, from 1.
func Name(created time.Time, n int) string {
	name := created.UTC().Format(idLayout)
	if n > 1 {
		name += fmt.Sprintf("_%d", n)
	}
	return name
}

// created is the time in a session id, the zero time if there is none.
func created(id string) time.Time {
	t, _ := time.Parse(idLayout, id[:min(len(id), len(idLayout))])
	return t
}

// Sort orders sessions from new to old.
func Sort(list []Info) {
	slices.SortFunc(list, func(a, b Info) int {
		return cmp.Or(b.Created.Compare(a.Created), len(b.ID)-len(a.ID), strings.Compare(b.ID, a.ID))
	})
}

// Unknown is the error for a session that does not exist.
func Unknown(id string) error {
	return citestone.Errorf(citestone.NotFound, "there is no session %q", id).
		WithHint("list the sessions with: citestone sessions")
}

// InUse is the error for a session that someone holds; pid is 0 when not known.
func InUse(id string, pid int) error {
	by := "another run"
	if pid != 0 {
		by = fmt.Sprintf("process %d", pid)
	}
	return citestone.Errorf(citestone.Busy, "session %s is in use by %s", id, by).
		WithHint("wait until it ends, or stop it; its work so far is kept")
}
