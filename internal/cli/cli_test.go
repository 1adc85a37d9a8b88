package cli_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone/internal/cli"
)

var update = flag.Bool("update", false, "write the generated pages")

// run runs a command line with a closed standard input and an empty environment.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(context.Background(), args, nil, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// TestGeneratedPages keeps docs/pipeline.md as the list of steps says.
func TestGeneratedPages(t *testing.T) {
	code, got, stderr := run(t, "stages", "--markdown")
	if code != 0 {
		t.Fatalf("exit status %d: %s", code, stderr)
	}
	name := filepath.Join("..", "..", "docs", "pipeline.md")
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("docs/pipeline.md is stale; run make generate (-page +list):\n%s", diff)
	}
}

// TestEveryCommandExplainsItself asks every command for its help.
func TestEveryCommandExplainsItself(t *testing.T) {
	var visit func(path ...string)
	visit = func(path ...string) {
		code, help, stderr := run(t, append(path, "--help")...)
		name := "citestone " + strings.Join(path, " ")
		if code != 0 || stderr != "" {
			t.Errorf("%s --help: exit status %d: %s", name, code, stderr)
		}
		if !strings.Contains(help, "Examples:") {
			t.Errorf("%s --help shows no example", name)
		}
		_, list, _ := strings.Cut(help, "Available Commands:\n")
		list, _, _ = strings.Cut(list, "\n\n")
		for line := range strings.Lines(list) {
			sub := strings.Fields(line)
			if len(sub) == 0 || sub[0] == "completion" || sub[0] == "help" {
				continue // cobra's own
			}
			if len(sub) < 3 {
				t.Errorf("%s %s has no short help", name, sub[0])
			}
			visit(append(path[:len(path):len(path)], sub[0])...)
		}
	}
	visit()
}

// trigger is a writer that calls do when a text is first written to it.
type trigger struct {
	bytes.Buffer
	text string
	do   func()
}

func (t *trigger) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(t.text)) {
		t.do()
	}
	return t.Buffer.Write(p)
}

// TestInterruptedRunGoesOn stops a run in the middle, as Ctrl-C does, and resumes it.
func TestInterruptedRunGoesOn(t *testing.T) {
	corpus, err := filepath.Abs(filepath.Join("..", "..", "testdata", "corpus", "lagoon"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stdout bytes.Buffer
	stderr := trigger{text: "Writing the draft", do: cancel}
	args := []string{"research", "--corpus", corpus, "--date", "2026-01-31", "How many turbines does the Tarn Bay lagoon have?"}
	if code := cli.Run(ctx, args, nil, strings.NewReader(""), &stdout, &stderr); code != 4 {
		t.Errorf("exit status %d, want 4: %s", code, stderr.String())
	}
	if stdout.Len() != 0 {
		t.Errorf("an interrupted run printed %q", stdout.String())
	}
	if !strings.Contains(stderr.String(), "citestone resume session_") {
		t.Errorf("it does not say how to go on: %s", stderr.String())
	}
	code, out, errs := run(t, "resume", "last")
	if code != 0 || !strings.Contains(out, "final_report.md") {
		t.Errorf("resume: exit status %d, stdout %q, stderr %s", code, out, errs)
	}
	if !strings.Contains(errs, "Planning the search: skipped") {
		t.Errorf("resume did not skip what was done: %s", errs)
	}
}
