package app

import (
	"slices"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/research"
)

func nodes(t testing.TB) []pipeline.Node {
	t.Helper()
	c := settings(t.TempDir())
	list, err := newApp(c).steps(request(t, c, question), newLibrary(c.Cache, c.Corpus, nil))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// flat returns the steps of a list and which of them run in rounds.
func flat(list []pipeline.Node) (steps []*pipeline.Step, repeated map[*pipeline.Step]bool) {
	repeated = map[*pipeline.Step]bool{}
	for _, n := range list {
		switch n := n.(type) {
		case *pipeline.Step:
			steps = append(steps, n)
		case *pipeline.Repeat:
			for _, s := range n.Steps {
				steps = append(steps, s)
				repeated[s] = true
			}
		}
	}
	return steps, repeated
}

// TestSteps checks the list of steps against the list of artifacts.
func TestSteps(t *testing.T) {
	t.Parallel()
	list := nodes(t)
	if err := pipeline.Validate(list); err != nil {
		t.Error(err)
	}
	steps, _ := flat(list)
	var written []citestone.Ref
	for _, s := range steps {
		written = append(written, s.Out...)
	}
	artifacts := citestone.Artifacts()
	for _, a := range artifacts {
		if !slices.ContainsFunc(written, a.Ref.Same) {
			t.Errorf("no step writes %s", a.Ref)
		}
	}
	for _, ref := range written {
		if !slices.ContainsFunc(artifacts, func(a citestone.Artifact) bool { return a.Ref.Same(ref) }) {
			t.Errorf("%s is written and is no artifact", ref)
		}
	}
	if err := pipeline.Validate(research.Steps(research.Deps{Judge: entail.Deterministic()})); err != nil {
		t.Errorf("without a request: %v", err)
	}
}
