package entail_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/text"
)

// TestOwnSentences judges sentences of the example corpus against the post they come
// from: as they are, with one digit of a number changed, and with a "not" put in. The
// counts stand in docs/quality.md.
func TestOwnSentences(t *testing.T) {
	posts, err := filepath.Glob(filepath.Join("..", "..", "examples", "corpus", "go-blog", "docs", "*.md"))
	if err != nil || len(posts) < 100 {
		t.Fatalf("%d posts, %v", len(posts), err)
	}
	every := 3
	if testing.Short() {
		every = 12
	}
	var own, ownHeld, digit, digitHeld, negated, negatedHeld int
	judge := entail.Guard(entail.Deterministic())
	for i := 0; i < len(posts); i += every {
		data, err := os.ReadFile(posts[i])
		if err != nil {
			t.Fatal(err)
		}
		d := document.Parse("post.md", string(data))
		p := entail.Prepare(d.Source, d, entail.Context{Source: "s1"})
		held := func(claim string) int {
			v, err := judge.Judge(context.Background(), p, claim)
			if err != nil {
				t.Fatal(err)
			}
			if v.Label == citestone.Entailment {
				return 1
			}
			return 0
		}
		for _, s := range d.Sentences {
			plain := strings.Join(strings.Fields(s.Plain.Text), " ")
			if s.Exempt != "" || len(text.Terms(plain)) < 3 {
				continue
			}
			own++
			ownHeld += held(plain)
			if other, ok := changeDigit(plain); ok && !strings.Contains(d.Source, other) {
				digit++
				digitHeld += held(other)
			}
			if other := strings.Replace(plain, " is ", " is not ", 1); other != plain && !strings.Contains(plain, " not ") {
				negated++
				negatedHeld += held(other)
			}
		}
	}
	t.Logf("as they are: %d of %d entailed; one digit changed: %d of %d; \"not\" put in: %d of %d",
		ownHeld, own, digitHeld, digit, negatedHeld, negated)
	if own < 500 || float64(ownHeld) < 0.98*float64(own) {
		t.Errorf("%d of %d sentences are entailed by their own post, want 98 %%", ownHeld, own)
	}
	if digitHeld > 0 || negatedHeld > 0 {
		t.Errorf("entailed all the same: %d of %d with a changed digit, %d of %d with a \"not\"", digitHeld, digit, negatedHeld, negated)
	}
}

// changeDigit changes the first digit of the first number of a sentence that is
// neither part of a name nor of a code.
func changeDigit(s string) (string, bool) {
	for _, n := range text.Numbers(s) {
		i := strings.IndexAny(s[n.Start:n.End], "0123456789")
		if i < 0 || n.Kind == text.Ordinal {
			continue
		}
		b := []byte(s)
		at := n.Start + i
		b[at] = '1' + (b[at]-'0')%9
		return string(b), true
	}
	return s, false
}
