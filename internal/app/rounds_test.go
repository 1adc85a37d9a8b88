package app

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/citestone/citestone"
)

// The sentences that are planted in a draft. %g stands for the entry that holds the
// operator's figure.
const (
	wrongNumber = "In its first year the electric ferry Aurelia cut carbon emissions on the Lindholm crossing by 92 percent."
	invented    = "The mayor of Lindholm cycled to the quay with a brass band."
	dangling    = "The second electric ferry will be painted green by schoolchildren."
	wrongSource = "The ferry, named Aurelia, will replace two diesel vessels on the Lindholm crossing."
	misquoted   = `“The figure depends on what one prefers,” said Siri Vangen, who led the audit.`
)

// spoilt is a draft with a wrong number, an invented sentence, a dangling marker, a
// wrong source and an altered quotation.
func spoilt(t testing.TB, dir string) string {
	draft := read(t, dir, citestone.InitialDraft.Path(0))
	entry := func(part string) string {
		for line := range strings.Lines(read(t, dir, citestone.LedgerAll.Path(0))) {
			if strings.Contains(line, part) {
				_, rest, _ := strings.Cut(line, `"id":"`)
				id, _, _ := strings.Cut(rest, `"`)
				return id
			}
		}
		t.Fatalf("no ledger entry holds %q", part)
		return ""
	}
	operator := "[cite:" + entry("by 82 percent") + "]"
	planted := strings.Join([]string{
		wrongNumber + " " + operator, invented, dangling + " [cite:g9999]", wrongSource + " " + operator,
		misquoted + " " + "[cite:" + entry("by 74 percent") + "]",
	}, "\n\n") + "\n\n"
	return strings.Replace(draft, "## Findings\n\n", "## Findings\n\n"+planted, 1)
}

// revised is a session whose first draft was spoilt by hand, so that it took rounds. It
// is made once.
var revised struct {
	sync.Once
	Result
}

func aRevised(t testing.TB) Result {
	t.Helper()
	revised.Do(func() {
		from, err := finished()
		if err != nil {
			t.Fatal(err)
		}
		workspace, err := os.MkdirTemp(cache, "revised")
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(workspace, "sessions", from.Session)
		if err := os.CopyFS(dir, os.DirFS(from.Dir)); err != nil {
			t.Fatal(err)
		}
		overwrite(t, spoilt(t, dir), dir, citestone.InitialDraft.Path(0))
		if revised.Result, err = newApp(settings(workspace)).Resume(ctx, from.Session, ResumeOptions{}, nil); err != nil {
			t.Fatal(err)
		}
	})
	if revised.Session == "" {
		t.Fatal("there is no revised session")
	}
	return revised.Result
}

// TestRounds spoils a draft and expects that nothing of it reaches the report.
func TestRounds(t *testing.T) {
	t.Parallel()
	res := aRevised(t)
	final := read(t, res.Report)
	for _, s := range []string{"92 percent", "brass band", "schoolchildren", "g9999", "one prefers"} {
		if strings.Contains(final, s) {
			t.Errorf("%q is in the final report", s)
		}
	}
	if !strings.Contains(final, "82 percent") || !strings.Contains(final, "74 percent") {
		t.Error("true claims are gone")
	}
	r := checkReport(t, res.Dir)
	if r.Rounds == 0 {
		t.Error("there were no rounds")
	}
	for _, c := range r.Claims {
		if strings.Contains(c.Text, "will replace two diesel") && c.Evidence[0].Source != sourceOf(t, res.Dir, "docs/order.md") {
			t.Errorf("the claim with the wrong source now rests on %s", c.Evidence[0].Source)
		}
	}
	checkWhole(t, res.Dir)
	checkImprovements(t, res.Dir, r.Rounds)
	checkUntouched(t, res.Dir, r.Rounds)
}

func sourceOf(t testing.TB, dir, path string) string {
	t.Helper()
	for _, s := range decode[citestone.SearchResults](t, dir, citestone.SearchFile.Path(0)).Sources {
		if s.Path == path {
			return s.ID
		}
	}
	t.Fatalf("no source is %s", path)
	return ""
}

// checkImprovements checks the rates before and after of each round.
func checkImprovements(t *testing.T, dir string, rounds int) {
	t.Helper()
	before := decode[citestone.VerificationReport](t, dir, citestone.VerifyFile.Path(0))
	if before.Gate.ActualRate == 1 {
		t.Error("the spoilt draft was verified in full")
	}
	for n := 1; n <= rounds; n++ {
		after := decode[citestone.VerificationReport](t, dir, citestone.VerifyFile.Path(n))
		im := after.Improvements
		if im == nil || im.Before != before.Gate.ActualRate || im.After != after.Gate.ActualRate || im.After < im.Before ||
			im.ClaimsFixed+im.ClaimsRemoved == 0 {
			t.Errorf("round %d: improvements %+v, rates %v and %v", n, im, before.Gate.ActualRate, after.Gate.ActualRate)
		}
		before = after
	}
	if settled := decode[citestone.VerificationReport](t, dir, citestone.ReverifiedFile.Path(0)); settled.Gate != before.Gate {
		t.Errorf("settled gate %+v, that of the last round %+v", settled.Gate, before.Gate)
	}
	if read(t, dir, citestone.RevisedDraft.Path(0)) != read(t, dir, citestone.Draft.Path(rounds)) {
		t.Error("the settled draft is not that of the last round")
	}
}

// checkUntouched checks that revising changes no byte of a sentence that is supported.
func checkUntouched(t *testing.T, dir string, rounds int) {
	t.Helper()
	kept := 0
	for n := range rounds {
		draft, next := read(t, dir, citestone.Draft.Path(n)), read(t, dir, citestone.Draft.Path(n+1))
		report := decode[citestone.VerificationReport](t, dir, citestone.VerifyFile.Path(n))
		failed := map[citestone.Span]bool{}
		for _, c := range report.Claims {
			if c.Status != citestone.Supported {
				failed[citestone.Span{Start: c.Start, End: c.End}] = true
			}
		}
		for _, c := range report.Claims {
			if sentence := draft[c.Start:c.End]; !failed[citestone.Span{Start: c.Start, End: c.End}] {
				kept++
				if !strings.Contains(next, sentence) {
					t.Errorf("round %d changed the supported sentence %q", n+1, sentence)
				}
			}
		}
	}
	if kept == 0 {
		t.Error("no sentence was supported before a round")
	}
}
