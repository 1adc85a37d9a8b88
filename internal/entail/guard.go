package entail

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Guard returns j with the checks that no judge may overrule: an entailment whose
// claim states a number or a verbatim quotation that the source lacks, or whose
// evidence is not an exact slice of the source, becomes neutral.
func Guard(j Judge) Judge { return guard{judge: j} }

type guard struct{ judge Judge }

func (g guard) Name() string { return g.judge.Name() }

func (g guard) Judge(ctx context.Context, p *Premise, claim string) (Verdict, error) {
	v, err := g.judge.Judge(ctx, p, claim)
	if err != nil {
		return v, err
	}
	v.Evidence, v = p.sound(v)
	if v.Label != citestone.Entailment {
		return v, nil
	}
	if veto, ok := p.veto(parseClaim(claim)); ok {
		veto.Judge, veto.Evidence = v.Judge, v.Evidence
		return veto, nil
	}
	return v, nil
}

// sound returns the evidence that really stands in the premise, and the verdict,
// overruled when an entailment rests on anything else.
func (p *Premise) sound(v Verdict) ([]citestone.Evidence, Verdict) {
	var sound []citestone.Evidence
	for _, e := range v.Evidence {
		if p.Holds(e) {
			sound = append(sound, e)
		}
	}
	if v.Label == citestone.Entailment && (len(sound) < len(v.Evidence) || len(sound) == 0) {
		v.Label, v.Score, v.Confidence = citestone.Neutral, 0, 0.9
		v.Reason = "the judge's quotation does not stand in the source"
	}
	return sound, v
}

// veto returns the neutral verdict that a number or quotation forces.
func (p *Premise) veto(s statement) (Verdict, bool) {
	if q := p.misquoted(s.text); q != "" {
		return Verdict{
			Label: citestone.Neutral, Rule: QuoteMismatch, Confidence: 0.95, Score: 0.05,
			Reason: fmt.Sprintf("the source does not contain the quotation “%s”", q),
		}, true
	}
	if n, absent := p.absent(s.text); absent {
		return Verdict{
			Label: citestone.Neutral, Rule: NumberMismatch, Confidence: 0.9, Score: 0.05,
			Reason: fmt.Sprintf("the source does not give the number %s", n.Text),
		}, true
	}
	return Verdict{}, false
}

// absent returns the first number of a claim that no number of the premise or its
// context supports.
func (p *Premise) absent(claim string) (text.Number, bool) {
	for _, n := range text.Numbers(claim) {
		if !p.supports(n) {
			return n, true
		}
	}
	return text.Number{}, false
}

// supports reports whether a number of the premise or its context supports n. A full
// date may be stated in two parts: the day in one place, the year in another.
func (p *Premise) supports(n text.Number) bool {
	if p.states(n) {
		return true
	}
	if n.Kind != text.Date || n.Low != n.High || n.Low < 10000 {
		return false
	}
	day, year := n, n
	day.Low, day.High = math.Mod(n.Low, 10000), math.Mod(n.Low, 10000)
	year.Kind, year.Low, year.High = text.Year, math.Floor(n.Low/10000), math.Floor(n.Low/10000)
	return p.states(day) && p.states(year)
}

// states reports whether one number of the premise or its context supports n.
func (p *Premise) states(n text.Number) bool {
	for i := range p.parts {
		if p.parts[i].supports(n) {
			return true
		}
	}
	for i := range p.sentences {
		for _, m := range p.sentences[i].numbers {
			if m.Supports(n) {
				return true
			}
		}
	}
	return false
}

// quoted is the number of words from which on a quotation must be verbatim.
const quoted = 4

// misquoted returns the first verbatim quotation of a claim that the premise lacks.
// A quotation counts when it has four words or more, or an attributing verb stands in
// the claim; titles do not.
func (p *Premise) misquoted(claim string) string {
	spans := text.Quotations(claim)
	if len(spans) == 0 {
		return ""
	}
	attributed := attributes(claim)
	for _, span := range spans {
		q := claim[span.Start:span.End]
		n := len(strings.Fields(q))
		if n == 0 || n < quoted && !attributed || titled(q) {
			continue
		}
		if !p.quotes(q) {
			return q
		}
	}
	return ""
}

// quotes reports whether the premise has the words of the quotation, whose parts may
// be separated by an ellipsis. Punctuation and letter case may differ.
func (p *Premise) quotes(q string) bool {
	rest := p.norms
	for part := range strings.SplitSeq(strings.ReplaceAll(q, "...", "…"), "…") {
		words := " " + read(part).norms
		i := strings.Index(rest, words)
		if i < 0 {
			return false
		}
		rest = rest[i+len(words)-1:]
	}
	return true
}

// attributes reports whether the claim says that someone said something.
func attributes(claim string) bool {
	for i, t := range text.Tokens(claim) {
		if t.Norm == "called" && i > 0 && strings.HasSuffix(strings.ToLower(claim[:t.Start]), "so-") {
			continue
		}
		switch t.Norm {
		case "said", "says", "say", "wrote", "writes", "stated", "states", "told", "called", "calls", "described",
			"describes", "noted", "notes", "argued", "argues", "quoted", "according", "added", "explained", "warned":
			return true
		}
	}
	return false
}

// titled reports whether most longer words of a quotation are capitalised, as in the
// title of a work.
func titled(q string) bool {
	long, capital := 0, 0
	for _, w := range strings.Fields(q) {
		if utf8.RuneCountInString(w) < 4 {
			continue
		}
		long++
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) || unicode.IsDigit(r) {
			capital++
		}
	}
	return long > 1 && capital == long
}
