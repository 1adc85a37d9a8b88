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
	// Meta is what the source says of itself and Stored its text, where it was found
	// among the sources at hand.
	Meta   citestone.Source
	Stored string
}

// Resolver returns the source that a reference stands for: nil when it stands for
// nothing, a Source without Premise when its text cannot be had. For a marker whose
// key has no entry in the document's list, only ref.ID is set.
type Resolver func(ctx context.Context, ref document.Reference) (*Source, error)

// Options of Document.
type Options struct {
	Mode      audit.Mode
	Threshold float64 // verification rate to reach, 0-1
	Critical  func(document.Sentence) citestone.Class
}

// Document verifies a whole document.
func Document(ctx context.Context, d *document.Document, judge entail.Judge, resolve Resolver, o Options) (citestone.Verification, error) {
	in, err := Check(ctx, d, judge, resolve, o)
	if err != nil {
		return citestone.Verification{}, err
	}
	return Assemble(in), nil
}

// Check gathers what Assemble puts together to the verification of a whole document.
func Check(ctx context.Context, d *document.Document, judge entail.Judge, resolve Resolver, o Options) (Input, error) {
	in := Input{Name: d.Name, Document: d, Mode: o.Mode, Threshold: o.Threshold}
	var err error
	if in.Sources, err = Resolve(ctx, d, resolve); err != nil {
		return in, err
	}
	var claims []citestone.Claim
	claims, in.Citations, in.Exempt = Claims(d, o.Critical)
	if in.Claims, err = Entail(ctx, judge, claims, in.Citations, in.Sources); err != nil {
		return in, err
	}
	group(in.Claims, in.Sources)
	independent(in.Claims, in.Sources)
	return in, nil
}

// Resolve asks for the source of every reference and of every key that a marker names.
// A reference of the list always has a source, if need be one without text; so has a key
// of a list that is not at hand. Any other key without an entry that the resolver does
// not know has none.
func Resolve(ctx context.Context, d *document.Document, resolve Resolver) (map[string]*Source, error) {
	sources := map[string]*Source{}
	ask := func(ref document.Reference, listed bool) error {
		if sources[ref.ID] != nil {
			return nil
		}
		s, err := resolve(ctx, ref)
		if s == nil && listed {
			s = &Source{Title: ref.Title, URL: ref.URL}
		}
		if s != nil {
			own := *s // others may have it, too
			sources[ref.ID] = &own
		}
		return err
	}
	for _, r := range d.References {
		if err := ask(r, true); err != nil {
			return nil, err
		}
	}
	for _, m := range d.Markers {
		for _, key := range m.Keys {
			if err := ask(document.Reference{ID: key, URL: m.URL}, m.URL != "" || d.Unlisted); err != nil {
				return nil, err
			}
		}
	}
	return sources, nil
}
