package answer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// maxParts bounds the parts of a question.
const maxParts = 7

var (
	agreePart   = regexp.MustCompile(`(?i),?\s*(?:and|but)?\s*(?:do|did)\s+(?:the\s+|these\s+|all\s+)?sources?\s+(?:all\s+)?(?:agree|disagree|differ|concur)[^,?]*`)
	yearSpan    = regexp.MustCompile(`(?i)\b(?:from|between)\s+((?:19|20)\d\d)\s+(?:to|and|until|through)\s+((?:19|20)\d\d)\b`)
	numberList  = regexp.MustCompile(`\b((?:v?\d+(?:\.\d+)+|(?:19|20)\d\d)(?:\s*,\s*(?:v?\d+(?:\.\d+)+|(?:19|20)\d\d))*\s*,?\s+(?:and|or)\s+(?:v?\d+(?:\.\d+)+|(?:19|20)\d\d))\b`)
	listItem    = regexp.MustCompile(`v?\d+(?:\.\d+)+|(?:19|20)\d\d`)
	beforeAfter = regexp.MustCompile(`(?i)\b(before|prior to)\s+and\s+(since|after)\s+([^,?]+)`)
	pairedIn    = regexp.MustCompile(`(?i)\b(in|on|for|with)\s+([\w-]+(?:\s[\w-]+){0,2})\s+and\s+(in|on|for|with)\s+([\w-]+(?:\s[\w-]+){0,3})\s*\?*$`)
	clause      = regexp.MustCompile(`(?i)\s*(?:,\s*(?:and\s+|but\s+)?|\s+(?:and|but)\s+)((?:in|on|at|since|by|from|with|to|for)\s+(?:which|what|whom)\b|how\b|what\b|which\b|who\b|when\b|where\b|why\b|(?:is|are|was|were|did|does|do|has|have)\s+(?:it|they|this|that|there)\b)`)
)

// AsksAgreement reports whether the question asks if its sources agree.
func AsksAgreement(q string) bool { return agreePart.MatchString(q) }

// Part is one question of several: its text, and the topic it leaves to the others.
type Part struct {
	Text  string
	Topic string // words of the first part that this one does not repeat; may be empty
}

// Query is the part as a search or score should see it: text and topic.
func (p Part) Query() string { return strings.TrimSpace(p.Text + " " + p.Topic) }

// Parts returns the questions that q consists of, in order: enumerated versions and
// years, spans of years, "before and since", paired circumstances ("in X and in Y")
// and coordinated questions. A question of one part is returned alone. A part that
// names nothing keeps the names of the first part.
func Parts(q string) []Part {
	q = strings.TrimSpace(agreePart.ReplaceAllString(strings.TrimSpace(q), ""))
	q = strings.TrimRight(q, "?!. ,")
	var out []Part
	for _, c := range clauses(q) {
		for _, text := range enumerate(c.Text) {
			if len(out) < maxParts {
				out = append(out, Part{upperFirst(text) + "?", c.Topic})
			}
		}
	}
	return out
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// clauses splits coordinated questions.
func clauses(q string) []Part {
	var out []Part
	start := 0
	for _, m := range clause.FindAllStringSubmatchIndex(q, -1) {
		head := strings.TrimSpace(q[start:m[0]])
		if len(strings.Fields(head)) < 3 {
			continue
		}
		out = append(out, Part{Text: head})
		start = m[2]
	}
	out = append(out, Part{Text: strings.TrimSpace(q[start:])})
	subject := Subject(out[0].Text)
	for i, c := range out[1:] {
		if !standsAlone(c.Text, out[0].Text, subject) {
			out[i+1].Topic = subject
			if listItem.MatchString(c.Text) {
				out[i+1].Topic = strings.Join(strings.Fields(listItem.ReplaceAllString(subject, "")), " ")
			}
		}
	}
	return out
}

// Subject returns what a question is about: its topic words without question words,
// at most six of them in order. It is added to a later part that has lost it.
func Subject(q string) string {
	a := Analyse(q)
	var words []string
	for _, w := range strings.Fields(strings.Trim(q, "?!. ")) {
		bare := strings.Trim(w, `,;:"'()`)
		for _, t := range text.Terms(bare) {
			if (slices.Contains(a.Terms, t) || a.isSlotNumber(t)) && len(words) < 6 {
				words = append(words, bare)
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// pronouns are words by which a part leans on another.
var pronouns = regexp.MustCompile(`(?i)\b(it|its|they|them|their|that|this|these|those|one|ones)\b`)

// standsAlone reports whether a part needs no topic from the first: it repeats most of
// the subject, or names one of its names, and leans on nothing by a pronoun.
func standsAlone(part, first, subject string) bool {
	have, want := Analyse(part).Terms, Analyse(subject).Terms
	n := 0
	for _, t := range want {
		if slices.Contains(have, t) {
			n++
		}
	}
	if n*2 > len(want) {
		return true
	}
	if pronouns.MatchString(part) {
		return false
	}
	return slices.ContainsFunc(Analyse(first).Slots, func(s citestone.Slot) bool {
		return s.Kind == citestone.SlotEntity && slices.ContainsFunc(s.Terms, func(t string) bool { return slices.Contains(have, t) })
	})
}

// enumerate splits a clause that asks the same of several things.
func enumerate(c string) []string {
	if m := yearSpan.FindStringSubmatchIndex(c); m != nil {
		from, _ := strconv.Atoi(c[m[2]:m[3]])
		to, _ := strconv.Atoi(c[m[4]:m[5]])
		if to > from && to-from < maxParts {
			var out []string
			for y := from; y <= to; y++ {
				out = append(out, fmt.Sprintf("%sin %d%s", c[:m[0]], y, c[m[1]:]))
			}
			return out
		}
	}
	if m := numberList.FindStringIndex(c); m != nil {
		var out []string
		for _, item := range listItem.FindAllString(c[m[0]:m[1]], -1) {
			out = append(out, c[:m[0]]+item+c[m[1]:])
		}
		return out
	}
	if m := beforeAfter.FindStringSubmatch(c); m != nil {
		head := c[:strings.Index(c, m[0])]
		return []string{head + m[1] + " " + m[3], head + m[2] + " " + m[3]}
	}
	if m := pairedIn.FindStringSubmatch(c); m != nil {
		head := c[:strings.LastIndex(c, m[0])]
		return []string{head + m[1] + " " + m[2], head + m[3] + " " + m[4]}
	}
	return []string{c}
}
