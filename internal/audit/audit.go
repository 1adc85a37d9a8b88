// Package audit holds the rules that find what is wrong with the citations of a
// document. A rule is a declared value; Run applies them all. The rules are pure:
// the caller brings the texts of the sources and, where claims were checked, their
// verdicts.
package audit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/text"
)

// Mode says what kind of document is audited.
type Mode int

// The modes.
const (
	Verify   Mode = iota // a stranger's document
	Research             // our own: every factual sentence needs a marker
)

// Input is what the rules look at.
type Input struct {
	Document *document.Document
	// Sources maps each reference key that stands for something to its text, nil
	// when the text could not be had. A key that is neither here nor an entry of the
	// document's reference list dangles.
	Sources map[string]*entail.Premise
	About   map[string]citestone.Source // what the sources at hand say of themselves, by the same keys
	Claims  []citestone.CheckedClaim    // checked claims, if any
	Mode    Mode

	entries map[string]int     // index of the first entry with an id
	indexed *document.Document // that entries is of
}

// Run applies all rules. One cause gives one finding: the most specific rule wins.
// Findings are sorted by
// position, and those of a stranger's document have fingerprints.
func Run(in *Input) []citestone.Finding {
	lines := document.Positions(in.Document.Source)
	findings := []citestone.Finding{}
	for _, r := range Rules() {
		for _, f := range r.Check(in) {
			f.Rule = r.ID
			f.Severity = r.Severity
			if in.Mode == Verify {
				f.Severity = cmp.Or(r.Stranger, r.Severity)
			}
			f.Line, f.Column = lines.At(f.Start)
			f.EndLine, f.EndColumn = lines.At(f.End)
			findings = append(findings, f)
		}
	}
	slices.SortStableFunc(findings, func(a, b citestone.Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	findings = slices.CompactFunc(findings, func(a, b citestone.Finding) bool {
		return a.Rule == b.Rule && a.Start == b.Start && a.End == b.End && a.Message == b.Message
	})
	if in.Mode == Verify {
		Fingerprint(in.Document, findings)
	}
	return findings
}

// finding returns a finding at span.
func finding(span citestone.Span, reference, message, suggestion string) citestone.Finding {
	return citestone.Finding{Start: span.Start, End: span.End, Reference: reference, Message: message, Suggestion: suggestion}
}

// resolves reports whether a marker's key stands for something.
func (in *Input) resolves(key string) bool {
	if _, ok := in.Sources[key]; ok {
		return true
	}
	_, ok := in.entry(key)
	return ok
}

// entry returns the entry of the reference list that a key stands for.
func (in *Input) entry(key string) (document.Reference, bool) {
	if in.indexed != in.Document {
		in.entries, in.indexed = map[string]int{}, in.Document
		for i, r := range in.Document.References {
			if _, ok := in.entries[r.ID]; !ok {
				in.entries[r.ID] = i
			}
		}
	}
	i, ok := in.entries[key]
	if !ok {
		return document.Reference{}, false
	}
	return in.Document.References[i], true
}

// maxTitle bounds a title in a message, in code points.
const maxTitle = 80

// named writes the reference that a key stands for as people know it: by the label that
// markers call it by, and its title.
func (in *Input) named(key string) string {
	r, ok := in.entry(key)
	if !ok {
		return "reference " + key
	}
	return naming(r)
}

func naming(r document.Reference) string {
	name := "reference " + cmp.Or(r.Label, r.ID)
	title := strings.Join(strings.Fields(r.Title), " ")
	if title == "" {
		return name
	}
	return name + ", “" + text.Clip(title, maxTitle) + "”"
}
