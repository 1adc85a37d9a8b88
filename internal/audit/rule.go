package audit

import (
	"github.com/citestone/citestone"
)

// Rule is one thing that can be wrong. docs/rules has a page for each.
type Rule struct {
	ID       string
	Title    string // in a few words
	Severity citestone.Severity
	Stranger citestone.Severity // in a document that others wrote, if another
	Doc      string             // what it means, in a sentence
	Sources  bool               // says something only where the texts of sources are at hand
	Fix      Fixed
	Check    func(*Input) []citestone.Finding
}

// Fixed says whether a program can put right what a rule finds.
type Fixed string

// What a fix does for a rule.
const (
	ByHand  Fixed = ""
	Always  Fixed = "always"   // any fix does
	OnAsked Fixed = "on asked" // only one that was asked to: the text may be right and the marker too
)

// Rules returns all rules in the order in which they are applied.
func Rules() []Rule {
	const (
		failed  = citestone.SeverityError
		warning = citestone.SeverityWarning
		note    = citestone.SeverityNote
	)
	return []Rule{
		{ID: "malformed-citation", Title: "Broken marker", Severity: failed, Check: malformed,
			Doc: "Text that is clearly meant as a marker parses as none."},
		{ID: "dangling-citation", Title: "Citation of nothing", Severity: failed, Fix: Always, Check: dangling,
			Doc: "A marker names no reference and no ledger entry."},
		{ID: "conflicting-citation", Title: "Marker and list disagree", Severity: failed, Check: conflicting,
			Doc: "A marker links to another page than the reference it names."},
		{ID: "misattributed-citation", Title: "Citation of a stranger", Severity: failed, Sources: true, Fix: OnAsked, Check: misattributed,
			Doc: "The text around a marker shares no word with the source it cites."},
		{ID: "orphan-reference", Title: "Uncited reference", Severity: warning, Fix: Always, Check: orphans,
			Doc: "A reference is never cited."},
		{ID: "duplicate-reference", Title: "One work listed twice", Severity: warning, Fix: Always, Check: duplicates,
			Doc: "Two references are to the same work."},
		{ID: "reference-mismatch", Title: "Reference to another work", Severity: failed, Sources: true, Check: mismatched,
			Doc: "A reference's title is not that of the source at its address."},
		{ID: "uncited-claim", Title: "Fact without a citation", Severity: failed, Stranger: warning, Check: uncited,
			Doc: "A factual sentence has no citation."},
		{ID: "number-mismatch", Title: "Other number than the source's", Severity: failed, Sources: true, Check: withRule("number-mismatch"),
			Doc: "The source does not give the claim's number, or gives another."},
		{ID: "quote-mismatch", Title: "Quotation not in the source", Severity: failed, Sources: true, Check: withRule("quote-mismatch"),
			Doc: "The source does not contain the claim's quotation."},
		{ID: "contradicted-claim", Title: "Source says the contrary", Severity: failed, Sources: true, Check: contradicted,
			Doc: "The source says the contrary."},
		{ID: "unsupported-claim", Title: "Source does not say this", Severity: failed, Sources: true, Check: unsupported,
			Doc: "The source does not say this."},
		{ID: "dependent-sources", Title: "Sources of one origin", Severity: warning, Sources: true, Check: dependent,
			Doc: "The sources of a critical claim have one author or one text."},
		{ID: "stale-source", Title: "Old source for what is current", Severity: note, Check: stale,
			Doc: "What is said of the present rests on sources that are years older than the document."},
		{ID: "unverifiable", Title: "Source not at hand", Severity: warning, Check: unverifiable,
			Doc: "The source's text could not be had, so nothing is said of the claim."},
		{ID: "undecided-claim", Title: "Judge not sure", Severity: note, Sources: true, Check: undecided,
			Doc: "No judge was sure."},
		{ID: "unneeded-citation", Title: "Citation that does not support", Severity: note, Sources: true, Check: unneeded,
			Doc: "The claim is supported by another of its sources, not by this one."},
	}
}

// Off is the level of a rule whose findings are dropped.
const Off = "off"

// Levels returns what the level of a rule may be.
func Levels() []string {
	return []string{Off, string(citestone.SeverityNote), string(citestone.SeverityWarning), string(citestone.SeverityError)}
}

// Adjust gives findings the severities that levels has for their rules, and leaves out
// those of rules that are off.
func Adjust(findings []citestone.Finding, levels map[string]string) []citestone.Finding {
	out := make([]citestone.Finding, 0, len(findings))
	for _, f := range findings {
		level, ok := levels[f.Rule]
		if level == Off {
			continue
		}
		if ok {
			f.Severity = citestone.Severity(level)
		}
		out = append(out, f)
	}
	return out
}
