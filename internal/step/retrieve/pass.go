package retrieve

import (
	"context"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/ledger"
	"github.com/citestone/citestone/internal/pipeline"
)

// First returns the step that runs the plan's queries.
func First(d Deps) *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "retrieve", Title: "Searching, first pass", Version: 1,
		In:   []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref},
		Out:  []citestone.Ref{citestone.Search1.Ref, citestone.Ledger1.Ref},
		Pins: []string{"corpus", "date"}, Settings: d.HalfLife,
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			brief, plan, err := briefAndPlan(s)
			if err != nil {
				return err
			}
			var queries []citestone.Query
			for _, q := range plan.Subquestions {
				queries = append(queries, q.Queries...)
			}
			p := pass{Deps: d, number: 1, brief: brief, plan: plan}
			found, entries, err := p.run(ctx, s, queries[:min(len(queries), brief.Budget.Searches)])
			if err != nil {
				return err
			}
			if err := pipeline.WriteLog(s, citestone.Ledger1, entries); err != nil {
				return err
			}
			return pipeline.Write(s, citestone.Search1, found)
		},
	}
}

// Second returns the step that runs the follow-up queries of the refinement.
func Second(d Deps) *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "retrieve2", Title: "Searching, second pass", Version: 1,
		In: []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.Search1.Ref,
			citestone.Ledger1.Ref, citestone.RefineFile.Ref},
		Out:  []citestone.Ref{citestone.Search2.Ref, citestone.Ledger2.Ref},
		Pins: []string{"corpus", "date"}, Settings: d.HalfLife,
		Skip: func(s *pipeline.Scope) (string, error) {
			refined, err := pipeline.Read(s, citestone.RefineFile)
			if err != nil || len(refined.Queries) > 0 {
				return "", err
			}
			return refined.Reason, nil
		},
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			brief, plan, err := briefAndPlan(s)
			if err != nil {
				return err
			}
			refined, err := pipeline.Read(s, citestone.RefineFile)
			if err != nil {
				return err
			}
			before, err := pipeline.Read(s, citestone.Search1)
			if err != nil {
				return err
			}
			known, err := pipeline.ReadLog(s, citestone.Ledger1)
			if err != nil {
				return err
			}
			p := pass{Deps: d, number: 2, brief: brief, plan: plan, sources: before.Sources, ledger: known}
			found, entries, err := p.run(ctx, s, refined.Queries)
			if err != nil {
				return err
			}
			if err := pipeline.WriteLog(s, citestone.Ledger2, entries); err != nil {
				return err
			}
			return pipeline.Write(s, citestone.Search2, found)
		},
	}
}

// briefAndPlan reads both, which may have been edited by hand, and checks that they
// hold what retrieval needs.
func briefAndPlan(s *pipeline.Scope) (citestone.Brief, citestone.Plan, error) {
	brief, err := pipeline.Read(s, citestone.BriefFile)
	if err != nil {
		return brief, citestone.Plan{}, err
	}
	plan, err := pipeline.Read(s, citestone.PlanFile)
	switch {
	case err != nil:
		return brief, plan, err
	case brief.Question == "" || brief.Budget.Searches < 1 || brief.Budget.Fetches < 1 || brief.Budget.Sources < 1 || brief.Gate.Short < 1:
		return brief, plan, citestone.Errorf(citestone.BadInput, "%s: question, budget and gate must be there", citestone.BriefFile)
	case len(plan.Subquestions) == 0:
		return brief, plan, citestone.Errorf(citestone.BadInput, "%s has no subquestions", citestone.PlanFile)
	}
	return brief, plan, nil
}

// pass is one retrieval pass: what is known before it, and what it may spend.
type pass struct {
	Deps
	number  int
	brief   citestone.Brief
	plan    citestone.Plan
	sources []citestone.Source      // of earlier passes
	ledger  []citestone.LedgerEntry // of earlier passes
}

// run searches, retries a weak batch once with reformulated queries (ASTA), and
// returns the new sources and the ledger entries of this pass.
func (p pass) run(ctx context.Context, s *pipeline.Scope, queries []citestone.Query) (citestone.Search, []citestone.LedgerEntry, error) {
	out := citestone.Search{Pass: p.number}
	ids, questions := questionsOf(p.plan)
	first, err := p.gather(ctx, s, queries, p.number, p.brief.Researchers)
	if err != nil {
		return out, nil, err
	}
	list, err := p.read(ctx, s, first, p.brief.Budget.Fetches)
	if err != nil {
		return out, nil, err
	}
	scorer := scorerOf(list)
	out.Quality = round(p.score(s, scorer, questions, list))
	out.Queries = first.runs
	if out.Quality < weakBatch && p.number == 1 {
		retry, better, err := p.retry(ctx, s, first, list, questions, out.Quality)
		if err != nil {
			return out, nil, err
		}
		out.Retry, out.Queries = retry.record, retry.runs
		if better {
			list, scorer, out.Quality = retry.list, retry.scorer, retry.record.After
		}
	}
	entries := p.record(s, &out, scorer, ids, questions, list)
	s.Progress("%d queries, %d new sources, %d passages, batch quality %.2f", len(out.Queries), len(out.Sources), len(entries), out.Quality)
	return out, entries, nil
}

func scorerOf(list []candidate) *answer.Scorer {
	docs := make([]*answer.Doc, len(list))
	for i, c := range list {
		docs[i] = c.doc
	}
	return answer.NewScorer(docs)
}

// record numbers the new sources, marks near-duplicates and appends the ledger.
func (p pass) record(s *pipeline.Scope, out *citestone.Search, scorer *answer.Scorer, ids []string, questions map[string]answer.Question, list []candidate) []citestone.LedgerEntry {
	seen := map[string]string{} // corpus/document -> source id
	for _, src := range p.sources {
		seen[src.Corpus+"/"+src.DocID] = src.ID
	}
	spans := map[string]bool{}
	chain := p.ledger
	for _, e := range p.ledger {
		spans[spanKey(e)] = true
	}
	var entriesOut []citestone.LedgerEntry
	fresh, total := 0, 0
	next := len(p.sources) + 1
	for _, c := range list {
		key := c.source.Corpus + "/" + c.source.DocID
		id, known := seen[key]
		if !known {
			id = sourceID(next)
			next++
		}
		c.source.ID = id
		for _, e := range entries(scorer, ids, questions, c) {
			total++
			if spans[spanKey(e)] {
				continue
			}
			fresh++
			e.RetrievedAt = s.Date()
			e = ledger.Append(chain, e)
			chain = append(chain, e)
			entriesOut = append(entriesOut, e)
			c.source.Passages = append(c.source.Passages, e.ID)
		}
		if !known {
			out.Sources = append(out.Sources, c.source)
		}
	}
	if total > 0 {
		out.NewShare = round(float64(fresh) / float64(total))
	}
	return entriesOut
}

func spanKey(e citestone.LedgerEntry) string {
	return e.Snapshot + " " + e.Passage.Text
}

// retried is the outcome of an adaptive reformulation.
type retried struct {
	record *citestone.Retry
	runs   []citestone.QueryRun
	list   []candidate
	scorer *answer.Scorer
}

// retry makes a broader query (the rarest topic words only) and a reframed one (with
// terms that good passages use: pseudo-relevance feedback), fuses their results with
// the first attempt's and reports whether the new batch is better.
func (p pass) retry(ctx context.Context, s *pipeline.Scope, first *batch, list []candidate, questions map[string]answer.Question, before float64) (retried, bool, error) {
	whole := answer.Analyse(p.brief.Question)
	scorer := scorerOf(list)
	broader := strings.Join(scorer.Rarest(whole, 3), " ")
	reframed := strings.TrimSpace(answer.Subject(p.brief.Question) + " " + strings.Join(feedback(scorer, whole, list), " "))
	second, err := p.gather(ctx, s, []citestone.Query{
		{Text: broader, Kind: citestone.QueryBroader, Subquestion: "q1"},
		{Text: reframed, Kind: citestone.QueryReframed, Subquestion: "q1"},
	}, p.number, 2)
	if err != nil {
		return retried{}, false, err
	}
	all := first.merge(second)
	again, err := p.read(ctx, s, all, p.brief.Budget.Fetches)
	if err != nil {
		return retried{}, false, err
	}
	out := retried{runs: all.runs, list: again, scorer: scorerOf(again)}
	after := round(p.score(s, out.scorer, questions, again))
	out.record = &citestone.Retry{Before: before, After: after, Kept: "first", Broader: broader, Reframed: reframed}
	if after > before {
		out.record.Kept = "retry"
	}
	s.Progress("weak results (%.2f < %.2f): tried broader %q and reframed %q, kept the %s batch", before, weakBatch, broader, reframed, out.record.Kept)
	return out, after > before, nil
}

// feedback returns the terms that mark the passages which answer best.
func feedback(scorer *answer.Scorer, q answer.Question, list []candidate) []string {
	var docs []*answer.Doc
	for _, c := range list {
		docs = append(docs, c.doc)
	}
	return scorer.Feedback(q, docs, 4)
}
