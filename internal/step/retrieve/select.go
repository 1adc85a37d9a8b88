package retrieve

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/rank"
	"github.com/citestone/citestone/internal/search"
)

// Snapshot returns the step that merges the passes, selects the sources to be read
// closely and stores their texts.
func Snapshot(d Deps) *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "snapshot", Title: "Selecting and storing sources", Version: 1,
		In:   []citestone.Ref{citestone.BriefFile.Ref, citestone.PlanFile.Ref, citestone.Search1.Ref, citestone.Search2.Ref},
		Out:  []citestone.Ref{citestone.SearchFile.Ref, citestone.QualityFile.Ref, citestone.Snapshots.Ref},
		Pins: []string{"corpus"},
		Run: func(ctx context.Context, s *pipeline.Scope) error {
			brief, plan, err := briefAndPlan(s)
			if err != nil {
				return err
			}
			passes, err := readPasses(s)
			if err != nil {
				return err
			}
			texts := map[string]string{}
			for _, p := range passes {
				for _, src := range p.Sources {
					if texts[src.ID], err = d.stored(ctx, src); err != nil {
						return err
					}
				}
			}
			results, quality := Merge(brief, plan, passes, texts)
			for _, id := range results.Picked {
				if err := s.WriteMember(citestone.Snapshots, id+".md", texts[id]); err != nil {
					return err
				}
			}
			s.Progress("%d of %d sources selected", len(results.Picked), len(results.Sources))
			if err := pipeline.Write(s, citestone.QualityFile, quality); err != nil {
				return err
			}
			return pipeline.Write(s, citestone.SearchFile, results)
		},
	}
}

func readPasses(s *pipeline.Scope) ([]citestone.Search, error) {
	var out []citestone.Search
	for _, f := range []citestone.File[citestone.Search]{citestone.Search1, citestone.Search2} {
		if !s.Has(f.Ref) {
			continue
		}
		p, err := pipeline.Read(s, f)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// stored reads a source's text and checks that it is still what was searched.
func (d Deps) stored(ctx context.Context, src citestone.Source) (string, error) {
	b, err := d.backend(src.Corpus)
	if err != nil {
		return "", err
	}
	text, err := b.Read(ctx, src.DocID)
	if err != nil {
		return "", err
	}
	if search.Hash(text) != src.SHA256 {
		return "", citestone.Errorf(citestone.Unavailable, "%s has changed since it was searched", src.Path).
			WithHint("resume with --upgrade to search the corpus as it is now")
	}
	return text, nil
}

// Merge joins the passes, drops near-duplicates and selects the best sources within
// the mode's budget: in turn, each subquestion takes the source that answers it best.
func Merge(b citestone.Brief, p citestone.Plan, passes []citestone.Search, texts map[string]string) (citestone.SearchResults, citestone.Quality) {
	var r citestone.SearchResults
	quality := citestone.Quality{Threshold: weakBatch, Scores: map[string]citestone.Scores{}, Dropped: map[string]string{}}
	for _, pass := range passes {
		r.Queries = append(r.Queries, pass.Queries...)
		r.Sources = append(r.Sources, pass.Sources...)
		quality.Batches = append(quality.Batches, pass.Quality)
	}
	rank.MarkDuplicates(r.Sources, texts)
	r.Picked = pick(r.Sources, p.Subquestions, b.Budget.Sources)
	for i := range r.Sources {
		src := &r.Sources[i]
		quality.Scores[src.ID] = src.Scores
		switch {
		case slices.Contains(r.Picked, src.ID):
		case src.Duplicate != "":
			quality.Dropped[src.ID] = "repeats " + src.Duplicate
		default:
			quality.Dropped[src.ID] = fmt.Sprintf("others answer better; the mode reads %d sources", b.Budget.Sources)
		}
	}
	for _, q := range p.Subquestions {
		n := 0
		for _, src := range r.Sources {
			if src.Answers[q.ID] >= answered && src.Duplicate == "" {
				n++
			}
		}
		if n < q.MinSources {
			r.Gaps = append(r.Gaps, fmt.Sprintf("%s (%d of %d wanted)", strings.TrimRight(q.Text, "?"), n, q.MinSources))
		}
	}
	return r, quality
}

// pick lets the subquestions choose in turn.
func pick(sources []citestone.Source, questions []citestone.Subquestion, budget int) []string {
	orders := make([][]citestone.Source, len(questions))
	for i, q := range questions {
		for _, src := range sources {
			if src.Duplicate == "" {
				orders[i] = append(orders[i], src)
			}
		}
		sort.SliceStable(orders[i], func(a, b int) bool {
			return worth(orders[i][a], q.ID) > worth(orders[i][b], q.ID)
		})
	}
	var out []string
	for round := 0; len(out) < budget; round++ {
		took := false
		for _, order := range orders {
			if round >= len(order) || len(out) >= budget {
				continue
			}
			took = true
			if id := order[round].ID; !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
		if !took {
			break
		}
	}
	return out
}

// worth weighs how well a source answers a subquestion with its quality.
func worth(src citestone.Source, question string) float64 {
	return 0.8*src.Answers[question] + 0.2*src.Scores.Composite
}
