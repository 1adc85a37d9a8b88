package document

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// cslReference is an entry of the list "references" in pandoc's front matter.
type cslReference struct {
	ID     string    `yaml:"id"`
	Title  string    `yaml:"title"`
	URL    string    `yaml:"URL"`
	DOI    string    `yaml:"DOI"`
	Author []cslName `yaml:"author"`
	Issued yaml.Node `yaml:"issued"`
}

type cslName struct {
	Family   string `yaml:"family"`
	Given    string `yaml:"given"`
	Literal  string `yaml:"literal"`
	Particle string `yaml:"non-dropping-particle"`
}

// frontMatterReferences returns the entries that the front matter of source lists.
// They have no place in the text, like those of a file of their own.
func frontMatterReferences(source string) []Reference {
	span := frontMatterSpan(source)
	if span.End == 0 || !strings.Contains(source[:span.End], "references:") {
		return nil
	}
	var front struct {
		References []cslReference `yaml:"references"`
	}
	body := strings.TrimRight(strings.TrimPrefix(strings.TrimSpace(source[:span.End]), "---"), "-.")
	if yaml.Unmarshal([]byte(body), &front) != nil {
		return nil
	}
	var list []Reference
	for _, c := range front.References {
		if c.ID != "" {
			list = append(list, c.reference())
		}
	}
	return list
}

func (c cslReference) reference() Reference {
	r := Reference{ID: c.ID, Label: c.ID, External: true, Title: c.Title, URL: c.URL, DOI: c.DOI, Published: issued(&c.Issued)}
	r.ArXiv = FindArXiv(c.URL + " " + c.DOI)
	for _, a := range c.Author {
		name := a.Literal
		if name == "" {
			name = strings.Trim(strings.TrimSpace(a.Particle+" "+a.Family)+", "+a.Given, ", ")
		}
		if name != "" {
			r.Authors = append(r.Authors, name)
		}
	}
	r.Text = strings.Join([]string{strings.Join(r.Authors, "; "), r.Published, r.Title}, ". ")
	return r
}

// issued reads a date as CSL has it: 2020, 2020-03-05, or date-parts.
func issued(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode {
		return n.Value
	}
	var date struct {
		Parts [][]int `yaml:"date-parts"`
		Year  string  `yaml:"year"`
	}
	var dates []struct {
		Year string `yaml:"year"`
	}
	if n.Kind == yaml.SequenceNode && n.Decode(&dates) == nil && len(dates) > 0 {
		return dates[0].Year
	}
	if n.Kind != yaml.MappingNode || n.Decode(&date) != nil || len(date.Parts) == 0 {
		return date.Year
	}
	parts := date.Parts[0]
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return fmt.Sprint(parts[0])
	case 2:
		return fmt.Sprintf("%d-%02d", parts[0], parts[1])
	}
	return fmt.Sprintf("%d-%02d-%02d", parts[0], parts[1], parts[2])
}
