package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// mismatched finds references whose title is not that of the source at their address.
func mismatched(in *Input) []citestone.Finding {
	var out []citestone.Finding
	for _, r := range in.Document.References {
		src, ok := in.About[r.ID]
		if !ok || r.Title == "" || !sameWork(r, src) || !otherTitle(r.Title, src) {
			continue
		}
		f := finding(in.placeOf(r), r.ID, fmt.Sprintf("%s is, at its address, “%s”", naming(r), src.Title), "correct the title or the address")
		out = append(out, f)
	}
	return out
}

// sameWork reports whether a source is at the address of a reference, so that their
// titles should be the same.
func sameWork(r document.Reference, src citestone.Source) bool {
	at := document.Reference{URL: src.URL}.Works()
	return slices.ContainsFunc(r.Works(), func(w string) bool { return slices.Contains(at, w) })
}

// fewWords is the number of content words below which a title says too little.
const fewWords = 3

// otherTitle reports whether a title is clearly another than the source's own: of the
// content words of the shorter one less than a third are in the other. A source called
// by its file has no title.
func otherTitle(title string, src citestone.Source) bool {
	a, b := text.Terms(title), text.Terms(src.Title)
	if len(a) < fewWords || len(b) < fewWords || strings.Contains(src.Path, src.Title) {
		return false
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	shared := 0
	for _, t := range a {
		if slices.Contains(b, t) {
			shared++
		}
	}
	return 3*shared < len(a)
}

// placeOf returns where a reference stands or, if that is in another file, the first
// marker that cites it.
func (in *Input) placeOf(r document.Reference) citestone.Span {
	if r.External {
		for _, m := range in.Document.Markers {
			if slices.Contains(m.Keys, r.ID) {
				return m.Span
			}
		}
	}
	return r.Span
}

// dependent finds critical claims whose supporting sources have one origin.
func dependent(in *Input) []citestone.Finding {
	var out []citestone.Finding
	for _, c := range in.Claims {
		if in.Mode != Verify || c.Independence == nil || c.Independence.CommonAncestor == nil {
			continue
		}
		if origin, ok := strings.CutPrefix(*c.Independence.CommonAncestor, "group "); ok {
			out = append(out, citestone.Finding{Start: c.Start, End: c.End, Claim: c.ID,
				Message: fmt.Sprintf("the sources of this are one: %s", origin), Suggestion: "cite a source of another origin, or say that there is one"})
		}
	}
	return out
}

// old is how many years a source may be older than the document that cites it for the
// present.
const old = 3

// stale finds claims about the present whose newest source is years older than the
// document, where the document says when it was written.
func stale(in *Input) []citestone.Finding {
	written := yearIn(in.Document.Meta.Date)
	if in.Mode != Verify || written == 0 {
		return nil
	}
	published := map[string]int{}
	for _, r := range in.Document.References {
		published[r.ID] = yearIn(cmp.Or(in.About[r.ID].Published, r.Published))
	}
	var out []citestone.Finding
	for _, c := range in.Claims {
		newest := 0
		for _, key := range c.Citations {
			if newest = max(newest, published[key]); published[key] == 0 {
				newest = written // who knows
			}
		}
		if newest > 0 && written-newest >= old && present(c.Text) {
			out = append(out, citestone.Finding{Start: c.Start, End: c.End, Claim: c.ID,
				Message: fmt.Sprintf("this speaks of the present, and its newest source is of %d", newest), Suggestion: "cite a newer source, or say when it was so"})
		}
	}
	return out
}

// present reports whether a claim speaks of the time when it was written, and gives no
// year.
func present(claim string) bool {
	now := false
	for _, t := range text.Words(claim) {
		switch t.Norm {
		case "currently", "nowadays", "today", "now", "presently":
			now = true
		}
	}
	return now && !slices.ContainsFunc(text.Numbers(claim), func(n text.Number) bool { return n.Kind == text.Year || n.Kind == text.Date })
}

// yearIn returns the year of an ISO date, 0 if it is none.
func yearIn(date string) int {
	n, err := strconv.Atoi(date[:min(len(date), len("2006"))])
	if err != nil || len(date) < len("2006") {
		return 0
	}
	return n
}
