package audit

import (
	"fmt"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// orphans finds references that no marker names. A document without any marker has
// one problem, not one for each reference.
func orphans(in *Input) []citestone.Finding {
	if len(in.Document.Markers) == 0 {
		return nil
	}
	cited := map[string]bool{}
	for _, m := range in.Document.Markers {
		for _, key := range m.Keys {
			cited[key] = true
		}
	}
	var out []citestone.Finding
	for _, r := range in.Document.References {
		if !cited[r.ID] && !in.Document.Mentions(r.ID) {
			out = append(out, finding(r.Span, r.ID, fmt.Sprintf("reference %s is never cited", r.ID), "cite it or remove it"))
		}
	}
	return out
}

// duplicates finds references to a work that an earlier reference is to.
func duplicates(in *Input) []citestone.Finding {
	var out []citestone.Finding
	seen := map[string]string{} // property of a work -> id of the first reference
	for i, r := range in.Document.References {
		if i > 0 && r.End > 0 && r.Span == in.Document.References[i-1].Span {
			continue // one entry with several ids
		}
		keys := identities(r)
		first := ""
		for _, k := range keys {
			if seen[k] != "" {
				first = seen[k]
				break
			}
		}
		for _, k := range keys {
			if seen[k] == "" {
				seen[k] = r.ID
			}
		}
		if first != "" {
			out = append(out, finding(r.Span, r.ID, fmt.Sprintf("reference %s is to the same work as reference %s", r.ID, first),
				fmt.Sprintf("cite %s instead", first)))
		}
	}
	return out
}

// identities returns what tells the work of a reference from others: its DOI, URL and
// title, normalised.
func identities(r document.Reference) []string {
	var ids []string
	if r.DOI != "" {
		ids = append(ids, "doi "+strings.ToLower(r.DOI))
	}
	if r.URL != "" {
		u, _, _ := strings.Cut(r.URL, "#")
		_, rest, ok := strings.Cut(u, "://")
		if !ok {
			rest = u
		}
		ids = append(ids, "url "+strings.TrimRight(strings.TrimPrefix(strings.ToLower(rest), "www."), "/"))
	}
	if words := strings.Fields(text.Identity(r.Title).Fold().Text); len(words) > 2 {
		ids = append(ids, fmt.Sprintf("title %s %s", strings.Join(words, " "), year(r)))
	}
	return ids
}

// year keeps two editions of one title apart.
func year(r document.Reference) string { return r.Published[:min(len(r.Published), len("2006"))] }
