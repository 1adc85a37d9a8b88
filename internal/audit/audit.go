// Package audit holds the rules that find what is wrong with the citations of a
// document. A rule is a declared value; Run applies them all. The rules are pure:
// the caller brings the texts of the sources and, where claims were checked, their
// verdicts.
package audit

import (
	"cmp"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
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
	Claims  []citestone.CheckedClaim // checked claims, if any
	Mode    Mode
}

// Rule is one thing that can be wrong.
type Rule struct {
	ID       string
	Severity citestone.Severity
	Doc      string // what it means, in a sentence
	Check    func(*Input) []citestone.Finding
}

// Rules returns all rules in the order in which they are applied.
func Rules() []Rule {
	return []Rule{
		{"malformed-citation", citestone.SeverityError, "Text that is clearly meant as a marker parses as none.", malformed},
		{"dangling-citation", citestone.SeverityError, "A marker names no reference and no ledger entry.", dangling},
		{"misattributed-citation", citestone.SeverityError, "The text around a marker shares no word with the source it cites.", misattributed},
		{"orphan-reference", citestone.SeverityWarning, "A reference is never cited.", orphans},
		{"duplicate-reference", citestone.SeverityWarning, "Two references are to the same work.", duplicates},
		{"uncited-claim", citestone.SeverityError, "A factual sentence has no citation; a warning in a stranger's document.", uncited},
		{"number-mismatch", citestone.SeverityError, "The source does not give the claim's number, or gives another.", withRule("number-mismatch")},
		{"quote-mismatch", citestone.SeverityError, "The source does not contain the claim's quotation.", withRule("quote-mismatch")},
		{"contradicted-claim", citestone.SeverityError, "The source says the contrary.", contradicted},
		{"unsupported-claim", citestone.SeverityError, "The source does not say this.", unsupported},
		{"unverifiable", citestone.SeverityWarning, "The source's text could not be had, so nothing is said of the claim.", unverifiable},
		{"undecided-claim", citestone.SeverityNote, "No judge was sure.", undecided},
		{"unneeded-citation", citestone.SeverityNote, "The claim is supported by another of its sources, not by this one.", unneeded},
	}
}

// Run applies all rules. One cause gives one finding: the most specific rule wins.
// Findings are sorted by position.
func Run(in *Input) []citestone.Finding {
	lines := document.Positions(in.Document.Source)
	findings := []citestone.Finding{}
	for _, r := range Rules() {
		for _, f := range r.Check(in) {
			f.Rule = r.ID
			f.Severity = cmp.Or(f.Severity, r.Severity)
			f.Line, f.Column = lines.At(f.Start)
			f.EndLine, f.EndColumn = lines.At(f.End)
			findings = append(findings, f)
		}
	}
	slices.SortStableFunc(findings, func(a, b citestone.Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return slices.CompactFunc(findings, func(a, b citestone.Finding) bool {
		return a.Rule == b.Rule && a.Start == b.Start && a.End == b.End && a.Message == b.Message
	})
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
	return slices.ContainsFunc(in.Document.References, func(r document.Reference) bool { return r.ID == key })
}
