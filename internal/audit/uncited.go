package audit

import (
	"fmt"
	"slices"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// uncited finds factual sentences without a marker. Our own reports cite each; what a
// stranger must cite is less.
func uncited(in *Input) []citestone.Finding {
	var out []citestone.Finding
	if in.Mode == Verify {
		return in.strangersUncited()
	}
	broken := malformed(in)
	for _, s := range in.Document.Sentences {
		if s.Exempt == "" && len(s.Markers) == 0 && !holds(s.Span, broken) {
			out = append(out, finding(s.Span, "", "this states a fact and cites nothing", "cite a source, or make it a judgement whose basis is cited"))
		}
	}
	return out
}

// holds reports whether one of the findings, which are in order, begins in the span.
func holds(span citestone.Span, findings []citestone.Finding) bool {
	_, ok := slices.BinarySearchFunc(findings, span, func(f citestone.Finding, span citestone.Span) int {
		switch {
		case f.Start < span.Start:
			return -1
		case f.Start >= span.End:
			return 1
		}
		return 0
	})
	return ok
}

// strangersUncited returns one finding for each run of sentences in a paragraph that
// need a citation and have none, and a single one for a document without markers.
func (in *Input) strangersUncited() []citestone.Finding {
	d := in.Document
	broken, needs := malformed(in), newNeeds(d)
	var out []citestone.Finding
	facts, last := 0, -2 // of the finding that the sentence before belongs to
	all, linked := 0, 0  // sentences without a citation, and with one
	for i, s := range d.Sentences {
		if len(s.Markers) > 0 {
			linked++
		}
		if !needs.citation(i) || holds(s.Span, broken) {
			continue
		}
		all++
		if len(d.Markers) == 0 {
			f := finding(s.Span, "", "the document has no citation markers that this reads; this is its first factual sentence", "cite sources as [1], [^1] or (Author, year)")
			return []citestone.Finding{f}
		}
		if last == i-1 && d.Sentences[last].Block == s.Block {
			facts++
			f := &out[len(out)-1]
			f.End, f.Message = s.End, fmt.Sprintf("these %d sentences state facts and cite nothing", facts)
		} else {
			facts = 1
			f := finding(s.Span, "", "this states a fact and cites nothing", "cite the source behind it; a citation at the end of a paragraph covers the paragraph")
			out = append(out, f)
		}
		last = i
	}
	if all > 1 && all >= linked && onlyLinks(d) {
		f := finding(d.Sentences[firstOf(d, out)].Span, "", fmt.Sprintf("the only citations of the document are links, and %d sentences that state facts have none; this is the first", all),
			"cite sources as [1], [^1] or (Author, year), or put a link behind each fact")
		return []citestone.Finding{f}
	}
	return out
}

// onlyLinks reports whether all markers of a document are plain links, which may well
// be there for other reasons.
func onlyLinks(d *document.Document) bool {
	return !slices.ContainsFunc(d.Markers, func(m document.Marker) bool { return m.Style != document.AddressStyle })
}

// firstOf returns the index of the sentence at which the first finding begins.
func firstOf(d *document.Document, findings []citestone.Finding) int {
	i, _ := slices.BinarySearchFunc(d.Sentences, findings[0].Start, func(s document.Sentence, at int) int { return s.Start - at })
	return i
}

// coveredBlocks returns the blocks whose sentences the marker of another sentence covers:
// one that ends the paragraph, or one in the sentence that introduces the list.
func coveredBlocks(d *document.Document) map[int]bool {
	covered := map[int]bool{}
	lead := map[int]bool{} // blocks that introduce a list, with a marker in their last sentence
	for i, s := range d.Sentences {
		covered[s.Block] = len(s.Markers) > 0
		if ends := i+1 == len(d.Sentences) || d.Sentences[i+1].Block != s.Block; ends {
			lead[s.Block] = len(s.Markers) > 0 && introduces(s)
		}
	}
	for i, open := 0, []int(nil); i < len(d.Blocks); i++ {
		b := d.Blocks[i]
		if b.Kind != document.ListItem {
			open = nil
			if lead[i] {
				open = []int{0}
			}
			continue
		}
		for len(open) > 0 && open[len(open)-1] >= b.Level && open[len(open)-1] > 0 {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			covered[i] = true
		}
		if lead[i] {
			open = append(open, b.Level)
		}
	}
	return covered
}
