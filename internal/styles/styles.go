// Package styles holds the style guides: Markdown files whose front matter says how
// markers and headings are written. A file of the same name in the workspace's
// style_guides folder, or a path, takes the place of an embedded guide.
package styles

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/citestone/citestone"
)

//go:embed guides/*.md
var guides embed.FS

// Guide is a style guide.
type Guide struct {
	Name    string            `yaml:"-" json:"name"`
	Markers string            `yaml:"markers" json:"markers"` // numeric or ieee
	Titles  map[string]string `yaml:"titles" json:"titles"`   // heading of the draft -> heading of the report
	Text    string            `yaml:"-" json:"text"`          // the guide itself, for the writer
}

// Title returns the report's heading for a heading of the draft.
func (g Guide) Title(heading string) string {
	if t := g.Titles[heading]; t != "" {
		return t
	}
	return heading
}

// Names are the embedded guides.
func Names() []string {
	files, _ := fs.Glob(guides, "guides/*.md")
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".md")
	}
	return files
}

// Load returns the guide with the name: a file path ending in .md, a file in dir, or
// an embedded guide. The error is citestone.BadInput.
func Load(name, dir string) (Guide, error) {
	data, err := read(name, dir)
	if err != nil {
		return Guide{}, err
	}
	return parse(name, string(data))
}

func read(name, dir string) ([]byte, error) {
	path := filepath.Join(dir, name+".md")
	if strings.HasSuffix(name, ".md") {
		path = name
	}
	data, err := os.ReadFile(path)
	switch {
	case err == nil:
		return data, nil
	case !errors.Is(err, fs.ErrNotExist) || path == name:
		return nil, citestone.Errorf(citestone.BadInput, "style guide: %w", err)
	case !slices.Contains(Names(), name):
		return nil, citestone.Errorf(citestone.BadInput, "there is no style guide %q", name).
			WithHint("choose one of %s, or give the path of a .md file", strings.Join(Names(), ", "))
	}
	return guides.ReadFile("guides/" + name + ".md")
}

func parse(name, data string) (Guide, error) {
	g := Guide{Name: name, Markers: "numeric", Text: data}
	if head, ok := strings.CutPrefix(data, "---\n"); ok {
		meta, body, ok := strings.Cut(head, "\n---\n")
		if !ok {
			return g, citestone.Errorf(citestone.BadInput, "style guide %s: its front matter does not end", name)
		}
		if err := yaml.Unmarshal([]byte(meta), &g); err != nil {
			return g, citestone.Errorf(citestone.BadInput, "style guide %s: front matter: %w", name, err)
		}
		g.Text = strings.TrimSpace(body)
	}
	if g.Markers != "numeric" && g.Markers != "ieee" {
		return g, citestone.Errorf(citestone.BadInput, "style guide %s: markers %q cannot be verified in the finished report", name, g.Markers).
			WithHint("use numeric or ieee")
	}
	return g, nil
}
