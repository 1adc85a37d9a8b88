package config

import (
	"fmt"
	"strings"
)

// Template returns a settings file in which every key stands commented out with its
// default, what it is for and what it may be.
func Template() string {
	var b strings.Builder
	b.WriteString("# Settings of Citestone. Every key stands here with its default; take the # away to\n" +
		"# change it. A relative path starts at this file's folder. The environment\n" +
		"# (CITESTONE_MODE=deep) and flags (--mode deep) go before this file, and this file\n" +
		"# before the one in your own configuration folder.\n")
	defaults := Default()
	for _, f := range Fields() {
		fmt.Fprintf(&b, "\n# %s (%s)\n#%s: %s\n", f.Help, f.Allow, f.Key, literal(defaults.value(f).Interface()))
	}
	return b.String()
}

// literal writes a default as YAML.
func literal(v any) string {
	switch v := v.(type) {
	case []string:
		return "[" + strings.Join(v, ", ") + "]"
	case Levels:
		return "{}"
	case Overrides:
		return "[]"
	case Secret:
		return ""
	case string:
		if v == "" {
			return `""`
		}
	}
	return fmt.Sprint(v)
}
