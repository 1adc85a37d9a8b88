package cli_test

import (
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
