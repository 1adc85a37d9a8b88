// Package config holds Citestone's settings: one struct, whose tags say each key, what
// it means and what it may be. Values come from the defaults, the user's
// citestone.yaml, the nearest citestone.yaml from the working folder upwards, the
// environment and the command line's flags, later ones before earlier ones, and every
// value knows where it came from.
package config

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Config is every setting. The tag key is its name in citestone.yaml, help says what it is for, and
// allow what it may be: "0..1" a range, "a|b" a choice, "path" a file or folder, which
// Load makes absolute, "name" a name or a path, "url" a web address, "labels" meanings of labels.
type Config struct {
	Corpus       []string       `key:"corpus" allow:"path" help:"folders with documents, which are indexed and searched"`
	Mode         citestone.Mode `key:"mode" allow:"auto|quick|standard|deep" help:"how many sources to read: 3, 7 or 10; auto goes by the question"`
	Style        string         `key:"style" allow:"name" help:"style guide of the report, by name or as a file; empty goes by the topic"`
	Threshold    float64        `key:"threshold" allow:"0..1" help:"share of claims that must be verified"`
	MaxRounds    int            `key:"max_rounds" allow:"0..3" help:"revision rounds at most"`
	NoRepair     bool           `key:"no_repair" help:"leave uncited sentences of the draft alone"`
	Exhaustive   bool           `key:"exhaustive" help:"never stop early"`
	Unverified   string         `key:"unverified" allow:"remove|mark" help:"what becomes of a claim that stays unsupported"`
	Cutoff       int            `key:"cutoff" allow:"0..5" help:"lowest relevance, 1 to 5, that keeps a source; 0 leaves it to the mode"`
	Full         int            `key:"full" allow:"0..10" help:"kept sources needed for a full report; 0 leaves it to the mode"`
	Short        int            `key:"short" allow:"0..10" help:"kept sources needed for a short report; 0 leaves it to the mode"`
	HalfLifeDays float64        `key:"half_life_days" allow:"1..36500" help:"age, in days, at which a source counts half as recent"`

	Sources []string `key:"sources" allow:"path" help:"files and folders with the sources that documents cite"`
	FailOn  string   `key:"fail_on" allow:"error|warning|note|never" help:"verify fails at findings of this severity or worse"`
	MinRate float64  `key:"min_rate" allow:"0..1" help:"verify fails below this verification rate; 0 asks for none"`

	Rules     Levels    `key:"rules" flag:"rule" help:"how bad what a rule of verify finds is, as RULE=off, note, warning or error"`
	Overrides Overrides `key:"overrides" help:"levels of rules in some files"`

	NLIURL       string  `key:"nli_url" allow:"url" help:"address of a text-embeddings-inference server with an NLI model, which is asked where the deterministic judge is not sure; empty asks none"`
	NLIKey       Secret  `key:"nli_key" help:"the NLI server's key"`
	NLILabels    string  `key:"nli_labels" allow:"labels" help:"what the NLI model's labels mean, where their names do not tell"`
	NLIThreshold float64 `key:"nli_threshold" allow:"0.5..1" help:"probability from which the NLI model's entailment counts; its own, so for claims of which a third are true"`
	NLITimeout   int     `key:"nli_timeout" allow:"1..3600" help:"seconds that the NLI server may take for an answer"`
	NLIRerankURL string  `key:"nli_rerank_url" allow:"url" help:"address of a text-embeddings-inference server with a re-ranker, which chooses the passages that the NLI model reads; empty goes by shared words"`

	Workspace string `key:"workspace" allow:"path" help:"folder of the sessions"`
	Cache     string `key:"cache" allow:"path" help:"folder of indexes and verdicts; empty is the user's cache folder"`
	StylesDir string `key:"styles_dir" allow:"path" help:"folder of style guides beside the built-in ones"`
}

// Default returns the settings of a user who said nothing. Its paths are not yet
// resolved.
func Default() Config {
	return Config{
		Mode:         citestone.ModeAuto,
		Threshold:    0.90,
		MaxRounds:    3,
		Unverified:   "remove",
		HalfLifeDays: 730,
		FailOn:       string(citestone.SeverityError),
		NLIThreshold: 0.9,
		NLITimeout:   60,
		Workspace:    ".citestone",
	}
}

// maxQuestion bounds a question, in bytes.
const maxQuestion = 10_000

// Request returns the request for a run that asks the question on the day of now
// (UTC). It fails with BadInput if a setting is out of its range, the question is
// empty, longer than 10,000 bytes or not UTF-8, or there is nothing to research in.
func (c Config) Request(question string, now time.Time) (citestone.Request, error) {
	question = strings.TrimSpace(question)
	if err := c.check(); err != nil {
		return citestone.Request{}, err
	}
	switch {
	case question == "":
		return citestone.Request{}, citestone.Errorf(citestone.BadInput, "the question is empty").
			WithHint(`write it in quotation marks: citestone research "How long ...?"`)
	case len(question) > maxQuestion:
		return citestone.Request{}, citestone.Errorf(citestone.BadInput, "the question has %d bytes; %d is the most", len(question), maxQuestion)
	case !utf8.ValidString(question):
		return citestone.Request{}, citestone.Errorf(citestone.BadInput, "the question is not valid UTF-8")
	case len(c.Corpus) == 0:
		return citestone.Request{}, citestone.Errorf(citestone.BadInput, "there is nothing to research in").
			WithHint("name a folder of documents with --corpus DIR, or set corpus in citestone.yaml")
	}
	return citestone.Request{
		Question: question, Mode: c.Mode, Style: c.Style, Corpora: c.Corpus,
		Date: now.UTC().Truncate(24 * time.Hour), Threshold: c.Threshold, MaxRounds: c.MaxRounds,
		NoRepair: c.NoRepair, Exhaustive: c.Exhaustive, Unverified: c.Unverified,
		Cutoff: c.Cutoff, Full: c.Full, Short: c.Short, HalfLife: c.HalfLifeDays,
	}, nil
}

// check holds every value against what its key allows.
func (c Config) check() error {
	for _, f := range Fields() {
		if err := f.check(c.value(f)); err != nil {
			return err
		}
	}
	return nil
}
