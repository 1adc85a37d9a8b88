package citestone

import (
	"fmt"
	"strings"
)

// Guard says what a hand edit of an artifact means.
type Guard int

// The guards.
const (
	Derived  Guard = iota // computed; a hand edit is undone by running its step again
	Editable              // a hand edit is kept, and what depends on it runs again
	Sealed                // a hand edit is an error
)

func (g Guard) String() string { return [...]string{"derived", "editable", "sealed"}[g] }

// Ref names an artifact of a session, or (with a * in its path) a family of them.
// Within the revision rounds an artifact has one file per round.
type Ref struct {
	base  string // path before the rounds, "" when it only exists in rounds
	round string // path within round N, with "rN" for the round; "" when the same as base
	sel   selector
}

type selector int

const (
	current selector = iota
	previous
	all
	earlier
)

// Paths returns the session paths that the reference stands for when read or
// written in the round: 0 before the rounds, N in round N, the last round after.
// A previous round or a round-only artifact may have none.
func (r Ref) Paths(round int) []string {
	switch r.sel {
	case previous:
		round--
	case all, earlier:
		if r.sel == earlier {
			round--
		}
		var paths []string
		for n := 0; n <= round; n++ {
			if p := r.at(n); p != "" && (len(paths) == 0 || paths[len(paths)-1] != p) {
				paths = append(paths, p)
			}
		}
		return paths
	}
	if p := r.at(round); p != "" {
		return []string{p}
	}
	return nil
}

// Path returns the one path of the reference in the round, or "" if there is none.
func (r Ref) Path(round int) string {
	if r.sel == previous {
		round--
	}
	return r.at(round)
}

func (r Ref) at(round int) string {
	switch {
	case round < 0:
		return ""
	case round == 0 || r.round == "":
		return r.base
	}
	return strings.ReplaceAll(r.round, "rN", fmt.Sprintf("r%d", round))
}

// Family reports whether the reference names several files by pattern.
func (r Ref) Family() bool { return strings.Contains(r.base+r.round, "*") }

// String returns the path pattern, as shown in documentation.
func (r Ref) String() string {
	p := r.base
	if r.round != "" {
		p = strings.TrimPrefix(p+" | "+r.round, " | ")
	}
	return p
}

// Same reports whether two references name the same artifact, whichever rounds they select.
func (r Ref) Same(o Ref) bool { return r.base == o.base && r.round == o.round }

// Earlier selects the artifact of every round before the current one.
func Earlier(r Ref) Ref { r.sel = earlier; return r }

// File is an artifact that holds a JSON value of type T.
type File[T any] struct{ Ref }

// Log is an artifact that holds JSON Lines of type T.
type Log[T any] struct{ Ref }

// Text is an artifact that holds Markdown or plain text.
type Text struct{ Ref }

// Prev selects the artifact of the round before.
func Prev(r Ref) Ref { r.sel = previous; return r }

// All selects the artifact of every round up to the current one.
func All(r Ref) Ref { r.sel = all; return r }

// Prev selects the file of the round before.
func (f File[T]) Prev() File[T] { return File[T]{Prev(f.Ref)} }

// All selects the segments of every round up to the current one.
func (l Log[T]) All() Log[T] { return Log[T]{All(l.Ref)} }

// Earlier selects the segments of every round before the current one.
func (l Log[T]) Earlier() Log[T] { return Log[T]{Earlier(l.Ref)} }

// Earlier selects the texts of every round before the current one.
func (t Text) Earlier() Text { return Text{Earlier(t.Ref)} }

// Prev selects the text of the round before.
func (t Text) Prev() Text { return Text{Prev(t.Ref)} }

// All selects the texts of every round up to the current one.
func (t Text) All() Text { return Text{All(t.Ref)} }

func file[T any](base, round string) File[T] { return File[T]{Ref{base: base, round: round}} }

// The artifacts. Their paths and types are the on-disk format of a session,
// described in docs/session-format.md.
var (
	BriefFile         = file[Brief]("00_research/brief.json", "")
	PlanFile          = file[Plan]("00_research/plan.json", "")
	Search1           = file[Search]("00_research/search_1.json", "")
	RefineFile        = file[Refinement]("00_research/refine.json", "")
	Search2           = file[Search]("00_research/search_2.json", "")
	SearchFile        = file[SearchResults]("00_research/search_results.json", "")
	QualityFile       = file[Quality]("00_research/quality.json", "")
	SourceFiles       = Text{Ref{base: "00_research/source_*.md"}}
	Snapshots         = Text{Ref{base: "00_research/snapshots/*", round: "05_revision/rN/snapshots/*"}}
	RelevanceFile     = file[Relevance]("00_research/relevance.json", "")
	StatsFile         = file[[]Stat]("00_research/stats.json", "")
	TriangulationFile = file[Triangulation]("00_research/triangulation.json", "")

	Ledger1     = Log[LedgerEntry]{Ref{base: "00_research/ledger_1.jsonl"}}
	Ledger2     = Log[LedgerEntry]{Ref{base: "00_research/ledger_2.jsonl"}}
	LedgerRound = Log[LedgerEntry]{Ref{round: "05_revision/rN/ledger.jsonl"}}
	LedgerAll   = Log[LedgerEntry]{Ref{base: "ledger.jsonl"}}

	InitialDraft = Text{Ref{base: "01_draft/initial_draft.md"}}
	AuditedDraft = Text{Ref{base: "01_draft/audited_draft.md"}}
	AuditFile    = file[[]Finding]("01_draft/audit.json", "05_revision/rN/audit.json")
	Draft        = Text{Ref{base: "01_draft/draft.md", round: "05_revision/rN/revised_draft.md"}}
	RepairFile   = file[Repair]("01_draft/repair.json", "")

	ClaimsFile    = file[[]Claim]("02_extraction/atomic_claims.json", "06_re_verification/rN/atomic_claims.json")
	CitationsFile = file[[]Citation]("02_extraction/citations.json", "06_re_verification/rN/citations.json")

	LinkFile        = file[map[string]LinkCheck]("03_verification/url_checks.json", "06_re_verification/rN/url_checks.json")
	ContentFiles    = Text{Ref{base: "03_verification/content_fetched/*", round: "06_re_verification/rN/content_fetched/*"}}
	EntailmentFile  = file[[]CheckedClaim]("03_verification/nli_results.json", "06_re_verification/rN/nli_results.json")
	ConsistencyFile = file[map[string]SelfConsistency]("03_verification/consistency_checks.json", "06_re_verification/rN/consistency_checks.json")
	VerifyFile      = file[VerificationReport]("03_verification/verification_report.json", "06_re_verification/rN/verification_report.json")

	EvaluationFile = file[Evaluation]("04_critique/evaluation.json", "06_re_verification/rN/evaluation.json")
	RedTeamFile    = file[[]Issue]("04_critique/red_team.json", "06_re_verification/rN/red_team.json")
	CritiqueFile   = Text{Ref{base: "04_critique/critique.md", round: "06_re_verification/rN/critique.md"}}

	ReflectionFile = Text{Ref{round: "05_revision/rN/reflections.md"}}
	BetterSearch   = file[Search]("", "05_revision/rN/search.json")
	RevisionsFile  = file[[]Revision]("", "05_revision/rN/revisions.json")

	RevisedDraft   = Text{Ref{base: "05_revision/revised_draft.md"}}
	ReverifiedFile = file[VerificationReport]("06_re_verification/verification_report.json", "")

	CutDraft    = Text{Ref{base: "07_style/cut_draft.md"}}
	CutFile     = file[[]Revision]("07_style/cut.json", "")
	StyledDraft = Text{Ref{base: "07_style/styled_draft.md"}}
	GuardFile   = file[StyleCheck]("07_style/style_check.json", "")
	GuardedText = Text{Ref{base: "07_style/guarded_draft.md"}}
	Rendered    = Text{Ref{base: "07_style/rendered.md"}}
	FinalAudit  = file[[]Finding]("07_style/audit.json", "")
	FinalVerify = file[VerificationReport]("07_style/verification_report.json", "")
	ExplainText = Text{Ref{base: "07_style/insufficient_data.md"}}
	FinalReport = Text{Ref{base: "07_style/final_report.md"}}
	ReportFile  = file[Report]("07_style/report.json", "")
	HTMLFile    = Text{Ref{base: "07_style/final_report.html"}}
	BibTeXFile  = Text{Ref{base: "07_style/references.bib"}}
	CSLFile     = Text{Ref{base: "07_style/references.csl.json"}}
)

// Root files of a session that no step writes: the manifest, the call log and the views.
const (
	ManifestPath   = "session.json"
	CallsPath      = "calls.jsonl"
	EventsPath     = "events.jsonl"
	TranscriptPath = "transcript.txt"
)

// LinkCheck is the outcome of the link layer for one URL.
type LinkCheck struct {
	URL         string `json:"url"`
	Status      string `json:"status"` // LIVE, DEAD, PAYWALL, REDIRECT, BLOCKED, TIMEOUT
	HTTPCode    int    `json:"http_code,omitempty"`
	ContentType string `json:"content_type,omitempty"`
	Checked     string `json:"last_checked,omitempty"`
	Archived    string `json:"archived,omitempty"`
	Error       string `json:"error,omitempty"`
}

// Artifact describes one artifact of the session format.
type Artifact struct {
	Ref     Ref
	Guard   Guard
	Version int    // of its format
	What    string // one line for people
}

// Artifacts lists the session format in pipeline order.
func Artifacts() []Artifact {
	return []Artifact{
		{BriefFile.Ref, Editable, 1, "what is asked, how hard it is, what may be spent"},
		{PlanFile.Ref, Editable, 1, "subquestions, queries, hypotheses"},
		{Search1.Ref, Derived, 1, "first retrieval pass: queries as run, sources found"},
		{Ledger1.Ref, Sealed, 1, "evidence of the first pass, hash-chained"},
		{RefineFile.Ref, Derived, 1, "what the first pass left open"},
		{Search2.Ref, Derived, 1, "second retrieval pass"},
		{Ledger2.Ref, Sealed, 1, "evidence of the second pass"},
		{SearchFile.Ref, Derived, 1, "both passes merged: queries executed, sources found, gaps"},
		{QualityFile.Ref, Derived, 1, "four-axis scores of every source found"},
		{Snapshots.Ref, Sealed, 1, "stored text of each selected source"},
		{SourceFiles.Ref, Editable, 1, "a source with key excerpts and summary"},
		{RelevanceFile.Ref, Derived, 1, "relevance of each source and the gate's decision"},
		{StatsFile.Ref, Derived, 1, "numbers and quotations found again in their source"},
		{TriangulationFile.Ref, Derived, 1, "independence groups, facts, agreement, contradictions"},
		{InitialDraft.Ref, Editable, 1, "the draft as first written, with [cite:gN]"},
		{AuditedDraft.Ref, Editable, 1, "the draft after the bounds and misattribution audit"},
		{AuditFile.Ref, Derived, 1, "what the audit stripped"},
		{Draft.Ref, Editable, 1, "the draft that is verified; in rounds, the revised one"},
		{RepairFile.Ref, Derived, 1, "citation recall before and after repair"},
		{ClaimsFile.Ref, Editable, 1, "atomic claims of the draft"},
		{CitationsFile.Ref, Derived, 1, "its markers, resolved"},
		{LinkFile.Ref, Derived, 1, "layer 1: links"},
		{ContentFiles.Ref, Derived, 1, "layer 2: text of each cited source"},
		{EntailmentFile.Ref, Derived, 1, "layer 3: verdict of each claim"},
		{ConsistencyFile.Ref, Derived, 1, "layer 4: consistency"},
		{VerifyFile.Ref, Derived, 1, "the four layers together, and the gate"},
		{EvaluationFile.Ref, Derived, 1, "rubric scores and issues"},
		{RedTeamFile.Ref, Derived, 1, "challenges to the main findings"},
		{CritiqueFile.Ref, Editable, 1, "the critique, for people and the reviser"},
		{ReflectionFile.Ref, Derived, 1, "why each issue came about"},
		{BetterSearch.Ref, Derived, 1, "searches for better sources of failed claims"},
		{LedgerRound.Ref, Sealed, 1, "evidence found in a round"},
		{RevisionsFile.Ref, Derived, 1, "what was done about each failed claim"},
		{RevisedDraft.Ref, Derived, 1, "the last round's draft"},
		{ReverifiedFile.Ref, Derived, 1, "the last round's verification, before and after"},
		{CutDraft.Ref, Derived, 1, "the draft without what stayed unsupported"},
		{CutFile.Ref, Derived, 1, "what was cut, and why"},
		{StyledDraft.Ref, Derived, 1, "the draft after the style pass"},
		{GuardFile.Ref, Derived, 1, "what the style guard put back"},
		{GuardedText.Ref, Derived, 1, "the styled draft after the guard"},
		{Rendered.Ref, Derived, 1, "the report with numbered markers and references"},
		{FinalAudit.Ref, Derived, 1, "findings in the rendered report: none"},
		{FinalVerify.Ref, Derived, 1, "verification of the rendered report; its rate is the published one"},
		{ExplainText.Ref, Derived, 1, "why the sources do not answer the question"},
		{LedgerAll.Ref, Sealed, 1, "all ledger segments, concatenated"},
		{FinalReport.Ref, Derived, 1, "the report"},
		{ReportFile.Ref, Derived, 1, "the report's data"},
		{HTMLFile.Ref, Derived, 1, "the report as a page, markers linked to their passages"},
		{BibTeXFile.Ref, Derived, 1, "references as BibTeX"},
		{CSLFile.Ref, Derived, 1, "references as CSL-JSON"},
	}
}
