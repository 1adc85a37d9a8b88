package app

import (
	"strconv"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/session"
)

// TestRefusal asks what the corpus does not know.
func TestRefusal(t *testing.T) {
	t.Parallel()
	for _, q := range []string{
		offTopic,
		"What did the brass band play when the Aurelia entered service?",
		"How many electric ferries does Norway operate?",
		"What is the population of Lindholm?",
	} {
		t.Run(q, func(t *testing.T) {
			t.Parallel()
			c := settings(t.TempDir())
			res, err := newApp(c).Research(ctx, request(t, c, q), nil)
			if citestone.KindOf(err) != citestone.NotEnough {
				t.Fatalf("error %v; result %+v", err, res)
			}
			if res.Outcome != citestone.InsufficientData || res.Rate != nil || res.Session == "" {
				t.Errorf("result %+v", res)
			}
			if n := len(strings.Fields(read(t, res.Report))); n < 150 || n > 250 {
				t.Errorf("the explanation has %d words:\n%s", n, read(t, res.Report))
			}
			r := decode[citestone.Report](t, res.JSON)
			if r.Outcome != citestone.InsufficientData || r.Status != string(citestone.InsufficientData) || len(r.Claims) > 0 {
				t.Errorf("report: outcome %s, status %s, %d claims", r.Outcome, r.Status, len(r.Claims))
			}
			m := manifest(t, res.Dir)
			for _, key := range []string{"01_draft/draft", "02_extraction/extract", "03_verification/entailment", "04_critique/evaluate", "07_style/render"} {
				if s := m.Step(key); s == nil || s.Status != session.Skipped || !strings.Contains(s.Reason, "insufficient data") {
					t.Errorf("%s: %+v", key, s)
				}
			}
			checkWhole(t, res.Dir)
			if _, err := newApp(c).Resume(ctx, res.Session, ResumeOptions{}, nil); citestone.KindOf(err) != citestone.NotEnough {
				t.Errorf("resumed: %v", err)
			}
		})
	}
}

// TestShortReport expects a disclaimer, first of all, that counts what was kept and
// dropped.
func TestShortReport(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir())
	c.Full = 0 // the mode's
	_, res := ask(t, c, question)
	if res.Outcome != citestone.ShortReport {
		t.Fatalf("outcome %s", res.Outcome)
	}
	checkReport(t, res.Dir)
	rel := decode[citestone.Relevance](t, res.Dir, citestone.RelevanceFile.Path(0))
	_, rest, _ := strings.Cut(read(t, res.Report), "\n")
	head, _, _ := strings.Cut(rest, "\n## ")
	for _, want := range []string{"short report", strconv.Itoa(len(rel.Surviving)), strconv.Itoa(len(rel.Surviving) + len(rel.Dropped))} {
		if !strings.Contains(head, want) {
			t.Errorf("the report opens without %q:\n%s", want, head)
		}
	}
	for _, s := range rel.Dropped {
		if !strings.Contains(head, s.Title) {
			t.Errorf("the report opens without the dropped source %q", s.Title)
		}
	}
}

// TestRequest refuses what cannot be researched, before any session is made.
func TestRequest(t *testing.T) {
	t.Parallel()
	c := settings(t.TempDir())
	req := request(t, c, question)
	req.Full, req.Short = 2, 3
	if _, err := newApp(c).Research(ctx, req, nil); citestone.KindOf(err) != citestone.BadInput {
		t.Errorf("contradicting gate: %v", err)
	}
	req = request(t, c, question)
	req.Corpora = []string{t.TempDir()}
	if _, err := newApp(c).Research(ctx, req, nil); err == nil || citestone.KindOf(err) == citestone.Internal {
		t.Errorf("empty corpus: %v", err)
	}
	req = request(t, c, question)
	req.Style = "baroque"
	if _, err := newApp(c).Research(ctx, req, nil); err == nil || citestone.KindOf(err) == citestone.Internal {
		t.Errorf("unknown style: %v", err)
	}
	if list, err := newApp(c).Sessions(ctx); len(list) > 0 || err != nil {
		t.Errorf("sessions %+v, %v", list, err)
	}
}
