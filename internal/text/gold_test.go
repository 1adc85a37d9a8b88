package text

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A gold is a passage and its sentences.
type gold struct {
	ID, Text  string
	Sentences []string
}

func readGold(t *testing.T, file string) []gold {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []gold
	for in := bufio.NewScanner(f); in.Scan(); {
		var row gold
		if err := json.Unmarshal(in.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// ends returns the ends of sentences but the last, counted in visible bytes.
func ends(sentences []string) map[int]bool {
	at, n := map[int]bool{}, 0
	for _, s := range sentences {
		at[n] = true
		n += len(strings.Join(strings.Fields(s), ""))
	}
	delete(at, 0)
	return at
}

// TestKinds holds the sentences of each kind of text to a floor.
func TestKinds(t *testing.T) {
	for _, kind := range []struct {
		file  string
		exact int
		f1    float64
	}{
		{"court.jsonl", 149, 0.995},
		{"literature.jsonl", 70, 1},
		{"web.jsonl", 68, 0.99},
	} {
		exact, hits, want, got := 0, 0, 0, 0
		for _, row := range readGold(t, kind.file) {
			found := parts(row.Text, Sentences(row.Text))
			if slices.Equal(found, row.Sentences) {
				exact++
			} else {
				t.Logf("%s: %q", row.ID, found)
			}
			wanted, made := ends(row.Sentences), ends(found)
			want, got = want+len(wanted), got+len(made)
			for at := range made {
				if wanted[at] {
					hits++
				}
			}
		}
		f1 := 2 * float64(hits) / float64(want+got)
		if exact < kind.exact || f1 < kind.f1 {
			t.Errorf("%s: %d exact, F1 %.4f; want at least %d and %.4f", kind.file, exact, f1, kind.exact, kind.f1)
		}
	}
}
