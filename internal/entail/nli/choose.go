package nli

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/citestone/citestone/internal/entail"
)

// choose returns the sentences that the model reads, best first. A re-ranker tells what
// is relevant, not what is entailed: it chooses and decides nothing.
func (j *Judge) choose(ctx context.Context, p *entail.Premise, hypothesis string) ([]entail.Excerpt, error) {
	if j.reranker == nil {
		return p.Candidates(hypothesis, passages), nil
	}
	list := p.Candidates(hypothesis, candidates)
	if len(list) <= passages {
		return list, nil
	}
	in, err := j.rerankerInfo(ctx)
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(list))
	for start := 0; start < len(list); start += in.MaxBatch {
		end := min(start+in.MaxBatch, len(list))
		if err := j.rank(ctx, hypothesis, list[start:end], scores[start:end]); err != nil {
			return nil, err
		}
	}
	return top(list, scores), nil
}

// top returns the best of the excerpts of each source by their scores.
func top(list []entail.Excerpt, scores []float64) []entail.Excerpt {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	taken := map[int]int{}
	var best []entail.Excerpt
	for _, i := range order {
		if taken[list[i].Source()]++; taken[list[i].Source()] <= passages {
			best = append(best, list[i])
		}
	}
	return best
}

// rank sets the scores of excerpts. One that is too long for the re-ranker keeps the
// lowest score.
func (j *Judge) rank(ctx context.Context, query string, list []entail.Excerpt, scores []float64) error {
	texts := make([]string, len(list))
	for i, e := range list {
		texts[i] = e.Text()
	}
	var answer []struct {
		Index *int     `json:"index"`
		Score *float64 `json:"score"`
	}
	err := j.reranker.call(ctx, http.MethodPost, "/rerank", map[string]any{
		"query": query, "texts": texts, "raw_scores": false, "return_text": false, "truncate": false}, &answer)
	switch half := len(list) / 2; {
	case isTooLong(err) && half > 0:
		if err := j.rank(ctx, query, list[:half], scores[:half]); err != nil {
			return err
		}
		return j.rank(ctx, query, list[half:], scores[half:])
	case isTooLong(err):
		return nil
	case err != nil:
		return err
	}
	seen := make([]bool, len(list))
	for _, a := range answer {
		if a.Index == nil || a.Score == nil || *a.Index < 0 || *a.Index >= len(list) || seen[*a.Index] {
			return j.reranker.malformed("ranks of other texts than it was given")
		}
		seen[*a.Index] = true
		scores[*a.Index] = *a.Score
	}
	if slices.Contains(seen, false) {
		return j.reranker.malformed("%d ranks for %d texts", len(answer), len(list))
	}
	return nil
}
