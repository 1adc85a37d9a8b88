package render

import (
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

func TestGitHub(t *testing.T) {
	var b strings.Builder
	if err := GitHub(&b, paper()); err != nil {
		t.Fatal(err)
	}
	golden(t, "paper.github", b.String())
}

func TestGitHubEscapes(t *testing.T) {
	finding := citestone.Finding{Rule: "a,b:c", Severity: citestone.SeverityNote, Message: "100 %,\r\n::error::no: 1,2", Line: 3, Column: 4, EndLine: 3, EndColumn: 6}
	for _, c := range []struct {
		v    citestone.Verification
		want string
	}{
		{citestone.Verification{Document: "a,b: 5 %.md"},
			"::notice file=a%2Cb%3A 5 %25.md,line=3,col=4,endLine=3,endColumn=6,title=a%2Cb%3Ac::100 %25,%0D%0A::error::no: 1,2\n"},
		{citestone.Verification{Document: "paper.docx", Unit: "paragraph"},
			"::notice file=paper.docx,title=a%2Cb%3Ac::paragraph 3: 100 %25,%0D%0A::error::no: 1,2\n"},
		{citestone.Verification{Document: "-"},
			"::notice line=3,col=4,endLine=3,endColumn=6,title=a%2Cb%3Ac::100 %25,%0D%0A::error::no: 1,2\n"},
	} {
		c.v.Findings = []citestone.Finding{finding}
		var b strings.Builder
		if err := GitHub(&b, Checked{Verification: c.v}); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(b.String(), "1 note"); got != c.want {
			t.Errorf("got  %q\nwant %q", got, c.want)
		}
	}
}

// TestGitHubLogHasNoOtherCommands: a document's name cannot give the runner commands.
func TestGitHubLogHasNoOtherCommands(t *testing.T) {
	var b strings.Builder
	v := citestone.Verification{Document: "x\n::add-mask::y"}
	if err := GitHub(&b, Checked{Verification: v}); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 1 || strings.Contains(b.String(), "::") {
		t.Errorf("got %q", b.String())
	}
}
