package entail

import (
	"bytes"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Excerpt is what a judge with a limited view reads of a premise: sentences of it, in
// the order of the source, or a part of one that is too long to be read at once.
type Excerpt struct {
	found *found
	runs  []run
}

// run is words [from, to) of a sentence.
type run struct{ sentence, from, to int }

// Candidates returns the sentences that speak of the claim most, best first, at most n
// of each source.
func (p *Premise) Candidates(claim string, n int) []Excerpt {
	r := read(claim)
	f := p.search(&r)
	taken := make([]int, len(p.parts))
	var list []Excerpt
	for _, i := range f.best(len(f.masks)) {
		if part := p.sentences[i].part; taken[part] < n {
			taken[part]++
			list = append(list, Excerpt{f, []run{f.whole(i)}})
		}
	}
	return list
}

// Source returns the number of the source, among those of its premise, that the excerpt
// begins in.
func (e Excerpt) Source() int { return e.found.p.sentences[e.runs[0].sentence].part }

// whole returns the run of all words of a sentence.
func (f *found) whole(i int) run { return run{i, 0, len(f.p.sentences[i].words)} }

// Windows returns what to read around the chosen sentences: each alone, each with the
// sentences next to it, and all of them together; and no more of it than fits. A
// sentence that does not fit is cut into parts.
func Windows(chosen []Excerpt, fits func(text string) bool) []Excerpt {
	var list []Excerpt
	add := func(e Excerpt) bool {
		if !fits(e.Text()) {
			return false
		}
		if !slices.ContainsFunc(list, func(o Excerpt) bool { return slices.Equal(o.runs, e.runs) }) {
			list = append(list, e)
		}
		return true
	}
	for _, e := range chosen {
		if !add(e) {
			list = append(list, e.cut(fits)...)
			continue
		}
		_ = add(e.widen(-1, 1)) || add(e.widen(-1, 0)) || add(e.widen(0, 1))
	}
	for n := len(chosen); n > 1 && !add(together(chosen[:n])); n-- {
	}
	return list
}

// cut returns parts of the excerpt that fit, or as small as they can be.
func (e Excerpt) cut(fits func(string) bool) []Excerpt {
	halves := e.Halves()
	if halves == nil || fits(e.Text()) {
		return []Excerpt{e}
	}
	return append(halves[0].cut(fits), halves[1].cut(fits)...)
}

// widen adds the sentences from before to after places away, of the same source.
func (e Excerpt) widen(before, after int) Excerpt {
	p, at := e.found.p, e.runs[0].sentence
	wide := Excerpt{found: e.found}
	for i := max(at+before, 0); i <= min(at+after, len(p.sentences)-1); i++ {
		if p.sentences[i].part == p.sentences[at].part {
			wide.runs = append(wide.runs, e.found.whole(i))
		}
	}
	return wide
}

// together puts excerpts of one premise into the order of the source.
func together(list []Excerpt) Excerpt {
	all := Excerpt{found: list[0].found}
	for _, e := range list {
		all.runs = append(all.runs, e.runs...)
	}
	slices.SortFunc(all.runs, func(a, b run) int { return a.sentence - b.sentence })
	return all
}

// Text is what the excerpt says, without markup.
func (e Excerpt) Text() string {
	parts := make([]string, len(e.runs))
	for i, r := range e.runs {
		start, end := e.found.p.bounds(r)
		parts[i] = strings.TrimSpace(e.found.p.sentences[r.sentence].text[start:end])
	}
	return strings.Join(parts, " ")
}

// bounds returns where a run stands in the plain text of its sentence. One that begins
// or ends with the sentence has its punctuation, too.
func (p *Premise) bounds(r run) (start, end int) {
	s := &p.sentences[r.sentence]
	start, end = s.words[r.from].start, s.words[r.to-1].end
	if r.to-r.from == len(s.words) && !s.piece {
		return 0, len(s.text)
	}
	return start, end
}

// Evidence returns the excerpt's sentences as exact slices of the source.
func (e Excerpt) Evidence() []citestone.Evidence {
	var list []citestone.Evidence
	for _, r := range e.runs {
		s := &e.found.p.sentences[r.sentence]
		span := s.span
		if r.to-r.from < len(s.words) {
			span = s.origin(e.found.p.bounds(r))
		}
		if ev := e.found.p.evidence(s.part, span); ev.Quote != "" {
			list = append(list, ev)
		}
	}
	return list
}

// Whole reports whether the excerpt is made of whole sentences. A part may say what its
// sentence does not: "nobody found that ..." ends like a statement.
func (e Excerpt) Whole() bool {
	return !slices.ContainsFunc(e.runs, func(r run) bool { return r.to-r.from < len(e.found.p.sentences[r.sentence].words) })
}

// Cover is the share of the claim's content words, by weight, that stand in the
// sentences of the excerpt.
func (e Excerpt) Cover() float64 {
	var mask uint64
	for _, r := range e.runs {
		mask |= e.found.masks[r.sentence]
	}
	return e.found.share(mask)
}

// smallest is the number of words of a sentence that are not taken apart.
const smallest = 16

// Halves returns the excerpt in two parts: between sentences where it has several, else
// between words. It returns nil for a few words.
func (e Excerpt) Halves() []Excerpt {
	if n := len(e.runs); n > 1 {
		return []Excerpt{{e.found, e.runs[:n/2]}, {e.found, e.runs[n/2:]}}
	}
	r := e.runs[0]
	if r.to-r.from < smallest {
		return nil
	}
	middle := (r.from + r.to) / 2
	return []Excerpt{
		{e.found, []run{{r.sentence, r.from, middle}}},
		{e.found, []run{{r.sentence, middle, r.to}}},
	}
}

// Hypothesis returns a claim as a model should read it: without citation markers,
// emphasis and the brackets of additions. It is "" for what is no statement: a question,
// or nothing but function words.
func Hypothesis(claim string) string {
	claim = emphasis.Replace(claim)
	var out []byte
	for i := 0; i < len(claim); {
		if n := text.Marker(claim[i:]); n > 0 {
			if i += n; i < len(claim) && strings.IndexByte(".,;:!?", claim[i]) >= 0 {
				out = bytes.TrimRight(out, " ")
			}
			continue
		}
		if end := bracketed(claim[i:]); end > 0 {
			if inner := claim[i+1 : i+end]; inner != "Unverified" {
				out = append(out, inner...)
			}
			i += end + 1
			continue
		}
		out = append(out, claim[i])
		i++
	}
	words := strings.Join(strings.Fields(string(out)), " ")
	if strings.HasSuffix(words, "?") || !slices.ContainsFunc(read(words).words, word.content) {
		return ""
	}
	return words
}
