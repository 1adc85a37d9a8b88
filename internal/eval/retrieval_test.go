package eval

import (
	"math"
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

func TestRetrieval(t *testing.T) {
	judgements := `{"query":"q1","doc":"a","relevance":1}
{"query":"q1","doc":"b","relevance":2}
{"query":"q1","doc":"x","relevance":0}
{"query":"q2","doc":"c","relevance":1}
{"query":"q3","doc":"x","relevance":0}`
	run := `{"query":"q1","docs":["x","a","a","b"]}
{"query":"q3","docs":["x"]}`
	got, err := Retrieval(strings.NewReader(run), strings.NewReader(judgements))
	if err != nil {
		t.Fatal(err)
	}
	// q1 finds its two documents at ranks 2 and 4, q2 has no answer, q3 no relevant document.
	log3, log5 := math.Log2(3), math.Log2(5)
	want := Ranking{Queries: 2,
		NDCG10: (1/log3 + 1/log5) / (1 + 1/log3) / 2, MAP: (1.0/2 + 2.0/4) / 2 / 2, MRR10: 0.5 / 2, Recall100: 0.5, Precision5: 0.4 / 2}
	if got.String() != want.String() {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestRetrievalNamesTheBadRow(t *testing.T) {
	_, err := Retrieval(strings.NewReader("{\"query\":\"q\"}\n{oops"), strings.NewReader(""))
	if citestone.KindOf(err) != citestone.BadInput || !strings.Contains(err.Error(), "run, row 2") {
		t.Errorf("got %v", err)
	}
}
