package verify

import (
	"strings"
	"unicode"

	"github.com/citestone/citestone/internal/text"
)

// facts splits a sentence into the facts it states, each self-contained with the
// sentence's subject. It splits only what it can put together again grammatically, by
// closed lists of verbs; else the sentence is one fact. Three forms are known:
//
//	SUBJECT, launched in 2024 with $45M TVL, offers ...    a participle between commas
//	... launched in 2024 with $45M TVL                     "with" and a number in it
//	SUBJECT offers ... and has never been hacked           two predicates
func facts(sentence string) []string {
	body := strings.TrimRight(sentence, ".!")
	stop := sentence[len(body):]
	c := parseClause(body)
	if c == nil {
		return []string{sentence}
	}
	out := c.inserted()
	for _, p := range c.predicates {
		out = append(out, c.subject+" "+p)
	}
	if len(out) < 2 {
		return []string{sentence}
	}
	for i := range out {
		out[i] += stop[:min(len(stop), 1)]
	}
	return out
}

// clause is a sentence of the form SUBJECT[, insertion,] predicate [and predicate].
type clause struct {
	subject    string
	insertion  string
	plural     bool
	predicates []string
}

// parseClause returns nil for a sentence that is not clearly of the form.
func parseClause(s string) *clause {
	if strings.ContainsAny(s, "\"“”«»;:()?…") {
		return nil
	}
	c := &clause{}
	rest := s
	if subject, after, ok := strings.Cut(s, ", "); ok {
		insertion, predicate, ok := strings.Cut(after, ", ")
		if ok && participles[firstWord(insertion)] && !hasVerb(subject) && finite[firstWord(predicate)] {
			c.subject, c.insertion, rest = subject, insertion, predicate
		}
	}
	if c.insertion == "" {
		i := verbAt(s)
		if i < 0 {
			return nil
		}
		c.subject, rest = strings.TrimSpace(s[:i]), s[i:]
	}
	if !simpleSubject(c.subject) {
		return nil
	}
	switch firstWord(rest) {
	case "are", "were", "have":
		c.plural = true
	}
	c.predicates = predicates(rest)
	return c
}

// maxSubject is the number of words a subject may have.
const maxSubject = 8

// simpleSubject reports whether a subject is one noun phrase that can be repeated.
func simpleSubject(s string) bool {
	tokens := text.Words(s)
	if len(tokens) == 0 || len(tokens) > maxSubject || strings.Contains(s, ",") {
		return false
	}
	for _, t := range tokens {
		if dependent[t.Norm] {
			return false
		}
	}
	return true
}

// predicates splits "V1 ... and V2 ..." where nothing in between makes V2 depend on V1.
func predicates(s string) []string {
	var parts []string
	start := 0
	for i := 0; ; {
		k := strings.Index(s[i:], " and ")
		if k < 0 {
			break
		}
		at := i + k
		i = at + len(" and ")
		first, second := strings.TrimRight(s[start:at], ", "), s[i:]
		if finite[firstWord(second)] && verbs(first) == 1 && !depends(first) {
			parts = append(parts, first)
			start = i
		}
	}
	last := s[start:]
	if verbs(last) != 1 || len(parts) > 0 && depends(last) {
		return []string{s}
	}
	return append(parts, last)
}

// inserted returns the facts of the insertion.
func (c *clause) inserted() []string {
	if c.insertion == "" {
		return nil
	}
	be := " was "
	if c.plural {
		be = " were "
	}
	verb := firstWord(c.insertion)
	i := strings.Index(c.insertion, " with ")
	if i > 0 && i > len(verb) {
		if with := c.insertion[i+1:]; startsWithNumber(with[len("with "):]) {
			return []string{c.subject + be + c.insertion[:i], c.subject + be + verb + " " + with}
		}
	}
	return []string{c.subject + be + c.insertion}
}

func startsWithNumber(s string) bool {
	n := text.Numbers(s)
	return len(n) > 0 && n[0].Start == 0
}

// verbs counts the finite verb groups of s: "has been" is one.
func verbs(s string) int {
	n := 0
	last := false
	for t := range text.EachWord(s) {
		is := finite[t.Norm]
		if is && !last {
			n++
		}
		last = is || last && t.Norm == "not"
	}
	return n
}

func hasVerb(s string) bool { return verbs(s) > 0 }

// verbAt returns where the first finite verb behind a subject starts, or -1.
func verbAt(s string) int {
	subject := false
	for t := range text.EachWord(s) {
		if subject && finite[t.Norm] {
			return t.Start
		}
		subject = true
	}
	return -1
}

// depends reports whether s has a word that opens a subordinate clause.
func depends(s string) bool {
	for t := range text.EachWord(s) {
		if dependent[t.Norm] || strings.HasSuffix(t.Norm, "n't") && !finite[t.Norm] {
			return true
		}
	}
	return false
}

func firstWord(s string) string {
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	if end < 0 {
		end = len(s)
	}
	return strings.ToLower(s[:end])
}

func wordSet(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// The word lists of the splitter. They are closed on purpose: a word that is not
// listed means that a sentence is not split.
var (
	finite = wordSet(`is are was were has have had does did will can could offers offered provides provided supports
		supported uses includes included contains contained runs ran reduces reduced released launched introduced
		announced added adds improved improves cut cuts grew grows fell falls rose rises reached reaches raised joined
		founded became becomes began begins started ended won lost made makes took takes gave gives serves served
		operates operated owns owned employs employed published wrote sold bought acquired opened closed moved
		received earned spent costs pays paid holds held leads led requires allows enables covers lies stands`)
	participles = wordSet(`launched founded released introduced developed created established published built designed
		opened formed started invented announced completed`)
	dependent = wordSet(`that which who whom whose where when while if because although though unless whether since
		before after until as than so what why how it they he she we i you there this these those
		said says say not neither either both or but nor`)
)
