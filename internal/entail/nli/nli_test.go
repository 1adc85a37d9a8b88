package nli_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/entail/entailtest"
	"github.com/citestone/citestone/internal/entail/nli"
	"github.com/citestone/citestone/internal/entail/nli/nlitest"
)

const source = "# The bridge\n\nThe *old* bridge was closed to lorries in 2019. Cars may still cross it.\n\n" +
	"Engineers did not find cracks in the piers. The paint is green. The toll house became a museum.\n\n" +
	"Its deck was replaced over two summers.\n"

func premise(s string) *entail.Premise {
	return entail.Prepare(s, document.Parse("bridge.md", s), entail.Context{Source: "s1", URL: "https://example.org/bridge"})
}

func serve(t *testing.T, o nlitest.Options) *nlitest.Server {
	s := nlitest.New(o)
	t.Cleanup(s.Close)
	return s
}

// clock is a clock that only moves when someone sleeps.
type clock struct {
	mu     sync.Mutex
	slept  []time.Duration
	cancel context.CancelFunc // called at the first sleep
}

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.slept = append(c.slept, d)
	if c.cancel != nil {
		c.cancel()
	}
	return ctx.Err()
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func options(url string, c *clock) nli.Options {
	return nli.Options{URL: url, Now: func() time.Time { return noon }, Sleep: c.sleep, Jitter: func() float64 { return 0 }}
}

func judge(t *testing.T, s *nlitest.Server) *nli.Judge {
	return nli.New(options(s.URL, &clock{}))
}

func TestConformance(t *testing.T) {
	s := serve(t, nlitest.Options{MaxInput: 60, MaxBatch: 3})
	entailtest.Run(t, judge(t, s))
	entailtest.Run(t, entail.Guard(entail.Cascade(entail.Deterministic(), judge(t, s))))
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		claim string
		label citestone.Label
		quote string // of the evidence
	}{
		{"The bridge was closed to lorries [3].", citestone.Entailment, "The *old* bridge was closed to lorries in 2019."},
		{"The [bridge] deck was **replaced**.", citestone.Entailment, "Its deck was replaced over two summers."},
		{"Engineers did find cracks in the piers.", citestone.Contradiction, "Engineers did not find cracks in the piers."},
		{"The bridge was closed to cyclists with electric bicycles.", citestone.Neutral, ""},
		{"The paint contains hazardous chemicals throughout.", citestone.Abstain, ""}, // shares a word, and little of the claim
		{"Bananas are rich in potassium.", citestone.Abstain, ""},
		{"Was the bridge closed to lorries?", citestone.Abstain, ""},
	} {
		s := serve(t, nlitest.Options{})
		v, err := judge(t, s).Judge(t.Context(), premise(source), tt.claim)
		if err != nil || v.Label != tt.label {
			t.Errorf("%s: %s (%s), error %v; want %s", tt.claim, v.Label, v.Reason, err, tt.label)
			continue
		}
		if v.Judge != "nli" || tt.quote != "" && (len(v.Evidence) == 0 || !quoted(v.Evidence, tt.quote)) {
			t.Errorf("%s: evidence %+v of %q, want %q", tt.claim, v.Evidence, v.Judge, tt.quote)
		}
		if tt.label == citestone.Entailment && !strings.Contains(v.Reason, "toy/words reads the passage as saying this: entailment 99 %") {
			t.Errorf("%s: reason %q", tt.claim, v.Reason)
		}
	}
}

func quoted(list []citestone.Evidence, quote string) bool {
	for _, e := range list {
		if e.Quote == quote {
			return true
		}
	}
	return false
}

// scripted is a model that knows what it says of each premise.
func scripted(logits map[string][]float64) func(string, string) []float64 {
	return func(premise, _ string) []float64 {
		for part, l := range logits {
			if strings.Contains(premise, part) {
				return l
			}
		}
		return []float64{0, 5, 0}
	}
}

func TestDecision(t *testing.T) {
	const doc = "Alpha tests the pump.\n\nBeta tests the pump."
	const claim = "Tests of the pump passed."
	for _, tt := range []struct {
		name    string
		logits  map[string][]float64 // entailment, neutral, contradiction
		change  func(*nli.Options)
		want    citestone.Label
		because string
	}{
		{"sure", map[string][]float64{"Alpha": {5, 0, 0}}, nil, citestone.Entailment, "entailment 98 %"},
		{"above a weaker contradiction", map[string][]float64{"Alpha": {6, 0, 0}, "Beta": {0, 0, 3}}, nil, citestone.Entailment, ""},
		{"beside a stronger contradiction", map[string][]float64{"Alpha tests": {4, 0, 0}, "Beta": {0, 0, 7}}, nil, citestone.Contradiction, "contradiction 99 %"},
		{"contradiction that is not sure enough", map[string][]float64{"pump": {0, 0, 3}}, nil, citestone.Neutral, "entailment at most 4 %"},
		{"in between", map[string][]float64{"pump": {1, 0, 0}}, nil, citestone.Abstain, "not sure: entailment at most 57 %"},
		{"nowhere", nil, nil, citestone.Neutral, "finds no passage"},
		{"threshold", map[string][]float64{"pump": {1, 0, 0}}, func(o *nli.Options) { o.Threshold = 0.55 }, citestone.Entailment, ""},
		{"temperature", map[string][]float64{"pump": {5, 0, 0}}, func(o *nli.Options) { o.Temperature = 3 }, citestone.Abstain, "entailment at most 72 %"},
	} {
		s := serve(t, nlitest.Options{Predict: scripted(tt.logits)})
		o := options(s.URL, &clock{})
		if tt.change != nil {
			tt.change(&o)
		}
		v, err := nli.New(o).Judge(t.Context(), premise(doc), claim)
		if err != nil || v.Label != tt.want || !strings.Contains(v.Reason, tt.because) {
			t.Errorf("%s: %s (%s), error %v; want %s (%s)", tt.name, v.Label, v.Reason, err, tt.want, tt.because)
		}
	}
}

// TestRequest holds what is sent against the protocol: a batch of pairs, in the order
// source, claim, never cut by the server.
func TestRequest(t *testing.T) {
	s := serve(t, nlitest.Options{Key: "secret"})
	o := options(s.URL, &clock{})
	o.Key, o.UserAgent = "secret", "citestone/1"
	if _, err := nli.New(o).Judge(t.Context(), premise("The old bridge was closed."), "The bridge is closed [1]."); err != nil {
		t.Fatal(err)
	}
	requests := s.Requests()
	if len(requests) != 2 || requests[0].Path != "/info" || requests[1].Path != "/predict" {
		t.Fatalf("requests: %+v", requests)
	}
	want := [][]string{{"The old bridge was closed.", "The bridge is closed."}}
	if diff := cmp.Diff(want, requests[1].Pairs); diff != "" {
		t.Error(diff)
	}
	if ua := requests[1].Header.Get("User-Agent"); ua != "citestone/1" {
		t.Errorf("User-Agent %q", ua)
	}
}

// TestWindows shows that every text that is read is within the limits, and that nothing
// of a sentence gets lost where it has to be taken apart.
func TestWindows(t *testing.T) {
	const beams = 60
	long := "The bridge deck rests"
	for i := range beams {
		long += fmt.Sprintf(" on the beam b%d", i)
	}
	long += "."
	for _, tt := range []struct {
		name    string
		doc     string
		options nlitest.Options
	}{
		{"small batches", source, nlitest.Options{MaxBatch: 1}},
		{"batches cut by the server", source, nlitest.Options{Fault: tooMany(2)}},
		{"short model", source, nlitest.Options{MaxInput: 40}},
		{"long sentence", long, nlitest.Options{MaxInput: 64}},
		{"413 for a text", long + " Its deck is long.", nlitest.Options{MaxInput: 512, Fault: longer(60, http.StatusRequestEntityTooLarge)}},
		{"422 for a text", long + " Its deck is long.", nlitest.Options{MaxInput: 512, Fault: longer(60, http.StatusUnprocessableEntity)}},
	} {
		s := serve(t, tt.options)
		v, err := judge(t, s).Judge(t.Context(), premise(tt.doc), "The bridge deck is quite long.")
		if err != nil || strings.Contains(v.Reason, "too long for the model") {
			t.Errorf("%s: %s, error %v", tt.name, v.Reason, err)
		}
		read := ""
		for _, r := range s.Requests() {
			for _, p := range r.Pairs {
				read += p[0] + "\n"
			}
		}
		for i := range beams {
			if tt.doc != source && !strings.Contains(read, fmt.Sprintf("b%d", i)) {
				t.Errorf("%s: beam %d was not read", tt.name, i)
			}
		}
	}
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"error":%q,"error_type":"Validation"}`, message)
}

// tooMany refuses batches of more than n, whatever the server says of itself.
func tooMany(n int) func(http.ResponseWriter, *http.Request, int) bool {
	return peek(func(w http.ResponseWriter, pairs [][]string) bool {
		if len(pairs) > n {
			refuse(w, http.StatusRequestEntityTooLarge, "batch size too large")
		}
		return len(pairs) > n
	})
}

// longer refuses texts of more than n words.
func longer(n, status int) func(http.ResponseWriter, *http.Request, int) bool {
	return peek(func(w http.ResponseWriter, pairs [][]string) bool {
		for _, p := range pairs {
			if len(strings.Fields(strings.Join(p, " "))) > n {
				refuse(w, status, "`inputs` must have less tokens")
				return true
			}
		}
		return false
	})
}

// TestPartOfASentence: a part of a sentence that had to be cut may say what the sentence
// does not, and decides nothing.
func TestPartOfASentence(t *testing.T) {
	doc := "Nobody has ever shown, in " + strings.Repeat("many long years of patient work, in ", 12) + "any study, that the bridge sways in wind."
	s := serve(t, nlitest.Options{MaxInput: 48, Predict: scripted(map[string][]float64{"sways": {9, 0, 0}})})
	v, err := judge(t, s).Judge(t.Context(), premise(doc), "The bridge sways in wind.")
	if err != nil || v.Label != citestone.Abstain || !strings.Contains(v.Reason, "part of a sentence") {
		t.Errorf("%s (%s), error %v", v.Label, v.Reason, err)
	}
}

func TestClaimTooLong(t *testing.T) {
	for name, o := range map[string]nlitest.Options{
		"by the estimate": {MaxInput: 20},
		"by the server":   {Fault: longer(2, http.StatusRequestEntityTooLarge)},
	} {
		s := serve(t, o)
		v, err := judge(t, s).Judge(t.Context(), premise(source), "The old bridge over the river was closed to lorries and buses in the year 2019.")
		if err != nil || v.Label != citestone.Abstain || !strings.Contains(v.Reason, "too long") {
			t.Errorf("%s: %s (%s), error %v", name, v.Label, v.Reason, err)
		}
		if n := len(s.Requests()); n > 20 {
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

// TestGuard shows that a sure model does not overrule a number.
func TestGuard(t *testing.T) {
	s := serve(t, nlitest.Options{Predict: func(string, string) []float64 { return []float64{9, 0, 0} }})
	v, err := entail.Guard(judge(t, s)).Judge(t.Context(), premise(source), "The bridge was closed to lorries in 2018.")
	if err != nil || v.Label != citestone.Neutral || v.Rule != entail.NumberMismatch || v.Judge != "nli" {
		t.Errorf("%+v, error %v", v, err)
	}
}

func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		labels  []string
		meaning string
		want    string // in the error; "" for none
		hint    string
	}{
		{labels: []string{"CONTRADICTION", "NEUTRAL", "ENTAILMENT"}},
		{labels: []string{"entailment", "not_entailment"}},
		{labels: []string{"LABEL_0", "LABEL_1", "LABEL_2"}, meaning: "LABEL_0=contradiction, LABEL_1=entailment,LABEL_2=neutral"},
		{labels: []string{"LABEL_0", "LABEL_1", "LABEL_2"}, want: `toy/words at URL has the labels LABEL_0, LABEL_1, LABEL_2: "LABEL_0" does not say what it means`, hint: `nli_labels: "LABEL_0=entailment,LABEL_1=neutral,LABEL_2=contradiction"`},
		{labels: []string{"LABEL_0", "LABEL_1"}, meaning: "LABEL_0=neutral,LABEL_1=contradiction", want: "none of them says entailment"},
		{labels: []string{"entailment", "neutral"}, meaning: "LABEL_7=entailment", want: `"LABEL_7" is none of them`},
		{labels: []string{"joy", "anger"}, want: `"joy" does not say`},
		{labels: []string{"LABEL_0"}, want: "toy/words at URL is a re-ranker (labels: LABEL_0): it tells what is relevant, not what is entailed", hint: "nli_rerank_url"},
	} {
		// The model's logits are those of entailment, neutral, contradiction, in whatever
		// order the labels stand.
		meaning, err := nli.ParseLabels(tt.meaning)
		if err != nil {
			t.Fatal(err)
		}
		s := serve(t, nlitest.Options{Labels: tt.labels, Predict: func(string, string) []float64 {
			logits := make([]float64, len(tt.labels))
			for i, l := range tt.labels {
				if strings.EqualFold(l, "entailment") || meaning[l] == citestone.Entailment {
					logits[i] = 8
				}
			}
			return logits
		}})
		o := options(s.URL, &clock{})
		o.Labels = meaning
		v, err := nli.New(o).Judge(t.Context(), premise(source), "The bridge was closed.")
		if tt.want == "" {
			if err != nil || v.Label != citestone.Entailment {
				t.Errorf("%v: %s (%s), error %v", tt.labels, v.Label, v.Reason, err)
			}
			continue
		}
		checkError(t, tt.labels, err, citestone.BadInput, strings.ReplaceAll(tt.want, "URL", s.URL), tt.hint)
	}
}

func checkError(t *testing.T, name any, err error, kind citestone.ErrorKind, want, hint string) {
	t.Helper()
	var e *citestone.Error
	if !errors.As(err, &e) || e.Kind != kind || !strings.Contains(err.Error(), want) || !strings.Contains(e.Hint, hint) {
		t.Errorf("%v: error %v (%+v), want kind %d with %q, hint %q", name, err, e, kind, want, hint)
	}
}

func TestParseLabels(t *testing.T) {
	for _, wrong := range []string{"LABEL_0", "LABEL_0=yes", "=entailment"} {
		_, err := nli.ParseLabels(wrong)
		checkError(t, wrong, err, citestone.BadInput, "does not say what a label means", "LABEL=entailment")
	}
}
