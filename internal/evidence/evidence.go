// Package evidence brings the sources, their stored texts and the ledger of a session
// together for the steps that weigh them: which sentences may be cited, and by which
// ledger entry.
package evidence

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/verify"
)

// Set is the evidence of a session.
type Set struct {
	Sources map[string]citestone.Source
	Texts   map[string]string // source id -> stored text
	Entries []citestone.LedgerEntry
	Docs    map[string]*answer.Doc // prepared for scoring
	scope   *pipeline.Scope
	added   []string // ids of the sources that revision rounds found and kept
	byID    map[string]citestone.LedgerEntry
}

// Inputs are the artifacts that Load reads; a step that calls Load declares them.
func Inputs() []citestone.Ref {
	return []citestone.Ref{citestone.SearchFile.Ref, citestone.Ledger1.Ref, citestone.Ledger2.Ref,
		citestone.Snapshots.All().Ref, citestone.LedgerRound.All().Ref, citestone.All(citestone.BetterSearch.Ref)}
}

// InputsBefore are the artifacts that LoadBefore reads.
func InputsBefore() []citestone.Ref {
	return []citestone.Ref{citestone.SearchFile.Ref, citestone.Ledger1.Ref, citestone.Ledger2.Ref,
		citestone.Snapshots.Earlier().Ref, citestone.LedgerRound.Earlier().Ref, citestone.Earlier(citestone.BetterSearch.Ref)}
}

// Load reads the evidence of a session up to the current round and checks its chain
// and slices.
func Load(s *pipeline.Scope) (*Set, error) {
	return load(s, s.Round(), citestone.Snapshots.All(), citestone.LedgerRound.All())
}

// LoadBefore reads the evidence of a session up to the round before the current one.
func LoadBefore(s *pipeline.Scope) (*Set, error) {
	return load(s, s.Round()-1, citestone.Snapshots.Earlier(), citestone.LedgerRound.Earlier())
}

func load(s *pipeline.Scope, round int, snapshots citestone.Text, rounds citestone.Log[citestone.LedgerEntry]) (*Set, error) {
	found, err := pipeline.Read(s, citestone.SearchFile)
	if err != nil {
		return nil, err
	}
	set := &Set{scope: s, Sources: map[string]citestone.Source{}, Texts: map[string]string{}, Docs: map[string]*answer.Doc{},
		byID: map[string]citestone.LedgerEntry{}}
	for _, src := range found.Sources {
		set.Sources[src.ID] = src
	}
	if err := set.loadRounds(s, round); err != nil {
		return nil, err
	}
	if err := set.loadTexts(s, snapshots); err != nil {
		return nil, err
	}
	if set.Entries, err = entries(s, rounds); err != nil {
		return nil, err
	}
	for _, e := range set.Entries {
		set.byID[e.ID] = e
	}
	return set, set.check()
}

// loadRounds adds the sources that revision rounds found.
func (set *Set) loadRounds(s *pipeline.Scope, round int) error {
	for n := 1; n <= round; n++ {
		found, err := pipeline.ReadRound(s, citestone.BetterSearch, n)
		if pipeline.Absent(err) {
			continue
		}
		if err != nil {
			return err
		}
		for _, src := range found.Sources {
			set.Sources[src.ID] = src
			set.added = append(set.added, src.ID)
		}
	}
	return nil
}

func (set *Set) loadTexts(s *pipeline.Scope, snapshots citestone.Text) error {
	members, err := s.Members(snapshots)
	if err != nil {
		return err
	}
	for _, m := range members {
		id := strings.TrimSuffix(path.Base(m.Name), path.Ext(m.Name))
		src, ok := set.Sources[id]
		if !ok {
			continue
		}
		set.Texts[id] = m.Data
		set.Docs[id] = Doc(s, src, m.Data)
	}
	return nil
}

// Doc prepares a source's stored text for scoring, once in a run.
func Doc(s *pipeline.Scope, src citestone.Source, stored string) *answer.Doc {
	key := fmt.Sprintf("doc %s %q %q %q %s", src.ID, src.Path, src.Title, src.Published, search.Hash(stored))
	return pipeline.Memo(s, key, func() *answer.Doc {
		return answer.Prepare(src.ID, src.Title, src.Published, document.Parse(src.Path, stored))
	})
}

// entries reads the segments of the ledger in order.
func entries(s *pipeline.Scope, rounds citestone.Log[citestone.LedgerEntry]) ([]citestone.LedgerEntry, error) {
	var out []citestone.LedgerEntry
	for _, log := range []citestone.Log[citestone.LedgerEntry]{citestone.Ledger1, citestone.Ledger2, rounds} {
		if !s.Has(log.Ref) {
			continue
		}
		entries, err := pipeline.ReadLog(s, log)
		if err != nil {
			return nil, err
		}
		out = append(out, entries...)
	}
	return out, nil
}

func (set *Set) check() error {
	if err := ledger.Check(set.Entries); err != nil {
		return citestone.Errorf(citestone.Damaged, "evidence ledger: %w", err).
			WithHint("restore the ledger segments, or run the search again with --from retrieve")
	}
	texts := map[string]string{}
	for id, t := range set.Texts {
		texts[set.Sources[id].SHA256] = t
	}
	var have []citestone.LedgerEntry
	for _, e := range set.Entries {
		if _, ok := texts[e.Snapshot]; ok {
			have = append(have, e)
		}
	}
	if err := ledger.CheckText(have, texts); err != nil {
		return citestone.Errorf(citestone.Damaged, "snapshots: %w", err)
	}
	return nil
}

// Entry returns a ledger entry by id.
func (set *Set) Entry(id string) (citestone.LedgerEntry, bool) {
	e, ok := set.byID[id]
	return e, ok
}

// Citable are the ledger entries that a draft may cite: those of the sources that
// survived the gate and of those that revision rounds added.
func (set *Set) Citable(r citestone.Relevance) map[string]citestone.LedgerEntry {
	out := map[string]citestone.LedgerEntry{}
	for _, e := range set.Entries {
		id := e.Passage.Source
		survived := func(s citestone.SourceRelevance) bool { return s.Source == id }
		if slices.ContainsFunc(r.Surviving, survived) || slices.Contains(set.added, id) {
			out[e.ID] = e
		}
	}
	return out
}

// InEntry returns the sentences of the passage that an entry holds.
func (set *Set) InEntry(e citestone.LedgerEntry) []answer.Sentence {
	var out []answer.Sentence
	if d := set.Docs[e.Passage.Source]; d != nil {
		for _, s := range d.Sentences {
			if e.Passage.Start <= s.Start && s.End <= e.Passage.End {
				out = append(out, s)
			}
		}
	}
	return out
}

// Premise prepares a source for judging, from its whole stored text, once in a run.
func (set *Set) Premise(source string) *entail.Premise {
	d, ok := set.Docs[source]
	if !ok {
		return nil
	}
	c := entail.ContextOf(set.Sources[source])
	key := fmt.Sprintf("premise %#v %s", c, search.Hash(d.Parsed.Source))
	return pipeline.Memo(set.scope, key, func() *entail.Premise { return entail.Prepare(d.Parsed.Source, d.Parsed, c) })
}

// mostWords is the length of the longest sentence that may be cited: what no report
// would tell must not make a source relevant either.
const mostWords = 80

// Candidate is a sentence that may be cited.
type Candidate struct {
	Source   string
	Entry    citestone.LedgerEntry
	Index    int // of the sentence in the source's Doc
	Sentence *answer.Sentence
	Score    answer.Score
}

// Key identifies the sentence.
func (c Candidate) Key() string { return fmt.Sprintf("%s/%d", c.Source, c.Index) }

// Candidates scores, for one question, every sentence of tellable length that lies
// inside a ledger passage of one of the sources, best first. Equal scores keep source and text order.
func (set *Set) Candidates(scorer *answer.Scorer, q answer.Question, sources []string, allowed func(entry string) bool) []Candidate {
	var out []Candidate
	q = scorer.Expand(q)
	for _, id := range sources {
		d := set.Docs[id]
		if d == nil {
			continue
		}
		entries := set.entriesOf(id, allowed)
		for i := range d.Sentences {
			e, ok := covering(entries, d.Sentences[i].Span)
			if !ok || d.Sentences[i].Words > mostWords {
				continue
			}
			out = append(out, Candidate{id, e, i, &d.Sentences[i], scorer.Score(q, d, i)})
		}
	}
	slices.SortStableFunc(out, func(a, b Candidate) int {
		switch {
		case a.Score.Value > b.Score.Value:
			return -1
		case a.Score.Value < b.Score.Value:
			return 1
		}
		return 0
	})
	return out
}

func (set *Set) entriesOf(source string, allowed func(string) bool) []citestone.LedgerEntry {
	var out []citestone.LedgerEntry
	for _, e := range set.Entries {
		if e.Passage.Source == source && (allowed == nil || allowed(e.ID)) {
			out = append(out, e)
		}
	}
	return out
}

// covering returns the shortest entry that holds the span.
func covering(entries []citestone.LedgerEntry, sp citestone.Span) (citestone.LedgerEntry, bool) {
	var best citestone.LedgerEntry
	found := false
	for _, e := range entries {
		if e.Passage.Start <= sp.Start && sp.End <= e.Passage.End &&
			(!found || e.Passage.End-e.Passage.Start < best.Passage.End-best.Passage.Start) {
			best, found = e, true
		}
	}
	return best, found
}

// Scorer weighs terms over all loaded documents.
func (set *Set) Scorer() *answer.Scorer {
	docs := make([]*answer.Doc, 0, len(set.Docs))
	for _, id := range set.IDs() {
		docs = append(docs, set.Docs[id])
	}
	return answer.NewScorer(docs)
}

// IDs are the ids of the sources with text, s1 before s2 before s10.
func (set *Set) IDs() []string {
	ids := make([]string, 0, len(set.Docs))
	for id := range set.Docs {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return Number(ids[i]) < Number(ids[j]) })
	return ids
}

// Number is the number in an id such as s12 or g3; 0 if it has none.
func Number(id string) int {
	var n int
	if len(id) > 1 {
		_, _ = fmt.Sscanf(id[1:], "%d", &n)
	}
	return n
}

var sourceFile = regexp.MustCompile(`source_(\d+)\.md$`)

// SourceID returns the source id of a source file, "" if the name is not one.
func SourceID(name string) string {
	if m := sourceFile.FindStringSubmatch(name); m != nil {
		return "s" + m[1]
	}
	return ""
}

// Insufficient is the Skip of every step that has nothing to do when the gate found
// too little.
func Insufficient(s *pipeline.Scope) (string, error) {
	r, err := pipeline.Read(s, citestone.RelevanceFile)
	if err != nil {
		return "", err
	}
	if r.Decision == citestone.InsufficientData {
		return fmt.Sprintf("insufficient data: %d of %d sources kept", r.TotalSurvived, r.TotalScored), nil
	}
	return "", nil
}

// Passages maps ledger entries to their passages, prepared for judging.
func (set *Set) Passages(entries map[string]citestone.LedgerEntry) map[string]*entail.Premise {
	out := make(map[string]*entail.Premise, len(entries))
	for id, e := range entries {
		if d := set.Docs[e.Passage.Source]; d != nil {
			out[id] = entail.PreparePassages(d.Parsed.Source, []citestone.Passage{e.Passage}, entail.ContextOf(set.Sources[e.Passage.Source]))
		}
	}
	return out
}

// Cited maps keys of markers, each with the ledger entry it stands for, to sources for
// judging, with their independence groups. The premise is the source's whole text: a
// claim may rest on more of it than the passage that its marker names.
func (set *Set) Cited(keys map[string]citestone.LedgerEntry) map[string]*verify.Source {
	group := map[string]string{}
	var list []citestone.Source
	for _, id := range set.IDs() {
		list = append(list, set.Sources[id])
	}
	for i, g := range rank.Groups(list, set.Texts) {
		for _, id := range g.Sources {
			group[id] = fmt.Sprintf("group %d: %s", i+1, g.Reason)
		}
	}
	premises := map[string]*entail.Premise{}
	out := map[string]*verify.Source{}
	for key, e := range keys {
		src := set.Sources[e.Passage.Source]
		if _, ok := premises[src.ID]; !ok {
			premises[src.ID] = set.Premise(src.ID)
		}
		out[key] = &verify.Source{ID: src.ID, URL: src.URL, Title: src.Title, Premise: premises[src.ID], Group: group[src.ID]}
	}
	return out
}
