package render

import (
	"io"
	"strings"
	"testing"

	"github.com/citestone/citestone"
)

// BenchmarkTextOnOneLine shows many findings on one endless line.
func BenchmarkTextOnOneLine(b *testing.B) {
	const sentence = "A fact was measured in 2015 by Google [7]. "
	c := Checked{Source: strings.Repeat(sentence, 20000)}
	for i := range 20000 {
		c.Findings = append(c.Findings, citestone.Finding{Rule: "uncited-claim", Severity: citestone.SeverityWarning, Message: "cites nothing",
			Line: 1, EndLine: 1, Start: i * len(sentence), End: (i+1)*len(sentence) - 1})
	}
	for b.Loop() {
		if err := Text(io.Discard, c, TextOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
