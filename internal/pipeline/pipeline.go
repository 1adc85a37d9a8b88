// Package pipeline runs a static list of declared steps over a session, as a build
// tool runs rules over files: a step whose inputs, settings and outputs are unchanged
// is skipped, one whose input changed runs again, and a run that was killed goes on
// where it stopped. It knows no particular step.
//
// A step reads and writes only the artifacts that it declares, through its [Scope].
// Its writes become visible together, when it ends. Calls to the outside go through
// [Call], which records every answer and never asks twice.
package pipeline

import (
	"context"
	"fmt"

	"github.com/citestone/citestone"
)

// Node is an entry of the list: a *Step or the *Repeat.
type Node interface{ node() }

// Step is a unit of work in a stage.
type Step struct {
	Stage    string          // directory of the stage
	Name     string          // unique within the stage
	Title    string          // for people: what it is doing
	Version  int             // raised when its implementation changes what it writes
	Form     string          // how it works here: extractive, a model's role ...
	In       []citestone.Ref // what it reads
	Out      []citestone.Ref // what it writes
	Prompts  []string        // names of the prompts it uses
	Pins     []string        // names of the pins it depends on
	Settings any             // marshals to JSON; what else shapes its outputs

	// Skip returns why the step has nothing to do, "" if it has. It may be nil.
	Skip func(*Scope) (string, error)
	// Run does the work. It may return NotRun or Skipped.
	Run func(context.Context, *Scope) error
}

// Repeat runs its steps in rounds, numbered from 1.
type Repeat struct {
	Steps []*Step
	Max   int             // rounds, at most
	In    []citestone.Ref // what Until reads
	// Until is asked before each round, with the scope of the round before (0 at first),
	// whether to stop, and why or why not.
	Until func(*Scope) (done bool, reason string, err error)
}

func (*Step) node()   {}
func (*Repeat) node() {}

// Stages are the stages in order.
func Stages() []string {
	return []string{"00_research", "01_draft", "02_extraction", "03_verification",
		"04_critique", "05_revision", "06_re_verification", "07_style"}
}

// Key names the step in manifests: stage/name.
func (s *Step) Key() string { return s.Stage + "/" + s.Name }

// outcome is a step's answer that is neither done nor failed.
type outcome struct {
	notRun bool
	reason string
}

func (o *outcome) Error() string { return o.reason }

// NotRun is returned by a step that cannot honestly be done here. The reason is recorded.
func NotRun(reason string, args ...any) error {
	return &outcome{notRun: true, reason: fmt.Sprintf(reason, args...)}
}

// Skipped is returned by a step that turns out to have nothing to do. The reason is recorded.
func Skipped(reason string, args ...any) error {
	return &outcome{reason: fmt.Sprintf(reason, args...)}
}
