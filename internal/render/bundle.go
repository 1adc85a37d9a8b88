package render

import (
	"io"

	"github.com/citestone/citestone"
)

// BundleInput is what a proof bundle holds.
type BundleInput struct {
	Version  string // of the tool
	Markdown string // the final report
	Report   citestone.Report
	Library  Library // Texts must hold the stored text of every cited source
	FullText bool    // put the whole stored texts into the bundle
}

// Bundle writes a proof bundle: a zip archive with the report, its claims, the
// ledger, the cited passages and a manifest of hashes. Same input, same bytes.
func Bundle(w io.Writer, b BundleInput) error { return nil }

// Check is one thing an audit looked at.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
}

// AuditResult is what an audit of a proof bundle found.
type AuditResult struct {
	OK      bool     `json:"ok"`
	Session string   `json:"session_id"`
	Checks  []Check  `json:"checks"`
	Claims  int      `json:"claims"`
	Rate    *float64 `json:"verification_rate"` // as measured by this audit
	Proves  string   `json:"proves"`            // what an audit that passes means
}

// Text writes the result for people.
func (r AuditResult) Text(w io.Writer) error { return nil }
