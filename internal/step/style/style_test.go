package style

import (
	"strings"
	"testing"

	"github.com/citestone/citestone/internal/styles"
)

const draft = `# Question?

## Answer

- **2024-03-01:** The lagoon delivers 498 gigawatt hours a year. [cite:g1]
- The regulator said it was "clearly above the forecast of 2019". [cite:g2]

See <https://example.org/lagoon>.
`

func TestRetitle(t *testing.T) {
	got, err := Extract(draft, styles.Guide{Titles: map[string]string{"Answer": "Key figures"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(draft, "## Answer", "## Key figures", 1); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestRestore changes one thing that styling must keep, and finds its paragraph put back.
func TestRestore(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"number", "498", "489"},
		{"date", "2024-03-01", "2024-03-02"},
		{"citation", "[cite:g1]", "[cite:g3]"},
		{"citation lost", " [cite:g1]", ""},
		{"quotation", "clearly above", "above"},
		{"unit", "gigawatt", "megawatt"},
		{"link", "example.org", "example.com"},
		{"name", "The regulator said", "The Crown Estate said"},
	} {
		styled := strings.Replace(draft, tt.old, tt.new, 1)
		if styled == draft {
			t.Fatalf("%s: nothing changed", tt.name)
		}
		got, restored, err := Restore(draft, styled)
		if err != nil {
			t.Fatal(err)
		}
		if got != draft || len(restored) == 0 {
			t.Errorf("%s: put back %v, got\n%s", tt.name, restored, got)
		}
	}
}

func TestRestoreKeepsHarmlessChanges(t *testing.T) {
	styled := strings.Replace(draft, "The lagoon delivers", "Each year, the lagoon delivers", 1)
	got, restored, err := Restore(draft, styled)
	if err != nil {
		t.Fatal(err)
	}
	if got != styled || len(restored) > 0 {
		t.Errorf("put back %v, got\n%s", restored, got)
	}
}

func TestRestoreLostParagraph(t *testing.T) {
	styled := strings.Replace(draft, "- The regulator said it was \"clearly above the forecast of 2019\". [cite:g2]\n", "", 1)
	if got, restored, err := Restore(draft, styled); err != nil || got != draft || len(restored) != 1 {
		t.Errorf("put back %v (%v), got\n%s", restored, err, got)
	}
}
