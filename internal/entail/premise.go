package entail

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// Context is what is known about a source beside its text. Dates and names of a
// claim may be covered by it.
type Context struct {
	Source    string // id and
	URL       string // address that evidence names
	Title     string
	Published string // ISO 8601 date, as precise as known
	Publisher string
	Authors   []string
}

// ContextOf returns what the metadata of a source tells.
func ContextOf(src citestone.Source) Context {
	return Context{Source: src.ID, URL: src.URL, Title: src.Title, Published: src.Published, Publisher: src.Publisher, Authors: src.Authors}
}

// Premise is a source, or several, prepared for judging. It is immutable and may be
// used by several goroutines at once.
type Premise struct {
	parts     []part
	sentences []sentence
	index     map[string][]int32 // content stem -> sentences, rising
	prefixes  map[string][]string
	initials  map[string][]int32 // of names of several words -> sentences
	topic     map[string]bool    // stems of what the claims are about, see About
	numbered  []int32            // sentences that state numbers
	norms     string             // the words of all sentences, a space around each
}

// part is one source.
type part struct {
	Context
	pieces []piece
	words  map[string]bool // stems of the context
	number []text.Number   // of the context
}

// piece is stored text that begins at start.
type piece struct {
	start int
	text  string
}

// sentence is a unit of evidence.
type sentence struct {
	reading
	part, block int
	piece       bool // of a sentence that was cut
	section     string
	span        citestone.Span
	origin      func(start, end int) citestone.Span
}

// longest is the number of words at which a sentence is cut: text without stops
// must not make a comparison slow.
const longest = 300

// Prepare does the expensive work on a stored text once for all its claims. Code
// blocks, front matter and reference lists are no evidence.
func Prepare(source string, doc *document.Document, c Context) *Premise {
	b := builder{p: &Premise{parts: []part{newPart(c, piece{0, source})}}, stems: stems{}}
	b.add(doc, 0)
	return b.premise()
}

// PreparePassages prepares cited passages only. Offsets stay those of the stored
// text, which may be empty when the passages hold their own text. A passage that is
// not what stands in a given stored text is left out.
func PreparePassages(source string, passages []citestone.Passage, c Context) *Premise {
	b := builder{p: &Premise{parts: []part{newPart(c)}}, stems: stems{}}
	for _, p := range passages {
		if source != "" {
			if p.Start < 0 || p.End < p.Start || p.End > len(source) {
				continue
			}
			stored := source[p.Start:p.End]
			if p.Text != "" && p.Text != stored {
				continue
			}
			p.Text = stored
		}
		b.p.parts[0].pieces = append(b.p.parts[0].pieces, piece{p.Start, p.Text})
		b.add(document.Parse("", p.Text), p.Start)
	}
	return b.premise()
}

// Join returns a premise made of several, for judging a claim against all of its
// sources together. Nil premises are left out.
func Join(premises ...*Premise) *Premise {
	b := builder{p: &Premise{}}
	for _, p := range premises {
		if p == nil {
			continue
		}
		for _, s := range p.sentences {
			s.part += len(b.p.parts)
			s.block += b.blocks
			b.p.sentences = append(b.p.sentences, s)
		}
		if n := len(p.sentences); n > 0 {
			b.blocks += p.sentences[n-1].block + 1
		}
		b.p.parts = append(b.p.parts, p.parts...)
		b.norms.WriteString(p.norms)
	}
	return b.premise()
}

// About returns the premise for claims that answer a question, or stand under a title or
// heading: a passage that was found for it need not repeat the words of it, so that they
// weigh less. The premise itself stays as it is.
func (p *Premise) About(topic ...string) *Premise {
	if strings.Join(topic, "") == "" {
		return p
	}
	about := *p
	about.topic = map[string]bool{}
	for _, s := range topic {
		for _, stem := range text.Terms(s) {
			about.topic[stem] = true
		}
	}
	return &about
}

// builder puts a premise together.
type builder struct {
	p      *Premise
	stems  stems
	blocks int
	norms  strings.Builder
}

// add takes the evidence of a document whose source stands at offset.
func (b *builder) add(doc *document.Document, offset int) {
	for _, block := range doc.Blocks {
		switch block.Kind {
		case document.Code, document.FrontMatter, document.HTML, document.Definition:
			continue
		}
		for _, span := range text.Sentences(block.Plain.Text) {
			b.sentence(block, span, offset)
		}
		b.blocks++
	}
}

// sentence adds a sentence of a block, in pieces when it is very long.
func (b *builder) sentence(block document.Block, span citestone.Span, offset int) {
	plain := block.Plain.Slice(span.Start, span.End)
	r := b.stems.read(plain.Text)
	b.norms.WriteString(r.norms)
	for words := r.words; len(words) > 0; {
		n := min(len(words), longest)
		s := sentence{reading: r, part: len(b.p.parts) - 1, block: b.blocks, section: block.Section}
		s.words, s.piece = words[:n], len(r.words) > longest
		s.origin = func(start, end int) citestone.Span {
			o := plain.Origin(start, end)
			return citestone.Span{Start: o.Start + offset, End: o.End + offset}
		}
		end := len(plain.Text)
		if n < len(words) {
			end = words[n-1].end
		}
		s.span = s.origin(words[0].start, end)
		if len(words) == len(r.words) {
			s.span.Start = s.origin(0, end).Start
		}
		b.p.sentences = append(b.p.sentences, s)
		words = words[n:]
	}
}

// premise builds the indexes.
func (b *builder) premise() *Premise {
	p := b.p
	p.norms = " " + b.norms.String()
	p.index = map[string][]int32{}
	for i, s := range p.sentences {
		if len(s.numbers) > 0 {
			p.numbered = append(p.numbered, int32(i))
		}
		for _, w := range s.words {
			for _, stem := range w.stems() {
				if list := p.index[stem]; len(list) == 0 || list[len(list)-1] != int32(i) {
					p.index[stem] = append(list, int32(i))
				}
			}
		}
	}
	p.names()
	p.prefixes = map[string][]string{}
	for stem := range p.index {
		if len(stem) >= prefix {
			p.prefixes[stem[:prefix]] = append(p.prefixes[stem[:prefix]], stem)
		}
	}
	for _, list := range p.prefixes {
		slices.Sort(list)
	}
	return p
}

// names indexes the names of two to six words by their initials.
func (p *Premise) names() {
	p.initials = map[string][]int32{}
	for i := range p.sentences {
		words := p.sentences[i].words
		for from := 0; from < len(words); from++ {
			to := from
			for to < len(words) && words[to].capital && (to == from || !words[to].breaks) {
				to++
			}
			if n := to - from; n > 1 && n <= 6 {
				key := initials(words[from:to])
				p.initials[key] = append(p.initials[key], int32(i))
			}
			from = to
		}
	}
}

// prefix is the number of bytes that inflected or derived forms must share.
const prefix = 4

// forms returns the stems of the premise that are a form of stem: itself, else those
// that share at least four bytes and 60 % of the longer one.
func (p *Premise) forms(stem string) []string {
	if _, ok := p.index[stem]; ok {
		return []string{stem}
	}
	if len(stem) < prefix || strings.ContainsAny(stem, "0123456789") {
		return nil
	}
	var forms []string
	for _, s := range p.prefixes[stem[:prefix]] {
		if 5*common(s, stem) >= 3*max(len(s), len(stem)) && !strings.ContainsAny(s, "0123456789") {
			forms = append(forms, s)
		}
	}
	return forms
}

// likeness is 1 for the same stem, and the shared part of the longer one for a form.
func likeness(a, b string) float64 {
	if a == b {
		return 1
	}
	return float64(common(a, b)) / float64(max(len(a), len(b)))
}

func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// weight is the rarity of a stem in the premise.
func (p *Premise) weight(stem string) float64 {
	df := max(len(p.index[stem]), 1)
	return math.Log(2 + float64(len(p.sentences))/float64(df))
}

// context reports whether what is known about a source has word i of a claim.
func (p *Premise) context(r *reading, i int) bool {
	w := &r.words[i]
	for k := range p.parts {
		if p.parts[k].words[w.stem] || w.number > 0 && p.parts[k].supports(r.number(i)) {
			return true
		}
	}
	return false
}

// Holds reports whether e is an exact, non-empty slice of the premise's text at its
// place.
func (p *Premise) Holds(e citestone.Evidence) bool {
	for _, part := range p.parts {
		if part.Source != e.Source {
			continue
		}
		for _, piece := range part.pieces {
			start, end := e.Start-piece.start, e.End-piece.start
			if start >= 0 && start < end && end <= len(piece.text) && piece.text[start:end] == e.Quote {
				return true
			}
		}
	}
	return false
}

// evidence returns the exact slice of a part's text.
func (p *Premise) evidence(n int, span citestone.Span) citestone.Evidence {
	part := &p.parts[n]
	for _, piece := range part.pieces {
		start, end := span.Start-piece.start, span.End-piece.start
		if start >= 0 && start < end && end <= len(piece.text) {
			return citestone.Evidence{Source: part.Source, URL: part.URL, Quote: piece.text[start:end], Start: span.Start, End: span.End}
		}
	}
	return citestone.Evidence{}
}

// Mentions reports whether a content stem (see text.Terms) occurs in the premise or
// in what is known about its sources.
func (p *Premise) Mentions(stem string) bool {
	if _, ok := p.index[stem]; ok {
		return true
	}
	for i := range p.parts {
		if p.parts[i].words[stem] {
			return true
		}
	}
	return false
}

// Best returns up to n sentences that speak of the claim, best first, as exact
// slices.
func (p *Premise) Best(claim string, n int) []citestone.Evidence {
	var best []citestone.Evidence
	r := read(claim)
	for _, i := range p.search(&r).best(n) {
		best = append(best, p.evidence(p.sentences[i].part, p.sentences[i].span))
	}
	return best
}

func newPart(c Context, pieces ...piece) part {
	known := append([]string{c.Title, c.Publisher}, c.Authors...)
	known = append(known, dates(c.Published)...)
	pt := part{Context: c, pieces: pieces, words: map[string]bool{}}
	for _, s := range known {
		for _, t := range text.Tokens(s) {
			pt.words[t.Stem] = true
		}
		pt.number = append(pt.number, text.Numbers(s)...)
	}
	return pt
}

// dates returns the ways of writing an ISO date of the given precision.
func dates(iso string) []string {
	for _, layout := range []struct {
		in  string
		out []string
	}{
		{time.DateOnly, []string{time.DateOnly, "2 January 2006", "January 2, 2006", "January 2006", "2006"}},
		{"2006-01", []string{"2006-01", "January 2006", "2006"}},
		{"2006", []string{"2006"}},
	} {
		if t, err := time.Parse(layout.in, iso[:min(len(iso), len(layout.in))]); err == nil {
			var forms []string
			for _, f := range layout.out {
				forms = append(forms, t.Format(f))
			}
			return forms
		}
	}
	return []string{iso}
}
