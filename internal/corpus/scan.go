package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// file is a document as found in the folder.
type file struct {
	path     string // slash-separated
	size     int64
	modified int64         // nanoseconds since 1970
	listed   document.Meta // from the index file
}

// scan is what a folder holds: nothing is read yet but the index file.
type scan struct {
	dir     string // absolute, without symbolic links
	maxFile int64
	index   string // hash of the index file, "" without one
	files   []file // by path
	skips   []Skip
}

// scanFolder looks through dir.
func scanFolder(ctx context.Context, dir string, maxFile int64) (*scan, error) {
	abs, err := resolve(dir)
	if err != nil {
		return nil, err
	}
	s := &scan{dir: abs, maxFile: maxFile}
	if info, err := os.Stat(filepath.Join(abs, indexFile)); err == nil && info.Mode().IsRegular() {
		err = s.readIndex(ctx)
		if err != nil {
			return nil, err
		}
	} else if err := s.walk(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(s.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	if len(s.files) == 0 {
		return nil, s.nothing(dir)
	}
	return s, nil
}

// resolve returns the absolute path of a folder that can be listed.
func resolve(dir string) (string, error) {
	const hint = "Give a folder with Markdown, HTML, LaTeX, DOCX or plain text files."
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", citestone.Errorf(citestone.NotFound, "there is no folder %s", dir).WithHint(hint)
	}
	if err != nil {
		return "", citestone.Errorf(citestone.BadInput, "the corpus cannot be read: %w", err).WithHint(hint)
	}
	if info, err := os.Stat(abs); err == nil && !info.IsDir() {
		return "", citestone.Errorf(citestone.BadInput, "%s is a file, not a folder", dir).WithHint(hint)
	}
	f, err := os.Open(abs)
	if err == nil {
		_, err = f.Readdirnames(1)
		f.Close()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", citestone.Errorf(citestone.BadInput, "the corpus cannot be read: %w", err).WithHint("Check the folder's permissions.")
	}
	return abs, nil
}

// nothing is the error of a corpus without documents.
func (s *scan) nothing(dir string) error {
	why := ""
	for i, skip := range s.skips {
		if i == 3 {
			why += fmt.Sprintf("; and %d more", len(s.skips)-i)
			break
		}
		why += "; skipped " + skip.Path + ": " + skip.Reason
	}
	return citestone.Errorf(citestone.BadInput, "%s holds no document that can be read%s", dir, why).
		WithHint("Markdown, HTML, LaTeX, DOCX and plain text are read: .md, .html, .tex, .docx, .txt ...")
}

func (s *scan) skip(path, format string, args ...any) {
	s.skips = append(s.skips, Skip{path, fmt.Sprintf(format, args...)})
}

// readable reports whether a file's name ends like that of a document.
func readable(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".qmd", ".txt", ".text", ".rst", ".adoc", ".org", ".html", ".htm", ".xhtml", ".tex", ".docx":
		return true
	}
	return false
}

// add takes a file in, or says why not. Nothing is opened: a pipe would block.
func (s *scan) add(name string, meta document.Meta) {
	if !utf8.ValidString(name) {
		s.skip(strings.ToValidUTF8(name, "\uFFFD"), "the name is not UTF-8")
		return
	}
	info, err := os.Stat(filepath.Join(s.dir, filepath.FromSlash(name)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.skip(name, "the file does not exist")
	case err != nil:
		s.skip(name, "%s", reason(err))
	case !info.Mode().IsRegular():
		s.skip(name, "not a regular file")
	case info.Size() > s.maxFile:
		s.skip(name, "%d bytes; files up to %d are read", info.Size(), s.maxFile)
	case !s.inside(name):
		s.skip(name, "leads outside the folder")
	default:
		s.files = append(s.files, file{name, info.Size(), info.ModTime().UnixNano(), meta})
	}
}

// inside reports whether a file lies in the folder after all symbolic links.
func (s *scan) inside(name string) bool {
	target, err := filepath.EvalSymlinks(filepath.Join(s.dir, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(s.dir, target)
	return err == nil && filepath.IsLocal(rel)
}

// reason is an error without the path that a Skip already names.
func reason(err error) string {
	if e := new(fs.PathError); errors.As(err, &e) {
		return e.Err.Error()
	}
	return err.Error()
}

// walk adds the documents of the folder and the folders in it.
func (s *scan) walk(ctx context.Context) error {
	others := map[string]int{}
	err := filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(s.dir, name)
		if ctx.Err() != nil || relErr != nil {
			return errors.Join(ctx.Err(), relErr)
		}
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			s.skip(rel, "%s", reason(err))
		case rel == ".":
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			s.skip(rel, "hidden folder")
			return fs.SkipDir
		case d.IsDir() || strings.HasPrefix(d.Name(), "."):
		case readable(name):
			s.add(rel, document.Meta{})
		case d.Type()&fs.ModeSymlink != 0 && isDir(name):
			s.skip(rel, "links to folders are not followed")
		default:
			others[strings.ToLower(path.Ext(rel))]++
		}
		return nil
	})
	for ext, n := range others {
		s.skip("*"+ext, "%d file(s) of a kind that is not read", n)
	}
	slices.SortStableFunc(s.skips, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	return err
}

// opens reports whether a file that could not be read can be now: its permissions may
// have changed, which its time does not tell.
func (s *scan) opens(f file) bool {
	r, err := os.Open(filepath.Join(s.dir, filepath.FromSlash(f.path)))
	if err != nil {
		return false
	}
	r.Close()
	return true
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// readFile reads a file of at most limit bytes.
func readFile(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("more than %d bytes", limit)
	}
	return data, err
}
