package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/citestone/citestone/internal/cli"
	"github.com/citestone/citestone/internal/entail/nli/nlitest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"citestone": func() {
		os.Exit(cli.Run(context.Background(), os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
	}})
}

// TestScripts runs the stories in testdata/script, each in a folder of its own.
func TestScripts(t *testing.T) {
	lagoon, err := filepath.Abs(filepath.Join("..", "..", "testdata", "corpus", "lagoon"))
	if err != nil {
		t.Fatal(err)
	}
	nli := nlitest.New(nlitest.Options{Key: "open sesame"})
	t.Cleanup(nli.Close) // after the scripts, which run in parallel
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "cut": cut, "sparse": sparse},
		Condition: func(cond string) (bool, error) {
			if cond != "root" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return os.Geteuid() == 0, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("LAGOON", lagoon)
			e.Setenv("NLI", nli.URL)
			e.Setenv("GORACE", "atexit_sleep_ms=10") // the race detector lets every process sleep for a second
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "home", "config"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, "home", "cache"))
			return nil
		},
	})
}

// status runs a command, given after its expected exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE COMMAND ARG...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitCode(err)
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// cut takes bytes off the end of a file.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cut BYTES FILE")
	}
	name := ts.MkAbs(args[1])
	info, err := os.Stat(name)
	ts.Check(err)
	ts.Check(os.Truncate(name, max(0, info.Size()-number(ts, args[0]))))
}

// sparse makes a file of the size without writing it.
func sparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse BYTES FILE")
	}
	f, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	ts.Check(f.Truncate(number(ts, args[0])))
	ts.Check(f.Close())
}

func number(ts *testscript.TestScript, s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	ts.Check(err)
	return n
}

func exitCode(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}
