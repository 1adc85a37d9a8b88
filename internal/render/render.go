// Package render turns a verified draft into what people and programs read: the
// report in Markdown with its reference list and verification appendix, one HTML
// page, BibTeX and CSL-JSON, and the proof bundle with the audit that checks it
// again. What verify finds in a document it writes as text with excerpts, as SARIF,
// as annotations of GitHub, and as a page of the document itself.
//
// The functions are pure but for the writers they are given: same input, same bytes.
package render

import (
	"time"

	"github.com/citestone/citestone"
)

// Style is the form of markers and reference list.
type Style string

// The styles.
const (
	Numeric Style = "numeric" // [1], the default
	APA     Style = "apa"     // (Doe, 2024), list sorted by author
	IEEE    Style = "ieee"    // [1], list in IEEE form
)

// Library is what the markers of a report rest on.
type Library struct {
	Sources []citestone.Source
	Ledger  []citestone.LedgerEntry
	Texts   map[string]string // stored text by source id; may lack some or be nil
}

// Measurement is the verification of a report with what a reader must know of it.
type Measurement struct {
	Verification citestone.Verification
	Judge        string    // who judged the claims
	NotRun       []string  // layers that were not carried out, with why
	Session      string    // shown when not empty
	Language     string    // ISO 639-1 code of the report; "" is English
	Date         time.Time // of the verification
}

// Source returns the source with the id.
func (l Library) Source(id string) (citestone.Source, bool) {
	for _, s := range l.Sources {
		if s.ID == id {
			return s, true
		}
	}
	return citestone.Source{}, false
}

// Select returns the sources with the ids, in the order of the ids; unknown ids are
// left out.
func (l Library) Select(ids []string) []citestone.Source {
	out := make([]citestone.Source, 0, len(ids))
	for _, id := range ids {
		if s, ok := l.Source(id); ok {
			out = append(out, s)
		}
	}
	return out
}
