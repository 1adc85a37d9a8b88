package nli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// info is what a server says of its model at /info.
type info struct {
	Model string `json:"model_id"`
	SHA   string `json:"model_sha"` // may be null
	Dtype string `json:"model_dtype"`
	Type  struct {
		Classifier *classes        `json:"classifier"`
		Reranker   *classes        `json:"reranker"`
		Embedding  json.RawMessage `json:"embedding"`
	} `json:"model_type"`
	MaxInput       int `json:"max_input_length"` // tokens of a pair
	MaxBatch       int `json:"max_client_batch_size"`
	MaxBatchTokens int `json:"max_batch_tokens"`
}

type classes struct {
	Labels map[string]string `json:"id2label"`
}

// names returns the names of the labels in the order of their numbers, as far as these
// have one digit.
func (c *classes) names() []string {
	var names []string
	for _, id := range slices.Sorted(maps.Keys(c.Labels)) {
		names = append(names, c.Labels[id])
	}
	return names
}

// String names the model and its version.
func (in info) String() string { return strings.TrimRight(in.Model+"@"+in.SHA, "@") + " " + in.Dtype }

// room returns how many tokens a pair may have.
func (in info) room() int { return min(in.MaxInput, in.MaxBatchTokens) }

// about asks the server once what it serves. An answer is kept, a failure is not.
func (s *server) about(ctx context.Context) (info, error) {
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	case <-ctx.Done():
		return info{}, ctx.Err()
	}
	if s.info != nil {
		return *s.info, nil
	}
	var in info
	if err := s.call(ctx, http.MethodGet, "/info", nil, &in); err != nil {
		return info{}, err
	}
	if in.Model == "" {
		return info{}, s.malformed("no model_id")
	}
	// The server's own defaults, for one that does not tell.
	for _, d := range []struct {
		value *int
		or    int
	}{{&in.MaxInput, 512}, {&in.MaxBatch, 32}, {&in.MaxBatchTokens, 16384}} {
		if *d.value <= 0 {
			*d.value = d.or
		}
	}
	s.info = &in
	return in, nil
}

// classifier returns what is said of the NLI model, and what its labels mean.
func (j *Judge) classifier(ctx context.Context) (info, map[string]citestone.Label, error) {
	in, err := j.model.about(ctx)
	if err != nil {
		return in, nil, err
	}
	switch t := in.Type; {
	case t.Reranker != nil:
		return in, nil, citestone.Errorf(citestone.BadInput, "%s at %s is a re-ranker (labels: %s): it tells what is relevant, not what is entailed", in.Model, j.model.place, strings.Join(t.Reranker.names(), ", ")).
			WithHint("name it as nli_rerank_url, to choose passages, and a server with an NLI model as nli_url")
	case t.Classifier == nil:
		return in, nil, citestone.Errorf(citestone.BadInput, "%s at %s is no classifier: it has no labels", in.Model, j.model.place).
			WithHint("run the server with an NLI model; see docs/judges.md")
	}
	meaning, err := j.meaning(in)
	return in, meaning, err
}

// rerankerInfo returns what is said of the re-ranker.
func (j *Judge) rerankerInfo(ctx context.Context) (info, error) {
	in, err := j.reranker.about(ctx)
	if err == nil && in.Type.Reranker == nil {
		err = citestone.Errorf(citestone.BadInput, "%s at %s is no re-ranker", in.Model, j.reranker.place).
			WithHint("nli_rerank_url is a server with a model of one label; leave it empty to choose passages by shared words")
	}
	return in, err
}

// meaning maps the model's labels by their names.
func (j *Judge) meaning(in info) (map[string]citestone.Label, error) {
	names := in.Type.Classifier.names()
	wrong := func(what string) error {
		return citestone.Errorf(citestone.BadInput, "%s at %s has the labels %s: %s", in.Model, j.model.place, strings.Join(names, ", "), what).
			WithHint("say what they mean, by the model's description: nli_labels: \"%s\"", example(names))
	}
	out := map[string]citestone.Label{}
	for _, name := range names {
		label, ok := j.options.Labels[name]
		if !ok {
			label, ok = usual(name)
		}
		if _, twice := out[name]; twice || !ok {
			return nil, wrong(fmt.Sprintf("%q does not say what it means", name))
		}
		out[name] = label
	}
	for _, name := range slices.Sorted(maps.Keys(j.options.Labels)) {
		if _, ok := out[name]; !ok {
			return nil, wrong(fmt.Sprintf("%q is none of them", name))
		}
	}
	if len(out) < 2 || !slices.Contains(slices.Collect(maps.Values(out)), citestone.Entailment) {
		return nil, wrong("none of them says entailment")
	}
	return out, nil
}

// example shows how the meaning of labels is written.
func example(names []string) string {
	meanings := []string{"entailment", "neutral", "contradiction"}
	var parts []string
	for i, name := range names {
		parts = append(parts, name+"="+meanings[i%len(meanings)])
	}
	return strings.Join(parts, ",")
}

// usual returns what a label's name means where it is one of the usual ones.
func usual(name string) (citestone.Label, bool) {
	switch strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name)) {
	case "entailment", "entails", "entailed":
		return citestone.Entailment, true
	case "contradiction", "contradicts", "contradictory":
		return citestone.Contradiction, true
	case "neutral", "notentailment", "nonentailment":
		return citestone.Neutral, true
	}
	return "", false
}

// ParseLabels reads what labels mean: "LABEL_0=entailment,LABEL_1=neutral".
func ParseLabels(s string) (map[string]citestone.Label, error) {
	out := map[string]citestone.Label{}
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, meaning, _ := strings.Cut(part, "=")
		label, ok := usual(strings.TrimSpace(meaning))
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, citestone.Errorf(citestone.BadInput, "%q does not say what a label means", part).
				WithHint("write LABEL=entailment, LABEL=contradiction or LABEL=neutral, with commas between them")
		}
		out[name] = label
	}
	return out, nil
}
