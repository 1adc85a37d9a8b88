package app

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/docs/rules"
	"github.com/citestone/citestone/internal/audit"
)

// RuleInfo describes a rule of verify.
type RuleInfo struct {
	ID       string             `json:"id"`
	Title    string             `json:"title"`
	Severity citestone.Severity `json:"severity"` // before any setting
	Doc      string             `json:"doc"`      // what it means, in a sentence
	Sources  bool               `json:"needs_sources"`
	Fix      string             `json:"fix,omitempty"` // "always" or "on asked"; empty: by hand only
}

// Rules describes all rules of verify.
func Rules() []RuleInfo {
	var list []RuleInfo
	for _, r := range audit.Rules() {
		info := RuleInfo{ID: r.ID, Title: r.Title, Severity: r.Severity, Doc: r.Doc, Sources: r.Sources, Fix: string(r.Fix)}
		if r.Stranger != "" {
			info.Severity = r.Stranger
		}
		list = append(list, info)
	}
	return list
}

// RuleIDs returns the ids of all rules of verify.
func RuleIDs() []string {
	var ids []string
	for _, r := range audit.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// RulePage returns the page of the rule with the id, as Markdown.
func RulePage(id string) (string, bool) { return rules.Page(id) }
