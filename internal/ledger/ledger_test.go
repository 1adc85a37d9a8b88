package ledger

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/citestone/citestone"
	"pgregory.net/rapid"
)

const page = "Go 1.5 cut pauses. They are now under 10 ms."

// chain returns n entries over page, appended one by one.
func chain(n int) []citestone.LedgerEntry {
	var entries []citestone.LedgerEntry
	for i := range n {
		entries = append(entries, Append(entries, citestone.LedgerEntry{
			Tool: "corpus", Input: fmt.Sprint("query ", i), Snapshot: sum(page),
			Passage:     citestone.Passage{Source: "s1", Start: i, End: i + 6, Text: page[i : i+6]},
			RetrievedAt: time.Date(2026, 1, 2, 3, 4, 5, i, time.UTC),
		}))
	}
	return entries
}

func TestAppendContinuesOverSegments(t *testing.T) {
	entries := chain(3)
	for i, want := range []string{"g1", "g2", "g3"} {
		if entries[i].ID != want {
			t.Errorf("entry %d is called %q, want %q", i, entries[i].ID, want)
		}
	}
	if entries[0].Previous != "" || entries[2].Previous != entries[1].Hash {
		t.Error("the chain is not linked")
	}
	if err := Check(entries); err != nil {
		t.Error(err)
	}
	if err := CheckText(entries, map[string]string{sum(page): page}); err != nil {
		t.Error(err)
	}
}

func TestCheckNamesTheFirstBadEntry(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(e []citestone.LedgerEntry) []citestone.LedgerEntry
		want   string
	}{
		{"text changed", func(e []citestone.LedgerEntry) []citestone.LedgerEntry {
			e[1].Passage.Text = "other"
			return e
		}, "g2"},
		{"changed and hashed again", func(e []citestone.LedgerEntry) []citestone.LedgerEntry {
			e[1].URL = "https://example.com"
			e[1].Hash = hash(e[1])
			return e
		}, "g3"},
		{"entry removed", func(e []citestone.LedgerEntry) []citestone.LedgerEntry {
			return append(e[:1], e[2:]...)
		}, "g2"},
		{"first entry removed", func(e []citestone.LedgerEntry) []citestone.LedgerEntry { return e[1:] }, "g1"},
		{"entries swapped", func(e []citestone.LedgerEntry) []citestone.LedgerEntry {
			e[2], e[3] = e[3], e[2]
			return e
		}, "g3"},
		{"hash removed", func(e []citestone.LedgerEntry) []citestone.LedgerEntry {
			e[3].Hash = ""
			return e
		}, "g4"},
	} {
		err := Check(tt.damage(chain(4)))
		if err == nil {
			t.Errorf("%s: not noticed", tt.name)
			continue
		}
		if citestone.KindOf(err) != citestone.Damaged || !strings.Contains(err.Error(), "entry "+tt.want+":") {
			t.Errorf("%s: %v, want it to name %s", tt.name, err, tt.want)
		}
	}
}

// Whatever byte of whatever field is changed, Check sees it.
func TestCheckSeesAnyChange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := chain(rapid.IntRange(1, 6).Draw(t, "n"))
		e := &entries[rapid.IntRange(0, len(entries)-1).Draw(t, "entry")]
		fields := []*string{&e.ID, &e.Tool, &e.Input, &e.Passage.Text, &e.Passage.Source, &e.URL, &e.Snapshot, &e.Previous, &e.Hash, &e.Subquestion}
		f := rapid.SampledFrom(fields).Draw(t, "field")
		*f += rapid.StringN(1, 5, -1).Draw(t, "suffix")
		if Check(entries) == nil {
			t.Fatal("a change went unnoticed")
		}
	})
}

func TestCheckText(t *testing.T) {
	good := map[string]string{sum(page): page}
	moved := chain(2)
	moved[1].Passage.Start++
	outside := chain(1)
	outside[0].Passage.End = 1 << 40
	for _, tt := range []struct {
		name      string
		entries   []citestone.LedgerEntry
		snapshots map[string]string
		want      string
	}{
		{"passage moved", moved, good, "g2"},
		{"passage outside", outside, good, "g1"},
		{"no snapshot", chain(1), nil, "missing"},
		{"snapshot changed", chain(1), map[string]string{sum(page): page + " "}, "was changed"},
	} {
		if err := CheckText(tt.entries, tt.snapshots); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

func TestLocate(t *testing.T) {
	const stored = "# Pauses\n\nGo 1.5 cut *stop-the-world* pauses:\nthe “pause” is [under 10 ms](https://go.dev/x).\n\n" +
		"It took – they say – `GOGC=off` and 2&nbsp;years.[1] Then more.\n\n- one item\n- two items\n"
	for _, tt := range []struct{ quote, want string }{
		{"Go 1.5 cut", "Go 1.5 cut"},
		{"go 1.5 CUT stop-the-world pauses: the \"pause\" is under 10 ms", "Go 1.5 cut *stop-the-world* pauses:\nthe “pause” is [under 10 ms"},
		{"Go 1.5 cut *stop-the-world*   pauses", "Go 1.5 cut *stop-the-world* pauses"},
		{"It took - they say - GOGC=off", "It took – they say – `GOGC=off"},
		{"one item two items", "one item\n- two items"},
		{"pause” is under 10 ms. It took", "pause” is [under 10 ms](https://go.dev/x).\n\nIt took"},
		{"Go 1.5 cut pauses", ""},
		{"  ", ""},
		{"", ""},
	} {
		span, ok := Locate(stored, tt.quote)
		if got := stored[span.Start:span.End]; got != tt.want || ok != (tt.want != "") {
			t.Errorf("Locate(%q) = %q, %v, want %q", tt.quote, got, ok, tt.want)
		}
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("A *b* c.", "a b c")
	f.Add("x\x00y\n\n> é “q” – z", "\"Q\" - Z")
	f.Fuzz(func(t *testing.T, stored, quote string) {
		if span, ok := Locate(stored, quote); ok && (span.Start < 0 || span.End > len(stored) || span.Start >= span.End) {
			t.Errorf("Locate(%q, %q) = %v", stored, quote, span)
		}
	})
}
