package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/citestone/citestone"
)

// FileName is the name of a settings file.
const FileName = "citestone.yaml"

// Options say where settings may come from.
type Options struct {
	Dir     string              // working folder; empty: the process's
	UserDir string              // folder of the user's own settings file; empty: Citestone's folder in the user's configuration folder
	Env     []string            // the environment, as "NAME=value"; a list is separated as in PATH
	Rules   []string            // names of the rules that there are; nil: any name will do
	Flags   map[string][]string // values given on the command line, by key; of a key that is no list, the last counts
}

// Origin says where a setting's value came from.
type Origin struct {
	Key   string
	Value any
	From  string // "default", "FILE:LINE", "$NAME" or "--flag"
}

// layer is the values of one place that settings come from.
type layer struct {
	values map[string]yaml.Node
	file   string                  // that they stand in, if it is one
	dir    string                  // relative paths start here
	from   func(key string) string // names the place of a key
}

// Load gathers the settings and says, in the order of Config, where each came from. A
// relative path in a settings file starts at the file's folder, any other at
// the working folder; all paths of the result are absolute. An unknown key, a value
// of the wrong type or out of range is BadInput naming key, place and what is allowed.
func Load(o Options) (Config, []Origin, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return Config{}, nil, citestone.Errorf(citestone.BadInput, "working folder: %w", err)
	}
	layers, err := o.layers(dir)
	if err != nil {
		return Config{}, nil, err
	}
	c, from := Default(), map[string]string{}
	for _, f := range Fields() {
		from[f.Key] = "default"
		c.resolve(f, dir)
	}
	for _, l := range layers {
		for _, key := range slices.Sorted(maps.Keys(l.values)) {
			if err := c.set(l, key, o.Rules); err != nil {
				return Config{}, nil, err
			}
			from[key] = l.from(key)
		}
	}
	if c.Cache == "" {
		c.Cache = userCache(c.Workspace)
	}
	origins := make([]Origin, 0, len(from))
	for _, f := range Fields() {
		origins = append(origins, Origin{f.Key, c.value(f).Interface(), from[f.Key]})
	}
	return c, origins, nil
}

func userCache(workspace string) string {
	if dir, err := os.UserCacheDir(); err == nil {
		return filepath.Join(dir, "citestone")
	}
	return filepath.Join(workspace, "cache")
}

// layers returns the places with settings, the weakest first.
func (o Options) layers(dir string) ([]layer, error) {
	var layers []layer
	for _, name := range o.files(dir) {
		l, err := fileLayer(name)
		if err != nil {
			return nil, err
		}
		layers = append(layers, l)
	}
	return append(layers, envLayer(o.Env, dir), flagLayer(o.Flags, dir)), nil
}

// files returns the user's settings file and the nearest one from dir upwards,
// those that exist.
func (o Options) files(dir string) []string {
	var found []string
	user := o.UserDir
	if user == "" {
		if base, err := os.UserConfigDir(); err == nil {
			user = filepath.Join(base, "citestone")
		}
	}
	if user != "" && exists(filepath.Join(user, FileName)) {
		found = append(found, filepath.Join(user, FileName))
	}
	for {
		if name := filepath.Join(dir, FileName); exists(name) {
			if !slices.Contains(found, name) {
				found = append(found, name)
			}
			return found
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return found
		}
		dir = parent
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

func fileLayer(name string) (layer, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return layer{}, citestone.Errorf(citestone.BadInput, "cannot read settings: %w", err)
	}
	values := map[string]yaml.Node{}
	lines := map[string]int{}
	var root yaml.Node
	if err = yaml.Unmarshal(data, &root); err == nil && len(root.Content) > 0 {
		err = root.Decode(&values) // says which keys stand twice
	}
	if err != nil {
		return layer{}, citestone.Errorf(citestone.BadInput, "%s: %s", name, strings.Join(strings.Fields(strings.TrimPrefix(err.Error(), "yaml: ")), " ")).
			WithHint("a line is KEY: VALUE; 'citestone init' writes a file with every key")
	}
	if len(root.Content) > 0 {
		for i, key := range root.Content[0].Content {
			if i%2 == 0 {
				lines[key.Value] = key.Line
			}
		}
	}
	from := func(key string) string { return fmt.Sprintf("%s:%d", name, lines[key]) }
	return layer{values, name, filepath.Dir(name), from}, nil
}

const envPrefix = "CITESTONE_"

func envLayer(environ []string, dir string) layer {
	values := map[string]yaml.Node{}
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		if key, ok := strings.CutPrefix(name, envPrefix); ok && value != "" {
			values[strings.ToLower(key)] = scalar(value)
		}
	}
	return layer{values, "", dir, func(key string) string { return "$" + envPrefix + strings.ToUpper(key) }}
}

func flagLayer(flags map[string][]string, dir string) layer {
	values := map[string]yaml.Node{}
	for _, f := range Fields() {
		given, ok := flags[f.Key]
		if !ok || len(given) == 0 {
			continue
		}
		node := scalar(given[len(given)-1])
		switch f.Kind {
		case reflect.Slice:
			node = sequence(given)
		case reflect.Map:
			node = scalar(strings.Join(given, ","))
		}
		values[f.Key] = node
	}
	return layer{values, "", dir, func(key string) string {
		i := slices.IndexFunc(Fields(), func(f Field) bool { return f.Key == key })
		return "--" + Fields()[i].Flag()
	}}
}

func sequence(values []string) yaml.Node {
	n := yaml.Node{Kind: yaml.SequenceNode}
	for _, v := range values {
		n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v})
	}
	return n
}

func scalar(value string) yaml.Node { return yaml.Node{Kind: yaml.ScalarNode, Value: value} }

// set decodes the layer's value of the key into c and checks it. A key without a value
// (null) leaves c as it is.
func (c *Config) set(l layer, key string, rules []string) error {
	i := slices.IndexFunc(Fields(), func(f Field) bool { return f.Key == key })
	if i < 0 {
		return unknownKey(l.from(key), key)
	}
	f, node := Fields()[i], l.values[key]
	if f.secret && l.file != "" && node.Value != "" {
		return citestone.Errorf(citestone.BadInput, "%s: %s is a secret, which does not belong in a file", l.from(key), key).
			WithHint("set %s%s in the environment", envPrefix, strings.ToUpper(key))
	}
	if node.ShortTag() == "!!null" {
		return nil
	}
	if done, err := c.setRules(f, reader{l, key, rules}, node); done {
		return err
	}
	if err := c.decode(f, node); err != nil {
		return at(l.from(key), f.wrong(shown(node)))
	}
	if err := f.check(c.value(f)); err != nil {
		return at(l.from(key), err)
	}
	c.resolve(f, l.dir)
	return nil
}

// shown is a value as its author wrote it.
func shown(n yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "a group of keys"
	}
	return strconv.Quote(n.Value)
}

func unknownKey(place, key string) error {
	err := citestone.Errorf(citestone.BadInput, "%s: there is no setting %q", place, key)
	var keys []string
	for _, f := range Fields() {
		keys = append(keys, f.Key)
	}
	if near := nearest(strings.ReplaceAll(key, "-", "_"), keys); near != "" {
		return err.WithHint("did you mean %s?", near)
	}
	return err.WithHint("'citestone config show' lists all settings")
}

func at(place string, err error) error {
	return citestone.Errorf(citestone.BadInput, "%s: %w", place, err)
}

// decode sets the field. A list may be written as one string, separated as in PATH.
func (c *Config) decode(f Field, n yaml.Node) error {
	v := c.value(f)
	if f.Kind == reflect.Slice && n.Kind == yaml.ScalarNode {
		v.Set(reflect.ValueOf(filepath.SplitList(n.Value)))
		return nil
	}
	if f.Kind == reflect.Int && n.ShortTag() == "!!float" { // Decode would cut it off
		return errors.New("not a whole number")
	}
	v.SetZero()
	return n.Decode(v.Addr().Interface())
}

// resolve makes the field's paths absolute, from dir. A leading ~ is the user's home.
func (c *Config) resolve(f Field, dir string) {
	v := c.value(f)
	switch {
	case f.path && f.Kind == reflect.Slice:
		for i := range v.Len() {
			v.Index(i).SetString(absolute(dir, v.Index(i).String()))
		}
	case f.path, f.name && strings.ContainsAny(v.String(), `/\`):
		v.SetString(absolute(dir, v.String()))
	}
}

func absolute(dir, name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}
