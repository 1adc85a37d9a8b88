package audit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/google/go-cmp/cmp"
)

// at returns a finding of the rule on the line.
func at(rule string, line int) citestone.Finding { return citestone.Finding{Rule: rule, Line: line} }

func TestSuppress(t *testing.T) {
	const dangles, orphan = "dangling-citation", "orphan-reference"
	for _, tt := range []struct {
		name, source string
		findings     []citestone.Finding
		kept         []string // rule line
		problems     []string
	}{
		{"no comments", "a\nb", []citestone.Finding{at(dangles, 1)}, []string{"dangling-citation 1"}, nil},
		{"the next line", "<!-- citestone-disable-next-line dangling-citation -->\na\nb\n",
			[]citestone.Finding{at(dangles, 2), at(orphan, 2), at(dangles, 3)}, []string{"orphan-reference 2", "dangling-citation 3"}, nil},
		{"the next line that is not blank", "<!-- citestone-disable-next-line -->\n\n\na\nb", []citestone.Finding{at(dangles, 4), at(dangles, 5)}, []string{"dangling-citation 5"}, nil},
		{"two comments for one line", "<!-- citestone-disable-next-line dangling-citation -->\n<!-- citestone-disable-next-line orphan-reference -->\na",
			[]citestone.Finding{at(dangles, 3), at(orphan, 3)}, nil, nil},
		{"this line", "a <!-- citestone-disable-line dangling-citation, orphan-reference -- an old habit --> b\nc",
			[]citestone.Finding{at(dangles, 1), at(orphan, 1), at(dangles, 2)}, []string{"dangling-citation 2"}, nil},
		{"a range", "a\n<!-- citestone-disable dangling-citation -->\nb\n<!-- citestone-enable dangling-citation -->\nc",
			[]citestone.Finding{at(dangles, 1), at(dangles, 3), at(orphan, 3), at(dangles, 5)}, []string{"dangling-citation 1", "orphan-reference 3", "dangling-citation 5"}, nil},
		{"a range to the end", "<!-- citestone-disable -->\nb\nc", []citestone.Finding{at(dangles, 3)}, nil, nil},
		{"one of all rules enabled", "<!-- citestone-disable -->\na\n<!-- citestone-enable dangling-citation -->\nb",
			[]citestone.Finding{at(dangles, 2), at(dangles, 4), at(orphan, 4)}, []string{"dangling-citation 4"}, nil},
		{"one of two rules enabled", "<!-- citestone-disable dangling-citation orphan-reference -->\na\n<!-- citestone-enable orphan-reference -->\nb",
			[]citestone.Finding{at(orphan, 2), at(dangles, 4), at(orphan, 4)}, []string{"orphan-reference 4"}, nil},
		{"the file, wherever it says so", "a\n<!-- citestone-disable-file dangling-citation -->", []citestone.Finding{at(dangles, 1), at(orphan, 1)}, []string{"orphan-reference 1"}, nil},
		{"LaTeX", "a\n% citestone-disable-next-line dangling-citation\nb % citestone-disable-line orphan-reference\nc",
			[]citestone.Finding{at(dangles, 3), at(orphan, 3), at(dangles, 4)}, []string{"dangling-citation 4"}, nil},
		{"code does not count", "```\n<!-- citestone-disable-file -->\n```\n\n    <!-- citestone-disable-file -->\n\nsee `<!-- citestone-disable-file -->`\n",
			[]citestone.Finding{at(dangles, 7)}, []string{"dangling-citation 7"}, nil},
		{"what a list item holds does", "- a\n\n    <!-- citestone-disable-next-line -->\n    b", []citestone.Finding{at(dangles, 4)}, nil, nil},
		{"a misspelt rule is not all rules", "<!-- citestone-disable-file danglign-citation -->\na", []citestone.Finding{at(dangles, 2)}, []string{"dangling-citation 2"},
			[]string{`1: citestone-disable-file names "danglign-citation", and there is no such rule; 'citestone rules' lists them`}},
		{"a misspelt comment", "<!-- citestone-disable-nextline -->\na", nil, nil,
			[]string{`1: there is no comment "citestone-disable-nextline"; there are citestone-disable-next-line, -disable-line, -disable, -enable and -disable-file`}},
		{"nothing to suppress", "a\n<!-- citestone-disable-next-line orphan-reference -->\nb", nil, nil,
			[]string{"2: citestone-disable-next-line orphan-reference: there is no such finding to suppress"}},
		{"a rule that did not run may still be needed", "<!-- citestone-disable-file number-mismatch -->\n<!-- citestone-disable-file -->", nil, nil, nil},
	} {
		kept, suppressed, problems := Suppress(tt.source, tt.findings)
		if len(kept)+len(suppressed) != len(tt.findings) {
			t.Errorf("%s: %d kept and %d suppressed of %d", tt.name, len(kept), len(suppressed), len(tt.findings))
		}
		var got, wrong []string
		for _, f := range kept {
			got = append(got, fmt.Sprint(f.Rule, " ", f.Line))
		}
		for _, p := range problems {
			wrong = append(wrong, fmt.Sprintf("%d: %s", p.Line, p.Message))
		}
		if diff := cmp.Diff(tt.kept, got); diff != "" {
			t.Errorf("%s: kept (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(tt.problems, wrong); diff != "" {
			t.Errorf("%s: problems (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAdjust(t *testing.T) {
	findings := []citestone.Finding{{Rule: "dangling-citation", Severity: "error"}, {Rule: "orphan-reference", Severity: "warning"}, {Rule: "unverifiable", Severity: "warning"}}
	got := Adjust(findings, map[string]string{"dangling-citation": "note", "orphan-reference": Off})
	want := []citestone.Finding{{Rule: "dangling-citation", Severity: "note"}, {Rule: "unverifiable", Severity: "warning"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzSuppress(f *testing.F) {
	f.Add("<!-- citestone-disable -->\n% citestone-\n```\n<!-- citestone-enable a -- b -->")
	f.Add("<!--citestone- --><!-- citestone-disable-line")
	f.Fuzz(func(t *testing.T, source string) {
		var findings []citestone.Finding
		for i := range strings.Count(source, "\n") + 2 {
			findings = append(findings, at("orphan-reference", i))
		}
		kept, suppressed, _ := Suppress(source, findings)
		if len(kept)+len(suppressed) != len(findings) {
			t.Errorf("%d kept and %d suppressed of %d", len(kept), len(suppressed), len(findings))
		}
	})
}
