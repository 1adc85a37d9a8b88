package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// commit replaces a step's files by its new ones, and then its record. Before the first
// file is touched an older record is marked as running, so that a crash can never make
// the step's own files look edited by hand.
func (x *run) commit(s *Step, round int, d decision, rec session.StepRecord, writes map[string][]byte) error {
	if err := x.keepEdited(s, d, writes); err != nil {
		return err
	}
	files, stale, err := x.changes(s, round, writes)
	if err != nil {
		return err
	}
	if d.old != nil && len(files)+len(stale) > 0 {
		if err := x.put(session.StepRecord{Key: rec.Key, Status: session.Running, Started: rec.Started}); err != nil {
			return err
		}
	}
	if err := x.remove(stale); err != nil {
		return err
	}
	rec.Outputs = map[string]string{}
	for p, data := range writes {
		rec.Outputs[p] = digest(data)
	}
	if err := x.put(rec, files...); err != nil {
		return err
	}
	maps.Copy(x.hashes, rec.Outputs)
	return nil
}

// changes returns the files that differ from those on the disk, by path, and the
// files there that the step no longer writes.
func (x *run) changes(s *Step, round int, writes map[string][]byte) (files []session.File, stale []string, err error) {
	now, err := x.existing(paths(s.Out, round), nil)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range slices.Sorted(maps.Keys(writes)) {
		if now[p] != digest(writes[p]) {
			files = append(files, session.File{Path: p, Data: writes[p]})
		}
	}
	for _, p := range slices.Sorted(maps.Keys(now)) {
		if _, ok := writes[p]; !ok {
			stale = append(stale, p)
		}
	}
	return files, stale, nil
}

func (x *run) remove(paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	for _, p := range paths {
		x.hashes[p] = ""
	}
	return x.Session.Remove(paths...)
}

// put writes files and then the manifest with the record.
func (x *run) put(rec session.StepRecord, files ...session.File) error {
	x.m.Put(rec)
	x.m.State = session.Active
	return x.save(files...)
}

func (x *run) save(files ...session.File) error {
	x.m.Calls = x.calls.seal()
	data, err := session.Encode(x.m)
	if err != nil {
		return err
	}
	return x.Session.Write(append(files, session.File{Path: citestone.ManifestPath, Data: data})...)
}

// keepEdited copies the files that were edited by hand and are about to be replaced.
func (x *run) keepEdited(s *Step, d decision, writes map[string][]byte) error {
	if d.old == nil {
		return nil
	}
	var copies []session.File
	for _, p := range handEdited(d) {
		data, err := x.Session.Read(p)
		if errors.Is(err, fs.ErrNotExist) || err == nil && writes[p] != nil && bytes.Equal(data, writes[p]) {
			continue
		}
		if err != nil {
			return err
		}
		name, err := x.freeName(p, data)
		if err != nil {
			return err
		}
		copies = append(copies, session.File{Path: name, Data: data})
		x.note(s, "%s was edited by hand and is made again: the edited version is kept as %s", p, name)
	}
	if len(copies) == 0 {
		return nil
	}
	return x.Session.Write(copies...)
}

// handEdited returns the outputs that were edited by hand, now or earlier, sorted.
func handEdited(d decision) []string {
	set := maps.Clone(d.drift.edited)
	if set == nil {
		set = map[string]string{}
	}
	for _, p := range d.old.Edited {
		set[p] = ""
	}
	return slices.Sorted(maps.Keys(set))
}

// freeName is the name for a kept copy: one that is free or already holds the data.
func (x *run) freeName(p string, data []byte) (string, error) {
	for n := 1; ; n++ {
		name := p + editedSuffix
		if n > 1 {
			name += fmt.Sprint(n)
		}
		have, err := x.Session.Read(name)
		if errors.Is(err, fs.ErrNotExist) || err == nil && bytes.Equal(have, data) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// acceptEdits records hand-edited outputs of a step that need not run.
func (x *run) acceptEdits(s *Step, d decision) error {
	if len(d.drift.edited) == 0 {
		return nil
	}
	rec := *d.old
	rec.Outputs = maps.Clone(rec.Outputs)
	if rec.Outputs == nil {
		rec.Outputs = map[string]string{}
	}
	maps.Copy(rec.Outputs, d.drift.edited)
	rec.Edited = handEdited(d)
	for _, p := range slices.Sorted(maps.Keys(d.drift.edited)) {
		x.note(s, "%s was edited by hand: it is kept, and what depends on it runs again", p)
	}
	return x.put(rec)
}

// dropRounds forgets the rounds after the last one and removes their files.
func (x *run) dropRounds(rep *Repeat, last int) error {
	dropped := false
	top := max(rep.Max, x.recordedRounds())
	for round := last + 1; round <= top; round++ {
		for _, s := range rep.Steps {
			old := x.m.Step(x.key(s, round))
			if old == nil {
				continue
			}
			d := decision{old: old}
			if old.Status != session.Running {
				var err error
				if d.drift, err = x.drift(s, round, old); err != nil {
					return err
				}
			}
			if err := x.keepEdited(s, d, nil); err != nil {
				return err
			}
			x.m.Steps = slices.DeleteFunc(x.m.Steps, func(r session.StepRecord) bool { return r.Key == x.key(s, round) })
			dropped = true
		}
	}
	if dropped {
		if err := x.save(); err != nil {
			return err
		}
	}
	var stale []string
	for round := last + 1; round <= top; round++ {
		for _, s := range rep.Steps {
			now, err := x.existing(paths(s.Out, round), nil)
			if err != nil {
				return err
			}
			stale = slices.AppendSeq(stale, maps.Keys(now))
		}
	}
	slices.Sort(stale)
	return x.remove(stale)
}

// recordedRounds is the highest round in the manifest.
func (x *run) recordedRounds() int {
	top := 0
	for _, rec := range x.m.Steps {
		if s, round := x.find(rec.Key); s != nil {
			top = max(top, round)
		}
	}
	return top
}
