package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
)

// Entail judges every citation of every claim, also where another already supports it,
// and where none does the sources of the claim together. Sources maps reference keys
// ("3", "g7") to sources; a key that is missing dangles. The judge is guarded: numbers,
// quotations and evidence are checked whoever it is.
//
// A claim is supported if any source entails it with a confidence above Sure. Else it
// is contradicted if any source contradicts it, undecided if the judge abstained on
// any, and otherwise unsupported. It is unverifiable if no cited text could be had,
// and uncited if no marker of it stands for anything.
func Entail(ctx context.Context, judge entail.Judge, claims []citestone.Claim, citations []citestone.Citation, sources map[string]*Source) ([]citestone.CheckedClaim, error) {
	e := entailer{
		judge: entail.Guard(judge), sources: sources,
		citations: make(map[string]citestone.Citation, len(citations)),
		sentences: map[[2]string]entail.Verdict{}, joined: map[string]*entail.Premise{},
	}
	for _, c := range citations {
		e.citations[c.ID] = c
	}
	checked := make([]citestone.CheckedClaim, 0, len(claims))
	for _, c := range claims {
		cc, err := e.check(ctx, c)
		if err != nil {
			return nil, err
		}
		checked = append(checked, cc)
	}
	return checked, nil
}

type entailer struct {
	judge     entail.Judge
	sources   map[string]*Source
	citations map[string]citestone.Citation
	sentences map[[2]string]entail.Verdict // by reference key and sentence
	joined    map[string]*entail.Premise   // by reference keys
}

// check judges one claim.
func (e *entailer) check(ctx context.Context, c citestone.Claim) (citestone.CheckedClaim, error) {
	cc := citestone.CheckedClaim{
		ID: c.ID, Text: c.Text, Class: c.Class, Start: c.Start, End: c.End, Location: c.Location,
		Citations: []string{}, Evidence: []citestone.Evidence{}, Results: []citestone.CitationResult{},
		Layers: citestone.Layers{Link: citestone.NotRun, Content: citestone.NotRun, Entailment: citestone.NotRun, Consistency: citestone.NotRun},
	}
	known, texts := 0, []string{}
	for _, id := range c.Citations {
		cite := e.citations[id]
		if !slices.Contains(cc.Citations, cite.Reference) {
			cc.Citations = append(cc.Citations, cite.Reference)
		}
		s := e.sources[cite.Reference]
		if s == nil {
			cc.Results = append(cc.Results, silent(cite, "the marker stands for nothing"))
			continue
		}
		known++
		if s.Premise == nil {
			cc.Results = append(cc.Results, silent(cite, "the source's text could not be had"))
			continue
		}
		texts = append(texts, cite.Reference)
		v, err := e.verdict(ctx, c, cite.Reference, s.Premise)
		if err != nil {
			return cc, err
		}
		cc.Results = append(cc.Results, result(cite, s, v))
	}
	switch {
	case known == 0:
		cc.Status, cc.Reason = citestone.Uncited, "it cites nothing"
		if len(c.Citations) > 0 {
			cc.Reason = "its markers stand for nothing"
		}
		return cc, nil
	case len(texts) == 0:
		cc.Status, cc.Reason, cc.Layers.Content = citestone.Unverifiable, "the text of the cited source could not be had", "missing"
		return cc, nil
	}
	cc.Layers.Content = "ok"
	decide(&cc)
	return cc, e.together(ctx, c, &cc, texts)
}

// silent is the result of a citation that could not be judged.
func silent(c citestone.Citation, reason string) citestone.CitationResult {
	return citestone.CitationResult{Marker: c.Marker, Reference: c.Reference, Label: citestone.Abstain, Reason: reason}
}

func result(c citestone.Citation, s *Source, v entail.Verdict) citestone.CitationResult {
	r := citestone.CitationResult{
		Marker: c.Marker, Reference: c.Reference, Label: v.Label, Confidence: v.Confidence,
		Reason: v.Reason, Judge: v.Judge, Rule: v.Rule,
	}
	for _, ev := range v.Evidence {
		if ev.Source == "" {
			ev.Source, ev.URL = s.ID, s.URL
		}
		r.Evidence = append(r.Evidence, ev)
	}
	return r
}

// verdict judges a claim against a premise. A fact that was taken out of a sentence is
// also entailed when the premise entails the whole sentence.
func (e *entailer) verdict(ctx context.Context, c citestone.Claim, key string, p *entail.Premise) (entail.Verdict, error) {
	v, err := e.judge.Judge(ctx, p, c.Text)
	if err != nil || c.Sentence == "" || v.Label == citestone.Entailment && v.Confidence > Sure {
		return v, err
	}
	at := [2]string{key, c.Sentence}
	whole, ok := e.sentences[at]
	if !ok {
		if whole, err = e.judge.Judge(ctx, p, c.Sentence); err != nil {
			return v, err
		}
		e.sentences[at] = whole
	}
	if whole.Label == citestone.Entailment && whole.Confidence > Sure {
		whole.Reason = "of its whole sentence: " + whole.Reason
		return whole, nil
	}
	return v, nil
}

// decide sets status, reason and evidence from the results that have a text.
func decide(cc *citestone.CheckedClaim) {
	best, rank := citestone.CitationResult{}, -1
	for _, r := range cc.Results {
		if r.Judge == "" {
			continue
		}
		if n := weight(r); n > rank || n == rank && r.Confidence > best.Confidence {
			best, rank = r, n
		}
	}
	cc.Status = map[citestone.Label]citestone.Status{
		citestone.Entailment: citestone.Supported, citestone.Contradiction: citestone.Contradicted,
		citestone.Neutral: citestone.Unsupported, citestone.Abstain: citestone.Undecided,
	}[best.Label]
	if best.Label == citestone.Entailment && best.Confidence <= Sure {
		cc.Status = citestone.Undecided
	}
	cc.Judge, cc.Confidence, cc.Reason = best.Judge, best.Confidence, best.Reason
	cc.Layers.Entailment = string(best.Label)
	cc.Evidence = append([]citestone.Evidence{}, best.Evidence...)
}

// weight orders results by what they mean for the claim.
func weight(r citestone.CitationResult) int {
	switch {
	case r.Label == citestone.Entailment && r.Confidence > Sure:
		return 5
	case r.Label == citestone.Contradiction:
		return 4
	case r.Label == citestone.Entailment:
		return 3
	case r.Label == citestone.Abstain:
		return 2
	case r.Rule != "":
		return 1
	}
	return 0
}

// together judges the claim against all of its sources at once, where none of them
// alone decided for or against it.
func (e *entailer) together(ctx context.Context, c citestone.Claim, cc *citestone.CheckedClaim, keys []string) error {
	keys = slices.Compact(slices.Sorted(slices.Values(keys)))
	if len(keys) < 2 || cc.Status == citestone.Supported || cc.Status == citestone.Contradicted {
		return nil
	}
	all := strings.Join(keys, "+")
	if e.joined[all] == nil {
		var parts []*entail.Premise
		for _, k := range keys {
			parts = append(parts, e.sources[k].Premise)
		}
		e.joined[all] = entail.Join(parts...)
	}
	v, err := e.verdict(ctx, c, all, e.joined[all])
	if err != nil || v.Label != citestone.Entailment || v.Confidence <= Sure {
		return err
	}
	cc.Status, cc.Judge, cc.Confidence = citestone.Supported, v.Judge, v.Confidence
	cc.Reason = fmt.Sprintf("together, %s: %s", strings.Join(keys, ", "), v.Reason)
	cc.Evidence, cc.Layers.Entailment = v.Evidence, string(v.Label)
	return nil
}

// independent sets the independence of critical claims: the sources that entail one
// must have at least two separate origins. Sources of one Group are one.
func independent(claims []citestone.CheckedClaim, sources map[string]*Source) {
	for i := range claims {
		c := &claims[i]
		if c.Class != citestone.C1 || c.Status != citestone.Supported {
			continue
		}
		groups := map[string]bool{}
		n := 0
		for _, r := range c.Results {
			if r.Label == citestone.Entailment && r.Confidence > Sure {
				groups[sources[r.Reference].origin()] = true
				n++
			}
		}
		c.Independence = independence(n, groups)
	}
}

func (s *Source) origin() string {
	if s.Group != "" {
		return "group " + s.Group
	}
	return "source " + s.ID
}

func independence(sources int, groups map[string]bool) *citestone.Independence {
	in := &citestone.Independence{Passed: len(groups) > 1, Groups: len(groups)}
	switch {
	case in.Passed:
		in.Reason = fmt.Sprintf("%d sources of separate origin support it", len(groups))
	case sources > 1:
		in.Reason = fmt.Sprintf("its %d supporting citations have one origin", sources)
		for g := range groups {
			in.CommonAncestor = &g
		}
	default:
		in.Reason = "it rests on one source"
	}
	return in
}
