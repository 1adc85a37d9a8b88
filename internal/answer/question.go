// Package answer decides, without a model, what a question asks for and how well a
// sentence answers it: slots (entities, versions, years, the kind of quantity), the
// parts of a question, and a score for sentences that combines weighted term
// coverage, slots and answer type. It is pure.
package answer

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Kind is the kind of answer that a question wants.
type Kind string

// The kinds of answer.
const (
	Any      Kind = "any"
	Amount   Kind = "amount"   // a number of any sort
	Duration Kind = "duration" // a length, of time or of a thing
	Share    Kind = "share"    // a percentage or fraction
	When     Kind = "when"     // a date or year
	Release  Kind = "release"  // a version
	Person   Kind = "person"   // a name
)

// Question is a question, taken apart.
type Question struct {
	Text  string
	Kind  Kind
	Terms []string // content stems, without those of slots' question words
	Slots []citestone.Slot

	counted string // stem of what "how many" asks to count
	// Scorer.Expand fills in what its documents say of the question's words.
	forms    map[string][]string  // stems that stand for each term
	released map[string]time.Time // when each version came out
}

// Analyse takes a question (or a part of one) apart.
func Analyse(q string) Question {
	out := Question{Text: q, Kind: kindOf(q)}
	if out.Kind == Any && howMeasured.MatchString(q) {
		out.Kind = Amount
	}
	out.Slots = slots(q, out.Kind)
	for _, t := range text.Terms(howMeasured.ReplaceAllString(framing.ReplaceAllString(q, ""), "how")) {
		if !questionStems[t] && !out.isSlotNumber(t) {
			out.Terms = append(out.Terms, t)
		}
	}
	if m := howMany.FindStringSubmatch(q); m != nil && slices.Contains(out.Terms, text.Stem(strings.ToLower(m[1]))) {
		out.counted = text.Stem(strings.ToLower(m[1]))
	}
	return out
}

// framing opens a question that names a subject and asks nothing of it.
var framing = regexp.MustCompile(`(?i)^\s*(?:what (?:is|do (?:we|you)) known? (?:about|of)|what do (?:\w+ )?(?:documents|sources|papers|posts|articles) (?:say|tell(?: us)?) (?:about|of)|tell me (?:more )?about)\b`)

// howMeasured asks for a measure by an adjective that the answer need not repeat: "how
// fast is it" wants a speed.
var howMeasured = regexp.MustCompile(`(?i)\bhow (?:fast|quick|quickly|slow|tall|high|deep|heavy|wide|broad|thick|expensive|cheap|large|big|small|old|young|far|hot|cold|strong|loud|bright)\b`)

var howMany = regexp.MustCompile(`(?i)\bhow many ([\pL-]+)`)

// Of takes a subquestion apart, with the topic that it leaves to the others.
func Of(part citestone.Subquestion) Question {
	return Analyse(Part{Text: part.Text, Topic: part.Topic}.Query())
}

// isSlotNumber reports whether a term is a version or year, which slots hold.
func (q Question) isSlotNumber(term string) bool {
	return slices.ContainsFunc(q.Slots, func(s citestone.Slot) bool {
		return (s.Kind == citestone.SlotVersion || s.Kind == citestone.SlotYear) && s.Value == term
	})
}

// questionStems are stems that steer a question but that no answer repeats.
var questionStems = stemSet("how", "much", "many", "long", "what", "which", "who", "when", "where", "why", "whose",
	"do", "does", "did", "source", "sources", "agree", "say", "said", "tell", "exactly", "typically", "compare",
	"kind", "big", "far", "often", "old", "happen", "happened", "share", "percentage", "percent", "proportion", "fraction", "give", "bring", "become", "became", "make", "made", "mean", "meant")

func stemSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[text.Stem(w)] = true
	}
	return set
}

// cues map a phrase of a question to the kind of answer it wants; the first match wins.
var cues = []struct {
	phrase string
	kind   Kind
}{
	{"how long", Duration},
	{"what share", Share}, {"what percentage", Share}, {"what percent", Share}, {"what proportion", Share},
	{"what fraction", Share}, {"how satisfied", Share},
	{"which release", Release}, {"which version", Release}, {"since which", Release}, {"which go release", Release},
	{"in which release", Release}, {"what version", Release},
	{"how much", Amount}, {"how many", Amount}, {"how big", Amount}, {"how large", Amount}, {"how often", Amount},
	{"how old", Amount}, {"how fast", Amount}, {"how far", Amount}, {"what size", Amount}, {"number of", Amount},
	{"what reduction", Amount}, {"overhead", Amount}, {"improvement", Amount}, {"saving", Amount}, {"latency", Amount},
	{"in what year", When}, {"what year", When}, {"which year", When}, {"what date", When}, {"when ", When},
	{"who ", Person}, {"whom ", Person}, {"whose ", Person}, {"which company", Person},
}

func kindOf(q string) Kind {
	low := strings.ToLower(strings.ReplaceAll(q, ",", "")) + " "
	best, at := Any, len(low)
	for _, c := range cues {
		if i := strings.Index(low, c.phrase); i >= 0 && i < at {
			best, at = c.kind, i
		}
	}
	if best == Any && strings.Contains(low, "which ") && strings.Contains(low, " release") {
		return Release
	}
	return best
}

// Quantity reports whether the kind wants a number that is not a date or version.
func (k Kind) Quantity() bool { return k == Amount || k == Duration || k == Share }

func slots(q string, kind Kind) []citestone.Slot {
	var out []citestone.Slot
	add := func(k citestone.SlotKind, value string, terms []string) {
		for _, s := range out {
			if s.Kind == k && strings.EqualFold(s.Value, value) {
				return
			}
		}
		out = append(out, citestone.Slot{Kind: k, Value: value, Terms: terms})
	}
	for _, span := range text.Names(q) {
		name := q[span.Start:span.End]
		if terms := nameTerms(name); len(terms) > 0 {
			add(citestone.SlotEntity, name, terms)
		}
	}
	for _, n := range text.Numbers(q) {
		switch n.Kind {
		case text.Version:
			add(citestone.SlotVersion, versionOf(n.Text), []string{versionOf(n.Text)})
		case text.Year:
			add(citestone.SlotYear, n.Text, []string{n.Text})
		}
	}
	if kind.Quantity() {
		out = append(out, citestone.Slot{Kind: citestone.SlotQuantity, Value: string(kind)})
	}
	return out
}

// nameTerms are the stems of a name without its version numbers and question words.
func nameTerms(name string) []string {
	var out []string
	for _, t := range text.Tokens(name) {
		if t.Stop || questionStems[t.Stem] || t.Norm[0] >= '0' && t.Norm[0] <= '9' {
			continue
		}
		out = append(out, t.Stem)
	}
	return out
}

// versionOf returns the dotted number in a version as written: "Go 1.21" -> "1.21".
func versionOf(s string) string {
	i := strings.IndexFunc(s, func(r rune) bool { return r >= '0' && r <= '9' })
	if i < 0 {
		return s
	}
	return strings.TrimRight(s[i:], ". ")
}
