package document

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/citestone/citestone"
	"go.yaml.in/yaml/v3"
)

// maxFrontMatter bounds the front matter in bytes.
const maxFrontMatter = 64 << 10

// frontMatterSpan returns the span of the YAML between two lines "---" that source
// begins with, the lines included, or an empty span.
func frontMatterSpan(source string) citestone.Span {
	if !strings.HasPrefix(source, "---\n") && !strings.HasPrefix(source, "---\r\n") {
		return citestone.Span{}
	}
	at := 0
	for line := range strings.Lines(source[:min(len(source), maxFrontMatter)]) {
		at += len(line)
		mark := strings.TrimRight(line, " \t\r\n")
		switch {
		case at == len(line): // the opening line
		case mark == "---" || mark == "...":
			return citestone.Span{Start: 0, End: at}
		case mark == "" || strings.HasPrefix(mark, "#") || strings.ContainsAny(mark, ":-[]{},") || mark[0] == ' ':
		default:
			return citestone.Span{} // prose between two rules
		}
	}
	return citestone.Span{}
}

// ParseFrontMatter reads what is known of the YAML front matter that source begins with,
// if it does.
func ParseFrontMatter(source string) (Meta, error) {
	span := frontMatterSpan(source)
	if span.End == 0 {
		return Meta{}, nil
	}
	body := strings.TrimSpace(source[:span.End])
	body = strings.TrimRight(strings.TrimPrefix(body, "---"), "-.")
	var fields map[string]yaml.Node
	if err := yaml.Unmarshal([]byte(body), &fields); err != nil {
		return Meta{}, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	var m Meta
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		node := fields[key]
		m.Set(key, values(&node)...)
	}
	return m, nil
}

// values returns the scalars of a node or of the sequence that it is.
func values(n *yaml.Node) []string {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	var list []string
	for _, n := range nodes {
		if n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" {
			list = append(list, n.Value)
		}
	}
	return list
}

// Set takes over a field that a document or a list of documents gives, under any of
// the names in use for it. No value changes nothing; nobody's name is without a
// letter; fields that Meta has no place for go to Extra.
func (m *Meta) Set(key string, values ...string) {
	values = trimmed(values)
	value := strings.Join(values, ", ")
	if value == "" {
		return
	}
	switch key = strings.ToLower(key); key {
	case "title":
		m.Title = value
	case "date", "published":
		m.Date = value
	case "by", "author", "authors":
		m.Authors = slices.DeleteFunc(values, func(s string) bool { return !strings.ContainsFunc(s, unicode.IsLetter) })
	case "summary", "description":
		m.Summary = value
	case "tags", "keywords":
		m.Tags = values
	case "url", "canonical":
		m.URL = value
	case "publisher", "site":
		m.Publisher = value
	case "lang", "language":
		m.Language = value
	default:
		if m.Extra == nil {
			m.Extra = map[string]string{}
		}
		m.Extra[key] = value
	}
}

// trimmed returns the values without white space around them, and without those
// that are nothing else.
func trimmed(values []string) []string {
	var list []string
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			list = append(list, v)
		}
	}
	return list
}
