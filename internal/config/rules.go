package config

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/citestone/citestone"
)

// Levels says how bad the findings of rules are: off, note, warning or error, by rule.
type Levels map[string]string

// String writes the levels as a flag gives them: a=off,b=note.
func (l Levels) String() string {
	var parts []string
	for _, rule := range slices.Sorted(maps.Keys(l)) {
		parts = append(parts, rule+"="+l[rule])
	}
	return strings.Join(parts, ",")
}

// Override gives rules other levels in some files.
type Override struct {
	Files []string // patterns, with forward slashes, of paths from Dir; none: all files
	Dir   string
	Rules Levels
}

// Overrides are in the order in which they are applied.
type Overrides []Override

// String lists the overrides that are for some files.
func (o Overrides) String() string {
	var parts []string
	for _, x := range o {
		if len(x.Files) > 0 {
			parts = append(parts, strings.Join(x.Files, ",")+": "+x.Rules.String())
		}
	}
	return strings.Join(parts, "; ")
}

// LevelsFor returns the levels of rules in the file: those of all files, those of the
// overrides for it, and what the environment and the flags say, later ones before earlier
// ones.
func (c Config) LevelsFor(file string) map[string]string {
	levels := maps.Clone(c.Rules)
	if levels == nil {
		levels = Levels{}
	}
	for _, o := range c.Overrides {
		if o.covers(file) {
			maps.Copy(levels, o.Rules)
		}
	}
	return levels
}

// covers reports whether the override is for the file.
func (o Override) covers(file string) bool {
	if len(o.Files) == 0 {
		return true
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(o.Dir, abs)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(o.Files, func(pattern string) bool {
		if !strings.Contains(pattern, "/") {
			ok, _ := path.Match(pattern, path.Base(rel)) // read has seen that it is well formed
			return ok
		}
		return matches(strings.Split(pattern, "/"), strings.Split(rel, "/"))
	})
}

// matches reports whether the parts of a path match those of a pattern, in which ** is
// any number of parts.
func matches(pattern, parts []string) bool {
	for i, p := range pattern {
		if p == "**" {
			rest := pattern[i+1:]
			for len(rest) > 0 && rest[0] == "**" {
				rest = rest[1:]
			}
			for k := i; k <= len(parts); k++ {
				if matches(rest, parts[k:]) {
					return true
				}
			}
			return false
		}
		if i >= len(parts) {
			return false
		}
		if ok, _ := path.Match(p, parts[i]); !ok {
			return false
		}
	}
	return len(pattern) == len(parts)
}

// levels are what a rule may be set to.
var levels = [...]string{"off", string(citestone.SeverityNote), string(citestone.SeverityWarning), string(citestone.SeverityError)}

// A reader reads settings that hold rules from one place.
type reader struct {
	layer layer
	key   string
	rules []string // names that there are; nil: any
}

// place names where a node stands.
func (r reader) place(n *yaml.Node) string {
	if r.layer.file == "" {
		return r.layer.from(r.key)
	}
	return fmt.Sprintf("%s:%d", r.layer.file, n.Line)
}

func (r reader) wrong(n *yaml.Node, format string, args ...any) *citestone.Error {
	return citestone.Errorf(citestone.BadInput, "%s: %s", r.place(n), fmt.Sprintf(format, args...))
}

// levels reads the levels of rules: a mapping, or text as a flag gives it.
func (r reader) levels(n *yaml.Node) (Levels, error) {
	out := Levels{}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if err := r.level(out, n.Content[i], n.Content[i].Value, n.Content[i+1].Value); err != nil {
				return nil, err
			}
		}
		return out, nil
	case yaml.ScalarNode:
		for part := range strings.SplitSeq(n.Value, ",") {
			rule, level, _ := strings.Cut(strings.TrimSpace(part), "=")
			if err := r.level(out, n, rule, level); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return nil, r.wrong(n, "%s must give each rule a level, not %s", r.key, shown(*n))
}

// level adds the level of one rule. YAML reads off as a word, but false is meant so too.
func (r reader) level(out Levels, n *yaml.Node, rule, level string) error {
	if r.rules != nil && !slices.Contains(r.rules, rule) {
		err := r.wrong(n, "there is no rule %q", rule)
		if near := nearest(rule, r.rules); near != "" {
			return err.WithHint("did you mean %s?", near)
		}
		return err.WithHint("'citestone rules' lists all rules")
	}
	if !slices.Contains(levels[:], level) {
		return r.wrong(n, "the level of %s must be one of %s, not %q", rule, strings.Join(levels[:], ", "), level)
	}
	out[rule] = level
	return nil
}

// overrides reads a list of files and the levels of rules in them.
func (r reader) overrides(n *yaml.Node) (Overrides, error) {
	if n.Kind != yaml.SequenceNode {
		return nil, r.wrong(n, "%s must be a list of files and rules, not %s", r.key, shown(*n))
	}
	var out Overrides
	for _, item := range n.Content {
		o, err := r.override(item)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

func (r reader) override(n *yaml.Node) (Override, error) {
	o := Override{Dir: r.layer.dir}
	if n.Kind != yaml.MappingNode {
		return o, r.wrong(n, "an override has the keys files and rules, and is not %s", shown(*n))
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		var err error
		switch key.Value {
		case "files":
			o.Files, err = r.patterns(value)
		case "rules":
			o.Rules, err = r.levels(value)
		default:
			err = r.wrong(key, "an override has the keys files and rules, not %q", key.Value)
		}
		if err != nil {
			return o, err
		}
	}
	if len(o.Files) == 0 || len(o.Rules) == 0 {
		return o, r.wrong(n, "an override needs both files and rules")
	}
	return o, nil
}

// patterns reads one pattern or a list of them.
func (r reader) patterns(n *yaml.Node) ([]string, error) {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	var out []string
	for _, p := range nodes {
		pattern := strings.TrimPrefix(filepath.ToSlash(p.Value), "./")
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" || p.Kind != yaml.ScalarNode {
			return nil, r.wrong(p, "%s is no pattern of files", shown(*p))
		}
		out = append(out, pattern)
	}
	return out, nil
}

// setRules sets a field that holds rules, and reports whether f is one. What the
// environment and the flags say of rules goes before the overrides of files.
func (c *Config) setRules(f Field, r reader, n yaml.Node) (bool, error) {
	switch f.Key {
	case "rules":
		given, err := r.levels(&n)
		if err != nil {
			return true, err
		}
		if len(given) > 0 && c.Rules == nil {
			c.Rules = Levels{}
		}
		maps.Copy(c.Rules, given)
		if r.layer.file == "" {
			c.Overrides = append(c.Overrides, Override{Rules: given})
		}
		return true, nil
	case "overrides":
		given, err := r.overrides(&n)
		c.Overrides = append(c.Overrides, given...)
		return true, err
	}
	return false, nil
}
