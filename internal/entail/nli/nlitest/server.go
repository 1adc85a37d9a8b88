// Package nlitest is a server on this machine that answers as Hugging Face
// text-embeddings-inference does: its routes, shapes, limits and errors. Its model is a
// toy that compares words.
package nlitest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Options shape a Server.
type Options struct {
	Labels   []string                                                 // of the model, by id; nil is entailment, neutral, contradiction; one label makes it a re-ranker
	Embeds   bool                                                     // the model is no classifier
	MaxInput int                                                      // tokens (here: words) of a pair; 0 is 512
	MaxBatch int                                                      // 0 is 32
	Key      string                                                   // that must be sent; "" for none
	TooLong  int                                                      // status for a text that is too long; 0 is 413
	Predict  func(premise, hypothesis string) []float64               // logits by label id; nil is Toy
	Fault    func(w http.ResponseWriter, r *http.Request, n int) bool // answers request n, from 0, in the model's place, if it returns true
}

// Request is what the server was asked.
type Request struct {
	Path   string
	Header http.Header
	Pairs  [][]string
}

// Server is a running server.
type Server struct {
	*httptest.Server
	options Options

	mu       sync.Mutex
	requests []Request
}

// New starts a server, which the caller closes.
func New(o Options) *Server {
	if o.Labels == nil {
		o.Labels = []string{"entailment", "neutral", "contradiction"}
	}
	if o.MaxInput == 0 {
		o.MaxInput = 512
	}
	if o.MaxBatch == 0 {
		o.MaxBatch = 32
	}
	if o.TooLong == 0 {
		o.TooLong = http.StatusRequestEntityTooLarge
	}
	if o.Predict == nil {
		o.Predict = Toy
	}
	s := &Server{options: o}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /info", s.info)
	mux.HandleFunc("GET /health", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("POST /predict", s.predict)
	mux.HandleFunc("POST /rerank", s.rerank)
	s.Server = httptest.NewServer(s.guard(mux))
	return s
}

// Requests returns what the server was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// number is the key of a request's number in its context.
type number struct{}

// maxPayload is the server's default limit of a request, in bytes.
const maxPayload = 2_000_000

func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		n := len(s.requests)
		s.requests = append(s.requests, Request{Path: r.URL.Path, Header: r.Header.Clone()})
		s.mu.Unlock()
		switch {
		case s.options.Fault != nil && s.options.Fault(w, r, n):
		case s.options.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.options.Key:
			w.WriteHeader(http.StatusUnauthorized)
		case r.ContentLength > maxPayload:
			http.Error(w, "length limit exceeded", http.StatusRequestEntityTooLarge)
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), number{}, n)))
		}
	})
}

func (s *Server) info(w http.ResponseWriter, _ *http.Request) {
	id2label, label2id := map[string]string{}, map[string]int{}
	for i, l := range s.options.Labels {
		id2label[strconv.Itoa(i)], label2id[l] = l, i
	}
	kind := map[string]any{"classifier": map[string]any{"id2label": id2label, "label2id": label2id}}
	switch {
	case s.options.Embeds:
		kind = map[string]any{"embedding": map[string]any{"pooling": "cls"}}
	case len(s.options.Labels) == 1:
		kind = map[string]any{"reranker": kind["classifier"]}
	}
	answer(w, http.StatusOK, map[string]any{
		"model_id": "toy/words", "model_sha": nil, "model_dtype": "float16", "model_type": kind,
		"max_concurrent_requests": 512, "max_input_length": s.options.MaxInput, "max_batch_tokens": 16384,
		"max_batch_requests": nil, "max_client_batch_size": s.options.MaxBatch, "auto_truncate": true,
		"tokenization_workers": 2, "version": "1.9.3", "sha": nil, "docker_label": nil,
	})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

// refuse answers with an error of the server's own.
func refuse(w http.ResponseWriter, status int, kind, format string, args ...any) {
	answer(w, status, map[string]string{"error": fmt.Sprintf(format, args...), "error_type": kind})
}

// input is the body of both routes.
type input struct {
	Inputs    json.RawMessage `json:"inputs"`
	Query     string          `json:"query"`
	Texts     []string        `json:"texts"`
	RawScores bool            `json:"raw_scores"`
	Truncate  *bool           `json:"truncate"` // the server's --auto-truncate if it is not there
}

// decode reads the body, as the framework under the server does.
func decode(w http.ResponseWriter, r *http.Request) (input, bool) {
	var in input
	data, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(data, &in)
	}
	if err != nil {
		http.Error(w, "Failed to parse the request body as JSON", http.StatusBadRequest)
	}
	return in, err == nil
}

func (s *Server) predict(w http.ResponseWriter, r *http.Request) {
	in, ok := decode(w, r)
	if !ok {
		return
	}
	if s.options.Embeds {
		refuse(w, http.StatusFailedDependency, "Backend", "model is not a classifier model")
		return
	}
	pairs, single, ok := sequences(in.Inputs)
	if !ok {
		http.Error(w, "Failed to deserialize the JSON body into the target type: inputs: expected a string, a pair of strings [string, string] or a batch of mixed strings and pairs", http.StatusUnprocessableEntity)
		return
	}
	if !s.fit(w, r, in, pairs) {
		return
	}
	rows := make([][]map[string]any, len(pairs))
	for i, p := range pairs {
		scores := scale(s.options.Predict(p[0], p[len(p)-1])[:len(s.options.Labels)], in.RawScores)
		for id, label := range s.options.Labels {
			rows[i] = append(rows[i], map[string]any{"label": label, "score": scores[id]})
		}
		slices.SortStableFunc(rows[i], func(a, b map[string]any) int { return descending(a["score"], b["score"]) })
	}
	if single {
		answer(w, http.StatusOK, rows[0])
		return
	}
	answer(w, http.StatusOK, rows)
}

func descending(a, b any) int {
	if x, y := a.(float64), b.(float64); x > y {
		return -1
	} else if x < y {
		return 1
	}
	return 0
}

// sequences reads the three forms of inputs: a text, a flat list that is one pair, and a
// list of lists that is a batch.
func sequences(raw json.RawMessage) (pairs [][]string, single, ok bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return [][]string{{text}}, true, true
	}
	var pair []string
	if json.Unmarshal(raw, &pair) == nil {
		return [][]string{pair}, true, len(pair) == 1 || len(pair) == 2
	}
	if json.Unmarshal(raw, &pairs) != nil || len(pairs) == 0 {
		return nil, false, false
	}
	wrong := func(p []string) bool { return len(p) != 1 && len(p) != 2 }
	return pairs, false, !slices.ContainsFunc(pairs, wrong)
}

// fit checks the limits, cuts what is too long if it may, and remembers what is read.
func (s *Server) fit(w http.ResponseWriter, r *http.Request, in input, pairs [][]string) bool {
	if len(pairs) > s.options.MaxBatch {
		refuse(w, http.StatusRequestEntityTooLarge, "Validation", "batch size %d > maximum allowed batch size %d", len(pairs), s.options.MaxBatch)
		return false
	}
	for _, p := range pairs {
		words := len(strings.Fields(strings.Join(p, " "))) + 4
		switch {
		case words <= s.options.MaxInput:
		case in.Truncate == nil || *in.Truncate:
			first := strings.Fields(p[0])
			p[0] = strings.Join(first[:max(0, len(first)-words+s.options.MaxInput)], " ")
		default:
			refuse(w, s.options.TooLong, "Validation", "`inputs` must have less than %d tokens. Given: %d", s.options.MaxInput, words)
			return false
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[r.Context().Value(number{}).(int)].Pairs = pairs
	return true
}

func (s *Server) rerank(w http.ResponseWriter, r *http.Request) {
	in, ok := decode(w, r)
	switch {
	case !ok:
		return
	case len(in.Texts) == 0:
		refuse(w, http.StatusBadRequest, "Empty", "`texts` cannot be empty")
		return
	case s.options.Embeds || len(s.options.Labels) > 1:
		refuse(w, http.StatusFailedDependency, "Backend", "model is not a re-ranker model")
		return
	}
	pairs := make([][]string, len(in.Texts))
	for i, t := range in.Texts {
		pairs[i] = []string{in.Query, t}
	}
	if !s.fit(w, r, in, pairs) {
		return
	}
	ranks := make([]map[string]any, len(pairs))
	for i, p := range pairs {
		ranks[i] = map[string]any{"index": i, "score": scale(s.options.Predict(p[1], p[0])[:1], in.RawScores)[0]}
	}
	slices.SortStableFunc(ranks, func(a, b map[string]any) int { return descending(a["score"], b["score"]) })
	answer(w, http.StatusOK, ranks)
}

// scale makes probabilities of logits: softmax, or sigmoid of one.
func scale(logits []float64, raw bool) []float64 {
	if raw {
		return logits
	}
	if len(logits) == 1 {
		return []float64{1 / (1 + math.Exp(-logits[0]))}
	}
	out, sum := make([]float64, len(logits)), 0.0
	for i, l := range logits {
		out[i] = math.Exp(l)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// Toy is a model that finds a claim entailed by a sentence with most of its longer words,
// and contradicted where only one of the two has a negation.
func Toy(premise, hypothesis string) []float64 {
	most, said := 0.0, false
	for sentence := range strings.SplitSeq(premise, ". ") {
		if share, same := compare(sentence, hypothesis); share > most {
			most, said = share, same
		}
	}
	switch {
	case most < 0.6:
		return []float64{-2, 4, -1}
	case said:
		return []float64{6, 1, -1}
	}
	return []float64{-1, 0, 6}
}

// compare returns the share of the hypothesis's longer words that a sentence has, and
// whether both or neither are negated.
func compare(sentence, hypothesis string) (share float64, same bool) {
	has, negated := map[string]bool{}, 0
	for _, w := range words(sentence) {
		has[w[:min(4, len(w))]] = true
		negated += negation(w)
	}
	long, found := 0, 0
	for _, w := range words(hypothesis) {
		negated -= negation(w)
		if len(w) > 3 {
			long++
			if has[w[:4]] {
				found++
			}
		}
	}
	return float64(found) / float64(max(long, 1)), negated == 0
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '\'') })
}

func negation(w string) int {
	if w == "not" || w == "no" || w == "never" || strings.HasSuffix(w, "n't") {
		return 1
	}
	return 0
}
