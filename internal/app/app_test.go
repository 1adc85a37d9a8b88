package app

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
)

const (
	question = "By how much did the electric ferry Aurelia cut carbon emissions on the Lindholm crossing, and do the sources agree?"
	offTopic = "How many passengers does the ferry to Gotland carry in winter?"
)

var ctx = context.Background()

// noon is the clock of the tests: sessions of different workspaces get the same id, so
// that all their files can be compared byte by byte.
func noon() time.Time { return time.Date(2024, 5, 6, 12, 0, 0, 0, time.UTC) }

// fast leaves flushing to the operating system.
var fast = disk.Options{NoSync: true}

// cache is the folder of indexes that the tests share.
var cache string

// TestMain makes the shared cache. Started by another test, the binary is a process
// that runs one session.
func TestMain(m *testing.M) {
	if os.Getenv("CITESTONE_TEST_WORKSPACE") != "" {
		os.Exit(child())
	}
	var err error
	if cache, err = os.MkdirTemp("", "citestone-app-test"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(cache)
	os.Exit(code)
}

// settings are those of the tests: three kept sources make a full report.
func settings(workspace string) config.Config {
	c := config.Default()
	corpus, err := filepath.Abs("testdata/corpus")
	if err != nil {
		panic(err)
	}
	c.Corpus, c.Workspace, c.Cache, c.Full, c.Style = []string{corpus}, workspace, cache, 3, "technical"
	return c
}

func newApp(c config.Config) *App { return New(c, Options{Now: noon, Version: "test", Disk: fast}) }

func request(t testing.TB, c config.Config, question string) citestone.Request {
	t.Helper()
	req, err := c.Request(question, noon())
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// ask runs a question in a new workspace, to its end.
func ask(t *testing.T, c config.Config, question string) (*App, Result) {
	t.Helper()
	a := newApp(c)
	res, err := a.Research(ctx, request(t, c, question), nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, res
}

// finished is a session that ran to its end with a full report, made once.
var finished = sync.OnceValues(func() (Result, error) {
	workspace, err := os.MkdirTemp(cache, "finished")
	if err != nil {
		return Result{}, err
	}
	c := settings(workspace)
	req, err := c.Request(question, noon())
	if err != nil {
		return Result{}, err
	}
	return newApp(c).Research(ctx, req, nil)
})

// copied is a copy of a session in a workspace of its own.
func copied(t *testing.T, from Result) (config.Config, Result) {
	t.Helper()
	c := settings(t.TempDir())
	to := from
	to.Dir = filepath.Join(c.Workspace, "sessions", from.Session)
	if err := os.CopyFS(to.Dir, os.DirFS(from.Dir)); err != nil {
		t.Fatal(err)
	}
	to.Report = filepath.Join(to.Dir, citestone.FinalReport.Path(0))
	to.JSON = filepath.Join(to.Dir, citestone.ReportFile.Path(0))
	return c, to
}

// aFinished is a copy of the finished session.
func aFinished(t *testing.T) (config.Config, Result) {
	t.Helper()
	res, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	return copied(t, res)
}

func read(t testing.TB, elements ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(elements...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func overwrite(t testing.TB, data string, elements ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(elements...), []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

func decode[T any](t testing.TB, elements ...string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(read(t, elements...)), &v); err != nil {
		t.Fatalf("%s: %v", filepath.Join(elements...), err)
	}
	return v
}

// edit changes a JSON artifact by hand.
func edit[T any](t testing.TB, change func(*T), elements ...string) {
	t.Helper()
	v := decode[T](t, elements...)
	change(&v)
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, string(data), elements...)
}

func manifest(t testing.TB, dir string) session.Manifest {
	t.Helper()
	m, err := session.Decode([]byte(read(t, dir, citestone.ManifestPath)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// deliverables are the files that a session makes for its user.
func deliverables(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, ref := range []citestone.Ref{citestone.FinalReport.Ref, citestone.ReportFile.Ref, citestone.HTMLFile.Ref,
		citestone.BibTeXFile.Ref, citestone.CSLFile.Ref, citestone.LedgerAll.Ref} {
		out[ref.Path(0)] = read(t, dir, ref.Path(0))
	}
	return out
}

// checkWhole fails unless every file of a finished session is whole: JSON parses, the
// files are those that the manifest names with their hashes, and nothing is left over.
func checkWhole(t testing.TB, dir string) {
	t.Helper()
	known := map[string]string{}
	for _, s := range manifest(t, dir).Steps {
		if s.Status == session.Failed || s.Status == session.Running {
			t.Errorf("%s is %s", s.Key, s.Status)
		}
		for p, hash := range s.Outputs {
			known[p] = hash
		}
	}
	views := []string{citestone.ManifestPath, citestone.CallsPath, citestone.EventsPath, citestone.TranscriptPath, ".lock"}
	for p, data := range tree(t, dir) {
		if hash, ok := known[p]; ok && hash != digest(data) {
			t.Errorf("%s does not have the hash that the manifest knows", p)
		} else if !ok && !slices.Contains(views, p) {
			t.Errorf("%s is left over", p)
		}
		delete(known, p)
		checkJSON(t, p, data)
	}
	for p := range known {
		t.Errorf("%s is missing", p)
	}
	checkCalls(t, dir)
}

func checkJSON(t testing.TB, p, data string) {
	t.Helper()
	switch filepath.Ext(p) {
	case ".json":
		if !json.Valid([]byte(data)) {
			t.Errorf("%s is not JSON", p)
		}
	case ".jsonl":
		for n, line := range strings.Split(strings.TrimSuffix(data, "\n"), "\n") {
			// A kill may cut a line of the event log, which is a view, and never another one.
			if line != "" && p != citestone.EventsPath && !json.Valid([]byte(line)) {
				t.Errorf("%s line %d is not JSON", p, n+1)
			}
		}
	}
}

// checkCalls fails if a call was made although its answer was recorded.
func checkCalls(t testing.TB, dir string) {
	t.Helper()
	seen := map[string]bool{}
	for line := range strings.Lines(read(t, dir, citestone.CallsPath)) {
		var call struct {
			Epoch int
			Kind  string
			Key   string
		}
		if err := json.Unmarshal([]byte(line), &call); err != nil {
			t.Fatal(err)
		}
		if call.Epoch != 0 || seen[call.Kind+call.Key] {
			t.Errorf("a recorded %s was repeated", call.Kind)
		}
		seen[call.Kind+call.Key] = true
	}
	if len(seen) == 0 {
		t.Error("no calls are recorded")
	}
}

// tree reads all files below a directory.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checkReport fails unless every claim of the final report is supported by exact slices
// of the stored texts and its markers and references fit each other.
func checkReport(t testing.TB, dir string) citestone.Report {
	t.Helper()
	r := decode[citestone.Report](t, dir, citestone.ReportFile.Path(0))
	snapshots := map[string]string{}
	for p, data := range tree(t, dir) {
		if strings.Contains(p, "/snapshots/") {
			snapshots[strings.TrimSuffix(filepath.Base(p), ".md")] = data
		}
	}
	if len(r.Claims) == 0 {
		t.Error("the report makes no claim")
	}
	for _, c := range r.Claims {
		if c.Status != citestone.Supported || len(c.Evidence) == 0 {
			t.Errorf("claim %q is %s, with %d pieces of evidence: %s", c.Text, c.Status, len(c.Evidence), c.Reason)
		}
		for _, e := range c.Evidence {
			text := snapshots[e.Source]
			if e.Start < 0 || e.Start >= e.End || e.End > len(text) || text[e.Start:e.End] != e.Quote {
				t.Errorf("claim %q: evidence %q is not at [%d, %d) of %s", c.Text, e.Quote, e.Start, e.End, e.Source)
			}
		}
	}
	for _, f := range r.Findings {
		if f.Severity == citestone.SeverityError || slices.Contains([]string{"dangling-citation", "orphan-reference", "uncited-claim"}, f.Rule) {
			t.Errorf("finding %s: %s", f.Rule, f.Message)
		}
	}
	if r.Status != citestone.Pass {
		t.Errorf("status %s", r.Status)
	}
	return r
}

func TestFullReport(t *testing.T) {
	t.Parallel()
	_, res := aFinished(t)
	if res.Outcome != citestone.FullReport || res.Rate == nil || *res.Rate != 1 || res.Status != citestone.Pass {
		t.Errorf("result %+v", res)
	}
	checkReport(t, res.Dir)
	checkWhole(t, res.Dir)
	text := read(t, res.Report)
	for _, want := range []string{"82 percent", "74 percent", "2020-03-10", "2021-02-02", "[1]"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not have %q", want)
		}
	}
}

// TestSame researches twice and expects the same bytes. Parallel searches are recorded
// in the order in which they were answered, which the manifest seals.
func TestSame(t *testing.T) {
	t.Parallel()
	first, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	_, second := ask(t, settings(t.TempDir()), question)
	want, got := tree(t, first.Dir), tree(t, second.Dir)
	for _, files := range []map[string]string{want, got} {
		delete(files, citestone.ManifestPath)
		files[citestone.CallsPath] = sortedLines(files[citestone.CallsPath])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("two runs (-first +second):\n%s", diff)
	}
}

func sortedLines(s string) string {
	lines := strings.Split(s, "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func digest(data string) string { return search.Hash(data) }
