// Package nli is the judge that asks a natural language inference model, a cross-encoder,
// over HTTP: does this passage (the premise) entail this claim (the hypothesis),
// contradict it, or neither? The server is Hugging Face text-embeddings-inference; what
// its labels mean is read from what it says of its model.
//
// A model reads a few hundred words at a time. The judge therefore asks about the
// sentences of the source that speak of the claim most: each alone, each with its
// neighbours, and all of them together. Nothing is cut off without notice: what does not
// fit is taken apart and read in parts.
package nli

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
)

// Options say which servers are asked and how sure an answer must be. Probabilities are
// the model's own, so they assume the shares of its training data: for models trained on
// MNLI and its like, a third of the pairs each entailed, contradicted and neither. Where
// claims are true far more seldom, or the model is known to be too sure of itself, raise
// the threshold or the temperature.
type Options struct {
	URL    string                     // of the server with the NLI model, as http://localhost:8080
	Rerank string                     // of a server with a re-ranker, which chooses the sentences that the model reads; "" leaves that to shared words
	Key    string                     // sent as a bearer token; "" for none
	Labels map[string]citestone.Label // what the model's labels mean, where their names do not tell

	Threshold   float64 // probability from which an entailment is said, in (0.5,1]; 0 is 0.9
	Contradict  float64 // probability from which a contradiction is said, in (0.5,1]; 0 is 0.95
	Temperature float64 // by which the model's logits are divided; 0 is 1, above it the model is made less sure

	Timeout     time.Duration // of one request; 0 is a minute
	Concurrency int           // requests at a time; 0 is 4
	UserAgent   string        // "" is "citestone"

	Client *http.Client                               // nil: one that follows no redirects
	Now    func() time.Time                           // the clock; nil is time.Now
	Sleep  func(context.Context, time.Duration) error // waits before a request is sent again
	Jitter func() float64                             // random number in [0,1)
}

// withDefaults returns the options with what is not set.
func (o Options) withDefaults() Options {
	for _, d := range []struct {
		value *float64
		or    float64
	}{{&o.Threshold, 0.9}, {&o.Contradict, 0.95}, {&o.Temperature, 1}} {
		if *d.value == 0 {
			*d.value = d.or
		}
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	if o.Concurrency == 0 {
		o.Concurrency = 4
	}
	if o.UserAgent == "" {
		o.UserAgent = "citestone"
	}
	if o.Client == nil {
		o.Client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	return o.withClock()
}

// Judge asks an NLI model. It may be used by several goroutines at once.
type Judge struct {
	options  Options
	model    *server
	reranker *server // nil: shared words choose
}

// New returns a judge that asks the servers of the options. It does not ask them yet.
func New(o Options) *Judge {
	o = o.withDefaults()
	slots := make(chan struct{}, o.Concurrency)
	j := &Judge{options: o, model: newServer(o, o.URL, slots)}
	if o.Rerank != "" {
		j.reranker = newServer(o, o.Rerank, slots)
	}
	return j
}

// Name is "nli".
func (j *Judge) Name() string { return "nli" }

// Identity names all that a verdict depends on beside the texts: the models, as the
// servers tell, and the thresholds.
func (j *Judge) Identity(ctx context.Context) (string, error) {
	in, _, err := j.classifier(ctx)
	if err != nil {
		return "", err
	}
	id := fmt.Sprintf("nli/1 %s %g %g %g %v", in, j.options.Threshold, j.options.Contradict, j.options.Temperature, j.options.Labels)
	if j.reranker != nil {
		in, err := j.rerankerInfo(ctx)
		if err != nil {
			return "", err
		}
		id += " " + in.String()
	}
	return id, nil
}

// How much of a source is read for a claim, in sentences of each source.
const (
	passages   = 3  // that are read with their neighbours
	candidates = 12 // that a re-ranker chooses from
)

// specials bounds the tokens that a model puts around and between the two texts.
const specials = 4

// Judge decides about a claim. It abstains where the model is not sure, and where it
// could not be asked in full.
func (j *Judge) Judge(ctx context.Context, p *entail.Premise, claim string) (entail.Verdict, error) {
	if err := ctx.Err(); err != nil {
		return entail.Verdict{}, err
	}
	v, err := j.judge(ctx, p, claim)
	v.Judge = j.Name()
	return v, err
}

func (j *Judge) judge(ctx context.Context, p *entail.Premise, claim string) (entail.Verdict, error) {
	hypothesis := entail.Hypothesis(claim)
	if hypothesis == "" {
		return abstain("the claim is no statement"), nil
	}
	in, meaning, err := j.classifier(ctx)
	if err != nil {
		return entail.Verdict{}, err
	}
	room := in.room() - tokens(hypothesis) - specials
	if room < in.room()/2 {
		return abstain(tooLong), nil
	}
	chosen, err := j.choose(ctx, p, hypothesis)
	if err != nil || len(chosen) == 0 {
		return abstain("no sentence of the source shares a word with the claim"), err
	}
	a := asker{judge: j, info: in, meaning: meaning, hypothesis: hypothesis}
	windows := entail.Windows(chosen, func(text string) bool { return tokens(text) <= room })
	if err := a.askAll(ctx, windows); err != nil {
		if a.impossible {
			return abstain(tooLong), nil
		}
		return entail.Verdict{}, err
	}
	return j.decide(in.Model, a.readings), nil
}

const tooLong = "the claim is too long for the model to read it with a passage"

func abstain(reason string) entail.Verdict {
	return entail.Verdict{Label: citestone.Abstain, Reason: reason}
}

// soften divides the logits of probabilities by the temperature.
func (j *Judge) soften(probabilities map[citestone.Label]float64) {
	most, sum := slices.Max(slices.Collect(maps.Values(probabilities))), 0.0
	for label, p := range probabilities {
		p = math.Pow(p/most, 1/j.options.Temperature)
		probabilities[label] = p
		sum += p
	}
	for label := range probabilities {
		probabilities[label] /= sum
	}
}
