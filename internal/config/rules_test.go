package config_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
)

var known = []string{"dangling-citation", "orphan-reference", "uncited-claim"}

const ruled = `rules:
  orphan-reference: off
  uncited-claim: note
overrides:
  - files: docs/**/*.md
    rules: {uncited-claim: error}
  - files: ["*.txt", old/*]
    rules:
      dangling-citation: warning
`

func TestLevelsOfAFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, config.FileName), ruled)
	load := func(flags ...string) config.Config {
		c, _, err := config.Load(config.Options{Dir: dir, UserDir: dir, Rules: known, Flags: map[string][]string{"rules": flags}, Env: []string{"CITESTONE_RULES=orphan-reference=note"}})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct{ file, want string }{
		{"a.md", "orphan-reference=note,uncited-claim=note"},
		{"docs/a.md", "orphan-reference=note,uncited-claim=error"},
		{"docs/x/y/a.md", "orphan-reference=note,uncited-claim=error"},
		{"docs/x/a.txt", "dangling-citation=warning,orphan-reference=note,uncited-claim=note"},
		{"old/a.md", "dangling-citation=warning,orphan-reference=note,uncited-claim=note"},
		{"old/x/a.md", "orphan-reference=note,uncited-claim=note"},
		{"../docs/a.md", "orphan-reference=note,uncited-claim=note"},
	} {
		got := config.Levels(load().LevelsFor(filepath.Join(dir, filepath.FromSlash(tt.file)))).String()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.file, diff)
		}
	}
	got := load("uncited-claim=off", "orphan-reference=error").LevelsFor(filepath.Join(dir, "docs", "a.md"))
	if got["uncited-claim"] != "off" || got["orphan-reference"] != "error" {
		t.Errorf("flags do not go first: %v", got)
	}
}

func TestWrongRules(t *testing.T) {
	for _, tt := range []struct{ file, flag, want, hint string }{
		{file: "mode: auto\nrules:\n  orphan-reference: off\n  dangling-citations: off\n", want: `citestone.yaml:4: there is no rule "dangling-citations"`, hint: "did you mean dangling-citation?"},
		{file: "rules:\n  xyz: off\n", want: `citestone.yaml:2: there is no rule "xyz"`, hint: "citestone rules"},
		{file: "rules:\n  uncited-claim: loud\n", want: `citestone.yaml:2: the level of uncited-claim must be one of off, note, warning, error, not "loud"`},
		{file: "rules: [uncited-claim]\n", want: "citestone.yaml:1: rules must give each rule a level, not a list"},
		{file: "overrides: {}\n", want: "citestone.yaml:1: overrides must be a list of files and rules, not a group of keys"},
		{file: "overrides:\n  - files: a.md\n", want: "citestone.yaml:2: an override needs both files and rules"},
		{file: "overrides:\n  - files: a.md\n    rule: {uncited-claim: off}\n", want: `citestone.yaml:3: an override has the keys files and rules, not "rule"`},
		{file: "overrides:\n  - files: 'a['\n    rules: {uncited-claim: off}\n", want: `citestone.yaml:2: "a[" is no pattern of files`},
		{file: "overrides:\n  - files: a.md\n    rules:\n      uncited-clam: off\n", want: `citestone.yaml:4: there is no rule "uncited-clam"`, hint: "uncited-claim"},
		{flag: "uncited-claim", want: `--rule: the level of uncited-claim must be one of off, note, warning, error, not ""`},
		{flag: "uncited=off", want: `--rule: there is no rule "uncited"`},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, config.FileName), tt.file)
		o := config.Options{Dir: dir, UserDir: dir, Rules: known}
		if tt.flag != "" {
			o.Flags = map[string][]string{"rules": {tt.flag}}
		}
		_, _, err := config.Load(o)
		var e *citestone.Error
		if !errors.As(err, &e) || e.Kind != citestone.BadInput || !strings.Contains(err.Error(), tt.want) || !strings.Contains(hints(err), tt.hint) {
			t.Errorf("%q %q: %v (%s), want %q (%s)", tt.file, tt.flag, err, hints(err), tt.want, tt.hint)
		}
	}
}

// hints returns the first hint in the error's chain.
func hints(err error) string {
	for e := (*citestone.Error)(nil); errors.As(err, &e); err = e.Unwrap() {
		if e.Hint != "" {
			return e.Hint
		}
	}
	return ""
}
