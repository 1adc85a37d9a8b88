// Package audit holds the rules that find what is wrong with the citations of a
// document. A rule is a declared value; Run applies them all. The rules are pure:
// the caller brings the texts of the sources and, where claims were checked, their
// verdicts.
package audit

import (
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

// Rules returns all rules, most specific first.
func Rules() []Rule { return nil }

// Run applies all rules. One cause gives one finding: the most specific rule wins.
// Findings are sorted by position.
func Run(in *Input) []citestone.Finding { return nil }

// Fix returns edits that strip dangling and misattributed markers, prune orphan
// references and renumber [n] markers in order of first use. Applied and fixed
// again, there is nothing left to do.
func Fix(in *Input) []document.Edit { return nil }
