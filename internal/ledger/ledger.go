// Package ledger keeps the evidence ledger: append-only entries, each one passage
// obtained by one tool call, chained by their hashes. It also finds quotations in
// stored texts. Everything here is a pure function.
package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/citestone/citestone"
)

// Append returns e as the entry that follows prev: numbered g1, g2 ..., chained to
// the last entry and hashed. Segments continue one numbering and one chain, so prev
// holds all entries so far. It changes neither prev nor what e refers to.
func Append(prev []citestone.LedgerEntry, e citestone.LedgerEntry) citestone.LedgerEntry {
	e.ID, e.Previous = number(len(prev)), ""
	if n := len(prev); n > 0 {
		e.Previous = prev[n-1].Hash
	}
	e.Hash = hash(e)
	return e
}

// Check reports the first entry that breaks the numbering, the chain or its own
// hash, as a Damaged error that names the entry. Entries are all segments in order.
func Check(entries []citestone.LedgerEntry) error {
	previous := ""
	for i, e := range entries {
		switch want := number(i); {
		case e.ID != want:
			return damaged(want, "an entry is missing, repeated or out of order: %s stands in its place", name(e))
		case e.Previous != previous:
			return damaged(want, "it does not follow the entry before it")
		case e.Hash != hash(e):
			return damaged(want, "its contents were changed after it was written")
		}
		previous = e.Hash
	}
	return nil
}

// CheckText reports the first entry whose passage is not an exact slice of its
// snapshot, as a Damaged error. Snapshots maps SHA-256 sums (hex) to stored texts;
// each text must have the sum it is filed under.
func CheckText(entries []citestone.LedgerEntry, snapshots map[string]string) error {
	sound := make(map[string]bool, len(snapshots))
	for _, e := range entries {
		text, ok := snapshots[e.Snapshot]
		if !ok {
			return damaged(e.ID, "its snapshot %.12s is missing", e.Snapshot)
		}
		if !sound[e.Snapshot] {
			if sum(text) != e.Snapshot {
				return damaged(e.ID, "its snapshot %.12s was changed", e.Snapshot)
			}
			sound[e.Snapshot] = true
		}
		p := e.Passage
		if p.Start < 0 || p.End < p.Start || p.End > len(text) || text[p.Start:p.End] != p.Text {
			return damaged(e.ID, "its passage is not what stands at bytes %d-%d of its snapshot", p.Start, p.End)
		}
	}
	return nil
}

func number(i int) string { return fmt.Sprintf("g%d", i+1) }

func name(e citestone.LedgerEntry) string {
	if e.ID == "" {
		return "an entry without id"
	}
	return e.ID
}

// hash is the SHA-256 of the entry's JSON with an empty Hash.
func hash(e citestone.LedgerEntry) string {
	e.Hash = ""
	data, err := json.Marshal(e)
	if err != nil { // only a time out of range or a score that is no number
		return ""
	}
	return sum(string(data))
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func damaged(id, format string, args ...any) error {
	return citestone.Errorf(citestone.Damaged, "ledger entry %s: %s", id, fmt.Sprintf(format, args...)).
		WithHint("the ledger is sealed: restore it, or start a new session")
}
