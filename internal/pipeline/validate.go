package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// Validate checks a list: known stages in order, unique keys, artifacts of the session
// format, every input written by an earlier step, and no file written by two steps.
func Validate(list []Node) error {
	v := validator{keys: map[string]bool{}, written: map[string]bool{}}
	repeats := 0
	for _, n := range list {
		if rep, ok := n.(*Repeat); ok {
			if repeats++; repeats > 1 || rep.Until == nil || rep.Max < 0 {
				v.add("a list has at most one Repeat, with an Until and a Max of 0 or more")
			}
		}
	}
	v.stages(list)
	for _, s := range flatten(list) {
		v.step(s)
	}
	for rounds := range 3 { // files of round 2 are the first to come from a round before
		v.flow(list, rounds)
	}
	return errors.Join(v.errs...)
}

// flatten returns the steps of a list in order, those of the rounds once.
func flatten(list []Node) []*Step {
	var out []*Step
	for _, n := range list {
		switch n := n.(type) {
		case *Step:
			out = append(out, n)
		case *Repeat:
			out = append(out, n.Steps...)
		}
	}
	return out
}

type validator struct {
	errs    []error
	keys    map[string]bool
	written map[string]bool // artifacts that any step writes, as shown
}

func (v *validator) add(format string, args ...any) {
	if err := fmt.Errorf(format, args...); !slices.ContainsFunc(v.errs, func(e error) bool { return e.Error() == err.Error() }) {
		v.errs = append(v.errs, err)
	}
}

// stages checks the order of the stages. After the rounds it starts again from the
// first stage of the rounds.
func (v *validator) stages(list []Node) {
	at := 0
	check := func(s *Step) {
		i := slices.Index(Stages(), s.Stage)
		switch {
		case i < 0:
			v.add("%s: unknown stage", s.Key())
		case i < at:
			v.add("%s: its stage comes before that of the step before", s.Key())
		}
		at = max(at, i)
	}
	for _, n := range list {
		switch n := n.(type) {
		case *Step:
			check(n)
		case *Repeat:
			for _, s := range n.Steps {
				check(s)
			}
			if len(n.Steps) > 0 {
				at = slices.Index(Stages(), n.Steps[0].Stage)
			}
		}
	}
}

// step checks what a step declares.
func (v *validator) step(s *Step) {
	if s.Name == "" || s.Title == "" || s.Run == nil {
		v.add("%s: a step needs a name, a title and a Run", s.Key())
	}
	if v.keys[s.Key()] {
		v.add("%s: two steps have this name", s.Key())
	}
	v.keys[s.Key()] = true
	artifacts := citestone.Artifacts()
	for _, in := range s.In {
		if !slices.ContainsFunc(artifacts, func(a citestone.Artifact) bool { return a.Ref.Same(in) }) {
			v.add("%s: reads %s, which is not an artifact", s.Key(), in)
		}
	}
	for _, out := range s.Out {
		v.written[out.String()] = true
		if !slices.ContainsFunc(artifacts, func(a citestone.Artifact) bool { return a.Ref == out }) {
			v.add("%s: writes %s, which is not an artifact of the current round", s.Key(), out)
		}
	}
}

// flow walks the list with a number of rounds, following the files.
func (v *validator) flow(list []Node, rounds int) {
	writer := map[string]string{} // path -> key
	for _, n := range list {
		switch n := n.(type) {
		case *Step:
			round := 0
			if writer[""] != "" {
				round = rounds
			}
			v.files(n, round, writer)
		case *Repeat:
			for round := range rounds {
				for _, s := range n.Steps {
					v.files(s, round+1, writer)
				}
			}
			writer[""] = "the rounds are over"
		}
	}
}

func (v *validator) files(s *Step, round int, writer map[string]string) {
	for _, in := range s.In {
		from := in.Paths(round)
		if len(from) != 1 {
			// All rounds, or none yet: what exists is read.
			if !v.written[in.String()] {
				v.add("%s: reads %s, which no step writes", s.Key(), in)
			}
			continue
		}
		if writer[from[0]] == "" && !slices.Contains(paths(s.Out, round), from[0]) {
			v.add("%s: reads %s, which no earlier step writes", s.Key(), from[0])
		}
	}
	for _, out := range s.Out {
		p := out.Path(round)
		if p == "" {
			v.add("%s: %s has no path outside the rounds", s.Key(), strings.TrimSpace(out.String()))
			continue
		}
		if other := writer[p]; other != "" {
			v.add("%s: writes %s, as %s does", s.Key(), p, other)
		}
		if writer[""] != "" && p != out.Path(0) {
			v.add("%s: the path of %s depends on the number of rounds", s.Key(), out)
		}
		writer[p] = s.Key()
	}
}
