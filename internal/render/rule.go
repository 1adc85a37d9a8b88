package render

import (
	"cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
)

// RuleInfo is what programs that show findings are told about a rule.
type RuleInfo struct {
	ID       string
	Severity citestone.Severity
	Short    string // a sentence
	Full     string // "" is Short
	Help     string // Markdown: what it means and what to do; "" is Full
	URI      string // of its page, if it has one
}

func (r RuleInfo) full() string { return cmp.Or(r.Full, r.Short, r.ID) }

// Rules describes the rules of the audit.
func Rules() []RuleInfo {
	var out []RuleInfo
	for _, r := range audit.Rules() {
		out = append(out, RuleInfo{ID: r.ID, Severity: r.Severity, Short: r.Doc})
	}
	return out
}
