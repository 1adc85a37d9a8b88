package cli

import (
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/citestone/citestone/internal/config"
)

// settings adds a flag for each of the keys. What the flags say is read, checked and
// explained by package config, as the settings of a file are.
func (p *program) settings(flags *pflag.FlagSet, keys ...string) {
	for _, f := range config.Fields() {
		if !slices.Contains(keys, f.Key) {
			continue
		}
		help := f.Help
		if f.Key == "unverified" {
			help += "; without a model it is removed"
		}
		if strings.Contains(f.Allow, " from ") || strings.Contains(f.Allow, "one of") {
			help += " (" + f.Allow + ")"
		}
		flag := flags.VarPF(setting{f, p.given}, f.Flag(), "", help)
		if f.Kind == reflect.Bool {
			flag.NoOptDefVal = "true"
		}
	}
}

// setting is a flag that hands its text on.
type setting struct {
	field config.Field
	given map[string][]string
}

func (s setting) Set(value string) error {
	s.given[s.field.Key] = append(s.given[s.field.Key], value)
	return nil
}

func (s setting) String() string { return "" }

// Type names the value in help texts.
func (s setting) Type() string {
	switch {
	case s.field.Kind == reflect.Bool:
		return "bool"
	case s.field.Kind == reflect.Int, s.field.Kind == reflect.Float64:
		return "number"
	case strings.HasSuffix(s.field.Key, "_url"):
		return "address"
	case s.field.Kind == reflect.Map:
		return "rule=level"
	case s.field.Key == "sources":
		return "path"
	case s.field.Kind == reflect.Slice, s.field.Key == "workspace":
		return "folder"
	}
	return "name"
}
