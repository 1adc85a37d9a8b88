package render

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
)

func sarifText(t *testing.T, documents []Checked, rules []RuleInfo) string {
	t.Helper()
	log := NewSARIF("1.2.3", rules)
	for _, c := range documents {
		log.Add(c)
	}
	var b strings.Builder
	if err := log.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSARIF(t *testing.T) {
	docx := paper()
	docx.Document, docx.Unit = "docs/my paper.docx", "paragraph"
	docx.Findings, docx.Suppressed, docx.Accepted = docx.Findings[:1], docx.Findings[1:2], docx.Findings[2:3]
	rules := []RuleInfo{{ID: "number-mismatch", Severity: citestone.SeverityError, Short: "The source gives another number.", Help: "# number-mismatch\n", URI: "https://example.org/rules/number-mismatch"},
		{ID: "never-found", Severity: citestone.SeverityNote, Short: "Never."}}
	golden(t, "paper.sarif", sarifText(t, []Checked{paper(), docx}, rules))
}

// sarifLog is what this test reads of a log.
type sarifLog struct {
	Version string
	Runs    []struct {
		ColumnKind string
		Tool       struct {
			Driver struct {
				Name, Version, InformationURI string
				Rules                         []struct {
					ID, Name             string
					Help                 struct{ Text, Markdown string }
					DefaultConfiguration struct{ Level string }
				}
			}
		}
		Invocations []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
		}
	}
}

func parseSARIF(t *testing.T, log string) sarifLog {
	t.Helper()
	var l sarifLog
	if err := json.Unmarshal([]byte(log), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestSARIFHoldsTogether checks what the schema and GitHub's code scanning ask for.
func TestSARIFHoldsTogether(t *testing.T) {
	l := parseSARIF(t, sarifText(t, []Checked{paper()}, Rules()))
	if l.Version != "2.1.0" || len(l.Runs) != 1 || l.Runs[0].ColumnKind != "unicodeCodePoints" || !l.Runs[0].Invocations[0].ExecutionSuccessful {
		t.Fatalf("got %+v", l)
	}
	run := l.Runs[0]
	rules := run.Tool.Driver.Rules
	seen := map[string]bool{}
	for _, r := range rules {
		if seen[r.ID] || r.Name == "" || strings.Contains(r.Name, "-") || r.Help.Text == "" || r.Help.Markdown == "" || r.DefaultConfiguration.Level == "" {
			t.Errorf("rule %+v", r)
		}
		seen[r.ID] = true
	}
	if len(run.Results) != len(paper().Findings) {
		t.Errorf("%d results", len(run.Results))
	}
	for _, r := range run.Results {
		if r.RuleIndex >= len(rules) || rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("result of %s has rule %d", r.RuleID, r.RuleIndex)
		}
		g := r.Locations[0].PhysicalLocation.Region
		if r.Message.Text == "" || g.StartLine < 1 || g.StartColumn < 1 || g.EndLine < g.StartLine || g.EndColumn < 1 {
			t.Errorf("result %+v", r)
		}
	}
}

func TestSARIFOfNothing(t *testing.T) {
	if got := sarifText(t, nil, nil); !strings.Contains(got, `"results": []`) || !strings.Contains(got, `"rules": []`) {
		t.Errorf("got %s", got)
	}
}

// TestSARIFKeepsTheWorst: of too many findings notes go first, then the last warnings.
func TestSARIFKeepsTheWorst(t *testing.T) {
	var c Checked
	for i := range maxResults + 10 {
		severity := citestone.SeverityWarning
		switch {
		case i < 4:
			severity = citestone.SeverityNote
		case i >= maxResults:
			severity = citestone.SeverityError
		}
		c.Findings = append(c.Findings, citestone.Finding{Rule: "r", Severity: severity, Message: fmt.Sprint(i), Line: 1, Column: 1, EndLine: 1, EndColumn: 1})
	}
	run := parseSARIF(t, sarifText(t, []Checked{c}, nil)).Runs[0]
	if n := len(run.Results); n != maxResults {
		t.Fatalf("%d results", n)
	}
	if first, last := run.Results[0].Message.Text, run.Results[maxResults-1].Message.Text; first != "4" || last != fmt.Sprint(maxResults+9) {
		t.Errorf("kept %s to %s", first, last)
	}
	if got := run.Invocations[0].ToolExecutionNotifications[0].Message.Text; !strings.HasPrefix(got, "10 findings left out") {
		t.Errorf("got %q", got)
	}
}

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"paper.md": "paper.md", "docs/my paper.md": "docs/my%20paper.md", "100%.md": "100%25.md", "a:b.md": "./a:b.md",
		"../x#1?.md": "../x%231%3F.md", "/tmp/x.md": "file:///tmp/x.md", "日本.md": "%E6%97%A5%E6%9C%AC.md", "-": "stdin",
	} {
		got := fileURI(name)
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		if u, err := url.Parse(got); err != nil || name != "-" && !strings.HasSuffix(u.Path, name) {
			t.Errorf("%s: %s does not lead back: %v", name, got, err)
		}
	}
}

func TestLiteral(t *testing.T) {
	for s, want := range map[string]string{
		"[7] has no reference": "[7] has no reference",
		"[1](https://e.vil)":   `[1\](https://e.vil)`,
		`\cite{a} {0}`:         `\cite{{a}} {{0}}`,
	} {
		if diff := cmp.Diff(want, literal(s)); diff != "" {
			t.Error(diff)
		}
	}
}
