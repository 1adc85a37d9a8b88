package nli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail/nli"
	"github.com/citestone/citestone/internal/entail/nli/nlitest"
)

// peek gives a fault the pairs of a request to /predict, and leaves the body as it was.
func peek(fault func(http.ResponseWriter, [][]string) bool) func(http.ResponseWriter, *http.Request, int) bool {
	return func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path != "/predict" {
			return false
		}
		data, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(data))
		var in struct{ Inputs [][]string }
		json.Unmarshal(data, &in)
		return fault(w, in.Inputs)
	}
}

// predict answers requests to /predict with a status, headers and a body.
func predict(status int, body string, headers ...string) func(http.ResponseWriter, *http.Request, int) bool {
	return func(w http.ResponseWriter, r *http.Request, _ int) bool {
		if r.URL.Path != "/predict" {
			return false
		}
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
		return true
	}
}

const overloaded = `{"error":"Model is overloaded","error_type":"Overloaded"}`

func TestFailures(t *testing.T) {
	rows := func(row string) string { return "[" + row + "]" }
	for _, tt := range []struct {
		name   string
		fault  func(http.ResponseWriter, *http.Request, int) bool
		kind   citestone.ErrorKind
		want   string
		sleeps int
	}{
		{"overloaded for good", predict(429, overloaded), citestone.Unavailable, "429 (Model is overloaded)", 4},
		{"gateway", predict(502, "<html>Bad Gateway"), citestone.Unavailable, "it answered 502", 4},
		{"backend", predict(424, `{"error":"Inference failed","error_type":"Backend"}`), citestone.Unavailable, "424 (Inference failed)", 0},
		{"key", predict(401, ""), citestone.BadInput, "does not take the key", 0},
		{"no such route", predict(404, "404 page not found"), citestone.BadInput, "does not know /predict", 0},
		{"not understood", predict(422, "Failed to deserialize the JSON body"), citestone.BadInput, "does not know /predict", 0},
		{"moved", predict(301, "", "Location", "https://example.org/predict"), citestone.Unavailable, "it answered 301", 0},
		{"no JSON", predict(200, "<html>"), citestone.Unavailable, "what cannot be read", 0},
		{"cut JSON", predict(200, `[[{"label":"entailment","score":0.9`), citestone.Unavailable, "what cannot be read", 0},
		{"another shape", predict(200, `{"predictions":[]}`), citestone.Unavailable, "what cannot be read", 0},
		{"answer to one pair", predict(200, `[{"label":"entailment","score":0.9}]`), citestone.Unavailable, "what cannot be read", 0},
		{"too few answers", predict(200, `[]`), citestone.Unavailable, "0 answers to 1 pairs", 0},
		{"unknown label", predict(200, rows(`[{"label":"LABEL_0","score":1}]`)), citestone.Unavailable, `the label "LABEL_0", which its model does not have`, 0},
		{"label twice", predict(200, rows(`[{"label":"neutral","score":0.5},{"label":"neutral","score":0.5}]`)), citestone.Unavailable, `or twice`, 0},
		{"missing label", predict(200, rows(`[{"label":"entailment","score":1}]`)), citestone.Unavailable, "1 of 3 labels", 0},
		{"logits", predict(200, rows(`[{"label":"entailment","score":4.5},{"label":"neutral","score":0},{"label":"contradiction","score":0}]`)), citestone.Unavailable, "no probability", 0},
		{"no score", predict(200, rows(`[{"label":"entailment"},{"label":"neutral","score":0},{"label":"contradiction","score":0}]`)), citestone.Unavailable, "no probability", 0},
		{"sigmoids", predict(200, rows(`[{"label":"entailment","score":0.9},{"label":"neutral","score":0.9},{"label":"contradiction","score":0.1}]`)), citestone.Unavailable, "sum up to 1.90", 0},
		{"endless", predict(200, strings.Repeat(" ", 5<<20)), citestone.Unavailable, "larger than 4 MiB", 0},
		{"no info", func(w http.ResponseWriter, r *http.Request, _ int) bool { io.WriteString(w, "{}"); return true }, citestone.Unavailable, "no model_id", 0},
		{"dropped", func(http.ResponseWriter, *http.Request, int) bool { panic(http.ErrAbortHandler) }, citestone.Unavailable, "EOF", 2},
	} {
		s := serve(t, nlitest.Options{Fault: tt.fault})
		c := &clock{}
		v, err := nli.New(options(s.URL, c)).Judge(t.Context(), premise("The old bridge was closed."), "The bridge was closed.")
		checkError(t, tt.name, err, tt.kind, tt.want, "")
		if err != nil && !strings.Contains(err.Error(), s.URL) {
			t.Errorf("%s: %v does not name the server", tt.name, err)
		}
		if len(c.slept) != tt.sleeps || v.Label != "" {
			t.Errorf("%s: %d waits (want %d), label %q", tt.name, len(c.slept), tt.sleeps, v.Label)
		}
	}
}

func TestEmbeddingModel(t *testing.T) {
	s := serve(t, nlitest.Options{Embeds: true})
	_, err := judge(t, s).Judge(t.Context(), premise(source), "The bridge was closed.")
	checkError(t, "embedding", err, citestone.BadInput, "is no classifier", "NLI model")
}

func TestServerOut(t *testing.T) {
	s := serve(t, nlitest.Options{})
	s.Close()
	c := &clock{}
	o := options(strings.Replace(s.URL, "://", "://user:hunter2@", 1), c)
	o.Key = "hunter3"
	_, err := nli.New(o).Judge(t.Context(), premise(source), "The bridge was closed.")
	checkError(t, "out", err, citestone.Unavailable, "connection refused", "is it running?")
	if text := fmt.Sprintf("%v %+v", err, err); strings.Contains(text, "hunter") {
		t.Errorf("the error shows a secret: %s", text)
	}
	if diff := cmp.Diff([]time.Duration{time.Second / 2, time.Second}, c.slept); diff != "" {
		t.Error(diff)
	}
}

func TestRetry(t *testing.T) {
	for _, tt := range []struct {
		after string
		want  time.Duration
	}{
		{"", 3 * time.Second / 4},
		{"2", 3 * time.Second},
		{"0.5", 3 * time.Second / 4},
		{"Sun, 22 Nov 2026 12:00:10 GMT", 15 * time.Second},
		{"Sun, 22 Nov 2026 11:00:00 GMT", 3 * time.Second / 4}, // past
		{"86400", 45 * time.Second},
		{"Sun, 22 Nov 2076 12:00:10 GMT", 45 * time.Second},
		{"soon", 3 * time.Second / 4},
		{"NaN", 3 * time.Second / 4},
	} {
		s := serve(t, nlitest.Options{Fault: func(w http.ResponseWriter, r *http.Request, n int) bool {
			return n == 1 && predict(429, overloaded, "Retry-After", tt.after)(w, r, n)
		}})
		c := &clock{}
		o := options(s.URL, c)
		o.Jitter = func() float64 { return 1 }
		v, err := nli.New(o).Judge(t.Context(), premise(source), "The bridge was closed.")
		if err != nil || v.Label != citestone.Entailment {
			t.Errorf("%q: %s, error %v", tt.after, v.Label, err)
		}
		if diff := cmp.Diff([]time.Duration{tt.want}, c.slept); diff != "" {
			t.Errorf("%q: %s", tt.after, diff)
		}
	}
}

func TestTimeout(t *testing.T) {
	s := serve(t, nlitest.Options{Fault: func(_ http.ResponseWriter, r *http.Request, _ int) bool {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		return true
	}})
	c := &clock{}
	o := options(s.URL, c)
	o.Timeout = time.Millisecond
	_, err := nli.New(o).Judge(t.Context(), premise(source), "The bridge was closed.")
	checkError(t, "timeout", err, citestone.Unavailable, "did not answer within 1ms", "")
	if len(c.slept) > 0 {
		t.Error("it was asked again")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := serve(t, nlitest.Options{Fault: func(_ http.ResponseWriter, r *http.Request, n int) bool {
		if n == 0 {
			return false
		}
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
		return true
	}})
	if _, err := judge(t, s).Judge(ctx, premise(source), "The bridge was closed."); !errors.Is(err, context.Canceled) {
		t.Errorf("while it is asked: %v", err)
	}

	s = serve(t, nlitest.Options{Fault: predict(429, overloaded)})
	c := &clock{}
	ctx, c.cancel = context.WithCancel(t.Context())
	if _, err := nli.New(options(s.URL, c)).Judge(ctx, premise(source), "The bridge was closed."); !errors.Is(err, context.Canceled) || len(c.slept) != 1 {
		t.Errorf("while it waits: %v after %d waits", err, len(c.slept))
	}
}

// TestInfo: what a server serves is asked once, but a failure is no answer.
func TestInfo(t *testing.T) {
	s := serve(t, nlitest.Options{Fault: func(w http.ResponseWriter, r *http.Request, n int) bool {
		return n == 0 && func() bool { w.WriteHeader(424); return true }()
	}})
	j := judge(t, s)
	if _, err := j.Identity(t.Context()); citestone.KindOf(err) != citestone.Unavailable {
		t.Errorf("error %v", err)
	}
	for range 2 {
		id, err := j.Identity(t.Context())
		if want := "nli/1 toy/words float16 0.9 0.95 1 map[]"; err != nil || id != want {
			t.Errorf("%q, error %v; want %q", id, err, want)
		}
	}
	if n := len(s.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// TestConcurrency: never more requests at a time than allowed.
func TestConcurrency(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	s := serve(t, nlitest.Options{Predict: func(string, string) []float64 {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		defer func() { mu.Lock(); now--; mu.Unlock() }()
		return []float64{5, 0, 0}
	}})
	o := options(s.URL, &clock{})
	o.Concurrency = 2
	j, p := nli.New(o), premise(source)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			if v, err := j.Judge(t.Context(), p, "The bridge was closed."); err != nil || v.Label != citestone.Entailment {
				t.Errorf("%s, error %v", v.Label, err)
			}
		})
	}
	group.Wait()
	if most > 2 {
		t.Errorf("%d requests at a time", most)
	}
}

// TestRerank: a re-ranker chooses what is read, from more sentences than shared words
// alone would give, and decides nothing.
func TestRerank(t *testing.T) {
	var doc strings.Builder
	for i := range 10 {
		fmt.Fprintf(&doc, "Report number %d about the bridge deck says little.\n\n", i+1)
	}
	doc.WriteString("The old bridge gained a roadway of steel.\n")
	relevant := func(text, _ string) []float64 {
		if strings.Contains(text, "steel") {
			return []float64{4}
		}
		return []float64{-4}
	}
	model := serve(t, nlitest.Options{Predict: scripted(map[string][]float64{"steel": {7, 0, 0}})})
	for _, o := range []nlitest.Options{
		{Labels: []string{"LABEL_0"}, Predict: relevant},
		{Labels: []string{"LABEL_0"}, Predict: relevant, MaxBatch: 3},
		{Labels: []string{"LABEL_0"}, Predict: relevant, MaxInput: 23}, // the others are too long for it
	} {
		ranker := serve(t, o)
		with := options(model.URL, &clock{})
		with.Rerank = ranker.URL
		v, err := nli.New(with).Judge(t.Context(), premise(doc.String()), "The bridge deck about which the report says little is new.")
		if err != nil || v.Label != citestone.Entailment || v.Judge != "nli" {
			t.Errorf("%s (%s), error %v", v.Label, v.Reason, err)
		}
	}
	wrong := options(model.URL, &clock{})
	wrong.Rerank = model.URL
	_, err := nli.New(wrong).Judge(t.Context(), premise(doc.String()), "The bridge deck about which the report says little is new.")
	checkError(t, "no re-ranker", err, citestone.BadInput, "is no re-ranker", "nli_rerank_url")
}
