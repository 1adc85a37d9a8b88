// Package verify checks a document's claims against the sources they cite: claims
// are taken from sentences, each is judged against every source it cites, and the
// outcome is put together with the audit's findings.
package verify

import (
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

// Sure is the confidence above which a source's entailment supports a claim.
const Sure = 0.8

// Source is a cited source as far as it could be had.
type Source struct {
	ID, URL, Title string
	Premise        *entail.Premise // nil: the text could not be had
	Group          string          // independence group; "" stands alone
}

// Claims takes the atomic claims and the citations from a document. Exempt counts the
// sentences that need no citation. Critical may say which class a sentence's claims
// are of; where it is nil or says "", numbers, dates, causes and comparisons are C1.
func Claims(d *document.Document, critical func(document.Sentence) citestone.Class) (claims []citestone.Claim, citations []citestone.Citation, exempt int) {
	return nil, nil, 0
}

// Entail judges every citation of every claim. Sources maps reference keys
// ("3", "g7") to sources.
func Entail(ctx context.Context, judge entail.Judge, claims []citestone.Claim, citations []citestone.Citation, sources map[string]*Source) ([]citestone.CheckedClaim, error) {
	return nil, nil
}

// Input is what Assemble puts together.
type Input struct {
	Name      string // of the document, as shown
	Document  *document.Document
	Claims    []citestone.CheckedClaim
	Citations []citestone.Citation
	Sources   map[string]*Source             // by reference key
	Links     map[string]citestone.LinkCheck // by URL; nil: links were not checked
	Exempt    int
	Mode      audit.Mode
	Threshold float64 // verification rate to reach, 0-1
}

// Assemble computes summary, findings and references.
func Assemble(in Input) citestone.Verification { return citestone.Verification{} }

// Resolver returns the source that a reference stands for: nil when it stands for
// nothing, a Source without Premise when its text cannot be had. For a marker whose
// key has no entry in the document's list, only ref.ID is set.
type Resolver func(ctx context.Context, ref document.Reference) (*Source, error)

// Options of Document.
type Options struct {
	Mode      audit.Mode
	Threshold float64
	Critical  func(document.Sentence) citestone.Class
}

// Document verifies a whole document.
func Document(ctx context.Context, d *document.Document, judge entail.Judge, resolve Resolver, o Options) (citestone.Verification, error) {
	return citestone.Verification{}, nil
}
