package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// conflicting finds markers that link to another page than the references they name.
// It is silent where the two cannot be compared.
func conflicting(in *Input) []citestone.Finding {
	var out []citestone.Finding
	owners := map[string]string{} // id of the reference to a work
	for _, r := range in.Document.References {
		for _, w := range r.Works() {
			if owners[w] == "" {
				owners[w] = r.ID
			}
		}
	}
	for _, m := range in.Document.Markers {
		if m.Style != document.LinkedStyle || len(m.Keys) == 0 || !in.conflicts(m) {
			continue
		}
		r, _ := in.entry(m.Keys[0])
		f := finding(m.Span, r.ID, fmt.Sprintf("the link goes to %s, but %s is at %s", m.URL, naming(r), r.URL),
			"one of the two is of another source: make the link and the list agree")
		if owner := owners[document.WorkAt(m.URL)]; owner != "" {
			f.Suggestion = fmt.Sprintf("the link is that of %s: cite that one, or correct the link", in.named(owner))
		}
		out = append(out, f)
	}
	return out
}

// conflicts reports whether all references that a linked marker names are certainly
// other works than the one it links to.
func (in *Input) conflicts(m document.Marker) bool {
	return !slices.ContainsFunc(m.Keys, func(key string) bool {
		r, ok := in.entry(key)
		return !ok || !differs(m.URL, r, document.Addresses(in.Document.Source[r.Start:r.End]))
	})
}

// differs reports whether an address certainly leads to another work than a reference
// with the addresses in its entry. A DOI and an arXiv id, say, may be of one work.
func differs(address string, r document.Reference, addresses []string) bool {
	work := document.WorkAt(address)
	if work == "" || document.WorkAt(r.URL) == "" {
		return false
	}
	works := r.Works()
	for _, a := range addresses {
		works = append(works, document.WorkAt(a))
	}
	named, same := false, false // a name such as a DOI; one of the same kind
	for _, w := range works {
		if strings.EqualFold(w, work) {
			return false
		}
		kind, _, ok := strings.Cut(w, " ")
		named = named || ok
		same = same || ok && strings.HasPrefix(work, kind+" ")
	}
	if same {
		return true
	}
	return !document.Elsewhere(address) && !document.Elsewhere(r.URL) && !(named && strings.Contains(work, " "))
}
