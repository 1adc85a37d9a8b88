package verify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

// report returns a report of about the given number of words that cites so many
// references.
func report(words, references int) string {
	var b strings.Builder
	b.WriteString("# A report\n")
	sentences := []string{
		"The collector of version 1.%d stops the world for less than %d milliseconds in most programs of that size [%d].",
		"According to the survey of 20%02d, about %d %% of the teams had moved their services to the new runtime by then [%d].",
		"Memory use fell from 2.%d GB to %d MB after the change, which its authors call a surprise [%d].",
	}
	for n, written := 0, 0; written < words; n++ {
		if n%40 == 0 {
			fmt.Fprintf(&b, "\n\n## Part %d\n", n/40+1)
		}
		if n%5 == 0 {
			b.WriteString("\n\n")
		}
		s := fmt.Sprintf(sentences[n%len(sentences)], n%20, n%90+1, n%references+1)
		b.WriteString(s + " ")
		written += len(strings.Fields(s))
	}
	b.WriteString("\n\n## References\n\n")
	for n := range references {
		fmt.Fprintf(&b, "[%d] Doe, J. and Roe, R. (20%02d). The %dth study of collectors. Journal of Runtimes %d. https://journal.example/%d\n", n+1, n%26, n+1, n%40, n+1)
	}
	return b.String()
}

// BenchmarkStructure reads a document of 10,000 words with 200 references and applies
// the rules that need no source.
func BenchmarkStructure(b *testing.B) {
	stored := report(10_000, 200)
	b.SetBytes(int64(len(stored)))
	b.ReportAllocs()
	for b.Loop() {
		d := document.ParseCited("report.md", stored)
		in, err := Check(b.Context(), d, entail.Deterministic(), Shelved(""), Options{Mode: audit.Verify, Threshold: 0.9})
		if err != nil {
			b.Fatal(err)
		}
		if v := Assemble(in); len(v.References) != 200 || v.Summary.Claims < 400 {
			b.Fatalf("%d references, %d claims", len(v.References), v.Summary.Claims)
		}
	}
}
