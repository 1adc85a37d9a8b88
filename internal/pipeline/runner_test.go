package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
)

var ctx = context.Background()

func mustRun(t testing.TB, r *pipeline.Runner) {
	t.Helper()
	if err := r.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

func write(t testing.TB, x session.Session, path, text string) {
	t.Helper()
	if err := x.Write(session.File{Path: path, Data: []byte(text)}); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, x session.Session, path string) string {
	t.Helper()
	data, err := x.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// finished is a session whose run is complete, and its world without a memory of it.
func finished(t testing.TB) (*world, session.Session) {
	t.Helper()
	w := newWorld()
	x := newSession(t, session.NewMemory())
	mustRun(t, w.runner(x, nil))
	w.reset()
	return w, x
}

func TestRun(t *testing.T) {
	w := newWorld()
	x := newSession(t, session.NewMemory())
	var events []citestone.Event
	mustRun(t, w.runner(x, &events))
	if diff := cmp.Diff(allSteps, w.started); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	for q, n := range w.asked {
		if n != 1 {
			t.Errorf("%q asked %d times", q, n)
		}
	}
	wantReport := "07_style/cut skipped nothing to cut 0 {0 0 0}\n"
	if got := read(t, x, "07_style/report.json"); !strings.HasSuffix(got, wantReport) || !strings.Contains(got, "00_research/retrieve done  2 {3 2 0}\n") ||
		!strings.Contains(got, "03_verification/links not_run no network 0") {
		t.Errorf("records as the package step saw them:\n%s", got)
	}
	m, err := session.ReadManifest(x)
	if err != nil {
		t.Fatal(err)
	}
	rec := m.Step("r2/05_revision/revise")
	if m.State != session.Complete || rec == nil || rec.Outputs["05_revision/r2/revised_draft.md"] == "" || rec.Inputs["05_revision/r1/revised_draft.md"] == "" ||
		rec.Inputs["05_revision/r1/ledger.jsonl"] == "" || rec.Inputs["05_revision/r2/ledger.jsonl"] != "" {
		t.Errorf("state %s, record of the second revision: %+v", m.State, rec)
	}
	last := events[len(events)-2]
	want := citestone.Event{Version: 1, Time: last.Time, Kind: citestone.StepDone, Session: x.ID(), Stage: "07_style", Step: "package", Title: "Doing package",
		Number: 12, Total: 12, ElapsedMS: last.ElapsedMS, Used: &citestone.Usage{Searches: 3, Fetches: 2, Calls: 2}, Left: &citestone.Usage{Searches: 7, Fetches: 3}}
	if diff := cmp.Diff(want, last); diff != "" {
		t.Errorf("last step's event (-want +got):\n%s", diff)
	}
	if got := messages(events, citestone.Progress); !slices.Contains(got, "no further round: after 2 of 2") {
		t.Errorf("progress: %q", got)
	}
	transcript := read(t, x, citestone.TranscriptPath)
	for _, line := range []string{"[5/12] Doing links: not run: no network\n", "[8/12] Doing revise, round 2: done\n", "    working on draft\n", "session ended " + x.ID() + ": complete\n"} {
		if !strings.Contains(transcript, line) {
			t.Errorf("transcript lacks %q:\n%s", line, transcript)
		}
	}
	if n := strings.Count(read(t, x, citestone.EventsPath), "\n"); n != len(events) {
		t.Errorf("%d lines of events for %d events", n, len(events))
	}
}

// TestNothingToDo resumes a finished session: nothing runs and no file but the views changes.
func TestNothingToDo(t *testing.T) {
	w, x := finished(t)
	before, manifest := artifacts(t, x), read(t, x, citestone.ManifestPath)
	if plan, err := w.runner(x, nil).PlanRun(); err != nil || len(plan) > 0 {
		t.Errorf("plan = %v, %v", plan, err)
	}
	mustRun(t, w.runner(x, nil))
	if len(w.started)+len(w.asked) > 0 {
		t.Errorf("ran %v, asked %v", w.started, w.asked)
	}
	if diff := cmp.Diff(before, artifacts(t, x)); diff != "" {
		t.Errorf("artifacts (-before +after):\n%s", diff)
	}
	if read(t, x, citestone.ManifestPath) != manifest {
		t.Error("the manifest was written again")
	}
}

// TestEdits edits each editable artifact by hand: exactly what depends on it runs again.
func TestEdits(t *testing.T) {
	tests := map[string]struct {
		path, text string
		want       []string
	}{
		"brief":         {"00_research/brief.json", `{"question": "What else?"}`, []string{"retrieve@0", "snapshot@0", "draft@0", "links@0", "verify@0", "revise@1", "reverify@1", "revise@2", "reverify@2", "package@2"}},
		"source":        {"00_research/source_2.md", "mine", slices.Concat(allSteps[3:4], allSteps[4:6], []string{"revise@1", "reverify@1", "revise@2", "reverify@2", "package@2"})},
		"new source":    {"00_research/source_9.md", "mine\n\n", slices.Concat(allSteps[3:])},
		"draft":         {"01_draft/draft.md", "mine\n", slices.Concat(allSteps[4:])},
		"critique":      {"04_critique/critique.md", "mine", []string{"revise@1", "reverify@1", "revise@2", "reverify@2", "package@2"}},
		"first round":   {"05_revision/r1/revised_draft.md", "mine", []string{"reverify@1", "recritique@1", "revise@2", "reverify@2", "recritique@2", "package@2"}},
		"last round":    {"05_revision/r2/revised_draft.md", "mine", []string{"reverify@2", "recritique@2", "package@2"}},
		"last critique": {"06_re_verification/r2/critique.md", "mine", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w, x := finished(t)
			write(t, x, tt.path, tt.text)
			var events []citestone.Event
			r := w.runner(x, &events)
			plan, err := r.PlanRun()
			if err != nil {
				t.Fatal(err)
			}
			mustRun(t, r)
			if diff := cmp.Diff(tt.want, w.started); diff != "" {
				t.Errorf("steps (-want +got):\n%s", diff)
			}
			if len(plan) < len(w.started) {
				t.Errorf("planned only %v", plan)
			}
			if got := read(t, x, tt.path); got != tt.text {
				t.Errorf("the edit was lost: %q", got)
			}
			if notes := messages(events, citestone.Note); len(notes) != 1 || !strings.HasPrefix(notes[0], tt.path+" was edited by hand: it is kept") {
				t.Errorf("notes: %q", notes)
			}
			w.reset()
			events = nil
			mustRun(t, w.runner(x, &events))
			if len(w.started) > 0 || len(messages(events, citestone.Note)) > 0 {
				t.Errorf("second resume ran %v, noted %q", w.started, messages(events, citestone.Note))
			}
		})
	}
}

// TestEditedIsKept has a step run again over edited versions of what it writes.
func TestEditedIsKept(t *testing.T) {
	w, x := finished(t)
	for i, want := range []string{"01_draft/draft.md.edited", "01_draft/draft.md.edited2"} {
		mine := fmt.Sprintf("mine %d\n", i)
		write(t, x, "01_draft/draft.md", mine)
		if i == 0 { // accepted by one run, replaced by the next
			mustRun(t, w.runner(x, nil))
		}
		var events []citestone.Event
		r := w.runner(x, &events)
		r.From = "draft"
		mustRun(t, r)
		if got := read(t, x, want); got != mine {
			t.Errorf("%s = %q", want, got)
		}
		if notes := messages(events, citestone.Note); len(notes) != 1 || !strings.Contains(notes[0], want) {
			t.Errorf("notes: %q", notes)
		}
		if got := read(t, x, "01_draft/draft.md"); !strings.HasPrefix(got, "Why?\n") {
			t.Errorf("draft = %q", got)
		}
	}
}

// TestDerived spoils computed files: their step runs again, and nothing else, since it
// writes the same.
func TestDerived(t *testing.T) {
	for path, want := range map[string]string{"03_verification/verification_report.json": "verify@0",
		"06_re_verification/r1/verification_report.json": "reverify@1", "00_research/search_1.json": "retrieve@0", "07_style/final_report.md": "package@2"} {
		for _, remove := range []bool{false, true} {
			w, x := finished(t)
			before := artifacts(t, x)
			if remove {
				if err := x.Remove(path); err != nil {
					t.Fatal(err)
				}
			} else {
				write(t, x, path, "spoilt")
			}
			var events []citestone.Event
			mustRun(t, w.runner(x, &events))
			if diff := cmp.Diff([]string{want}, w.started); diff != "" {
				t.Errorf("%s: steps (-want +got):\n%s", path, diff)
			}
			if diff := cmp.Diff(before, artifacts(t, x)); diff != "" || len(w.asked) > 0 {
				t.Errorf("%s: asked %v, artifacts (-before +after):\n%s", path, w.asked, diff)
			}
			if notes := messages(events, citestone.Note); len(notes) != 1 || !strings.HasPrefix(notes[0], path) {
				t.Errorf("notes: %q", notes)
			}
		}
	}
}

func TestSealed(t *testing.T) {
	for _, path := range []string{"00_research/ledger_1.jsonl", "00_research/snapshots/s1.md", "00_research/snapshots/s99.md", "05_revision/r1/ledger.jsonl"} {
		for _, remove := range []bool{false, true} {
			w, x := finished(t)
			if remove {
				if _, err := x.Read(path); errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err := x.Remove(path); err != nil {
					t.Fatal(err)
				}
			} else {
				write(t, x, path, "forged")
			}
			manifest := read(t, x, citestone.ManifestPath)
			err := w.runner(x, nil).Run(ctx)
			var e *citestone.Error
			if !errors.As(err, &e) || e.Kind != citestone.Damaged || !strings.Contains(e.Msg, path) || !strings.Contains(e.Hint, "--from") {
				t.Errorf("%s: %v", path, err)
			}
			if len(w.started) > 0 || read(t, x, citestone.ManifestPath) != manifest {
				t.Errorf("%s: ran %v", path, w.started)
			}
			r := w.runner(x, nil) // as the hint says
			r.From = e.Hint[strings.LastIndex(e.Hint, " ")+1:]
			mustRun(t, r)
		}
	}
}

func TestUndeclared(t *testing.T) {
	tests := map[string]func(*pipeline.Scope) error{
		`reads "00_research/plan.json"`:      func(s *pipeline.Scope) error { _, err := pipeline.Read(s, citestone.PlanFile); return err },
		`reads "01_draft/initial_draft.md"`:  func(s *pipeline.Scope) error { _, err := s.Text(citestone.InitialDraft); return err },
		`reads "00_research/ledger_2.jsonl"`: func(s *pipeline.Scope) error { _, err := pipeline.ReadLog(s, citestone.Ledger2); return err },
		`reads "00_research/snapshots/*"`:    func(s *pipeline.Scope) error { _, err := s.Members(citestone.Snapshots); return err },
		`asks for "00_research/plan.json"`:   func(s *pipeline.Scope) error { s.Has(citestone.PlanFile.Ref); return nil },
		`asks for the pin "seed"`:            func(s *pipeline.Scope) error { s.Pin("seed"); return nil },
		`writes "00_research/plan.json"`:     func(s *pipeline.Scope) error { return pipeline.Write(s, citestone.PlanFile, citestone.Plan{}) },
		`writes "00_research/brief.json"`:    func(s *pipeline.Scope) error { return pipeline.Write(s, citestone.BriefFile, citestone.Brief{}) },
		`writes "00_research/ledger_2.jsonl"`: func(s *pipeline.Scope) error {
			return pipeline.WriteLog(s, citestone.Ledger2, []citestone.LedgerEntry{})
		},
		`writes "00_research/snapshots/s1.md"`: func(s *pipeline.Scope) error { return s.WriteMember(citestone.Snapshots, "s1.md", "") },
		`"../x.md" cannot be a file of`:        func(s *pipeline.Scope) error { return s.WriteMember(citestone.SourceFiles, "../x.md", "") },
		`"other.md" cannot be a file of`:       func(s *pipeline.Scope) error { return s.WriteMember(citestone.SourceFiles, "other.md", "") },
	}
	for want, do := range tests {
		w := newWorld()
		s := w.step("00_research", "naughty", refs(citestone.BriefFile.Ref), refs(citestone.SourceFiles.Ref), func(_ context.Context, s *pipeline.Scope) error {
			if err := s.WriteMember(citestone.SourceFiles, "source_1.md", "partial"); err != nil {
				return err
			}
			return do(s)
		})
		x := newSession(t, session.NewMemory())
		r := w.runner(x, nil)
		r.Nodes = []pipeline.Node{r.Nodes[0], s}
		err := r.Run(ctx)
		if citestone.KindOf(err) != citestone.Internal || err == nil || !strings.Contains(err.Error(), "step 00_research/naughty") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if got := artifacts(t, x); len(got) != 1 {
			t.Errorf("a failing step wrote %v", got)
		}
	}
}

func TestAbsent(t *testing.T) {
	w := newWorld()
	s := w.step("00_research", "careful", refs(citestone.PlanFile.Ref, citestone.All(citestone.BetterSearch.Ref)), nil, func(_ context.Context, s *pipeline.Scope) error {
		if s.Has(citestone.PlanFile.Ref) {
			t.Error("a missing plan is there")
		}
		_, err1 := pipeline.Read(s, citestone.PlanFile)
		_, err2 := pipeline.ReadRound(s, citestone.BetterSearch, 0)
		for _, err := range []error{err1, err2} {
			if !pipeline.Absent(err) || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("reading a missing artifact: %v", err)
			}
		}
		return nil
	})
	r := w.runner(newSession(t, session.NewMemory()), nil)
	r.Nodes = []pipeline.Node{s}
	mustRun(t, r)
}

func TestBrokenEdit(t *testing.T) {
	w, x := finished(t)
	write(t, x, "00_research/brief.json", "{\n  \"question\": \"Why?\",\n  oops\n}\n")
	err := w.runner(x, nil).Run(ctx)
	if citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), "00_research/brief.json line 3") {
		t.Errorf("error: %v", err)
	}
}

func TestFrom(t *testing.T) {
	tests := map[string][]string{"07_style": allSteps[13:], "revision": allSteps[7:], "06_re_verification/recritique": {"recritique@1", "recritique@2", "package@2"},
		"scope": allSteps}
	for from, want := range tests {
		w, x := finished(t)
		before := artifacts(t, x)
		r := w.runner(x, nil)
		r.From = from
		mustRun(t, r)
		if diff := cmp.Diff(want, w.started); diff != "" {
			t.Errorf("--from %s (-want +got):\n%s", from, diff)
		}
		if diff := cmp.Diff(before, artifacts(t, x)); diff != "" || len(w.asked) > 0 {
			t.Errorf("--from %s asked %v, changed (-before +after):\n%s", from, w.asked, diff)
		}
	}
	w, x := finished(t)
	r := w.runner(x, nil)
	r.From = "nowhere"
	err := r.Run(ctx)
	var e *citestone.Error
	if !errors.As(err, &e) || e.Kind != citestone.NotFound || !strings.Contains(e.Hint, "07_style") || !strings.Contains(e.Hint, "04_critique/critique") {
		t.Errorf("unknown name: %v", err)
	}
}

func TestFresh(t *testing.T) {
	w, x := finished(t)
	calls := read(t, x, citestone.CallsPath)
	r := w.runner(x, nil)
	r.From, r.Fresh = "05_revision", true
	mustRun(t, r)
	if diff := cmp.Diff(map[string]int{"better in round 1": 1, "better in round 2": 1}, w.asked); diff != "" {
		t.Errorf("asked (-want +got):\n%s", diff)
	}
	if now := read(t, x, citestone.CallsPath); !strings.HasPrefix(now, calls) || len(now) == len(calls) {
		t.Error("recorded calls were lost")
	}
	w.reset()
	mustRun(t, w.runner(x, nil))
	if len(w.asked)+len(w.started) > 0 {
		t.Errorf("afterwards: ran %v, asked %v", w.started, w.asked)
	}
}

func TestUpgrade(t *testing.T) {
	w, x := finished(t)
	r := w.runner(x, nil)
	r.Upgrade, r.Pins = true, map[string]string{"corpus": "c2"}
	plan, err := r.PlanRun()
	if err != nil || len(plan) != len(allSteps)+1 || plan[0].Key != "00_research/scope" || !strings.Contains(plan[0].Reason, "pins") {
		t.Errorf("plan = %v, %v", plan, err)
	}
	w2, x2 := w, x
	mustRun(t, w2.runner(x2, nil)) // planning pinned nothing
	if len(w.started) > 0 {
		t.Errorf("planning changed something: %v", w.started)
	}
	mustRun(t, r)
	if len(w.started) != len(allSteps) {
		t.Errorf("ran %v", w.started)
	}
	if m, _ := session.ReadManifest(x); m.Pins["corpus"] != "c2" || m.State != session.Complete {
		t.Errorf("pins = %v, state %s", m.Pins, m.State)
	}
}

// TestFewerRounds has an edit make the draft good one round earlier.
func TestFewerRounds(t *testing.T) {
	w, x := finished(t)
	write(t, x, "05_revision/r2/revised_draft.md", "mine")
	w.rounds = 1
	mustRun(t, w.runner(x, nil))
	for p := range artifacts(t, x) {
		if strings.Contains(p, "/r2/") && p != "05_revision/r2/revised_draft.md.edited" {
			t.Errorf("%s is left", p)
		}
	}
	if got := read(t, x, "05_revision/r2/revised_draft.md.edited"); got != "mine" {
		t.Errorf("the edited draft was lost: %q", got)
	}
	if m, _ := session.ReadManifest(x); m.Step("r2/05_revision/revise") != nil || m.Step("r1/05_revision/revise") == nil {
		t.Error("records of the rounds are wrong")
	}
	if diff := cmp.Diff([]string{"package@1"}, w.started); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}

// TestSmallerFamily has a step write fewer files than before.
func TestSmallerFamily(t *testing.T) {
	w, x := finished(t)
	w.sources = 1
	r := w.runner(x, nil)
	r.From = "snapshot"
	mustRun(t, r)
	for _, p := range []string{"00_research/source_2.md", "00_research/snapshots/s2.md"} {
		if _, err := x.Read(p); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left", p)
		}
	}
	mustRun(t, w.runner(x, nil))
}

// TestStepThatStopsRunning turns a step off: its files go.
func TestStepThatStopsRunning(t *testing.T) {
	w, x := finished(t)
	r := w.runner(x, nil)
	critique := r.Nodes[6].(*pipeline.Step)
	critique.Version++
	critique.Skip = func(*pipeline.Scope) (string, error) { return "not wanted", nil }
	r.Nodes = r.Nodes[:7]
	mustRun(t, r)
	if _, err := x.Read("04_critique/critique.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the skipped step's file is left")
	}
}

func TestFailure(t *testing.T) {
	w := newWorld()
	x := newSession(t, session.NewMemory())
	w.fail["draft"] = citestone.Errorf(citestone.Unavailable, "the model server is down")
	if err := w.runner(x, nil).Run(ctx); citestone.KindOf(err) != citestone.Unavailable {
		t.Errorf("error: %v", err)
	}
	m, _ := session.ReadManifest(x)
	if rec := m.Step("01_draft/draft"); m.State != session.Interrupted || rec.Status != session.Failed || rec.Reason != "the model server is down" {
		t.Errorf("state %s, record %+v", m.State, rec)
	}
	delete(w.fail, "draft")
	w.reset()
	mustRun(t, w.runner(x, nil))
	if diff := cmp.Diff(allSteps[3:], w.started); diff != "" || len(w.asked) != 2 {
		t.Errorf("resume asked %v, steps (-want +got):\n%s", w.asked, diff)
	}
}

func TestPanicAndInterrupt(t *testing.T) {
	w := newWorld()
	x := newSession(t, session.NewMemory())
	r := w.runner(x, nil)
	r.Nodes[3].(*pipeline.Step).Run = func(context.Context, *pipeline.Scope) error { panic("boo") }
	if err := r.Run(ctx); citestone.KindOf(err) != citestone.Internal || !strings.Contains(err.Error(), "step 01_draft/draft panicked: boo") {
		t.Errorf("error: %v", err)
	}
	stop, cancel := context.WithCancel(ctx)
	r = w.runner(x, nil)
	r.Nodes[3].(*pipeline.Step).Run = func(ctx context.Context, _ *pipeline.Scope) error { cancel(); return ctx.Err() }
	if err := r.Run(stop); citestone.KindOf(err) != citestone.Interrupted || !errors.Is(err, context.Canceled) {
		t.Errorf("error: %v", err)
	}
	if m, _ := session.ReadManifest(x); m.State != session.Interrupted {
		t.Errorf("state %s", m.State)
	}
	mustRun(t, w.runner(x, nil))
}

// TestViews spoils the views: no run fails for them.
func TestViews(t *testing.T) {
	w, x := finished(t)
	write(t, x, citestone.EventsPath, `{"version":1,"ti`)
	if err := x.Remove(citestone.TranscriptPath); err != nil {
		t.Fatal(err)
	}
	mustRun(t, w.runner(x, nil))
	if text := read(t, x, citestone.EventsPath); !strings.HasPrefix(text, "{\"version\":1,\"ti\n{") {
		t.Errorf("events: %.60q", text)
	}
	if len(w.started) > 0 {
		t.Errorf("ran %v", w.started)
	}
}

// TestManySessions runs 20 sessions at once, from two openers each.
func TestManySessions(t *testing.T) {
	store := disk.New(t.TempDir(), disk.Options{})
	var mu sync.Mutex
	var reports []map[string]string
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			x := newSession(t, store)
			if _, err := store.Open(ctx, x.ID()); citestone.KindOf(err) != citestone.Busy {
				t.Errorf("second opener: %v", err)
			}
			if err := newWorld().runner(x, nil).Run(ctx); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			reports = append(reports, artifacts(t, x))
		})
	}
	wg.Wait()
	for _, r := range reports {
		if diff := cmp.Diff(reports[0], r); diff != "" || len(r) < 15 {
			t.Fatalf("%d artifacts, same inputs differ:\n%s", len(r), diff)
		}
	}
}
