package app

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/citestone/citestone"
)

// TestTogether runs 20 sessions at once in one process.
func TestTogether(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir())
	a := newApp(c)
	req := request(t, c, question)
	results := make([]Result, 20)
	var g sync.WaitGroup
	for i := range results {
		g.Go(func() {
			var err error
			if results[i], err = a.Research(ctx, req, nil); err != nil {
				t.Error(err)
			}
		})
	}
	g.Wait()
	ids := map[string]bool{}
	for _, res := range results {
		if ids[res.Session] {
			t.Errorf("two sessions are %s", res.Session)
		}
		ids[res.Session] = true
		if read(t, res.Report) != read(t, results[0].Report) {
			t.Errorf("the report of %s differs", res.Session)
		}
		checkWhole(t, res.Dir)
	}
	list, err := a.Sessions(ctx)
	if err != nil || len(list) != len(results) {
		t.Errorf("%d sessions are listed, %v", len(list), err)
	}
}

// interrupt is a context that ends when a number of steps have started.
type interrupt struct {
	context.Context
	cancel func()
	left   int
}

func interruptAt(steps int) (*interrupt, func()) {
	c, cancel := context.WithCancel(ctx)
	return &interrupt{c, cancel, steps}, cancel
}

func (i *interrupt) sink(e citestone.Event) {
	if e.Kind != citestone.StepStarted {
		return
	}
	if i.left--; i.left < 0 {
		i.cancel()
	}
}

// TestOneHolder opens a session that another app is running.
func TestOneHolder(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir())
	tried := false
	res, err := newApp(c).Research(ctx, request(t, c, question), func(e citestone.Event) {
		if tried || e.Kind != citestone.StepStarted {
			return
		}
		tried = true
		other := newApp(c)
		if _, err := other.Resume(ctx, e.Session, ResumeOptions{}, nil); citestone.KindOf(err) != citestone.Busy {
			t.Errorf("a second run: %v", err)
		}
		if err := other.RemoveSession(ctx, e.Session); citestone.KindOf(err) != citestone.Busy {
			t.Errorf("removing it: %v", err)
		}
		if shown, err := other.Show(ctx, e.Session); err != nil || shown.Report != nil {
			t.Errorf("looking at it: %+v, %v", shown, err)
		}
	})
	if err != nil || !tried {
		t.Fatalf("tried %v, %v", tried, err)
	}
	checkReport(t, res.Dir)
}

// TestReindex lets two processes research a corpus again and again while a third
// changes and indexes it.
func TestReindex(t *testing.T) {
	t.Parallel()
	c, doc := ownCorpus(t)
	var g sync.WaitGroup
	workspaces := []string{t.TempDir(), t.TempDir()}
	const runs = 3
	for _, w := range workspaces {
		g.Go(func() {
			for range runs {
				if err := process(w, "CITESTONE_TEST_CORPUS="+c.Corpus[0]).Run(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	text := read(t, doc)
	for i := range 20 {
		overwrite(t, text+"\nThis is edition "+string(rune('A'+i))+" of the audit.\n", doc)
		if _, err := newApp(c).CorpusAdd(ctx, c.Corpus[0], nil); err != nil {
			t.Error(err)
		}
	}
	g.Wait()
	for _, w := range workspaces {
		reports, err := filepath.Glob(filepath.Join(w, "sessions", "*", filepath.FromSlash(citestone.FinalReport.Path(0))))
		if err != nil || len(reports) != runs {
			t.Fatalf("%d reports, %v", len(reports), err)
		}
		for _, r := range reports {
			checkReport(t, filepath.Dir(filepath.Dir(r)))
		}
	}
}
