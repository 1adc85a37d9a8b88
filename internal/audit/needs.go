package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// needs tells which sentences of a stranger's document a careful editor would ask a
// citation for: not headings and labels, advice and plans, what the authors say of
// themselves, or what an introduction or conclusion repeats.
type needs struct {
	d       *document.Document
	covered map[int]bool
	cited   map[string]bool // numbers in sentences that cite; nil until one asks
	sizes   map[int]int     // sentences in each block
}

func newNeeds(d *document.Document) *needs {
	n := &needs{d: d, covered: coveredBlocks(d), sizes: map[int]int{}}
	for _, s := range d.Sentences {
		n.sizes[s.Block]++
	}
	return n
}

// cites reports whether a sentence that cites has the number that stands in s.
func (n *needs) cites(s string, number text.Number) bool {
	if n.cited == nil {
		n.cited = map[string]bool{}
		for _, s := range n.d.Sentences {
			if len(s.Markers) == 0 && !n.covered[s.Block] {
				continue
			}
			for _, number := range text.Numbers(s.Plain.Text) {
				n.cited[numeral(s.Plain.Text, number)] = true
			}
		}
	}
	return n.cited[numeral(s, number)]
}

// numeral writes a number so that the same ones are equal.
func numeral(s string, n text.Number) string { return words(s[n.Start:n.End]) }

// citation reports whether a sentence needs a citation that it does not have.
func (n *needs) citation(i int) bool {
	s := n.d.Sentences[i]
	if s.Exempt != "" || len(s.Markers) > 0 || n.covered[s.Block] {
		return false
	}
	plain := strings.TrimSpace(s.Plain.Text)
	numbers := numbers(plain)
	hard := len(numbers) > 0 || len(text.Quotations(plain)) > 0
	tokens := text.Words(plain)
	switch {
	case introduces(s), n.heading(s), n.layout(s), n.formula(s):
		return false
	case !sentence(plain) && (len(numbers) == 0 || length(plain, tokens) < minFragment):
		return false
	case citesLaw(plain), n.before(i), ofAuthors(plain, tokens), ofPart(tokens), len(numbers) == 0 && demands(plain, tokens):
		return false
	case !hard && (length(plain, tokens) < minSentence || lower(plain) || advises(plain) || unknowing(tokens) || n.follows(i, tokens)):
		return false
	case restates(s.Section) && !slices.ContainsFunc(numbers, func(x text.Number) bool { return !n.cites(plain, x) }):
		return false
	}
	return true
}

// How many words a sentence without a number needs to state a fact, and what is no
// sentence, but has one.
const (
	minSentence = 5
	minFragment = 4
)

// length returns how many words a text has; one in Chinese characters, two for each.
func length(plain string, tokens []text.Token) int {
	han := 0
	for _, r := range plain {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
			han++
		}
	}
	return max(len(tokens), han/2)
}

// lower reports whether a text begins in small letters: the rest of a sentence that
// another part of the document begins.
func lower(plain string) bool {
	r, _ := utf8.DecodeRuneInString(plain)
	return unicode.IsLower(r)
}

// follows reports whether a sentence goes on about what the sentence before it, in the
// same paragraph, cites.
func (n *needs) follows(i int, tokens []text.Token) bool {
	if i == 0 || n.d.Sentences[i-1].Block != n.d.Sentences[i].Block || len(n.d.Sentences[i-1].Markers) == 0 {
		return false
	}
	word, _ := first(tokens)
	switch word {
	case "this", "these", "those", "such", "they", "it", "its", "their":
		return true
	}
	return false
}

// numbers returns the numbers in a text that state something: not ordinals, and not the
// number that a label begins or ends with, as in "1. Data" and "Level 3".
func numbers(plain string) []text.Number {
	return slices.DeleteFunc(text.Numbers(plain), func(n text.Number) bool {
		small := n.End-n.Start <= 2
		return n.Kind == text.Ordinal || small && (n.Start == 0 || n.End == len(plain) || labelled(plain[:n.Start]))
	})
}

// labelled reports whether a text ends with a word that a number follows to name a part
// of something.
func labelled(before string) bool {
	fields := strings.Fields(before[max(0, len(before)-20):])
	if len(fields) == 0 {
		return false
	}
	switch strings.ToLower(strings.Trim(fields[len(fields)-1], "(:.")) {
	case "level", "phase", "step", "stage", "tier", "type", "option", "part", "section", "figure", "fig", "table", "chapter", "layer", "module", "appendix", "goal", "task", "week", "day", "rq", "h", "version":
		return true
	}
	return false
}

// introduces reports whether a sentence only leads up to what follows it.
func introduces(s document.Sentence) bool {
	plain := strings.TrimRight(s.Plain.Text, " *_\n")
	return strings.HasSuffix(plain, ":") || strings.HasSuffix(plain, "：")
}

// heading reports whether a sentence is the whole of a block and is set in bold: a
// heading that is not marked up as one. The term before a colon is none.
func (n *needs) heading(s document.Sentence) bool {
	b := n.d.Blocks[s.Block]
	if n.sizes[s.Block] != 1 {
		return false
	}
	source := strings.TrimRight(strings.TrimSpace(n.d.Source[b.Start:b.End]), ":：.")
	for _, mark := range []string{"**", "__"} {
		inside, ok := strings.CutPrefix(source, mark)
		if inside, ok2 := strings.CutSuffix(inside, mark); ok && ok2 && !strings.Contains(inside, mark) {
			return len(inside) < maxHeading
		}
	}
	return false
}

// layout reports whether a sentence is no prose but columns set with spaces, or a line
// of a diagram.
func (n *needs) layout(s document.Sentence) bool {
	for line := range strings.Lines(n.d.Source[s.Start:s.End]) {
		if line = strings.TrimSpace(line); strings.Contains(line, "    ") || strings.Contains(line, "\t") || strings.Contains(line, "--> ") {
			return true
		}
	}
	return false
}

// formula reports whether a sentence is one of mathematics: it holds a formula, and
// neither a number nor a quotation outside of it.
func (n *needs) formula(s document.Sentence) bool {
	source := n.d.Source[s.Start:s.End]
	words := withoutMath(source)
	return len(words) < len(source) && len(numbers(words)) == 0 && len(text.Quotations(words)) == 0
}

// withoutMath returns s without what stands between dollar signs that enclose a
// formula: no space stands behind the first and before the last, and no digit behind it.
func withoutMath(s string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(s, "$")
		end := strings.IndexByte(rest, '$')
		if !ok || end <= 0 || rest[0] == ' ' || rest[end-1] == ' ' || end+1 < len(rest) && rest[end+1] >= '0' && rest[end+1] <= '9' {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(before)
		s = rest[end+1:]
	}
}

// before reports whether the sentence behind sentence i, in the same paragraph, is the
// citation of a case, as lawyers write it.
func (n *needs) before(i int) bool {
	list := n.d.Sentences
	return i+1 < len(list) && list[i+1].Block == list[i].Block && citesLaw(list[i+1].Plain.Text)
}

// citesLaw reports whether a sentence cites as lawyers do, within the text: a case with
// its year, "Katz v. United States, 389 U.S. 347 (1967)", or again "Id. at 352".
func citesLaw(plain string) bool {
	plain = strings.TrimLeft(plain, "*_ ")
	if strings.HasPrefix(plain, "Id. ") || strings.HasPrefix(plain, "Id.,") || strings.HasPrefix(plain, "Ibid.") {
		return true
	}
	_, rest, ok := strings.Cut(plain, " v. ")
	open := strings.IndexByte(rest, '(')
	shut := strings.IndexByte(rest, ')')
	if !ok || open < 0 || shut < open+5 {
		return false
	}
	return strings.Trim(rest[shut-4:shut], "0123456789") == "" && strings.ContainsAny(rest[:open], "0123456789")
}

// maxHeading bounds a heading in bytes.
const maxHeading = 150

// sentence reports whether a text ends as a sentence does.
func sentence(plain string) bool {
	plain = strings.TrimRightFunc(plain, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("*_\"”’')]»」』）", r) })
	last, _ := utf8.DecodeLastRuneInString(plain)
	return strings.ContainsRune(".!…。！．।؟۔", last) && !strings.HasSuffix(plain, "etc.")
}

// restates reports whether a section says again what the rest of the document says.
func restates(section string) bool {
	for _, t := range text.Words(section) {
		switch t.Norm {
		case "conclusion", "conclusions", "concluding", "summary", "abstract", "takeaways", "takeaway", "recommendations", "recommendation", "outlook", "overview", "introduction", "synopsis", "highlights",
			"tldr", "roadmap", "implications":
			return true
		}
	}
	for _, name := range []string{"结论", "总结", "摘要", "引言", "概述", "展望", "建议", "小结", "结语", "前言", "导论"} {
		if strings.Contains(section, name) {
			return true
		}
	}
	return false
}

// first returns the first word of a sentence, past an opening adverb.
func first(tokens []text.Token) (word string, at int) {
	for i, t := range tokens {
		switch t.Norm {
		case "then", "next", "finally", "first", "second", "third", "also", "instead", "however", "therefore", "thus", "additionally", "furthermore", "moreover", "here", "in", "optionally", "optional", "always", "never",
			"where", "possible", "please", "now":
			continue
		}
		return t.Norm, i
	}
	return "", 0
}

// ofAuthors reports whether the authors speak of themselves, their work or their text.
func ofAuthors(plain string, tokens []text.Token) bool {
	for _, start := range []string{"我们", "我将", "我还", "我需", "让我", "本文", "本报告", "本研究", "本节"} {
		if strings.HasPrefix(plain, start) {
			return true
		}
	}
	word, i := first(tokens)
	next := ""
	if i+1 < len(tokens) {
		next = tokens[i+1].Norm
	}
	switch word {
	case "i", "we", "our", "my", "let", "i'm", "i'll", "we'll", "let's", "i've", "we've", "thanks":
		return true
	case "below", "above", "following":
		return next == "is" || next == "are"
	case "the":
		return next == "report" || next == "paper"
	case "this":
		return slices.ContainsFunc(tokens[i:min(len(tokens), i+4)], func(t text.Token) bool { return itself(t.Norm) })
	}
	return announces(plain, tokens)
}

// itself reports the words for a text that may speak of itself.
func itself(word string) bool {
	switch word {
	case "report", "paper", "article", "review", "section", "document", "guide", "chapter", "thesis", "essay", "survey", "analysis", "synthesis", "overview", "summary":
		return true
	}
	return false
}

// announces reports whether a sentence says, behind a phrase that leads up to it, what
// its authors do: "Building on this, we propose", "To that end, I'll compare".
func announces(plain string, tokens []text.Token) bool {
	if len(text.Quotations(plain)) > 0 {
		return false // another may speak
	}
	if strings.Contains(plain, "我需要") || strings.Contains(plain, "我将") {
		return true
	}
	for i, t := range tokens {
		switch t.Norm {
		case "i'll", "i'd", "i'm", "i've", "we'll":
			return true
		case "this":
			if i+1 < len(tokens) && slices.Contains([]string{"paper", "report", "article", "review", "survey"}, tokens[i+1].Norm) {
				return true
			}
		case "we", "i":
			if i+1 < len(tokens) && authorial(tokens[i+1].Norm) {
				return true
			}
		}
	}
	return false
}

// authorial reports the verbs that say what authors do in their text.
func authorial(verb string) bool {
	switch verb {
	case "propose", "present", "introduce", "demonstrate", "show", "argue", "describe", "develop", "evaluate", "examine", "investigate", "study", "analyze", "analyse", "compare", "discuss", "explore",
		"find", "aim", "use", "focus", "conclude", "report", "review", "assume", "define", "will", "can", "now", "also", "further", "then":
		return true
	}
	return false
}

// ofPart reports whether a sentence says what a table, figure or section of the
// document itself holds.
func ofPart(tokens []text.Token) bool {
	word, i := first(tokens)
	switch word {
	case "table", "figure", "fig", "section", "chapter", "appendix", "algorithm", "listing", "equation", "eq":
	default:
		return false
	}
	for _, t := range tokens[i+1 : min(len(tokens), i+4)] {
		switch t.Norm {
		case "shows", "show", "lists", "list", "gives", "give", "summarizes", "summarises", "presents", "present", "reports", "compares", "illustrates", "describes", "depicts", "contains", "provides", "details":
			return true
		}
	}
	return false
}

// demands reports whether a sentence without numbers says what to do or what is meant
// to be done, whatever it quotes.
func demands(plain string, tokens []text.Token) bool {
	if word, _ := first(tokens); imperative(word) {
		return true
	}
	label, rest, ok := strings.Cut(plain, ":")
	return ok && len(label) < maxTerm && strings.HasPrefix(strings.TrimLeft(rest, " *_"), "To ") || strings.Contains(plain, "例如：")
}

// advises reports whether a sentence tells what to do, or what ought to be.
func advises(plain string) bool {
	tokens := text.Words(plain)
	if word, _ := first(tokens); imperative(word) {
		return true
	}
	if label, rest, ok := strings.Cut(plain, ": "); ok && len(label) < maxTerm {
		if word, _ := first(text.Words(rest)); imperative(word) {
			return true
		}
	}
	for _, t := range tokens {
		switch t.Norm {
		case "should", "must", "ought", "recommend", "recommended", "recommendation", "recommendations", "you", "your", "you'd", "you'll", "you're", "you've", "needs":
			return true
		}
	}
	return false
}

// maxTerm bounds the term that an item of a list begins with, in bytes.
const maxTerm = 60

// unknowing reports whether a sentence says that something is open.
func unknowing(tokens []text.Token) bool {
	open, research := false, false
	for _, t := range tokens {
		switch t.Norm {
		case "future", "further", "more":
			open = true
		case "research", "studies", "work", "investigation", "investigations":
			research = open
		}
	}
	return research
}

// imperative reports whether a sentence that begins with the word tells the reader what
// to do: a verb that is seldom a noun or a subject.
func imperative(word string) bool {
	switch word {
	case "add", "adopt", "aim", "allocate", "allow", "analyze", "apply", "ask", "assess", "assign", "assume", "avoid", "begin", "build", "calculate", "capture", "check", "choose", "collect", "combine", "compare",
		"compute", "conduct", "configure", "consider", "consult", "contact", "convert", "create", "decide", "define", "deploy", "derive", "describe", "design", "detect", "determine", "develop", "discuss", "document",
		"don't", "do", "eat", "emphasize", "employ", "enable", "encourage", "enforce", "engage", "ensure", "establish", "estimate", "evaluate", "examine", "expand", "expect", "explain", "explore", "extract", "favor",
		"fine-tune", "focus", "follow", "foster", "generate", "get", "give", "identify", "implement", "improve", "include", "incorporate", "increase", "infer", "inform", "install", "integrate", "introduce", "invest",
		"investigate", "keep", "learn", "leverage", "limit", "look", "maintain", "make", "map", "measure", "mitigate", "monitor", "normalize", "note", "obtain", "offer", "optimize", "perform", "pick", "plan", "predict", "prefer",
		"prepare", "prevent", "prioritize", "promote", "provide", "publish", "reduce", "refine", "remember", "remove", "replace", "report", "require", "review", "run", "save", "see", "select", "separate", "set", "simulate",
		"specify", "start", "stop", "store", "strengthen", "support", "take", "test", "track", "train", "treat", "try", "update", "use", "utilize", "validate", "verify", "watch", "write":
		return true
	}
	return false
}
