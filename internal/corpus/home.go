package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// format is the version of what is stored in the cache, and a part of each
// generation's id. Raise it when passages, terms or files change.
const format = "1"

// keep is the number of generations that are left in place.
const keep = 2

// lockRetry is how often a lock that another process holds is tried again.
const lockRetry = 20 * time.Millisecond

// home is a corpus's folder in the cache.
type home struct{ dir, corpus string }

func homeOf(cache, corpus string) home {
	return home{filepath.Join(cache, "corpora", hash([]byte(corpus))[:24]), corpus}
}

func (h home) path(name string) string { return filepath.Join(h.dir, name) }

func (h home) generation(id string) string { return h.path("gen-" + id) }

// state is the file that says what was indexed. It is replaced as a whole, which
// switches from one generation to the next.
type state struct {
	Format     string    `json:"format"`
	Corpus     string    `json:"corpus"`
	Generation string    `json:"generation"`
	Documents  int       `json:"documents"`
	Passages   int       `json:"passages"`
	Index      string    `json:"index,omitempty"` // hash of the index file
	MaxFile    int64     `json:"max_file"`
	Indexed    time.Time `json:"-"` // when the state was written, by the file system's clock
	Files      []known   `json:"files"`
}

// load returns the state, the zero state when there is none that can be used.
func (h home) load() state {
	data, err := os.ReadFile(h.path("state.json"))
	if err != nil {
		return state{}
	}
	info, err := os.Stat(h.path("state.json"))
	var st state
	if err != nil || json.Unmarshal(data, &st) != nil || st.Format != format || st.Corpus != h.corpus {
		return state{}
	}
	st.Indexed = info.ModTime()
	return st
}

func (h home) save(st state) error {
	data, err := json.Marshal(st)
	if err != nil {
		return err
	}
	if err := writeSynced(h.path("state.json.new"), data); err != nil {
		return err
	}
	if err := os.Rename(h.path("state.json.new"), h.path("state.json")); err != nil {
		return err
	}
	return syncDir(h.dir)
}

// unsure is the age below which a file that is as it was may still have changed since,
// within one tick of its file system's clock.
const unsure = 2 * time.Second

// matches reports whether the state describes what the scan found.
func (st state) matches(s *scan) bool {
	if st.Generation == "" || st.Index != s.index || st.MaxFile != s.maxFile || len(st.Files) != len(s.files) {
		return false
	}
	for i, f := range s.files {
		k := st.Files[i]
		if !k.same(f) || st.Indexed.UnixNano()-f.modified < int64(unsure) || k.Raw == "" && s.opens(f) {
			return false
		}
	}
	return true
}

// current opens the current generation if it is that of the scan.
func (h home) current(s *scan) (*Corpus, Stats, bool) {
	st := h.load()
	if !st.matches(s) {
		return nil, Stats{}, false
	}
	gen, err := openGeneration(h.generation(st.Generation), st.Generation)
	if err != nil {
		return nil, Stats{}, false
	}
	return &Corpus{gen}, gen.stats(s, st.Files), true
}

// lock keeps other processes from building. It waits for one that does. The system
// drops the lock of a process that dies.
func (h home) lock(ctx context.Context) (unlock func(), err error) {
	if err := os.MkdirAll(h.dir, 0o755); err != nil {
		return nil, storage(err)
	}
	l := flock.New(h.path("lock"))
	if _, err := l.TryLockContext(ctx, lockRetry); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, storage(err)
	}
	return func() { _ = l.Unlock() }, nil
}

// sweep removes what killed builds left, and generations but the current one and the
// newest others. A process that reads a removed generation keeps it: its files are
// open. (Where open files cannot be removed, the generation cannot be renamed either
// and stays for the next time.)
func (h home) sweep(current string) {
	entries, _ := os.ReadDir(h.dir)
	type old struct {
		name     string
		modified time.Time
	}
	var gens []old
	for _, e := range entries {
		switch info, err := e.Info(); {
		case err != nil:
		case strings.HasPrefix(e.Name(), "build-"):
			_ = os.RemoveAll(h.path(e.Name()))
		case strings.HasPrefix(e.Name(), "gen-") && e.Name() != "gen-"+current:
			gens = append(gens, old{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(gens, func(a, b old) int { return b.modified.Compare(a.modified) })
	for i := keep - 1; i < len(gens); i++ {
		h.discard(gens[i].name)
	}
}

// discard removes a generation so that it is never seen in part.
func (h home) discard(name string) {
	if os.Rename(h.path(name), h.path("build-"+name)) == nil {
		_ = os.RemoveAll(h.path("build-" + name))
	}
}

func list(cache string) ([]Info, error) {
	homes, err := os.ReadDir(filepath.Join(cache, "corpora"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, storage(err)
	}
	var out []Info
	for _, e := range homes {
		h := home{dir: filepath.Join(cache, "corpora", e.Name())}
		data, err := os.ReadFile(h.path("state.json"))
		var head struct{ Corpus string }
		if err != nil || json.Unmarshal(data, &head) != nil {
			continue // being built for the first time
		}
		h.corpus = head.Corpus
		if st := h.load(); st.Generation != "" {
			out = append(out, Info{st.Corpus, st.Documents, st.Passages, st.Generation, h.size(), st.Indexed})
		}
	}
	slices.SortFunc(out, func(a, b Info) int { return strings.Compare(a.Dir, b.Dir) })
	return out, nil
}

// size is what the folder takes on disk, in bytes.
func (h home) size() int64 {
	var total int64
	_ = filepath.WalkDir(h.dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				total += info.Size()
			}
		}
		return nil
	})
	return total
}

// writeSynced writes a file and waits until it is on the disk.
func writeSynced(name string, data []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = bytes.NewReader(data).WriteTo(f)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncDir makes renames in a folder last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync() // not possible on every system
	return nil
}
