package config

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
)

// Field describes one setting.
type Field struct {
	Key   string // as written in citestone.yaml
	Help  string // one line
	Allow string // what the value must be, in words: "a number from 0 to 1"
	Kind  reflect.Kind

	flag    string // if it is not named as the key is
	index   int
	choices []string
	ranged  bool
	low     float64
	high    float64
	path    bool // a file or folder
	name    bool // a name, or a path if it has a separator
	url     bool // an address, or empty
	labels  bool // NAME=MEANING, with commas
	secret  bool // only from the environment, and never shown
}

// Flag is the setting's name on the command line, without the dashes.
func (f Field) Flag() string {
	if f.flag != "" {
		return f.flag
	}
	return strings.ReplaceAll(f.Key, "_", "-")
}

// Fields lists the settings in the order of Config.
func Fields() []Field {
	t := reflect.TypeFor[Config]()
	fields := make([]Field, t.NumField())
	for i := range fields {
		fields[i] = newField(i, t.Field(i))
	}
	return fields
}

func newField(index int, s reflect.StructField) Field {
	f := Field{Key: s.Tag.Get("key"), Help: s.Tag.Get("help"), Kind: s.Type.Kind(), flag: s.Tag.Get("flag"), index: index}
	allow := s.Tag.Get("allow")
	f.path, f.name, f.url, f.labels = allow == "path", allow == "name", allow == "url", allow == "labels"
	f.secret = s.Type == reflect.TypeFor[Secret]()
	if low, high, ok := strings.Cut(allow, ".."); ok {
		f.ranged = true
		f.low, _ = strconv.ParseFloat(low, 64)
		f.high, _ = strconv.ParseFloat(high, 64)
	}
	if strings.Contains(allow, "|") {
		f.choices = strings.Split(allow, "|")
	}
	f.Allow = f.words()
	return f
}

func (f Field) words() string {
	switch {
	case f.choices != nil:
		return "one of " + strings.Join(f.choices, ", ")
	case f.ranged && f.Kind == reflect.Int:
		return fmt.Sprintf("a whole number from %g to %g", f.low, f.high)
	case f.ranged:
		return fmt.Sprintf("a number from %g to %g", f.low, f.high)
	case f.Kind == reflect.Bool:
		return "true or false"
	case f.Kind == reflect.Map:
		return "off, note, warning or error for each rule"
	case f.Key == "overrides":
		return "a list of files and rules"
	case f.Kind == reflect.Slice:
		return "a list of folders"
	case f.path:
		return "a folder"
	case f.url:
		return "an address that starts with http:// or https://, without a password"
	case f.labels:
		return "as LABEL_0=entailment,LABEL_1=neutral,LABEL_2=contradiction"
	case f.secret:
		return "only in the environment, as " + envPrefix + strings.ToUpper(f.Key)
	}
	return "a name or a file"
}

// check returns a BadInput error if the value is not what the key allows.
func (f Field) check(v reflect.Value) error {
	list, _ := v.Interface().([]string)
	switch {
	case slices.Contains(list, ""):
		return f.wrong("an empty name")
	case f.choices != nil && !slices.Contains(f.choices, v.String()):
		return f.wrong(strconv.Quote(v.String()))
	case f.url && strings.Contains(v.String(), "@"):
		return f.wrong("one with it") // not shown: it holds the password
	case f.url && !address(v.String()):
		return f.wrong(strconv.Quote(v.String()))
	case f.ranged && f.Kind == reflect.Int:
		if n := float64(v.Int()); n < f.low || n > f.high {
			return f.wrong(v.Int())
		}
	case f.ranged:
		if x := v.Float(); !(x >= f.low && x <= f.high) { // NaN is out of range too
			return f.wrong(x)
		}
	}
	return nil
}

// address reports whether s is empty or the address of a server.
func address(s string) bool {
	u, err := url.Parse(s)
	return s == "" || err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

func (f Field) wrong(value any) *citestone.Error {
	return citestone.Errorf(citestone.BadInput, "%s must be %s, not %v", f.Key, f.Allow, value)
}

// value returns c's value of the field.
func (c *Config) value(f Field) reflect.Value { return reflect.ValueOf(c).Elem().Field(f.index) }

// nearest returns the name most like the unknown one, or "" if none is.
func nearest(unknown string, names []string) string {
	best, distance := "", 3 // two slips at most
	for _, name := range names {
		if d := EditDistance(unknown, name); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// EditDistance is Levenshtein's distance, in bytes.
func EditDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
