package render

import (
	"context"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/verify"
)

// Check is one thing an audit looked at.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // what was found; of a failed check, each thing that is wrong
}

// AuditResult is what an audit of a proof bundle found.
type AuditResult struct {
	OK       bool     `json:"ok"`
	Session  string   `json:"session_id"`
	Question string   `json:"question"`
	Checks   []Check  `json:"checks"`
	Claims   int      `json:"claims"`
	Rate     *float64 `json:"verification_rate"` // as measured by this audit; nil without claims
	Proves   string   `json:"what_it_proves"`    // what an audit that passes means
}

// Text writes the result for people.
func (r AuditResult) Text(w io.Writer) error {
	var b strings.Builder
	for _, c := range r.Checks {
		fmt.Fprintf(&b, "%-6s %-10s %s\n", map[bool]string{true: "ok", false: "FAILED"}[c.OK], c.Name, printable(c.Detail))
	}
	rate := ""
	if r.Rate != nil {
		rate = fmt.Sprintf(", %s of %s supported", citestone.Percent(*r.Rate), plural(r.Claims, "claim"))
	}
	if r.OK {
		fmt.Fprintf(&b, "\nThe bundle is sound%s.\n%s\n", rate, r.Proves)
	} else {
		fmt.Fprintf(&b, "\nThe bundle was changed or does not prove its report%s.\n", rate)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Audit verifies a proof bundle again, with nothing but the bundle. What was changed
// since packaging fails a check; what is no bundle, or would not unpack within the
// limits, is a citestone.BadInput error.
func Audit(ctx context.Context, r io.ReaderAt, size int64, judge entail.Judge) (AuditResult, error) {
	b, err := open(r, size)
	if err != nil {
		return AuditResult{}, err
	}
	doc := document.Parse(reportFile, string(b.files[reportFile]))
	again, err := b.verify(ctx, doc, judge)
	if err != nil {
		return AuditResult{}, err
	}
	out := AuditResult{OK: true, Session: b.manifest.Session, Question: b.manifest.Question,
		Claims: again.Summary.Claims, Rate: again.Summary.Rate, Proves: proves}
	out.Checks = []Check{
		check("manifest", b.checkManifest(), "%s as hashed at packaging", plural(len(b.manifest.Files), "file")),
		check("ledger", b.checkLedger(), "%s in an unbroken chain", plural(len(b.ledger), "passage")),
		check("passages", b.checkPassages(), "%s of %s, as in the ledger%s", plural(b.passages(), "passage"), plural(len(b.cuts), "source"), b.textsNote()),
		check("citations", b.checkCitations(doc), "%s to %s", plural(len(doc.Markers), "marker"), plural(len(doc.References), "reference")),
		check("record", b.checkRecord(), "claims, counts and rate agree"),
		check("appendix", b.checkAppendix(), "agrees with the record, where the report has one"),
		check("claims", b.checkClaims(again.Claims), "%s found in the report again and judged the same%s", plural(len(b.claims), "claim"), b.modelsNote(again.Claims)),
	}
	out.OK = !slices.ContainsFunc(out.Checks, func(c Check) bool { return !c.OK })
	return out, nil
}

// check makes a Check of the problems found, or of what to say when there are none.
func check(name string, problems []string, format string, args ...any) Check {
	if len(problems) > 0 {
		return Check{name, false, strings.Join(problems, "; ")}
	}
	return Check{name, true, fmt.Sprintf(format, args...)}
}

// problems collects what a check finds wrong.
type problems []string

func (p *problems) add(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

func (b *bundle) checkManifest() (p problems) {
	listed := map[string]bool{manifestFile: true}
	for _, f := range b.manifest.Files {
		data, ok := b.files[f.Path]
		switch {
		case !ok:
			p.add("%s is missing", f.Path)
		case listed[f.Path]:
			p.add("%s is listed twice", f.Path)
		case len(data) != f.Bytes || digest(data) != f.SHA256:
			p.add("%s was changed", f.Path)
		}
		listed[f.Path] = true
	}
	for name := range b.files {
		if !listed[name] {
			p.add("%s was added", name)
		}
	}
	if b.report.Session != b.manifest.Session || b.report.Question != b.manifest.Question {
		p.add("the manifest is of another session or question than %s", recordFile)
	}
	slices.Sort(p)
	return p
}

func (b *bundle) checkLedger() (p problems) {
	if err := ledger.Check(b.ledger); err != nil {
		p.add("%v", err)
	}
	return p
}

// checkPassages compares the passages with the ledger and, where the bundle holds
// them, with the stored texts.
func (b *bundle) checkPassages() (p problems) {
	entries := map[string]citestone.LedgerEntry{}
	for _, e := range b.ledger {
		entries[e.ID] = e
	}
	for _, s := range b.sources {
		c, ok := b.cuts[s.ID]
		if !ok || c.Source != s.ID || c.SHA256 != s.SHA256 {
			p.add("%s%s.json is missing or of another snapshot than %s", passagesDir, s.ID, s.ID)
			continue
		}
		text, full := b.snapshots[s.ID]
		if full && digest([]byte(text)) != s.SHA256 {
			p.add("%s%s.txt is not the stored text of %s", snapshotsDir, s.ID, s.ID)
		}
		for _, q := range c.Passages {
			if e := entries[q.Entry]; q.Entry != "" && (e.Passage != q.Passage || e.Snapshot != c.SHA256) {
				p.add("a passage of %s is not that of ledger entry %s", s.ID, q.Entry)
			}
			if q.Source != s.ID || full && !slice(text, q.Start, q.End, q.Text) {
				p.add("bytes %d-%d of %s say something else", q.Start, q.End, s.ID)
			}
		}
	}
	if b.manifest.FullText != (len(b.snapshots) > 0) && len(b.sources) > 0 {
		p.add("the stored texts are not as the manifest says")
	}
	return p
}

func slice(text string, start, end int, want string) bool {
	return 0 <= start && start <= end && end <= len(text) && text[start:end] == want
}

func (b *bundle) passages() (n int) {
	for _, c := range b.cuts {
		n += len(c.Passages)
	}
	return n
}

// textsNote says what the passages could be compared with.
func (b *bundle) textsNote() string {
	outside := 0
	for _, c := range b.cuts {
		for _, q := range c.Passages {
			if q.Entry == "" {
				outside++
			}
		}
	}
	note := ""
	if outside > 0 {
		note = fmt.Sprintf(" but for %d that only verdicts quote", outside)
	}
	if len(b.snapshots) > 0 {
		return note + ", all of them exact slices of the stored texts"
	}
	return note + "; the stored texts are not in the bundle"
}

// checkCitations follows each marker to its reference and that to its source.
func (b *bundle) checkCitations(doc *document.Document) (p problems) {
	known := map[string]bool{}
	for _, r := range doc.References {
		known[r.ID] = true
		s, ok := b.cited(r)
		if !ok {
			p.add("reference %s names no source of the bundle", r.ID)
			continue
		}
		if !slices.ContainsFunc(b.report.References, func(c citestone.CheckedReference) bool { return c.ID == r.ID && c.Source == s.ID }) {
			p.add("reference %s is not as recorded", r.ID)
		}
	}
	for _, m := range doc.Markers {
		for _, key := range m.Keys {
			if !known[key] {
				p.add("marker %s has no reference", m.Text)
			}
		}
	}
	return p
}

// cited returns the source of a reference, which carries the beginning of its hash.
func (b *bundle) cited(r document.Reference) (citestone.Source, bool) {
	for _, s := range b.sources {
		if len(r.SHA256) >= hashDigits && strings.HasPrefix(s.SHA256, r.SHA256) {
			return s, true
		}
	}
	return citestone.Source{}, false
}

// checkRecord compares claims.json with report.json, and its counts with its claims.
func (b *bundle) checkRecord() (p problems) {
	if !reflect.DeepEqual(b.claims, b.report.Claims) {
		p.add("%s and %s do not hold the same claims", claimsFile, recordFile)
	}
	count := map[citestone.Status]int{}
	for _, c := range b.claims {
		count[c.Status]++
	}
	s := b.report.Summary
	if s.Claims != len(b.claims) || s.Supported != count[citestone.Supported] || s.Unsupported != count[citestone.Unsupported] ||
		s.Contradicted != count[citestone.Contradicted] || s.Undecided != count[citestone.Undecided] ||
		s.Uncited != count[citestone.Uncited] || s.Unverifiable != count[citestone.Unverifiable] {
		p.add("the recorded counts are not those of the recorded claims")
	}
	if s.Rate != nil && !near(*s.Rate, s.Supported, s.Claims) && !near(*s.Rate, s.Supported, s.Claims-s.Unverifiable) {
		p.add("the recorded rate is not that of the recorded claims")
	}
	return p
}

func near(rate float64, n, of int) bool { return math.Abs(rate*float64(of)-float64(n)) < 0.01 }

// checkAppendix compares the figures and rows of the report's verification appendix,
// if it has one, with the record.
func (b *bundle) checkAppendix() (p problems) {
	_, appendix := splitAppendix(string(b.files[reportFile]))
	if appendix == "" {
		return nil
	}
	quotes := newPassages(Library{})
	rows := []string{fmt.Sprintf("| %s | %s |", supportedFact, share(b.report.Summary))}
	for _, c := range b.report.Claims {
		rows = append(rows, quotes.row(c))
	}
	for _, row := range rows {
		if !strings.Contains(appendix, "\n"+row) {
			p.add("the report lacks the row %q", row)
		}
	}
	if n := strings.Count(appendix, "\n| c"); n > len(b.report.Claims) {
		p.add("the report has %d rows for %s", n, plural(len(b.report.Claims), "claim"))
	}
	return p
}

// verify extracts the claims of the report again and judges them by the bundle's
// passages alone.
func (b *bundle) verify(ctx context.Context, doc *document.Document, judge entail.Judge) (citestone.Verification, error) {
	if b.report.Outcome == citestone.InsufficientData && len(doc.Markers) == 0 {
		return citestone.Verification{}, nil // says what was not found, and claims nothing
	}
	resolve := func(_ context.Context, r document.Reference) (*verify.Source, error) {
		s, ok := b.cited(r)
		if !ok {
			return nil, nil
		}
		var passages []citestone.Passage
		for _, q := range b.cuts[s.ID].Passages {
			passages = append(passages, q.Passage)
		}
		about := entail.Context{Source: s.ID, URL: s.URL, Title: s.Title, Published: s.Published, Publisher: s.Publisher, Authors: s.Authors}
		return &verify.Source{ID: s.ID, URL: s.URL, Title: s.Title, Premise: entail.PreparePassages(b.snapshots[s.ID], passages, about)}, nil
	}
	return verify.Document(ctx, doc, judge, resolve, verify.Options{Threshold: b.report.Summary.Threshold})
}

// checkClaims compares the claims found again with the recorded ones.
func (b *bundle) checkClaims(again []citestone.CheckedClaim) (p problems) {
	if len(again) != len(b.claims) {
		p.add("the report makes %s, recorded are %d", plural(len(again), "claim"), len(b.claims))
	}
	for i := range min(len(again), len(b.claims)) {
		was, is := b.claims[i], again[i]
		switch {
		case was.Text != is.Text || was.Start != is.Start || was.End != is.End || !slices.Equal(was.Citations, is.Citations):
			p.add("claim %s is not what the report says now (%q)", was.ID, is.Text)
		case byModel(was, is):
		case (was.Status == citestone.Supported) != (is.Status == citestone.Supported):
			p.add("claim %s is recorded as %s, the passages leave it %s: %s", was.ID, was.Status, is.Status, is.Reason)
		}
		for _, e := range was.Evidence {
			if c, ok := b.cuts[e.Source]; !ok || !c.quotes(e) {
				p.add("the evidence of claim %s is not in the passages", was.ID)
			}
		}
	}
	return p
}

// byModel reports whether a claim was supported by a model where the judges at hand are
// not sure. They have not vetoed it, and its evidence is checked; the rest is the model's
// word.
func byModel(was, is citestone.CheckedClaim) bool {
	return was.Status == citestone.Supported && is.Status == citestone.Undecided && was.Judge != is.Judge
}

// modelsNote says how many claims rest on the word of a model.
func (b *bundle) modelsNote(again []citestone.CheckedClaim) string {
	n := 0
	for i := range min(len(again), len(b.claims)) {
		if byModel(b.claims[i], again[i]) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", but for %s on the word of a model, which is not asked again", plural(n, "claim"))
}

// quotes reports whether the evidence is an exact slice of one of the passages.
func (c cut) quotes(e citestone.Evidence) bool {
	return slices.ContainsFunc(c.Passages, func(q cutPassage) bool { return slice(q.Text, e.Start-q.Start, e.End-q.Start, e.Quote) })
}
