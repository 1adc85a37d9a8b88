package document

import (
	"strings"

	"github.com/citestone/citestone/internal/text"
)

// Why a sentence needs no citation.
const (
	exemptEmpty      = "no words"
	exemptQuestion   = "question"
	exemptTransition = "transition"
	exemptReport     = "statement about the report"
	exemptJudgement  = "calibrated judgement on a cited basis"
	exemptCaveat     = "caveat"
)

// maxExempt is the length in bytes above which a sentence says something.
const maxExempt = 2000

// exempt finds the sentences that need no citation. Where there is doubt, a
// sentence is a fact: numbers, dates, names and quotations always make it one, but
// for what the Limitations say of the report and its sources. A sentence that
// carries a marker is to be checked, whatever it says.
func (d *Document) exempt() {
	basis := d.citedBasis()
	for i := range d.Sentences {
		if s := &d.Sentences[i]; len(s.Markers) == 0 {
			s.Exempt = reason(s, basis[s.Block])
		}
	}
}

// reason returns why s needs no citation, "" if it needs one. Cited says whether
// something in its paragraph or in the list before it is cited.
func reason(s *Sentence, cited bool) string {
	plain := s.Plain.Text
	if len(plain) > maxExempt {
		return ""
	}
	lower := text.Identity(plain).Fold().Text
	self := aboutReport(lower)
	limits := limitations(s.Section)
	if self && limits {
		return exemptReport
	}
	if factual(plain) {
		return ""
	}
	words := text.Tokens(plain)
	switch {
	case len(words) == 0:
		return exemptEmpty
	case strings.HasSuffix(plain, "?"):
		return exemptQuestion
	case self:
		return exemptReport
	case transition(words):
		return exemptTransition
	case cited && judgement(lower):
		return exemptJudgement
	case limits && caveat(words):
		return exemptCaveat
	}
	return ""
}

// factual reports whether a sentence holds a number, date, name or quotation.
func factual(plain string) bool {
	for _, n := range text.Numbers(plain) {
		if n.Kind != text.Ordinal {
			return true
		}
	}
	return len(text.Quotations(plain)) > 0 || len(text.Names(plain)) > 0
}

// citedBasis tells for each block whether something in it is cited or, if it
// directly follows a list, in that list.
func (d *Document) citedBasis() []bool {
	cited := make([]bool, len(d.Blocks))
	for _, s := range d.Sentences {
		cited[s.Block] = cited[s.Block] || len(s.Markers) > 0
	}
	basis := make([]bool, len(d.Blocks))
	list := false // the list that ends before the block has a citation
	for i, b := range d.Blocks {
		switch b.Kind {
		case ListItem:
			list = list || cited[i]
			basis[i] = list
		default:
			basis[i] = cited[i] || list
			list = false
		}
	}
	return basis
}

func limitations(section string) bool {
	name := sectionName(section)
	return name == "limitations" || name == "caveats" || strings.HasPrefix(name, "limitations ") || name == "limits" || name == "caveats and limitations"
}

// aboutReport reports whether a sentence speaks of the report that it stands in or
// of how it was made, and not of what was found.
func aboutReport(lower string) bool {
	subject := false
	for _, s := range []string{
		"this report ", "this section ", "this review ", "this summary ", "this appendix ", "this answer ", "this document ",
		"the report ", "the rest of this report ", "the following section", "the next section",
		"the sources searched", "the sources consulted", "the sources cited", "the sources kept", "the sources used", "the sources found",
		"no source in the corpus", "no source that was searched", "none of the sources", "no other source was",
	} {
		subject = subject || strings.HasPrefix(lower, s)
	}
	if !subject {
		return false
	}
	for _, w := range text.Tokens(lower) {
		switch w.Stem {
		case "show", "find", "found", "demonstr", "prove", "conclud", "reveal", "indic", "confirm", "establish", "suggest", "because", "caus", "evid", "therefor":
			return false
		}
	}
	return true
}

// transition reports whether a sentence only leads from one part to the next: all
// of its content words are words about text.
func transition(words []text.Token) bool {
	if len(words) > 15 {
		return false
	}
	content := 0
	for _, w := range words {
		if w.Stop {
			continue
		}
		content++
		switch w.Stem {
		case "follow", "section", "summari", "summar", "overview", "find", "point", "question", "next", "first", "second", "final", "last", "turn", "look",
			"consid", "discuss", "describ", "answer", "detail", "list", "tabl", "exampl", "conclus", "sum", "short", "brief", "main", "key", "result", "now",
			"background", "part", "topic", "summary", "subquest", "aspect", "order", "let", "begin", "start", "address", "present", "outlin":
		default:
			return false
		}
	}
	return content > 0
}

// judgement reports whether a sentence is a judgement in the terms of ICD 203
// (Intelligence Community Directive 203, Analytic Standards) or "we assess" and
// "suggests": it is framed as one and states its likelihood.
func judgement(lower string) bool {
	framed := false
	for _, f := range []string{
		"we assess ", "we judge ", "we estimate ", "we believe ", "it is ", "it seems ", "it appears ", "taken together", "on balance", "overall,", "on this basis",
		"this suggests ", "these suggest ", "this evidence suggests ", "the evidence suggests ", "these findings suggest ", "these results suggest ", "together, these ",
	} {
		framed = framed || strings.HasPrefix(lower, f)
	}
	if !framed {
		return false
	}
	for _, t := range []string{
		"we assess", "we judge", "suggest", "almost no chance", "remote chance", "unlikely", "improbable", "roughly even", "even chance", "likely", "probabl", "almost certain", "nearly certain",
	} {
		if strings.Contains(lower, t) {
			return true
		}
	}
	return false
}

// caveat reports whether a sentence restricts what is said elsewhere: it speaks of
// the evidence and says what that lacks.
func caveat(words []text.Token) bool {
	evidence, lack := false, false
	for _, w := range words {
		switch w.Stem {
		case "evid", "sourc", "data", "studi", "result", "find", "estim", "figur", "conclus", "measur", "corpus", "analysi", "report", "claim", "coverag":
			evidence = true
		case "may", "might", "could", "limit", "unclear", "unknown", "uncertain", "uncertainti", "cannot", "lack", "incomplet",
			"caution", "caveat", "miss", "untest", "unverifi", "not":
			lack = true
		}
	}
	return evidence && lack
}
