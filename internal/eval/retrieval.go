package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/citestone/citestone"
)

// Ranking is how well a search ranks: means over the queries that have a relevant
// document, each in [0,1].
type Ranking struct {
	Queries    int
	NDCG10     float64 // discounted gain of the best 10, each relevant document counting 1
	MAP        float64 // precision at each relevant document
	MRR10      float64 // 1 / rank of the first relevant document of the best 10
	Recall100  float64
	Precision5 float64
}

func (r Ranking) String() string {
	return fmt.Sprintf("queries %d nDCG@10 %.4f MAP %.4f MRR@10 %.4f R@100 %.4f P@5 %.4f",
		r.Queries, r.NDCG10, r.MAP, r.MRR10, r.Recall100, r.Precision5)
}

// Retrieval scores a run, JSON Lines of query and docs (ids, best first), against
// judgements, JSON Lines of query, doc and relevance. A query that the run lacks
// counts 0.
func Retrieval(run, judgements io.Reader) (Ranking, error) {
	relevant := map[string]map[string]bool{}
	var queries []string
	err := eachRow(judgements, "judgements", func(j struct {
		Query, Doc string
		Relevance  float64
	}) {
		if j.Relevance <= 0 {
			return
		}
		if relevant[j.Query] == nil {
			relevant[j.Query] = map[string]bool{}
			queries = append(queries, j.Query)
		}
		relevant[j.Query][j.Doc] = true
	})
	if err != nil {
		return Ranking{}, err
	}
	answers := map[string][]string{}
	err = eachRow(run, "run", func(a struct {
		Query string
		Docs  []string
	}) {
		answers[a.Query] = a.Docs
	})
	if err != nil || len(queries) == 0 {
		return Ranking{}, err
	}
	var r Ranking
	for _, q := range queries {
		r.add(answers[q], relevant[q])
	}
	n := float64(r.Queries)
	return Ranking{r.Queries, r.NDCG10 / n, r.MAP / n, r.MRR10 / n, r.Recall100 / n, r.Precision5 / n}, nil
}

// add adds up the measures of one query.
func (r *Ranking) add(docs []string, relevant map[string]bool) {
	r.Queries++
	gain, ideal, precision, found := 0.0, 0.0, 0.0, 0
	for i := range min(10, len(relevant)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	for i, d := range docs {
		if !relevant[d] || slices.Contains(docs[:i], d) {
			continue
		}
		found++
		precision += float64(found) / float64(i+1)
		if i < 5 {
			r.Precision5 += 1.0 / 5
		}
		if i < 10 {
			gain += 1 / math.Log2(float64(i+2))
			if found == 1 {
				r.MRR10 += 1 / float64(i+1)
			}
		}
		if i < 100 {
			r.Recall100 += 1 / float64(len(relevant))
		}
	}
	r.NDCG10 += gain / ideal
	r.MAP += precision / float64(len(relevant))
}

func eachRow[T any](r io.Reader, name string, do func(T)) error {
	dec := json.NewDecoder(r)
	for n := 1; ; n++ {
		var row T
		switch err := dec.Decode(&row); {
		case err == io.EOF:
			return nil
		case err != nil:
			return citestone.Errorf(citestone.BadInput, "%s, row %d: %w", name, n, err)
		}
		do(row)
	}
}
