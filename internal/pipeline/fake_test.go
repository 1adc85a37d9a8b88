package pipeline_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/sessiontest"
)

// Artifacts that the fake steps treat as plain text, whatever they hold in earnest.
var (
	found    = citestone.Text{Ref: citestone.Search1.Ref}
	ledger   = citestone.Text{Ref: citestone.Ledger1.Ref}
	round    = citestone.Text{Ref: citestone.LedgerRound.Ref}
	links    = citestone.Text{Ref: citestone.LinkFile.Ref}
	verified = citestone.Text{Ref: citestone.VerifyFile.Ref}
	report   = citestone.Text{Ref: citestone.ReportFile.Ref}
)

// world is what the fake steps talk to, and what it saw.
type world struct {
	mu      sync.Mutex
	asked   map[string]int // query -> times asked
	started []string       // step keys, in order
	rounds  int            // rounds until the draft is good
	fail    map[string]error
	sources int
	running atomic.Int32
}

func newWorld() *world {
	return &world{asked: map[string]int{}, rounds: 2, fail: map[string]error{}, sources: 2}
}

func (w *world) search(q string) func(context.Context) ([]string, error) {
	return func(context.Context) ([]string, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.asked[q]++
		return []string{"<answer> to " + q}, nil
	}
}

func (w *world) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked, w.started = map[string]int{}, nil
}

// steps is a small pipeline of every shape: a family, a sealed log, concurrent calls, a
// step that is not run, one that is skipped, rounds, and a look at the earlier records.
func (w *world) steps() []pipeline.Node {
	return []pipeline.Node{
		w.step("00_research", "scope", nil, refs(citestone.BriefFile.Ref), func(_ context.Context, s *pipeline.Scope) error {
			return pipeline.Write(s, citestone.BriefFile, citestone.Brief{Question: s.Request().Question, Date: s.Date()})
		}),
		w.step("00_research", "retrieve", refs(citestone.BriefFile.Ref), refs(found.Ref, ledger.Ref), w.retrieve),
		w.step("00_research", "snapshot", refs(found.Ref), refs(citestone.Snapshots.Ref, citestone.SourceFiles.Ref), w.snapshot),
		w.step("01_draft", "draft", refs(citestone.BriefFile.Ref, citestone.SourceFiles.Ref, ledger.Ref), refs(citestone.Draft.Ref), draft),
		w.step("03_verification", "links", refs(citestone.Draft.Ref), refs(links.Ref), func(context.Context, *pipeline.Scope) error {
			return pipeline.NotRun("no %s", "network")
		}),
		w.step("03_verification", "verify", refs(citestone.Draft.Ref, citestone.Snapshots.Ref, links.Ref), refs(verified.Ref), verify),
		w.step("04_critique", "critique", refs(verified.Ref), refs(citestone.CritiqueFile.Ref), critique),
		&pipeline.Repeat{Max: 3, In: refs(verified.Ref), Until: w.until, Steps: []*pipeline.Step{
			w.step("05_revision", "revise", refs(citestone.Prev(citestone.Draft.Ref), citestone.Prev(citestone.CritiqueFile.Ref), citestone.All(round.Ref)),
				refs(citestone.Draft.Ref, round.Ref), w.revise),
			w.step("06_re_verification", "reverify", refs(citestone.Draft.Ref, citestone.All(citestone.Snapshots.Ref)), refs(verified.Ref), verify),
			w.step("06_re_verification", "recritique", refs(verified.Ref), refs(citestone.CritiqueFile.Ref), critique),
		}},
		w.skipped(),
		w.step("07_style", "package", refs(citestone.Draft.Ref, verified.Ref, citestone.All(round.Ref), citestone.CutDraft.Ref),
			refs(citestone.FinalReport.Ref, report.Ref), pack),
	}
}

func refs(list ...citestone.Ref) []citestone.Ref { return list }

func (w *world) step(stage, name string, in, out []citestone.Ref, run func(context.Context, *pipeline.Scope) error) *pipeline.Step {
	return &pipeline.Step{Stage: stage, Name: name, Title: "Doing " + name, Version: 1, Form: "fake", In: in, Out: out, Pins: []string{"corpus", "date"},
		Prompts: []string{"p"}, Settings: name, Run: func(ctx context.Context, s *pipeline.Scope) error {
			if n := w.running.Add(1); n > 1 {
				return fmt.Errorf("%d steps at once", n)
			}
			defer w.running.Add(-1)
			w.mu.Lock()
			w.started = append(w.started, fmt.Sprintf("%s@%d", name, s.Round()))
			err := w.fail[name]
			w.mu.Unlock()
			if err != nil {
				return err
			}
			s.Progress("working on %s", name)
			return run(ctx, s)
		}}
}

func (w *world) skipped() *pipeline.Step {
	s := w.step("07_style", "cut", refs(citestone.Draft.Ref), refs(citestone.CutDraft.Ref), func(context.Context, *pipeline.Scope) error {
		return fmt.Errorf("a skipped step ran")
	})
	s.Skip = func(*pipeline.Scope) (string, error) { return "nothing to cut", nil }
	return s
}

func (w *world) retrieve(ctx context.Context, s *pipeline.Scope) error {
	brief, err := pipeline.Read(s, citestone.BriefFile)
	if err != nil {
		return err
	}
	answers := make([][]string, 5)
	g, ctx := errgroup.WithContext(ctx)
	for i := range answers {
		g.Go(func() (err error) {
			q := fmt.Sprintf("%s %d", brief.Question, i%3) // two are asked twice
			answers[i], err = pipeline.Call(ctx, s, pipeline.CallKey{Kind: "search", Key: map[string]any{"q": q, "n": 3}}, w.search(q))
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	s.Count(citestone.Usage{Fetches: 2})
	if err := s.WriteText(ledger, fmt.Sprintf("%q\n", answers)); err != nil {
		return err
	}
	return s.WriteText(found, strings.Join(answers[0], "\n"))
}

func (w *world) snapshot(_ context.Context, s *pipeline.Scope) error {
	text, err := s.Text(found)
	if err != nil {
		return err
	}
	for i := range w.sources {
		if err := s.WriteMember(citestone.Snapshots, fmt.Sprintf("s%d.md", i+1), text); err != nil {
			return err
		}
		if err := s.WriteMember(citestone.SourceFiles, fmt.Sprintf("source_%d.md", i+1), "# "+text); err != nil {
			return err
		}
	}
	return nil
}

func draft(_ context.Context, s *pipeline.Scope) error {
	brief, err := pipeline.Read(s, citestone.BriefFile)
	if err != nil {
		return err
	}
	sources, err := s.Members(citestone.SourceFiles)
	if err != nil {
		return err
	}
	text := brief.Question + "\n"
	for _, m := range sources {
		text += m.Name + ": " + m.Data + "\n"
	}
	return s.WriteText(citestone.Draft, text)
}

// verify is done by a step before the rounds and one in them.
func verify(_ context.Context, s *pipeline.Scope) error {
	if s.Round() == 0 && s.Has(links.Ref) {
		return fmt.Errorf("the links layer was not run, but has a file")
	}
	text, err := s.Text(citestone.Draft)
	if err != nil {
		return err
	}
	snapshots := citestone.Snapshots
	if s.Round() > 0 {
		snapshots = snapshots.All()
	}
	members, err := s.Members(snapshots)
	if err != nil {
		return err
	}
	return s.WriteText(verified, fmt.Sprintf("round %d: %d lines, %d snapshots", s.Round(), strings.Count(text, "\n"), len(members)))
}

func critique(_ context.Context, s *pipeline.Scope) error {
	text, err := s.Text(verified)
	if err != nil {
		return err
	}
	return s.WriteText(citestone.CritiqueFile, "could be better: "+text)
}

func (w *world) until(s *pipeline.Scope) (bool, string, error) {
	if _, err := s.Text(verified); err != nil {
		return false, "", err
	}
	return s.Round() >= w.rounds, fmt.Sprintf("after %d of %d", s.Round(), w.rounds), nil
}

func (w *world) revise(ctx context.Context, s *pipeline.Scope) error {
	before, err := s.Text(citestone.Draft.Prev())
	if err != nil {
		return err
	}
	why, err := s.Text(citestone.CritiqueFile.Prev())
	if err != nil {
		return err
	}
	q := fmt.Sprintf("better in round %d", s.Round())
	answer, err := pipeline.Call(ctx, s, pipeline.CallKey{Kind: "model", Key: q, Sample: 1}, w.search(q))
	if err != nil {
		return err
	}
	if err := s.WriteText(round, answer[0]+"\n"); err != nil {
		return err
	}
	return s.WriteText(citestone.Draft, before+why+"\n")
}

func pack(_ context.Context, s *pipeline.Scope) error {
	text, err := s.Text(citestone.Draft)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, rec := range s.Manifest().Steps {
		fmt.Fprintln(&b, rec.Key, rec.Status, rec.Reason, len(rec.Outputs), rec.Used)
	}
	if err := s.WriteText(report, b.String()); err != nil {
		return err
	}
	return s.WriteText(citestone.FinalReport, "# Report\n"+text)
}

// clock is a clock that ticks a second each time it is looked at.
func clock() func() time.Time {
	var ticks atomic.Int64
	return func() time.Time { return sessiontest.Created.Add(time.Duration(ticks.Add(1)) * time.Second) }
}

// runner runs the world's pipeline and collects its events.
func (w *world) runner(x session.Session, events *[]citestone.Event) *pipeline.Runner {
	sinks := []func(citestone.Event){pipeline.EventLog(x), pipeline.Transcript(x)}
	if events != nil {
		sinks = append(sinks, func(e citestone.Event) { *events = append(*events, e) })
	}
	return &pipeline.Runner{Nodes: w.steps(), Session: x, Prompts: map[string]string{"p": "hash"}, Now: clock(), Sinks: sinks,
		Budget: func(session.Reader) (citestone.Usage, bool) {
			return citestone.Usage{Searches: 10, Fetches: 5, Calls: 1}, true
		}}
}

func newSession(t testing.TB, s session.Store) session.Session {
	t.Helper()
	x, err := s.Create(context.Background(), sessiontest.Manifest())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

// artifacts reads every file of a session but the manifest and the views.
func artifacts(t testing.TB, r session.Reader) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"*", "*/*", "*/*/*", "*/*/*/*"} {
		list, err := r.List(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			data, err := r.Read(p)
			if err != nil {
				t.Fatal(err)
			}
			out[p] = string(data)
		}
	}
	for _, p := range []string{citestone.ManifestPath, citestone.CallsPath, citestone.EventsPath, citestone.TranscriptPath} {
		delete(out, p)
	}
	return out
}

func messages(events []citestone.Event, kind citestone.EventKind) []string {
	var out []string
	for _, e := range events {
		if e.Kind == kind {
			out = append(out, e.Message)
		}
	}
	return out
}

var allSteps = []string{"scope@0", "retrieve@0", "snapshot@0", "draft@0", "links@0", "verify@0", "critique@0",
	"revise@1", "reverify@1", "recritique@1", "revise@2", "reverify@2", "recritique@2", "package@2"}
