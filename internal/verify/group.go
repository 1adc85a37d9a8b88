package verify

import (
	"maps"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/rank"
)

// group puts together the sources of critical claims that have one author or nearly the
// same text, where nobody has said which belong together. That two lie at one site says
// nothing of them: it may be a library.
func group(claims []citestone.CheckedClaim, sources map[string]*Source) {
	asked := map[string]*Source{} // by id, that support a claim with another
	for _, c := range claims {
		keys := supporting(c)
		if c.Class != citestone.C1 || len(keys) < 2 {
			continue
		}
		for _, key := range keys {
			if s := sources[key]; s.Group == "" && s.Meta.ID != "" {
				asked[s.ID] = s
			}
		}
	}
	var list []citestone.Source
	texts := map[string]string{}
	for _, id := range slices.Sorted(maps.Keys(asked)) {
		list = append(list, citestone.Source{ID: id, Authors: asked[id].Meta.Authors})
		texts[id] = asked[id].Stored
	}
	of := map[string]string{}
	for _, g := range rank.Groups(list, texts) {
		if len(g.Sources) > 1 {
			for _, id := range g.Sources {
				of[id] = g.Reason
			}
		}
	}
	for _, s := range sources {
		if s.Group == "" {
			s.Group = of[s.ID]
		}
	}
}

// supporting returns the keys of the references that entail a claim.
func supporting(c citestone.CheckedClaim) []string {
	var keys []string
	for _, r := range c.Results {
		if r.Label == citestone.Entailment && r.Confidence > Sure && !slices.Contains(keys, r.Reference) {
			keys = append(keys, r.Reference)
		}
	}
	return keys
}
