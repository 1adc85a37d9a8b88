package evidence

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/pipeline"
)

// frontMatter is the head of a source file.
type frontMatter struct {
	ID        string   `yaml:"id"`
	URL       string   `yaml:"url,omitempty"`
	Path      string   `yaml:"path,omitempty"`
	Title     string   `yaml:"title"`
	Author    []string `yaml:"author,omitempty"`
	Published string   `yaml:"published,omitempty"`
	Accessed  string   `yaml:"date_accessed"`
	Type      string   `yaml:"source_type"`
	Grade     string   `yaml:"grade"`
	Scores    struct {
		Relevance float64 `yaml:"relevance"`
		Authority float64 `yaml:"authority"`
		Recency   float64 `yaml:"recency"`
		Density   float64 `yaml:"density"`
		Composite float64 `yaml:"composite"`
	} `yaml:"scores"`
}

const (
	excerptsHeading = "# Key Excerpts"
	summaryHeading  = "# Summary"
)

// WriteSummary renders a source file: front matter, key excerpts (each an exact slice
// of the snapshot under its ledger id), summary.
func WriteSummary(sum citestone.Summary) (string, error) {
	src := sum.Source
	head := frontMatter{ID: src.ID, URL: src.URL, Path: src.Path, Title: src.Title, Author: src.Authors,
		Published: src.Published, Accessed: src.Accessed.Format("2006-01-02"), Type: src.Type, Grade: string(src.Grade)}
	head.Scores.Relevance, head.Scores.Authority = src.Scores.Relevance, src.Scores.Authority
	head.Scores.Recency, head.Scores.Density = src.Scores.Recency, src.Scores.Density
	head.Scores.Composite = src.Scores.Composite
	meta, err := yaml.Marshal(head)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "---\n%s---\n\n%s\n", meta, excerptsHeading)
	for _, e := range sum.Excerpts {
		fmt.Fprintf(&b, "\n## %s\n\n", e.Entry)
		for line := range strings.Lines(e.Text) {
			b.WriteString("> " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	fmt.Fprintf(&b, "\n%s\n\n%s\n", summaryHeading, strings.TrimSpace(sum.Text))
	return b.String(), nil
}

// ReadSummary parses a source file. Its title and the excerpts that are left count;
// an excerpt that is no exact slice of the source is an error naming file and entry.
func ReadSummary(name, data string, set *Set) (citestone.Summary, error) {
	var sum citestone.Summary
	head, body, ok := strings.Cut(strings.TrimPrefix(data, "---\n"), "\n---\n")
	var meta frontMatter
	if !ok || yaml.Unmarshal([]byte(head), &meta) != nil {
		return sum, citestone.Errorf(citestone.BadInput, "%s: its front matter is broken", name)
	}
	id := SourceID(name)
	src, known := set.Sources[id]
	if !known {
		return sum, citestone.Errorf(citestone.BadInput, "%s: there is no source %s", name, id)
	}
	src.Title = meta.Title
	sum.Source = src
	excerpts, summary, _ := strings.Cut(body, "\n"+summaryHeading+"\n")
	sum.Text = strings.TrimSpace(summary)
	for _, part := range strings.Split(excerpts, "\n## ")[1:] {
		entry, quote, _ := strings.Cut(part, "\n")
		e := citestone.Excerpt{Entry: strings.TrimSpace(entry), Text: unquote(quote)}
		if err := checkExcerpt(e, set); err != nil {
			return sum, citestone.Errorf(citestone.BadInput, "%s: excerpt %s: %w", name, e.Entry, err)
		}
		sum.Excerpts = append(sum.Excerpts, e)
	}
	return sum, nil
}

func unquote(s string) string {
	var lines []string
	for line := range strings.Lines(s) {
		if rest, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), ">"); ok {
			lines = append(lines, strings.TrimPrefix(rest, " "))
		}
	}
	return strings.Join(lines, "\n")
}

func checkExcerpt(e citestone.Excerpt, set *Set) error {
	entry, ok := set.Entry(e.Entry)
	if !ok {
		return fmt.Errorf("no such ledger entry")
	}
	if _, ok := ledger.Locate(entry.Passage.Text, e.Text); !ok {
		return fmt.Errorf("its text is not in the source")
	}
	return nil
}

// Summaries reads all source files of a session, in order of their source ids.
func Summaries(s *pipeline.Scope, set *Set) ([]citestone.Summary, error) {
	members, err := s.Members(citestone.SourceFiles)
	if err != nil {
		return nil, err
	}
	var out []citestone.Summary
	for _, m := range members {
		sum, err := ReadSummary(m.Name, m.Data, set)
		if err != nil {
			return nil, err
		}
		out = append(out, sum)
	}
	slices.SortFunc(out, func(a, b citestone.Summary) int { return Number(a.Source.ID) - Number(b.Source.ID) })
	return out, nil
}
