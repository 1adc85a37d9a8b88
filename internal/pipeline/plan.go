package pipeline

// Planned is a step that would run.
type Planned struct {
	Key    string // stage/step, in a round rN/stage/step
	Reason string
}

// PlanRun returns the steps that Run would run, and why, without changing anything.
// Steps whose inputs would be made again count, though the inputs may come out the same.
// Only rounds that have been run before are planned.
func (r *Runner) PlanRun() ([]Planned, error) {
	x, err := r.open()
	if err != nil {
		return nil, err
	}
	p := planner{run: x, again: map[string]bool{}}
	round := 0
	for _, n := range r.Nodes {
		switch n := n.(type) {
		case *Step:
			err = p.step(n, round)
		case *Repeat:
			for round < x.recordedRounds() && err == nil {
				round++
				for _, s := range n.Steps {
					if err == nil {
						err = p.step(s, round)
					}
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return p.plan, nil
}

type planner struct {
	*run
	again map[string]bool // paths and patterns that would be written again
	plan  []Planned
}

func (p *planner) step(s *Step, round int) error {
	d, err := p.decide(s, round)
	if err != nil {
		return err
	}
	if !d.run {
		for _, in := range paths(s.In, round) {
			if p.again[in] {
				d.run, d.why = true, in+" is made again"
				break
			}
		}
	}
	if d.run {
		p.plan = append(p.plan, Planned{p.key(s, round), d.why})
		for _, out := range paths(s.Out, round) {
			p.again[out] = true
		}
	}
	if d.old != nil {
		p.remember(d.old)
	}
	return nil
}
