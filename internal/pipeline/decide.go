package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// decision is what is to be done about a step.
type decision struct {
	run         bool
	why         string              // it runs
	inputs      map[string]string   // files that exist -> hash
	fingerprint string              // of everything that shapes the outputs
	old         *session.StepRecord // nil if there is none
	drift       drift
}

// drift is how a step's outputs differ from its record.
type drift struct {
	edited map[string]string // editable files changed or added by hand -> hash
	spoilt []string          // derived files that were changed, added or are missing
	sealed []string          // sealed files, likewise
}

// decide compares a step with its record, without changing anything.
func (x *run) decide(s *Step, round int) (decision, error) {
	d := decision{old: x.m.Step(x.key(s, round))}
	var err error
	if d.inputs, err = x.inputs(s, round); err != nil {
		return d, err
	}
	if d.fingerprint, err = x.fingerprint(s, d.inputs); err != nil {
		return d, err
	}
	if d.old == nil {
		d.run, d.why = true, "it has not run yet"
		return d, nil
	}
	if d.old.Status != session.Running {
		if d.drift, err = x.drift(s, round, d.old); err != nil {
			return d, err
		}
	}
	d.why = x.reason(s, d)
	d.run = d.why != ""
	return d, nil
}

// reason says why a step that has a record must run, "" if it need not.
func (x *run) reason(s *Step, d decision) string {
	switch {
	case x.position[s] >= x.forced:
		return "it is forced"
	case d.old.Status == session.Running:
		return "it was stopped while its files were replaced"
	case d.old.Status == session.Failed:
		return "it failed: " + d.old.Reason
	case d.old.Fingerprint != d.fingerprint:
		return changed(d.old.Inputs, d.inputs)
	case len(d.drift.spoilt) > 0:
		return d.drift.spoilt[0] + " was changed or removed"
	case len(d.drift.sealed) > 0: // of a step that was skipped; checkSealed sees to the others
		return d.drift.sealed[0] + " does not belong there"
	case d.old.Looked != "" && d.old.Looked != x.looked():
		return "an earlier step ended differently"
	}
	return ""
}

// changed names an input that differs.
func changed(was, is map[string]string) string {
	for _, p := range slices.Sorted(maps.Keys(is)) {
		if was[p] != is[p] {
			return p + " changed"
		}
	}
	for _, p := range slices.Sorted(maps.Keys(was)) {
		if is[p] == "" {
			return p + " is gone"
		}
	}
	return "its version, form, settings, prompts or pins changed"
}

// inputs returns the files that a step reads and their hashes. A file that the step
// itself writes in this round is none of its inputs.
func (x *run) inputs(s *Step, round int) (map[string]string, error) {
	return x.existing(paths(s.In, round), paths(s.Out, round))
}

// paths are the paths and patterns of references.
func paths(refs []citestone.Ref, round int) []string {
	var out []string
	for _, ref := range refs {
		out = append(out, ref.Paths(round)...)
	}
	return out
}

// existing returns the files that fit the patterns, but for those that fit others, and
// their hashes.
func (x *run) existing(patterns, but []string) (map[string]string, error) {
	out := map[string]string{}
	for _, pattern := range patterns {
		files := []string{pattern}
		if strings.Contains(pattern, "*") {
			var err error
			if files, err = x.Session.List(pattern); err != nil {
				return nil, err
			}
		}
		for _, p := range files {
			if keptCopy(p) || matches(but, p) {
				continue
			}
			h, err := x.hash(p)
			if err != nil {
				return nil, err
			}
			if h != "" {
				out[p] = h
			}
		}
	}
	return out, nil
}

// hash is the hash of a file, "" if there is none.
func (x *run) hash(p string) (string, error) {
	if h, ok := x.hashes[p]; ok {
		return h, nil
	}
	data, err := x.Session.Read(p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		x.hashes[p] = ""
	case err != nil:
		return "", err
	default:
		x.hashes[p] = digest(data)
	}
	return x.hashes[p], nil
}

// fingerprint hashes everything that shapes what a step writes.
func (x *run) fingerprint(s *Step, inputs map[string]string) (string, error) {
	prompts, pins := map[string]string{}, map[string]string{}
	for _, name := range s.Prompts {
		h, ok := x.Prompts[name]
		if !ok {
			return "", citestone.Errorf(citestone.Internal, "step %s: no prompt %q", s.Key(), name)
		}
		prompts[name] = h
	}
	for _, name := range s.Pins {
		value, ok := x.m.Pins[name]
		if name == datePin {
			value, ok = pinnedDate(x.m).Format(time.RFC3339), true
		}
		if !ok {
			return "", citestone.Errorf(citestone.Internal, "step %s: the session does not pin %q", s.Key(), name)
		}
		pins[name] = value
	}
	data, err := json.Marshal([]any{s.Key(), s.Version, s.Form, s.Settings, prompts, pins, inputs})
	if err != nil {
		return "", citestone.Errorf(citestone.Internal, "step %s: settings: %w", s.Key(), err)
	}
	return digest(data), nil
}

const datePin = "date"

// pinnedDate is the pin "date" (RFC 3339), without one the request's date.
func pinnedDate(m session.Manifest) time.Time {
	if t, err := time.Parse(time.RFC3339, m.Pins[datePin]); err == nil {
		return t
	}
	return m.Request.Date
}

// drift compares the files of a step's outputs with its record.
func (x *run) drift(s *Step, round int, old *session.StepRecord) (drift, error) {
	d := drift{edited: map[string]string{}}
	for _, ref := range s.Out {
		pattern := ref.Path(round)
		now, err := x.existing([]string{pattern}, nil)
		if err != nil {
			return d, err
		}
		for p, h := range now {
			// What a failed step finds may stem from a crash before it.
			if was := old.Outputs[p]; was != h && (was != "" || old.Status != session.Failed) {
				d.add(guard(ref), p, h)
			}
		}
		for p := range old.Outputs {
			if now[p] == "" && matches([]string{pattern}, p) {
				d.add(guard(ref), p, "")
			}
		}
	}
	slices.Sort(d.spoilt)
	slices.Sort(d.sealed)
	return d, nil
}

func (d *drift) add(g citestone.Guard, p, hash string) {
	switch {
	case g == citestone.Sealed:
		d.sealed = append(d.sealed, p)
	case g == citestone.Editable && hash != "":
		d.edited[p] = hash
	default:
		d.spoilt = append(d.spoilt, p)
	}
}

func guard(ref citestone.Ref) citestone.Guard {
	for _, a := range citestone.Artifacts() {
		if a.Ref.Same(ref) {
			return a.Guard
		}
	}
	return citestone.Derived
}

// checkSealed fails when a sealed file was changed, unless its step is forced.
func (x *run) checkSealed() error {
	for i := range x.m.Steps {
		old := &x.m.Steps[i]
		s, round := x.find(old.Key)
		if s == nil || old.Status != session.Done || x.position[s] >= x.forced {
			continue
		}
		d, err := x.drift(s, round, old)
		if err != nil {
			return err
		}
		if len(d.sealed) > 0 {
			return citestone.Errorf(citestone.Damaged, "%s is sealed, but was changed, added or removed after the step %s wrote it", d.sealed[0], old.Key).
				WithHint("restore the file, or have it made again with: citestone resume %s --from %s", x.m.ID, s.Key())
		}
	}
	return nil
}

// find returns the step and round of a record's key, nil if the list has no such step.
func (x *run) find(key string) (*Step, int) {
	round := 0
	if rest, ok := strings.CutPrefix(key, "r"); ok {
		if n, err := fmt.Sscanf(rest, "%d/", &round); n == 1 && err == nil {
			_, key, _ = strings.Cut(key, "/")
		}
	}
	for _, s := range x.steps {
		if s.Key() == key {
			return s, round
		}
	}
	return nil, 0
}
