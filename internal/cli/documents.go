package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
)

// documents returns the names of the documents that arguments stand for, each once: a
// file, "-" for standard input, a folder for the documents in it, or a pattern with *,
// ?, [a-z], {a,b} and ** for folders of any depth, as shells that do not know it
// would hand it on.
func documents(args []string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	for _, arg := range args {
		found, err := expand(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !seen[filepath.Clean(name)] {
				names = append(names, name)
			}
			seen[filepath.Clean(name)] = true
		}
	}
	return names, nil
}

func expand(arg string) ([]string, error) {
	if arg == "-" {
		return []string{arg}, nil
	}
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return documentsIn(arg)
	case err == nil || !strings.ContainsAny(arg, "*?[{"):
		return []string{arg}, nil // a missing file is missed when it is read
	}
	found, err := doublestar.FilepathGlob(arg, doublestar.WithFilesOnly(), doublestar.WithNoHidden())
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "%s is no pattern: %w", arg, err)
	}
	if len(found) == 0 {
		return nil, citestone.Errorf(citestone.BadInput, "no file matches %s", arg)
	}
	return found, nil
}

// documentsIn returns the documents in a folder and the folders in it, but for hidden
// ones and those of installed packages. Plain text is left out: most of it cites
// nothing.
func documentsIn(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Type().IsRegular() && slices.Contains([]string{".md", ".markdown", ".qmd", ".tex", ".html", ".htm", ".docx"}, strings.ToLower(filepath.Ext(name))):
			found = append(found, name)
		}
		return nil
	})
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "cannot read the folder: %w", err)
	}
	if len(found) == 0 {
		return nil, citestone.Errorf(citestone.BadInput, "there is no document in %s", dir).
			WithHint("files that end in .md, .markdown, .qmd, .tex, .html, .htm or .docx are looked for; name others one by one")
	}
	return found, nil
}

// readFile reads a document, from standard input if name is "-".
func (p *program) readFile(name string) (data []byte, err error) {
	if name == "-" {
		data, err = app.ReadBounded(name, p.stdin)
	} else {
		data, err = app.ReadFile(name)
	}
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "cannot read: %w", err)
	}
	return data, nil
}
