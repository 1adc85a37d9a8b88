package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// exampleCommand finds the commands of examples/reports/README.md and the file that
// each one's report is kept in.
var exampleCommand = regexp.MustCompile("(?m)^    citestone (research .*) \"(.*)\"$\n(?:.*\n)*?^Report: \\[(.*?)\\]")

// TestExampleReports makes the reports in examples/reports again, by the commands that
// stand beside them.
func TestExampleReports(t *testing.T) {
	dir := filepath.Join("..", "..", "examples", "reports")
	readme, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples := exampleCommand.FindAllStringSubmatch(string(readme), -1)
	if len(examples) != 3 {
		t.Fatalf("examples/reports/README.md has %d commands, want 3", len(examples))
	}
	work := t.TempDir()
	for _, e := range examples {
		t.Run(e[3], func(t *testing.T) {
			args := strings.Fields(e[1])
			for i, a := range args {
				if strings.HasPrefix(a, "examples/") {
					args[i] = filepath.Join("..", "..", a)
				}
			}
			args = append(args, "--workspace", filepath.Join(work, e[3]), "--cache", filepath.Join(work, "cache"), e[2])
			if code, _, stderr := run(t, args...); code != 0 && code != 3 {
				t.Fatalf("exit status %d: %s", code, stderr)
			}
			made, err := filepath.Glob(filepath.Join(work, e[3], "sessions", "*", "07_style", "final_report.md"))
			if err != nil || len(made) != 1 {
				t.Fatalf("reports made: %v, %v", made, err)
			}
			got, err := os.ReadFile(made[0])
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(dir, e[3])
			if *update {
				if err := os.WriteFile(name, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s is not what its command makes; run make generate (-kept +made):\n%s", name, diff)
			}
		})
	}
}

// TestLookAlikes asks what the corpus has the words for, but not the subject: each
// question ends in a refusal that says so in 150 to 250 words.
func TestLookAlikes(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "examples", "questions", "go-blog-lookalikes.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if testing.Short() && i%3 != 0 {
			continue
		}
		var q struct{ ID, Question string }
		if err := json.Unmarshal([]byte(line), &q); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run(t, "research", "--json", "--corpus", filepath.Join("..", "..", "examples", "corpus", "go-blog"),
			"--workspace", filepath.Join(work, q.ID), "--cache", filepath.Join(work, "cache"), q.Question)
		if code != 3 {
			t.Errorf("%q: exit status %d, want 3: %s", q.Question, code, stderr)
			continue
		}
		var res struct{ Report string }
		if err := json.Unmarshal([]byte(stdout), &res); err != nil {
			t.Fatalf("%v: %s", err, stdout)
		}
		text, err := os.ReadFile(res.Report)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(strings.Fields(string(text))); n < 150 || n > 250 {
			t.Errorf("%q: the refusal has %d words, want 150 to 250:\n%s", q.Question, n, text)
		}
	}
}
