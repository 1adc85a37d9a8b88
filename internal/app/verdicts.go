package app

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/verify"
)

// verdicts remember verifications in the cache folder: the second run on an unchanged
// document judges nothing. A verification is known by all that it depends on: the
// document, the sources, the judges and the program. What cannot be read or written is judged
// again; nothing is lost with the folder.
type verdicts struct {
	dir     string
	program string
	sweep   sync.Once
}

// maxVerdicts bounds the number of verifications that are kept.
const maxVerdicts = 2000

func newVerdicts(cache string) *verdicts {
	return &verdicts{dir: filepath.Join(cache, "verdicts"), program: program()}
}

// program names the running program by its file, so that a new build judges anew; "" if
// it cannot be told, and then nothing is remembered.
func program() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(name)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", name, info.Size(), info.ModTime().UnixNano())
}

// key names the verification of a document; "" if none can be remembered.
func (v *verdicts) key(d *document.Document, judges string, threshold float64, shelves []*verify.Shelf) string {
	if v.program == "" {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%s\x00%g\x00%s\x00%s\x00%v\x00", v.program, judges, threshold, d.Name, d.Source, d.References)
	for _, s := range shelves {
		fmt.Fprintf(h, "%q", s.Fingerprint())
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (v *verdicts) file(key string) string { return filepath.Join(v.dir, key[:2], key+".json") }

// load reads what is remembered under the key.
func (v *verdicts) load(key string, to *citestone.Verification) bool {
	if key == "" {
		return false
	}
	data, err := os.ReadFile(v.file(key))
	if err != nil || json.Unmarshal(data, to) != nil {
		*to = citestone.Verification{}
		return false
	}
	return true
}

// store remembers a verification.
func (v *verdicts) store(key string, x citestone.Verification) {
	if key == "" {
		return
	}
	data, err := json.Marshal(x)
	if err != nil || os.MkdirAll(filepath.Dir(v.file(key)), 0o700) != nil {
		return
	}
	_ = replace(v.file(key), data, false)
	v.sweep.Do(v.forget)
}

// forget removes the oldest verifications beyond maxVerdicts.
func (v *verdicts) forget() {
	type entry struct {
		name string
		at   time.Time
	}
	var all []entry
	filepath.WalkDir(v.dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if info, err := d.Info(); err == nil {
				all = append(all, entry{name, info.ModTime()})
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(b.at.Compare(a.at), strings.Compare(a.name, b.name)) })
	for _, e := range all[min(len(all), maxVerdicts):] {
		os.Remove(e.name)
	}
}
