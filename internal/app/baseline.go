package app

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
)

// baseline is the file of known findings; without a name, there are none.
type baseline struct {
	name   string
	update bool
	known  *audit.Baseline
	seen   map[string]bool // documents of this run; one on standard input has no file
	mu     sync.Mutex
}

func openBaseline(name string, update bool) (*baseline, error) {
	b := &baseline{name: name, update: update, known: &audit.Baseline{}, seen: map[string]bool{}}
	if name == "" {
		if update {
			return nil, citestone.Errorf(citestone.BadInput, "there is no baseline to update").WithHint("name its file with --baseline FILE")
		}
		return b, nil
	}
	data, err := ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && update {
		return b, nil
	}
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "baseline: %w", err).WithHint("--update-baseline writes it from what is found now")
	}
	if b.known, err = audit.ReadBaseline(data); err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "%s: %w", name, err)
	}
	return b, nil
}

// filter parts the findings of a document into fresh and known ones, and counts the
// known ones that are gone. When the baseline is updated, all become known.
func (b *baseline) filter(document string, found []citestone.Finding) (fresh, known []citestone.Finding, gone int) {
	if b.name == "" {
		return found, nil, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	document = b.relative(document)
	if b.update {
		b.known.Set(document, found)
		b.seen[document] = true
	}
	return b.known.Filter(document, found)
}

// relative returns a document's path from the folder that the baseline lies in.
func (b *baseline) relative(document string) string {
	home, err1 := filepath.Abs(filepath.Dir(b.name))
	abs, err2 := filepath.Abs(document)
	if rel, err := filepath.Rel(home, abs); err1 == nil && err2 == nil && err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(document)
}

// write stores what became known, without the documents that are gone.
func (b *baseline) write() error {
	if !b.update {
		return nil
	}
	b.known.Keep(func(document string) bool {
		_, err := os.Stat(filepath.Join(filepath.Dir(b.name), filepath.FromSlash(document)))
		return b.seen[document] || !errors.Is(err, fs.ErrNotExist)
	})
	var out bytes.Buffer
	if err := b.known.Write(&out); err != nil {
		return err
	}
	return replace(b.name, out.Bytes(), true)
}
