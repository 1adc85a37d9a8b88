package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// Scope is a step's view of the session. Its methods may be called concurrently.
//
// Reading or writing what the step does not declare is an error of kind
// citestone.Internal. A file that the step has written in this run can be read back;
// what an earlier run of it wrote cannot be seen.
type Scope struct {
	run    *run
	event  citestone.Event // template of its progress events
	key    string
	round  int
	in     []string          // paths and patterns it may read
	out    []string          // paths and patterns it may write
	pins   []string          // names of the pins it depends on
	inputs map[string]string // files that exist among in -> hash
	fresh  bool              // recorded calls are asked anew

	mu     sync.Mutex
	writes map[string][]byte
	called map[string]bool
	used   citestone.Usage
	looked string // hash of the earlier records, if they were read
	fault  error  // a mistake that could not be returned; fails the step
}

// Member is a file of a family.
type Member struct {
	Name string // path in the session
	Data string
}

// Read reads a JSON artifact. Absent reports whether the error means that there is none.
func Read[T any](s *Scope, f citestone.File[T]) (T, error) {
	var v T
	p, err := s.only(f.Ref)
	if err != nil {
		return v, err
	}
	return v, s.decode(p, &v)
}

// ReadRound reads a JSON artifact as it was in a round; the step has declared it with
// citestone.All, or Prev for the round before.
func ReadRound[T any](s *Scope, f citestone.File[T], round int) (T, error) {
	var v T
	p := f.Path(round)
	if p == "" {
		return v, s.absent(f.String())
	}
	return v, s.decode(p, &v)
}

// ReadLog reads the lines of all files that the reference selects. Absent reports
// whether the error means that there are none.
func ReadLog[T any](s *Scope, l citestone.Log[T]) ([]T, error) {
	var out []T
	found := false
	for _, p := range l.Paths(s.round) {
		data, err := s.read(p)
		if Absent(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		found = true
		d := json.NewDecoder(bytes.NewReader(data))
		for d.More() {
			var v T
			if err := d.Decode(&v); err != nil {
				return nil, unreadable(p, data, int(d.InputOffset()), err)
			}
			out = append(out, v)
		}
	}
	if !found {
		return nil, s.absent(l.String())
	}
	return out, nil
}

// Write writes a JSON artifact when the step ends.
func Write[T any](s *Scope, f citestone.File[T], v T) error {
	data, err := indented(listed(v))
	if err != nil {
		return citestone.Errorf(citestone.Internal, "step %s: %s: %w", s.key, f, err)
	}
	return s.write(f.Path(s.round), data)
}

// WriteLog writes a JSON Lines artifact when the step ends.
func WriteLog[T any](s *Scope, l citestone.Log[T], lines []T) error {
	var b bytes.Buffer
	for _, v := range lines {
		data, err := compact(v)
		if err != nil {
			return citestone.Errorf(citestone.Internal, "step %s: %s: %w", s.key, l, err)
		}
		b.Write(data)
		b.WriteByte('\n')
	}
	return s.write(l.Path(s.round), b.Bytes())
}

// Absent reports whether a read failed because the artifact does not exist.
func Absent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Text reads a text artifact.
func (s *Scope) Text(t citestone.Text) (string, error) {
	p, err := s.only(t.Ref)
	if err != nil {
		return "", err
	}
	data, err := s.read(p)
	return string(data), err
}

// WriteText writes a text artifact when the step ends.
func (s *Scope) WriteText(t citestone.Text, text string) error {
	return s.write(t.Path(s.round), []byte(text))
}

// Members reads all files that the reference selects, round by round in the order of
// their names. There may be none.
func (s *Scope) Members(t citestone.Text) ([]Member, error) {
	var out []Member
	for _, pattern := range t.Paths(s.round) {
		if !slices.Contains(s.in, pattern) && !slices.Contains(s.out, pattern) {
			return nil, s.undeclared("reads", pattern)
		}
		for _, p := range s.matching(pattern) {
			data, err := s.read(p)
			if err != nil {
				return nil, err
			}
			out = append(out, Member{p, string(data)})
		}
	}
	return out, nil
}

// WriteMember writes a file of a family when the step ends. The name is the last
// element of its path.
func (s *Scope) WriteMember(t citestone.Text, name, data string) error {
	pattern := t.Path(s.round)
	if ok, _ := path.Match(path.Base(pattern), name); !ok || keptCopy(name) || session.CheckPath(name) != nil {
		return citestone.Errorf(citestone.Internal, "step %s: %q cannot be a file of %s", s.key, name, pattern)
	}
	return s.write(path.Join(path.Dir(pattern), name), []byte(data))
}

// Has reports whether any file that the reference selects exists and may be read.
func (s *Scope) Has(ref citestone.Ref) bool {
	for _, p := range ref.Paths(s.round) {
		if !slices.Contains(s.in, p) && !slices.Contains(s.out, p) {
			s.mu.Lock()
			s.fault = s.undeclared("asks for", p)
			s.mu.Unlock()
		}
	}
	return slices.ContainsFunc(ref.Paths(s.round), func(p string) bool { return len(s.matching(p)) > 0 })
}

// Progress tells people what the step is doing.
func (s *Scope) Progress(format string, args ...any) {
	e := s.event
	e.Kind, e.Message = citestone.Progress, fmt.Sprintf(format, args...)
	s.run.emit(e)
}

// Round is the current round: 0 before the rounds, the last one after them.
func (s *Scope) Round() int { return s.round }

// Date is the session's pinned date.
func (s *Scope) Date() time.Time { return pinnedDate(s.run.m) }

// Pin is the value of a pin that the step declares.
func (s *Scope) Pin(name string) string {
	if !slices.Contains(s.pins, name) {
		s.mu.Lock()
		s.fault = s.undeclared("asks for the pin", name)
		s.mu.Unlock()
	}
	return s.run.m.Pins[name]
}

// Request is what the user asked for.
func (s *Scope) Request() citestone.Request { return s.run.m.Request }

// Manifest is the session's manifest with the records of the steps before this one.
// A record has its key, status, reason, form, usage, and its outputs without their
// hashes. A step that asks for it runs again when one of these changes.
func (s *Scope) Manifest() session.Manifest {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.run.m
	m.Calls, m.Seal = session.Seal{}, ""
	m.Pins = maps.Clone(m.Pins)
	m.Steps = slices.Clone(s.run.past)
	s.looked = s.run.looked()
	return m
}

// Count adds to what the step has used. Call counts searches and model calls itself.
func (s *Scope) Count(u citestone.Usage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = add(s.used, u)
}

// only is the one path of a reference.
func (s *Scope) only(ref citestone.Ref) (string, error) {
	switch paths := ref.Paths(s.round); {
	case len(paths) == 0:
		return "", s.absent(ref.String())
	case len(paths) > 1 || ref.Family():
		return "", citestone.Errorf(citestone.Internal, "step %s reads %s as one file", s.key, ref)
	default:
		return paths[0], nil
	}
}

func (s *Scope) decode(p string, v any) error {
	data, err := s.read(p)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		offset := len(data)
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			offset = int(syntax.Offset)
		case errors.As(err, &kind):
			offset = int(kind.Offset)
		}
		return unreadable(p, data, offset, err)
	}
	return nil
}

// unreadable is the error of an artifact that was edited by hand into something else.
func unreadable(p string, data []byte, offset int, err error) error {
	line := 1 + bytes.Count(data[:min(max(offset, 0), len(data))], []byte("\n"))
	return citestone.Errorf(citestone.BadInput, "%s line %d: %w", p, line, err).
		WithHint("mend the file, or delete it to have it made again")
}

func (s *Scope) read(p string) ([]byte, error) {
	if !matches(s.in, p) && !matches(s.out, p) {
		return nil, s.undeclared("reads", p)
	}
	s.mu.Lock()
	data, ok := s.writes[p]
	s.mu.Unlock()
	if ok {
		return bytes.Clone(data), nil
	}
	if s.inputs[p] == "" {
		return nil, s.absent(p)
	}
	return s.run.Session.Read(p)
}

func (s *Scope) write(p string, data []byte) error {
	if p == "" || !matches(s.out, p) {
		return s.undeclared("writes", p)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes[p] = data
	return nil
}

// matching returns the files that the scope can see of a path or pattern, sorted.
func (s *Scope) matching(pattern string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, files := range []func(func(string) bool){maps.Keys(s.inputs), maps.Keys(s.writes)} {
		for p := range files {
			if matches([]string{pattern}, p) {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (s *Scope) undeclared(does, p string) error {
	return citestone.Errorf(citestone.Internal, "step %s %s %q, which it does not declare", s.key, does, p)
}

func (s *Scope) absent(p string) error {
	return citestone.Errorf(citestone.Internal, "step %s: there is no %s: %w", s.key, p, fs.ErrNotExist)
}

// matches reports whether the path is, or fits, one of the patterns.
func matches(patterns []string, p string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, _ := path.Match(pattern, p)
		return ok
	})
}

// keptCopy reports whether the path is that of a hand-edited version kept beside its file.
func keptCopy(p string) bool {
	i := strings.LastIndex(p, editedSuffix)
	return i >= 0 && strings.Trim(p[i+len(editedSuffix):], "0123456789") == ""
}

const editedSuffix = ".edited"
