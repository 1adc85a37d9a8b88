package render

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/ledger"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

var today = time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)

// The stored texts of the fixture's sources.
const (
	textGC = `# Go GC: Prioritizing low latency and simplicity

Go is building a garbage collector (GC) not only for 2015 but for 2025 and beyond.

Go 1.5's GC ushers in a future where **stop-the-world pauses** are no longer a barrier. Pauses are now below 10 milliseconds [for most programs](https://go.dev/x).

| Release | Pause |
|---|---|
| 1.4 | 300 ms |
`
	textJourney = `# Getting to Go

The pauses of Go 1.4 took 300 to 400 milliseconds. Pauses are now below 500 microseconds.

The tricolor algorithm is from 1978.
`
	textLocal = "A note on heap growth.\n\nThe heap grew by a third in 2016.\n"
)

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// fixture is a library of three sources with a ledger of five passages.
func fixture(t *testing.T) Library {
	t.Helper()
	lib := Library{Texts: map[string]string{"s1": textGC, "s2": textJourney, "s3": textLocal}}
	lib.Sources = []citestone.Source{
		{ID: "s1", Title: "Go GC: Prioritizing low latency and simplicity", URL: "https://go.dev/blog/go15gc", Path: "go15gc.md",
			Authors: []string{"Richard Hudson"}, Publisher: "The Go Blog", Published: "2015-08-31", Grade: "B", Type: "blog"},
		{ID: "s2", Title: "Getting to Go: [The] Journey of Go's <GC> & more", URL: "https://go.dev/blog/ismmkeynote",
			Authors: []string{"Rick Hudson", "Austin Clements"}, Published: "2018-07-12", Grade: "A", Type: "blog"},
		{ID: "s3", Title: "Notes", Path: "notes/heap.txt", Published: "2016", Grade: "E"},
	}
	for i, s := range lib.Sources {
		lib.Sources[i].SHA256, lib.Sources[i].Bytes, lib.Sources[i].Accessed = hash(lib.Texts[s.ID]), len(lib.Texts[s.ID]), today
	}
	for _, p := range []struct{ source, text string }{
		{"s1", "Go 1.5's GC ushers in a future where **stop-the-world pauses** are no longer a barrier. Pauses are now below 10 milliseconds [for most programs](https://go.dev/x)."},
		{"s2", "The pauses of Go 1.4 took 300 to 400 milliseconds. Pauses are now below 500 microseconds."},
		{"s2", "The tricolor algorithm is from 1978."},
		{"s3", "The heap grew by a third in 2016."},
		{"s1", "Go is building a garbage collector (GC) not only for 2015 but for 2025 and beyond."},
	} {
		s, _ := lib.Source(p.source)
		start := strings.Index(lib.Texts[p.source], p.text)
		lib.Ledger = append(lib.Ledger, ledger.Append(lib.Ledger, citestone.LedgerEntry{Tool: "corpus", Input: "go gc pauses",
			Passage: citestone.Passage{Source: p.source, Start: start, End: start + len(p.text), Text: p.text},
			URL:     s.URL, RetrievedAt: today, Snapshot: s.SHA256}))
	}
	return lib
}

// draft cites s2, s1, s3 in this order.
const draft = "# How long are Go's pauses?\n\n" +
	"The pauses of Go 1.4 took 300 to 400 milliseconds [cite:g2]. Pauses are now below *10 milliseconds* for most programs [cite:g1]." +
	" Both releases were described at length by the team [cite:g2,g1].\n\n" +
	"- The tricolor algorithm is from 1978 [cite:g3][cite:g2].\n- The heap grew by a third in 2016 [cite:g4].\n\n" +
	"Code such as `[cite:g1]` and `a[1]` stay.\n"

// evidence returns the span of quote in the stored text of the source.
func evidence(t *testing.T, lib Library, source, quote string) citestone.Evidence {
	t.Helper()
	i := strings.Index(lib.Texts[source], quote)
	if i < 0 {
		t.Fatalf("%s does not say %q", source, quote)
	}
	s, _ := lib.Source(source)
	return citestone.Evidence{Source: source, Quote: quote, Start: i, End: i + len(quote), URL: s.URL}
}
