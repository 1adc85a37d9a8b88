// Package research holds the one static list of the pipeline's steps.
package research

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/step/bundle"
	"github.com/citestone/citestone/internal/step/claims"
	"github.com/citestone/citestone/internal/step/critique"
	"github.com/citestone/citestone/internal/step/draft"
	"github.com/citestone/citestone/internal/step/gate"
	"github.com/citestone/citestone/internal/step/plan"
	"github.com/citestone/citestone/internal/step/retrieve"
	"github.com/citestone/citestone/internal/step/revise"
	"github.com/citestone/citestone/internal/step/scope"
	"github.com/citestone/citestone/internal/step/style"
	"github.com/citestone/citestone/internal/step/triangulate"
	"github.com/citestone/citestone/internal/step/verify"
	"github.com/citestone/citestone/internal/styles"
)

// Deps are what the steps need from outside.
type Deps struct {
	Request  citestone.Request
	Retrieve retrieve.Deps
	Judge    entail.Judge
	Guide    styles.Guide
}

// Steps is the list.
func Steps(d Deps) []pipeline.Node {
	req := d.Request
	list := []pipeline.Node{
		scope.Step(req),
		plan.Step(),
		retrieve.First(d.Retrieve),
		retrieve.Refine(req.Exhaustive),
		retrieve.Second(d.Retrieve),
		retrieve.Snapshot(d.Retrieve),
		gate.Summarise(),
		gate.Step(),
		gate.Stats(),
		triangulate.Step(),
		draft.Step(),
		draft.Audit(),
		draft.Repair(req.NoRepair, d.Judge),
	}
	list = append(list, nodes(check("02_extraction", "03_verification", "04_critique", d))...)
	list = append(list, &pipeline.Repeat{
		Max: req.MaxRounds, In: revise.Reads(), Until: revise.Done,
		Steps: append([]*pipeline.Step{revise.Reflect(), retrieve.Better(d.Retrieve), revise.Step(d.Judge)},
			check("06_re_verification", "06_re_verification", "06_re_verification", d)...),
	})
	return append(list,
		revise.Settle(),
		revise.Cut(req.Unverified),
		style.Step(d.Guide),
		style.Guard(d.Guide),
		bundle.Render(d.Guide),
		bundle.Audit(),
		bundle.Verify(d.Judge, req.Threshold, d.Guide),
		bundle.Explain(),
		bundle.Package(d.Judge, req.Threshold, d.Guide),
	)
}

// check are the steps that judge a draft: once after it is written, and in each round.
func check(extraction, verification, evaluation string, d Deps) []*pipeline.Step {
	list := []*pipeline.Step{claims.Step(extraction)}
	list = append(list, verify.Steps(verification, d.Judge, d.Request.Threshold)...)
	return append(list, critique.Evaluate(evaluation), critique.RedTeam(evaluation), critique.Critique(evaluation))
}

func nodes(steps []*pipeline.Step) []pipeline.Node {
	out := make([]pipeline.Node, len(steps))
	for i, s := range steps {
		out[i] = s
	}
	return out
}
