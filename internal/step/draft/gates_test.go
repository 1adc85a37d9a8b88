package draft

import (
	"context"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

const source = "The lagoon opened in March 2019. It delivered 498 gigawatt hours in its first year.\n\nThe wall is 9.2 km long.\n"

// input is a draft with two ledger entries, one for each paragraph of the source.
func input(text string) *audit.Input {
	entry := func(from, to string) *entail.Premise {
		start, end := strings.Index(source, from), strings.Index(source, to)+len(to)
		p := citestone.Passage{Source: "s1", Start: start, End: end, Text: source[start:end]}
		return entail.PreparePassages(source, []citestone.Passage{p}, entail.Context{Source: "s1"})
	}
	return &audit.Input{Mode: audit.Research, Document: document.Parse("draft.md", text),
		Sources: map[string]*entail.Premise{"g1": entry("The lagoon", "year."), "g2": entry("The wall", "long.")}}
}

func TestMend(t *testing.T) {
	in := input("## Answer\n\n- The lagoon opened in March 2019. [cite:g1]\n- The wall is 9.2 km long.\n- The lagoon cost 2 billion pounds.\n")
	got, r, err := Mend(context.Background(), in, maxPasses, entail.Deterministic())
	if err != nil {
		t.Fatal(err)
	}
	want := "## Answer\n\n- The lagoon opened in March 2019. [cite:g1]\n- The wall is 9.2 km long. [cite:g2]\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if *r.RecallBefore >= *r.RecallAfter || *r.RecallAfter != 1 || r.Passes != 1 || len(r.Changes) != 2 {
		t.Errorf("recall %v to %v in %d passes with %d changes", *r.RecallBefore, *r.RecallAfter, r.Passes, len(r.Changes))
	}
}

func TestNoRepair(t *testing.T) {
	text := "## Answer\n\n- The wall is 9.2 km long.\n"
	got, r, err := Mend(context.Background(), input(text), 0, entail.Deterministic())
	if err != nil {
		t.Fatal(err)
	}
	if got != text || *r.RecallAfter != 0 || len(r.Findings) != 1 {
		t.Errorf("got %q, recall %v, findings %v", got, *r.RecallAfter, r.Findings)
	}
}

func TestStrip(t *testing.T) {
	in := input("- The lagoon opened in March 2019. [cite:g1][cite:g99]\n- The wall is 9.2 km long. [cite:g2]\n")
	got, findings, err := audit.Strip(in)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got, "g99") || !strings.Contains(got, "[cite:g1]") || len(findings) != 1 || findings[0].Rule != "dangling-citation" {
		t.Errorf("got %q, findings %v", got, findings)
	}
}
