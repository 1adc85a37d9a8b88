package rules_test

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/docs/rules"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/verify"
)

// fenced returns the fenced blocks of a page by what stands behind the fence.
func fenced(page string) map[string]string {
	blocks := map[string]string{}
	info, open := "", false
	for line := range strings.Lines(page) {
		mark, ok := strings.CutPrefix(line, "```")
		switch {
		case ok && open:
			open = false
		case ok:
			info, open = strings.TrimSpace(mark), true
		case open:
			blocks[info] += line
		}
	}
	return blocks
}

// found verifies a document against the sources of a page and counts the findings of
// each rule.
func found(t *testing.T, body string, blocks map[string]string) map[string]int {
	t.Helper()
	resolve := func(_ context.Context, ref document.Reference) (*verify.Source, error) {
		if ref.Text == "" {
			return nil, nil
		}
		s := &verify.Source{ID: "s" + ref.ID, Title: ref.Title, URL: ref.URL}
		if stored := blocks["text source "+ref.ID]; stored != "" {
			doc := document.Parse("source.md", stored)
			s = verify.Prepare(citestone.Source{ID: s.ID, Title: doc.Meta.Title, URL: doc.Meta.URL, Authors: doc.Meta.Authors, Path: "source.md"}, stored)
		}
		return s, nil
	}
	v, err := verify.Document(context.Background(), document.ParseCited("page.md", body), entail.Deterministic(), resolve, verify.Options{Mode: audit.Verify, Threshold: 0.9})
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, f := range v.Findings {
		n[f.Rule]++
	}
	return n
}

func TestEveryRuleHasAPageWhoseExampleHolds(t *testing.T) {
	for _, r := range audit.Rules() {
		page, ok := rules.Page(r.ID)
		if !ok {
			t.Errorf("%s has no page", r.ID)
			continue
		}
		for _, part := range []string{"# " + r.ID + ": ", "\n## What it means\n", "\n## Example\n", "\n## Why it can be wrong\n", "\n## What to do\n", "\n## How to suppress it\n", "--rule " + r.ID + "=off"} {
			if !strings.Contains(page, part) {
				t.Errorf("the page of %s lacks %q", r.ID, part)
			}
		}
		if !strings.Contains(page, "Severity: "+string(cmp.Or(r.Stranger, r.Severity))) {
			t.Errorf("the page of %s does not say that it is of severity %s", r.ID, cmp.Or(r.Stranger, r.Severity))
		}
		if fixes := strings.Contains(page, "`--fix"); fixes != (r.Fix != audit.ByHand) {
			t.Errorf("the page of %s and the rule do not agree on --fix", r.ID)
		}
		blocks := fenced(page)
		if n := found(t, blocks["markdown wrong"], blocks); n[r.ID] == 0 {
			t.Errorf("the wrong example of %s gives only %v", r.ID, n)
		}
		right := found(t, blocks["markdown right"], blocks)
		if !strings.Contains(page, "text source") {
			delete(right, "unverifiable") // what an example without sources always is
		}
		if len(right) > 0 {
			t.Errorf("the right example of %s gives %v", r.ID, right)
		}
	}
}

func TestEveryPageIsOfARule(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), ".md"); ok && !slices.ContainsFunc(audit.Rules(), func(r audit.Rule) bool { return r.ID == id }) {
			t.Errorf("%s is of no rule", f.Name())
		}
	}
	if _, ok := rules.Page("no-such-rule"); ok {
		t.Error("there is a page of a rule that does not exist")
	}
}
