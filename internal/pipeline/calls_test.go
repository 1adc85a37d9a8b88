package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
)

// recordedCalls returns the queries in a call log.
func recordedCalls(t testing.TB, x session.Session) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	data, _ := x.Read(citestone.CallsPath)
	for line := range strings.Lines(string(data)) {
		var l struct{ Request any }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		switch r := l.Request.(type) {
		case string:
			out[r] = true
		case map[string]any:
			out[r["q"].(string)] = true
		}
	}
	return out
}

// TestTornCall cuts the call log in its last line, whose call was not sealed yet: the
// line goes, and only its call is made again.
func TestTornCall(t *testing.T) {
	w := newWorld()
	x := newSession(t, session.NewMemory())
	w.fail["snapshot"] = errors.New("stop here")
	r := w.runner(x, nil)
	r.Nodes = r.Nodes[:2]
	mustRun(t, r)
	sealed := len(read(t, x, citestone.CallsPath))
	// A later call, recorded but cut by a crash before the manifest was written.
	whole := read(t, x, citestone.CallsPath) + `{"epoch":0,"step":"x","kind":"model","key":"k","sample":0,"attempt":0,"request":"q","response":["a"]}` + "\n"
	for n := sealed; n < len(whole); n++ {
		write(t, x, citestone.CallsPath, whole[:n])
		w.reset()
		var events []citestone.Event
		r := w.runner(x, &events)
		r.Nodes = r.Nodes[:2]
		mustRun(t, r)
		notes := messages(events, citestone.Note)
		if torn := n > sealed; torn != (len(notes) == 1) || len(read(t, x, citestone.CallsPath)) != sealed || len(w.asked) > 0 {
			t.Fatalf("cut at byte %d: notes %q, asked %v", n, notes, w.asked)
		}
	}
}

func TestDamagedCalls(t *testing.T) {
	for name, spoil := range map[string]func(string) string{
		"cut":                       func(s string) string { return s[:len(s)-10] },
		"edited":                    func(s string) string { return strings.Replace(s, "answer", "ANSWER", 1) },
		"emptied":                   func(string) string { return "" },
		"a line added that is none": func(s string) string { return s + "junk\n" + s },
	} {
		t.Run(name, func(t *testing.T) {
			w, x := finished(t)
			bad := spoil(read(t, x, citestone.CallsPath))
			write(t, x, citestone.CallsPath, bad)
			err := w.runner(x, nil).Run(ctx)
			var e *citestone.Error
			if !errors.As(err, &e) || e.Kind != citestone.Damaged || !strings.Contains(e.Msg, citestone.CallsPath) || !strings.HasSuffix(e.Hint, "citestone resume "+x.ID()+" --fresh") {
				t.Fatalf("error: %v", err)
			}
			if len(w.started) > 0 {
				t.Errorf("ran %v", w.started)
			}
			r := w.runner(x, nil) // as the hint says
			r.Fresh = true
			mustRun(t, r)
			if len(w.asked) != 5 || read(t, x, citestone.CallsPath+".damaged") != bad {
				t.Errorf("fresh run asked %v", w.asked)
			}
			w.reset()
			mustRun(t, w.runner(x, nil))
			if len(w.started) > 0 {
				t.Errorf("afterwards ran %v", w.started)
			}
		})
	}
}

// TestCallOnce makes equal calls at the same time, and calls that fail.
func TestCallOnce(t *testing.T) {
	var mu sync.Mutex
	asked := 0
	release := make(chan struct{})
	run := func(ctx context.Context, s *pipeline.Scope) error {
		key := pipeline.CallKey{Kind: "model", Key: "same"}
		errs := make(chan error, 3)
		for range 3 {
			go func() {
				v, err := pipeline.Call(ctx, s, key, func(context.Context) (string, error) {
					mu.Lock()
					asked++
					mu.Unlock()
					<-release
					return "<b>&", nil
				})
				if err == nil && v != "<b>&" {
					err = errors.New("answer " + v)
				}
				errs <- err
			}()
		}
		close(release)
		err := errors.Join(<-errs, <-errs, <-errs)
		key.Attempt = 1
		_, failed := pipeline.Call(ctx, s, key, func(context.Context) (string, error) { return "", errors.New("server down") })
		if failed == nil || failed.Error() != "server down" {
			t.Errorf("failed call: %v", failed)
		}
		if v, again := pipeline.Call(ctx, s, key, func(context.Context) (string, error) { return "second", nil }); v != "second" || again != nil {
			t.Errorf("after a failed call: %q, %v", v, again)
		}
		return err
	}
	w := newWorld()
	x := newSession(t, session.NewMemory())
	r := w.runner(x, nil)
	r.Nodes = []pipeline.Node{w.step("00_research", "ask", nil, nil, run)}
	mustRun(t, r)
	m, _ := session.ReadManifest(x)
	if used := m.Step("00_research/ask").Used; asked != 1 || used.Calls != 2 {
		t.Errorf("asked %d times, used %+v", asked, used)
	}
}
