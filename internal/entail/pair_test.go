package entail

import (
	"testing"

	"github.com/citestone/citestone/internal/document"
)

// BenchmarkPair judges a claim against a passage of one sentence, all included.
func BenchmarkPair(b *testing.B) {
	const passage = "Stephen Curry joined the Golden State Warriors in 2009 and won four championships with them."
	d := Deterministic()
	for b.Loop() {
		p := Prepare(passage, document.Parse("p.txt", passage), Context{Source: "s1"})
		if _, err := d.Judge(b.Context(), p, "Curry won four championships with the Warriors."); err != nil {
			b.Fatal(err)
		}
	}
}
