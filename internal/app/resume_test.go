package app

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
)

// TestResumeFrom forces a stage or a step: it and all after it run again, and the
// result is the same.
func TestResumeFrom(t *testing.T) {
	t.Parallel()
	steps, repeated := flat(nodes(t))
	var keys []string // of the steps outside rounds, which this session does not need
	for _, s := range steps {
		if !repeated[s] {
			keys = append(keys, s.Key())
		}
	}
	for _, test := range []struct {
		from, first string
		fresh       bool
	}{
		{"00_research", "00_research/scope", false},
		{"draft", "01_draft/draft", false},
		{"retrieve2", "00_research/retrieve2", false},
		{"02_extraction/extract", "02_extraction/extract", false},
		{"05_revision", "06_re_verification/settle", false},
		{"07_style/style", "07_style/style", false},
		{"07_style", "07_style/cut", false},
		{"retrieve", "00_research/retrieve", true},
		{"", "00_research/scope", true},
	} {
		t.Run(test.from, func(t *testing.T) {
			t.Parallel()
			c, res := aFinished(t)
			want := deliverables(t, res.Dir)
			calls := read(t, res.Dir, citestone.CallsPath)
			var ran []string
			if _, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{From: test.from, Fresh: test.fresh}, starts(&ran)); err != nil {
				t.Fatal(err)
			}
			if want := keys[slices.Index(keys, test.first):]; !slices.Equal(ran, want) {
				t.Errorf("ran %v, want %v", ran, want)
			}
			for p, data := range deliverables(t, res.Dir) {
				if data != want[p] {
					t.Errorf("%s changed", p)
				}
			}
			again := strings.Count(read(t, res.Dir, citestone.CallsPath), "\n") - strings.Count(calls, "\n")
			if made := strings.Count(calls, "\n"); test.fresh && again != made || !test.fresh && again != 0 {
				t.Errorf("%d calls were made anew, of %d recorded", again, made)
			}
		})
	}
}

func TestResumeFromNowhere(t *testing.T) {
	t.Parallel()
	c, res := aFinished(t)
	_, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{From: "nowhere"}, nil)
	var e *citestone.Error
	if !errors.As(err, &e) || e.Kind != citestone.NotFound || !strings.Contains(e.Hint, "01_draft/draft") {
		t.Errorf("error %v", err)
	}
	if _, err := newApp(c).Resume(ctx, "session_20200101_000000", ResumeOptions{}, nil); citestone.KindOf(err) != citestone.NotFound {
		t.Errorf("a session that does not exist: %v", err)
	}
}

// ownCorpus copies the corpus, so that the test can change it.
func ownCorpus(t testing.TB) (config.Config, string) {
	t.Helper()
	c := settings(t.TempDir())
	dir := filepath.Join(t.TempDir(), "corpus")
	if err := os.CopyFS(dir, os.DirFS(c.Corpus[0])); err != nil {
		t.Fatal(err)
	}
	c.Corpus = []string{dir}
	return c, filepath.Join(dir, "docs", "audit.md")
}

// correct changes the figure of a document.
func correct(t testing.TB, doc string) {
	t.Helper()
	overwrite(t, strings.Replace(read(t, doc), "74 percent", "71 percent", 1), doc)
}

// TestChangedCorpus changes the corpus after a session: a finished one stays as it is, one
// that needs the corpus is refused, and both follow it when they are upgraded.
func TestChangedCorpus(t *testing.T) {
	t.Parallel()
	c, doc := ownCorpus(t)
	a, res := ask(t, c, question)
	before := tree(t, res.Dir)
	correct(t, doc)
	if ran := resume(t, c, res); len(ran) > 0 {
		t.Errorf("%v ran in a finished session", ran)
	}
	if p := citestone.FinalReport.Path(0); read(t, res.Dir, p) != before[p] {
		t.Error("the report of a finished session changed")
	}
	_, err := a.Resume(ctx, res.Session, ResumeOptions{From: "retrieve", Fresh: true}, nil)
	var e *citestone.Error
	if !errors.As(err, &e) || e.Kind != citestone.Unavailable || !strings.Contains(e.Hint, "--upgrade") {
		t.Errorf("without --upgrade: %v", err)
	}
	if _, err := a.Resume(ctx, res.Session, ResumeOptions{Upgrade: true}, nil); err != nil {
		t.Fatal(err)
	}
	if final := read(t, res.Report); strings.Contains(final, "74 percent") || !strings.Contains(final, "71 percent") {
		t.Error("the upgraded report does not follow the corpus")
	}
	checkReport(t, res.Dir)
	if ran := resume(t, c, res); len(ran) > 0 {
		t.Errorf("%v ran after the upgrade", ran)
	}
}

// TestMissingCorpus removes the corpus before the session has stored its sources, and
// after.
func TestMissingCorpus(t *testing.T) {
	t.Parallel()
	c, doc := ownCorpus(t)
	_, res := ask(t, c, question)
	if err := os.RemoveAll(filepath.Dir(filepath.Dir(doc))); err != nil {
		t.Fatal(err)
	}
	overwrite(t, read(t, res.Dir, citestone.InitialDraft.Path(0))+"\nThe crew does not touch a cable.\n", res.Dir, citestone.InitialDraft.Path(0))
	if ran := resume(t, c, res); !slices.Contains(ran, "01_draft/audit") {
		t.Errorf("ran %v", ran)
	}
	if _, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{From: "snapshot"}, nil); err == nil ||
		citestone.KindOf(err) == citestone.Internal || !strings.Contains(err.Error(), "corpus") {
		t.Errorf("error %v", err)
	}
}

// TestInterrupt cancels a session after each step in turn and resumes it.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	want, err := finished()
	if err != nil {
		t.Fatal(err)
	}
	for at := 1; at < 26; at += 6 { // of the 30 that start
		t.Run(strconv.Itoa(at), func(t *testing.T) {
			t.Parallel()
			c := settings(t.TempDir())
			stop, cancel := interruptAt(at)
			defer cancel()
			res, err := newApp(c).Research(stop.Context, request(t, c, question), stop.sink)
			if citestone.KindOf(err) != citestone.Interrupted || res.Session == "" {
				t.Fatalf("result %+v, %v", res, err)
			}
			resume(t, c, res)
			for p, data := range deliverables(t, want.Dir) {
				if read(t, res.Dir, p) != data {
					t.Errorf("%s differs", p)
				}
			}
		})
	}
}
