package audit

import (
	"fmt"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// of returns a finding for each claim of the status that check says something about.
func (in *Input) of(status citestone.Status, check func(citestone.CheckedClaim) (citestone.Finding, bool)) []citestone.Finding {
	var out []citestone.Finding
	for _, c := range in.Claims {
		if c.Status != status || in.explained(c) {
			continue
		}
		if f, ok := check(c); ok {
			f.Start, f.End, f.Claim = c.Start, c.End, c.ID
			out = append(out, f)
		}
	}
	return out
}

// explained reports whether a finding at the claim's markers already says what is
// wrong: each of them dangles or is misattributed.
func (in *Input) explained(c citestone.CheckedClaim) bool {
	markers := 0
	first, last := in.within(citestone.Span{Start: c.Start, End: c.End})
	for i := first; i < last; i++ {
		strange := in.strangers(i)
		for _, key := range in.Document.Markers[i].Keys {
			if markers++; in.resolves(key) && !slices.Contains(strange, key) {
				return false
			}
		}
	}
	return markers > 0
}

// mismatch returns the result that names a number or quotation mismatch, worst first.
func mismatch(c citestone.CheckedClaim) (citestone.CitationResult, bool) {
	for _, label := range []citestone.Label{citestone.Contradiction, citestone.Neutral} {
		for _, r := range c.Results {
			if r.Label == label && r.Rule != "" {
				return r, true
			}
		}
	}
	return citestone.CitationResult{}, false
}

// withRule returns the check for claims that failed by the named mismatch.
func withRule(rule string) func(*Input) []citestone.Finding {
	return func(in *Input) []citestone.Finding {
		check := func(c citestone.CheckedClaim) (citestone.Finding, bool) {
			r, ok := mismatch(c)
			return citestone.Finding{Message: r.Reason, Reference: r.Reference, Evidence: r.Evidence}, ok && r.Rule == rule
		}
		return append(in.of(citestone.Contradicted, check), in.of(citestone.Unsupported, check)...)
	}
}

func contradicted(in *Input) []citestone.Finding {
	return in.of(citestone.Contradicted, func(c citestone.CheckedClaim) (citestone.Finding, bool) {
		_, special := mismatch(c)
		return said(c, citestone.Contradiction), !special
	})
}

func unsupported(in *Input) []citestone.Finding {
	return in.of(citestone.Unsupported, func(c citestone.CheckedClaim) (citestone.Finding, bool) {
		_, special := mismatch(c)
		f := said(c, citestone.Neutral)
		f.Suggestion = "cite a source that says this, or say what the source says"
		return f, !special
	})
}

func undecided(in *Input) []citestone.Finding {
	return in.of(citestone.Undecided, func(c citestone.CheckedClaim) (citestone.Finding, bool) {
		f := said(c, citestone.Abstain)
		f.Message = "not decided: " + f.Message
		return f, true
	})
}

// unverifiable finds the claims of which nothing can be said. In a stranger's document
// they are one finding for each source that is missing, or a single one where no text of
// any source is at hand.
func unverifiable(in *Input) []citestone.Finding {
	claims := in.of(citestone.Unverifiable, func(citestone.CheckedClaim) (citestone.Finding, bool) {
		return citestone.Finding{Message: "the text of the cited source could not be had"}, true
	})
	switch {
	case in.Mode == Research || len(claims) == 0:
		return claims
	case !in.hasTexts():
		f := citestone.Finding{Start: claims[0].Start, End: claims[0].End}
		f.Message = fmt.Sprintf("no text of any cited source is at hand, so %s could not be checked", count(len(claims), "cited claim"))
		f.Suggestion = "give files or folders with --sources"
		return []citestone.Finding{f}
	}
	return in.missing(claims)
}

// hasTexts reports whether the text of any source is at hand.
func (in *Input) hasTexts() bool {
	for _, p := range in.Sources {
		if p != nil {
			return true
		}
	}
	return false
}

// missing returns a finding for each source whose lack keeps claims from being checked:
// at its entry, or at the first claim that cites it.
func (in *Input) missing(claims []citestone.Finding) []citestone.Finding {
	n, at := map[string]int{}, map[string]citestone.Span{}
	var keys []string
	for _, c := range claims {
		for _, key := range in.citedIn(citestone.Span{Start: c.Start, End: c.End}) {
			if in.Sources[key] != nil || !in.resolves(key) {
				continue
			}
			if n[key]++; n[key] == 1 {
				keys, at[key] = append(keys, key), citestone.Span{Start: c.Start, End: c.End}
			}
		}
	}
	var out []citestone.Finding
	for _, key := range keys {
		span := at[key]
		if r, ok := in.entry(key); ok && !r.External {
			span = r.Span
		}
		out = append(out, finding(span, key, fmt.Sprintf("the text of %s is not at hand, so %s could not be checked", in.named(key), count(n[key], "claim")),
			"give its file, or the folder it lies in, with --sources"))
	}
	return out
}

// within returns the range of the markers that stand in a span.
func (in *Input) within(span citestone.Span) (first, last int) {
	list := in.Document.Markers
	first, _ = slices.BinarySearchFunc(list, span.Start, func(m document.Marker, at int) int { return m.Start - at })
	last = first
	for last < len(list) && list[last].End <= span.End {
		last++
	}
	return first, last
}

// citedIn returns the keys of the markers within a span, each once.
func (in *Input) citedIn(span citestone.Span) []string {
	var keys []string
	first, last := in.within(span)
	for _, m := range in.Document.Markers[first:last] {
		for _, key := range m.Keys {
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// count writes a number of things.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// said returns what the first citation with the label was said about.
func said(c citestone.CheckedClaim, label citestone.Label) citestone.Finding {
	for _, r := range c.Results {
		if r.Label == label {
			return citestone.Finding{Message: r.Reason, Reference: r.Reference, Evidence: r.Evidence}
		}
	}
	return citestone.Finding{Message: c.Reason, Evidence: c.Evidence}
}

// unneeded finds the citations of supported claims whose source was decided not to
// support them, unless it supports another fact of the same sentence.
func unneeded(in *Input) []citestone.Finding {
	type place struct {
		start     int
		reference string
	}
	needed := map[place]bool{}
	for _, c := range in.Claims {
		for _, r := range c.Results {
			if r.Label == citestone.Entailment || r.Label == citestone.Abstain {
				needed[place{c.Start, r.Reference}] = true
			}
		}
	}
	var out []citestone.Finding
	for _, c := range in.Claims {
		if c.Status != citestone.Supported {
			continue
		}
		for _, r := range c.Results {
			span, ok := in.marker(c, r.Reference)
			if !ok || needed[place{c.Start, r.Reference}] {
				continue
			}
			needed[place{c.Start, r.Reference}] = true
			f := finding(span, r.Reference, fmt.Sprintf("another source supports this, not %s: %s", in.named(r.Reference), r.Reason), "remove this citation")
			f.Claim = c.ID
			out = append(out, f)
		}
	}
	return out
}

// marker returns the claim's marker that names the key, unless it is misattributed.
func (in *Input) marker(c citestone.CheckedClaim, key string) (citestone.Span, bool) {
	first, last := in.within(citestone.Span{Start: c.Start, End: c.End})
	for i := first; i < last; i++ {
		if m := in.Document.Markers[i]; slices.Contains(m.Keys, key) {
			return m.Span, !slices.Contains(in.strangers(i), key)
		}
	}
	return citestone.Span{}, false
}
