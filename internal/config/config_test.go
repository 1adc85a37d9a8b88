package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
)

func write(t *testing.T, name, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

func origin(t *testing.T, origins []config.Origin, key string) config.Origin {
	t.Helper()
	for _, o := range origins {
		if o.Key == key {
			return o
		}
	}
	t.Fatalf("no origin for %s", key)
	return config.Origin{}
}

func TestLaterPlacesWin(t *testing.T) {
	top := t.TempDir()
	user, project := filepath.Join(top, "user"), filepath.Join(top, "project")
	work := filepath.Join(project, "a", "b")
	write(t, filepath.Join(user, config.FileName), "mode: quick\nthreshold: 0.5\nmax_rounds: 1\nstyle: academic\n")
	write(t, filepath.Join(project, config.FileName), "# ours\nthreshold: 0.6\nmax_rounds: 2\ncorpus: [docs, /srv/docs]\nstyles_dir:\n")
	write(t, filepath.Join(top, config.FileName), "mode: deep\n") // above the nearest: not read
	if err := os.MkdirAll(work, 0o777); err != nil {
		t.Fatal(err)
	}
	c, origins, err := config.Load(config.Options{
		Dir: work, UserDir: user,
		Env:   []string{"CITESTONE_MAX_ROUNDS=0", "CITESTONE_STYLE=", "CITESTONE_EXHAUSTIVE=true", "HOME=/x"},
		Flags: map[string][]string{"half_life_days": {"30.5"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	type value struct {
		got, want any
		key, from string
	}
	projectFile := filepath.Join(project, config.FileName)
	for _, v := range []value{
		{c.Mode, citestone.ModeQuick, "mode", filepath.Join(user, config.FileName) + ":1"},
		{c.Threshold, 0.6, "threshold", projectFile + ":2"},
		{c.MaxRounds, 0, "max_rounds", "$CITESTONE_MAX_ROUNDS"},
		{c.Style, "academic", "style", filepath.Join(user, config.FileName) + ":4"},
		{c.Exhaustive, true, "exhaustive", "$CITESTONE_EXHAUSTIVE"},
		{c.HalfLifeDays, 30.5, "half_life_days", "--half-life-days"},
		{c.Workspace, filepath.Join(work, ".citestone"), "workspace", "default"},
		{strings.Join(c.Corpus, " "), filepath.Join(project, "docs") + " /srv/docs", "corpus", projectFile + ":4"},
	} {
		if v.got != v.want {
			t.Errorf("%s = %v, want %v", v.key, v.got, v.want)
		}
		if from := origin(t, origins, v.key).From; from != v.from {
			t.Errorf("%s comes from %q, want %q", v.key, from, v.from)
		}
	}
}

func TestWrongSettings(t *testing.T) {
	for _, test := range []struct{ file, env, want, hint string }{
		{file: "mode: auto\nthreshhold: 0.9\n", want: `citestone.yaml:2: there is no setting "threshhold"`, hint: "did you mean threshold?"},
		{file: "zebra: 1\n", want: `there is no setting "zebra"`, hint: "config show"},
		{file: "threshold: high\n", want: `citestone.yaml:1: threshold must be a number from 0 to 1, not "high"`},
		{file: "threshold: 1.5\n", want: `threshold must be a number from 0 to 1, not 1.5`},
		{file: "threshold: .nan\n", want: `threshold must be a number from 0 to 1`},
		{file: "max_rounds: 2.5\n", want: `max_rounds must be a whole number from 0 to 3, not "2.5"`},
		{file: "max_rounds: [1]\n", want: `max_rounds must be a whole number from 0 to 3, not a list`},
		{file: "no_repair: perhaps\n", want: `no_repair must be true or false, not "perhaps"`},
		{file: "corpus: {a: b}\n", want: `corpus must be a list of folders, not a group of keys`},
		{file: "corpus: [docs, '']\n", want: `corpus must be a list of folders, not an empty name`},
		{file: "mode: slow\n", want: `mode must be one of auto, quick, standard, deep, not "slow"`},
		{file: "mode: [\n", want: "citestone.yaml: line "},
		{file: "mode: quick\nmode: deep\n", want: `citestone.yaml: `},
		{file: "- mode\n", want: "citestone.yaml: "},
		{file: "just words\n", want: "citestone.yaml: "},
		{env: "CITESTONE_CUTOFF=9", want: "$CITESTONE_CUTOFF: cutoff must be a whole number from 0 to 5, not 9"},
		{env: "CITESTONE_MODES=quick", want: `$CITESTONE_MODES: there is no setting "modes"`, hint: "did you mean mode?"},
	} {
		dir := t.TempDir()
		if test.file != "" {
			write(t, filepath.Join(dir, config.FileName), test.file)
		}
		_, _, err := config.Load(config.Options{Dir: dir, UserDir: dir, Env: []string{test.env}})
		if citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q %q: error %v, want BadInput with %q", test.file, test.env, err, test.want)
			continue
		}
		var e *citestone.Error
		if errors.As(err, &e); !strings.Contains(e.Hint, test.hint) {
			t.Errorf("%q: hint %q, want %q", test.file, e.Hint, test.hint)
		}
	}
}

func TestTemplateHoldsTheDefaults(t *testing.T) {
	dir := t.TempDir()
	want, _, err := config.Load(config.Options{Dir: dir, UserDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	uncommented := strings.ReplaceAll(config.Template(), "\n#", "\n")
	uncommented = strings.ReplaceAll(uncommented, "\n ", "\n# ")
	write(t, filepath.Join(dir, config.FileName), uncommented)
	got, origins, err := config.Load(config.Options{Dir: dir, UserDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	want.Corpus, want.Sources = []string{}, []string{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the template changes settings (-default +template):\n%s", diff)
	}
	for _, o := range origins {
		if o.From == "default" {
			t.Errorf("the template does not name %s", o.Key)
		}
	}
}

func TestFieldsAreDescribed(t *testing.T) {
	for _, f := range config.Fields() {
		if f.Key == "" || f.Help == "" || strings.HasSuffix(f.Help, ".") {
			t.Errorf("field %+v: needs a key and a help text without a final period", f)
		}
	}
}

func TestRequest(t *testing.T) {
	c := config.Default()
	c.Corpus = []string{"/docs"}
	now := time.Date(2026, 11, 21, 23, 30, 0, 0, time.FixedZone("", -2*3600))
	got, err := c.Request("  How long?\n", now)
	if err != nil {
		t.Fatal(err)
	}
	want := citestone.Request{
		Question: "How long?", Mode: citestone.ModeAuto, Corpora: []string{"/docs"},
		Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), Threshold: 0.9, MaxRounds: 3,
		Unverified: "remove", HalfLife: 730,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	without := c
	without.Corpus = nil
	wild := c
	wild.Threshold = 7
	for _, bad := range []struct {
		c        config.Config
		question string
		want     string
	}{
		{c, " \t\n", "the question is empty"},
		{c, "a\xff", "not valid UTF-8"},
		{c, strings.Repeat("a", 10_001), "10001 bytes"},
		{without, "How long?", "nothing to research in"},
		{wild, "How long?", "threshold must be a number from 0 to 1, not 7"},
	} {
		_, err := bad.c.Request(bad.question, now)
		if citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%.20q: error %v, want BadInput with %q", bad.question, err, bad.want)
		}
	}
}
