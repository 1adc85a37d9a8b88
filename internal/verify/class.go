package verify

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// AnswerHeading is the heading of the answer in Citestone's own drafts.
const AnswerHeading = "Answer"

// CriticalUnder makes everything under a heading critical; elsewhere the wording decides.
func CriticalUnder(heading string) func(document.Sentence) citestone.Class {
	return func(s document.Sentence) citestone.Class {
		if s.Section == heading {
			return citestone.C1
		}
		return ""
	}
}
