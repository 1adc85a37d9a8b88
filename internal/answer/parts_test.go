package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParts(t *testing.T) {
	for _, tt := range []struct {
		question string
		want     []Part
	}{
		{"How long were pauses after Go 1.5, and do the sources agree?", []Part{{Text: "How long were pauses after Go 1.5?"}}},
		{"How much CPU does the optimiser save in Go 1.20, 1.21 and 1.22?", []Part{
			{Text: "How much CPU does the optimiser save in Go 1.20?"},
			{Text: "How much CPU does the optimiser save in Go 1.21?"},
			{Text: "How much CPU does the optimiser save in Go 1.22?"},
		}},
		{"What share of tenants was satisfied from 2020 to 2022?", []Part{
			{Text: "What share of tenants was satisfied in 2020?"},
			{Text: "What share of tenants was satisfied in 2021?"},
			{Text: "What share of tenants was satisfied in 2022?"},
		}},
		{"What is the overhead of tracing before and since Kernel 5.4?", []Part{
			{Text: "What is the overhead of tracing before Kernel 5.4?"},
			{Text: "What is the overhead of tracing since Kernel 5.4?"},
		}},
		{"How much faster are maps, in microbenchmarks and in whole applications?", []Part{
			{Text: "How much faster are maps, in microbenchmarks?"},
			{Text: "How much faster are maps, in whole applications?"},
		}},
		{"Who audited the bridge in 2025, how big was the effort, and what was found?", []Part{
			{Text: "Who audited the bridge in 2025?"},
			{Text: "How big was the effort?", Topic: "audited bridge 2025"},
			{Text: "What was found?", Topic: "audited bridge 2025"},
		}},
		{"By how much did the ferry Aurelia cut emissions, how long does charging the Aurelia take, and what does it cost?", []Part{
			{Text: "By how much did the ferry Aurelia cut emissions?"},
			{Text: "How long does charging the Aurelia take?"},
			{Text: "What does it cost?", Topic: "ferry Aurelia cut emissions"},
		}},
		{"Why do bridges fail", []Part{{Text: "Why do bridges fail?"}}},
	} {
		if diff := cmp.Diff(tt.want, Parts(tt.question)); diff != "" {
			t.Errorf("Parts(%q) (-want +got):\n%s", tt.question, diff)
		}
	}
}
