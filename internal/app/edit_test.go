package app

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/session"
)

// without returns an edit that removes the lines which hold a text.
func without(part string) func(testing.TB, string, string) {
	return func(t testing.TB, dir, p string) {
		t.Helper()
		var out strings.Builder
		for line := range strings.Lines(read(t, dir, p)) {
			if !strings.Contains(line, part) {
				out.WriteString(line)
			}
		}
		if out.Len() == len(read(t, dir, p)) {
			t.Fatalf("%s does not hold %q", p, part)
		}
		overwrite(t, out.String(), dir, p)
	}
}

// misstate returns an edit that makes a claim say what no source says.
func misstate(t testing.TB, dir, p string) {
	t.Helper()
	edit(t, func(claims *[]citestone.Claim) {
		for i := range *claims {
			if c := &(*claims)[i]; strings.Contains(c.Text, "74 percent") {
				c.Text = strings.Replace(c.Text, "74 percent", "47 percent", 1)
			}
		}
	}, dir, p)
}

// an editing changes an artifact by hand.
type editing struct {
	from Result // of the session
	ref  citestone.Ref
	path string
	edit func(t testing.TB, dir, p string)
	show func(final string, r citestone.Report) bool // the edit shows in the report
}

func editings(t testing.TB, full, rounds Result) []editing {
	t.Helper()
	audit := strings.Replace(citestone.SourceFiles.Path(0), "*", sourceOf(t, full.Dir, "docs/audit.md")[1:], 1)
	short := func(_ string, r citestone.Report) bool { return r.Outcome == citestone.ShortReport }
	charging := func(final string, _ citestone.Report) bool { return strings.Contains(final, "9 minutes") }
	cut := without("by 74 percent")
	return []editing{
		{full, citestone.BriefFile.Ref, citestone.BriefFile.Path(0), raiseBar, short},
		{full, citestone.PlanFile.Ref, citestone.PlanFile.Path(0), askElse, charging},
		{full, citestone.SourceFiles.Ref, audit, withoutExcerpts, lacks("by 74 percent")},
		{full, citestone.InitialDraft.Ref, citestone.InitialDraft.Path(0), cut, lacks("by 74 percent")},
		{full, citestone.AuditedDraft.Ref, citestone.AuditedDraft.Path(0), cut, lacks("by 74 percent")},
		{full, citestone.Draft.Ref, citestone.Draft.Path(0), cut, lacks("by 74 percent")},
		{rounds, citestone.Draft.Ref, citestone.Draft.Path(0), without("by 92 percent"), lacks("by 92 percent")},
		{rounds, citestone.Draft.Ref, citestone.Draft.Path(1), cut, lacks("by 74 percent")},
		{full, citestone.ClaimsFile.Ref, citestone.ClaimsFile.Path(0), misstate, lacks("47 percent")},
		{rounds, citestone.ClaimsFile.Ref, citestone.ClaimsFile.Path(1), misstate, lacks("47 percent")},
		{full, citestone.CritiqueFile.Ref, citestone.CritiqueFile.Path(0), addLine, lacks("by hand")},
		{rounds, citestone.CritiqueFile.Ref, citestone.CritiqueFile.Path(0), addLine, lacks("by hand")},
		{rounds, citestone.CritiqueFile.Ref, citestone.CritiqueFile.Path(1), addLine, lacks("by hand")},
	}
}

func raiseBar(t testing.TB, dir, p string) {
	edit(t, func(b *citestone.Brief) { b.Gate.Full = 5 }, dir, p)
}

func askElse(t testing.TB, dir, p string) {
	edit(t, func(plan *citestone.Plan) {
		q := &plan.Subquestions[0]
		q.Text, q.Slots = "How long does charging the Aurelia take?", nil
		q.Queries = []citestone.Query{{Text: q.Text, Kind: citestone.QueryPlain, Subquestion: q.ID}}
	}, dir, p)
}

func withoutExcerpts(t testing.TB, dir, p string) {
	head, rest, _ := strings.Cut(read(t, dir, p), "\n## ")
	_, summary, _ := strings.Cut(rest, "\n# Summary")
	overwrite(t, head+"\n# Summary"+summary, dir, p)
}

func addLine(t testing.TB, dir, p string) {
	overwrite(t, read(t, dir, p)+"\nWritten by hand.\n", dir, p)
}

func lacks(part string) func(string, citestone.Report) bool {
	return func(final string, _ citestone.Report) bool { return !strings.Contains(final, part) }
}

// TestEdit edits each editable artifact by hand and resumes: the steps that read what
// changed run again and no others, the edit is kept, and the report follows it.
func TestEdit(t *testing.T) {
	t.Parallel()
	full, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	tests := editings(t, full, aRevised(t))
	for _, a := range citestone.Artifacts() {
		if a.Guard == citestone.Editable && !slices.ContainsFunc(tests, func(e editing) bool { return e.ref.Same(a.Ref) }) {
			t.Errorf("there is no test of %s", a.Ref)
		}
	}
	for _, e := range tests {
		name := e.path
		if e.from != full {
			name += " with rounds"
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testEdit(t, e)
		})
	}
}

func testEdit(t *testing.T, e editing) {
	c, res := copied(t, e.from)
	before, old := tree(t, res.Dir), manifest(t, res.Dir)
	roundsBefore := decode[citestone.Report](t, res.JSON).Rounds
	e.edit(t, res.Dir, e.path)
	edited := read(t, res.Dir, e.path)
	if edited == before[e.path] {
		t.Fatal("nothing was edited")
	}
	ran := resume(t, c, res)
	if read(t, res.Dir, e.path) != edited {
		t.Error("the edit was not kept")
	}
	m := manifest(t, res.Dir)
	if !slices.ContainsFunc(m.Steps, func(s session.StepRecord) bool { return slices.Contains(s.Edited, e.path) }) {
		t.Error("the manifest does not say that it was edited")
	}
	report := checkReport(t, res.Dir)
	want := affected(nodes(t), before, tree(t, res.Dir), roundsBefore, report.Rounds)
	// Packaging also lists how the steps before it ended.
	if p := "07_style/package"; !slices.Contains(want, p) && !cmp.Equal(endings(old), endings(m)) {
		want = append(want, p)
	}
	if diff := cmp.Diff(want, ran); diff != "" {
		t.Errorf("steps that ran (-want +got):\n%s", diff)
	}
	if !e.show(read(t, res.Report), report) {
		t.Error("the report does not follow the edit")
	}
	if again := resume(t, c, res); len(again) > 0 {
		t.Errorf("resumed once more, %v ran", again)
	}
}

// resume resumes a session to its end and returns the steps that ran.
func resume(t testing.TB, c config.Config, res Result) []string {
	t.Helper()
	var ran []string
	_, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{}, starts(&ran))
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// starts returns a sink that notes the steps which run.
func starts(ran *[]string) func(citestone.Event) {
	return func(e citestone.Event) {
		if e.Kind == citestone.StepStarted {
			*ran = append(*ran, key(e.Round, e.Stage+"/"+e.Step))
		}
	}
}

// key names a step in a manifest.
func key(round int, step string) string {
	if round > 0 {
		return fmt.Sprintf("r%d/%s", round, step)
	}
	return step
}

// endings are how the steps before packaging ended, without their times and hashes.
func endings(m session.Manifest) []session.StepRecord {
	var out []session.StepRecord
	for _, s := range m.Steps {
		if s.Key == "07_style/package" {
			continue
		}
		e := session.StepRecord{Key: s.Key, Status: s.Status, Reason: s.Reason, Form: s.Form, Used: s.Used, Outputs: map[string]string{}}
		for p := range s.Outputs {
			e.Outputs[p] = ""
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b session.StepRecord) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// affected returns the steps one of whose declared inputs is not the same in two trees
// of files of a session, in order.
func affected(list []pipeline.Node, before, after map[string]string, roundsBefore, roundsAfter int) []string {
	var out []string
	add := func(s *pipeline.Step, round, was, is int) {
		if is > roundsBefore && round > 0 || !cmp.Equal(inputs(s, before, was), inputs(s, after, is)) {
			out = append(out, key(round, s.Key()))
		}
	}
	was, is := 0, 0
	for _, n := range list {
		switch n := n.(type) {
		case *pipeline.Step:
			add(n, 0, was, is)
		case *pipeline.Repeat:
			for round := 1; round <= roundsAfter; round++ {
				for _, s := range n.Steps {
					add(s, round, round, round)
				}
			}
			was, is = roundsBefore, roundsAfter
		}
	}
	return out
}

// inputs are the files of a tree that a step reads in a round.
func inputs(s *pipeline.Step, files map[string]string, round int) map[string]string {
	out := map[string]string{}
	fits := func(refs []citestone.Ref, p string) bool {
		return slices.ContainsFunc(refs, func(r citestone.Ref) bool {
			return slices.ContainsFunc(r.Paths(round), func(pattern string) bool {
				ok, _ := path.Match(pattern, p)
				return ok
			})
		})
	}
	for p, data := range files {
		if fits(s.In, p) && !fits(s.Out, p) && !strings.Contains(p, ".edited") {
			out[p] = data
		}
	}
	return out
}

// TestSealed changes each file that is not to be edited and expects an error naming it.
func TestSealed(t *testing.T) {
	t.Parallel()
	res := aRevised(t)
	var sealed []string
	for p := range tree(t, res.Dir) {
		for _, a := range citestone.Artifacts() {
			for round := range 2 {
				if ok, _ := path.Match(a.Ref.Path(round), p); ok && a.Guard == citestone.Sealed && !slices.Contains(sealed, p) {
					sealed = append(sealed, p)
				}
			}
		}
	}
	if len(sealed) < 8 {
		t.Errorf("only %v are sealed", sealed)
	}
	slices.Sort(sealed)
	for _, p := range append(sealed, citestone.CallsPath, citestone.ManifestPath) {
		for _, how := range []string{"changed", "cut", "removed"} {
			t.Run(p+" "+how, func(t *testing.T) {
				t.Parallel()
				testSealed(t, res, p, how)
			})
		}
	}
}

func testSealed(t *testing.T, from Result, p, how string) {
	c, res := copied(t, from)
	data := []byte(read(t, res.Dir, p))
	middle := len(data) / 2
	switch {
	case len(data) == 0 && how != "removed":
		overwrite(t, "{}", res.Dir, p)
	case how == "changed":
		data[middle] ^= 1
		overwrite(t, string(data), res.Dir, p)
	case how == "cut":
		overwrite(t, string(data[:middle]), res.Dir, p)
	default:
		if err := os.Remove(filepath.Join(res.Dir, p)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{}, nil)
	var e *citestone.Error
	if !errors.As(err, &e) || e.Kind != citestone.Damaged || e.Hint == "" || !strings.Contains(e.Msg, path.Base(p)) {
		t.Errorf("error %v", err)
	}
}
