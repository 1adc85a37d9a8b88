package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	homepage    = "https://github.com/citestone/citestone"
	fingerprint = "citestoneFingerprint/v1"
	// maxResults is how many results of a run GitHub's code scanning shows.
	maxResults = 5000
	// maxSnippet bounds the text of a result's region, in bytes.
	maxSnippet = 2000
	// maxRelated bounds the evidence of a result.
	maxRelated = 10
)

// SARIF collects the findings of documents for a log of the Static Analysis Results
// Interchange Format, version 2.1.0, with one run. Beyond 5,000 findings the worst are
// kept, and the log says how many were left out.
// See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
type SARIF struct {
	version string
	rules   []RuleInfo
	results []object
	left    int // results that did not fit in
}

// NewSARIF returns a log without findings, of the program's version and rules.
func NewSARIF(version string, rules []RuleInfo) *SARIF {
	return &SARIF{version: version, rules: slices.Clone(rules)}
}

// Add adds the findings of a document, also those that somebody chose to live with,
// which viewers leave out.
func (s *SARIF) Add(c Checked) {
	for _, f := range c.Findings {
		s.results = append(s.results, s.result(c, f))
	}
	s.suppressed(c, c.Suppressed, "inSource")
	s.suppressed(c, c.Accepted, "external")
	if len(s.results) > 2*maxResults {
		s.bound()
	}
}

// bound leaves out what does not fit in.
func (s *SARIF) bound() {
	kept, left := worst(s.results, maxResults)
	s.results, s.left = kept, s.left+left
}

func (s *SARIF) suppressed(c Checked, findings []citestone.Finding, kind string) {
	for _, f := range findings {
		r := s.result(c, f)
		r["suppressions"] = []object{{"kind": kind}}
		s.results = append(s.results, r)
	}
}

// Write writes the log.
func (s *SARIF) Write(w io.Writer) error {
	s.bound()
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(object{
		"$schema": sarifSchema,
		"version": "2.1.0",
		"runs": []object{{
			"tool": object{"driver": object{
				"name": "Citestone", "version": s.version, "informationUri": homepage, "rules": s.descriptors(),
			}},
			"automationDetails": object{"id": "citestone/verify/"},
			"invocations":       []object{invocation(s.left)},
			"columnKind":        "unicodeCodePoints",
			"results":           s.results,
		}},
	})
}

// object is an object of JSON; its members are written in the order of their names.
type object map[string]any

// rule returns the index of a rule; one that is not described gets a bare description.
func (s *SARIF) rule(f citestone.Finding) int {
	if i := slices.IndexFunc(s.rules, func(r RuleInfo) bool { return r.ID == f.Rule }); i >= 0 {
		return i
	}
	s.rules = append(s.rules, RuleInfo{ID: f.Rule, Severity: f.Severity})
	return len(s.rules) - 1
}

func (s *SARIF) descriptors() []object {
	out := []object{}
	for _, r := range s.rules {
		d := object{
			"id": r.ID, "name": pascal(r.ID),
			"shortDescription":     object{"text": cmp.Or(r.Short, r.ID)},
			"fullDescription":      object{"text": r.full()},
			"help":                 object{"text": r.full(), "markdown": cmp.Or(r.Help, r.full())},
			"defaultConfiguration": object{"level": level(r.Severity)},
		}
		if r.URI != "" {
			d["helpUri"] = r.URI
		}
		out = append(out, d)
	}
	return out
}

func (s *SARIF) result(c Checked, f citestone.Finding) object {
	message := f.Message
	if f.Suggestion != "" {
		message += ". Suggestion: " + f.Suggestion
	}
	r := object{
		"ruleId": f.Rule, "ruleIndex": s.rule(f), "level": level(f.Severity),
		"message":   object{"text": literal(message)},
		"locations": []object{location(c, f)},
	}
	if f.Fingerprint != "" {
		r["partialFingerprints"] = object{fingerprint: f.Fingerprint}
	}
	if related := related(f.Evidence); len(related) > 0 {
		r["relatedLocations"] = related
	}
	return r
}

// location is the place of a finding. A format without lines has no regions: there the
// paragraph is a place by name.
func location(c Checked, f citestone.Finding) object {
	physical := object{"artifactLocation": object{"uri": fileURI(c.Document)}}
	if c.Unit == paragraphs {
		return object{"physicalLocation": physical,
			"logicalLocations": []object{{"name": fmt.Sprintf("paragraph %d", f.Line)}}}
	}
	region := object{"startLine": f.Line, "startColumn": f.Column, "endLine": f.EndLine, "endColumn": f.EndColumn}
	if n := f.End - f.Start; f.Start >= 0 && n > 0 && n <= maxSnippet && f.End <= len(c.Source) && utf8.ValidString(c.Source[f.Start:f.End]) {
		region["snippet"] = object{"text": c.Source[f.Start:f.End]}
	}
	physical["region"] = region
	return object{"physicalLocation": physical}
}

// related lists the evidence of a finding, with its words as the message.
func related(evidence []citestone.Evidence) []object {
	var out []object
	for i, e := range evidence[:min(len(evidence), maxRelated)] {
		l := object{"id": i + 1, "message": object{"text": literal("The source says: “" + quote(e, quoted) + "”")}}
		if address := safeURL(e.URL); address != "" {
			l["physicalLocation"] = object{"artifactLocation": object{"uri": address}}
		} else {
			l["logicalLocations"] = []object{{"name": e.Source, "kind": "source"}}
		}
		out = append(out, l)
	}
	return out
}

// worst returns at most n results, in their order, and how many it left out: notes
// before warnings before errors, and the last of them first.
func worst(results []object, n int) (kept []object, left int) {
	kept = append([]object{}, results...) // an empty list says that nothing was found
	left = max(len(kept)-n, 0)
	excess := left
	for _, weakest := range []string{"none", "note", "warning", "error"} {
		for i := len(kept) - 1; i >= 0 && excess > 0; i-- {
			if kept[i]["level"] == weakest {
				kept[i] = nil
				excess--
			}
		}
	}
	return slices.DeleteFunc(kept, func(r object) bool { return r == nil }), left
}

func invocation(left int) object {
	i := object{"executionSuccessful": true}
	if left > 0 {
		i["toolExecutionNotifications"] = []object{{"level": "warning",
			"message": object{"text": fmt.Sprintf("%s left out: a run has at most %d.", plural(left, "finding"), maxResults)}}}
	}
	return i
}

func level(s citestone.Severity) string {
	switch s {
	case citestone.SeverityError, citestone.SeverityWarning, citestone.SeverityNote:
		return string(s)
	}
	return "none"
}

// fileURI is the name of a file as a URI reference: relative where the name is.
func fileURI(name string) string {
	if name == stdin {
		return "stdin"
	}
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

// literal writes text for a message, in which brackets could make a link and braces a
// placeholder.
func literal(s string) string {
	return strings.NewReplacer("](", `\](`, "{", "{{", "}", "}}").Replace(s)
}

// pascal writes a rule's id as SARIF asks of names: NumberMismatch.
func pascal(id string) string {
	var b strings.Builder
	for _, part := range strings.Split(id, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return b.String()
}
