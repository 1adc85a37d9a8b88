package answer

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// Context weights: how much a question term counts that is not in the sentence
// itself but near it.
const (
	inBlock     = 0.7 // elsewhere in the same paragraph or list item
	inSection   = 0.6 // in the heading above
	inTitle     = 0.6 // in the document's title
	inNeighbour = 0.5 // in the block before or after
)

// Doc is a document prepared for scoring.
type Doc struct {
	Source    string // source id
	Date      string // ISO publication date, may be empty
	Title     string
	Parsed    *document.Document
	Sentences []Sentence
	title     map[string]bool
	sections  map[string]map[string]bool
	blocks    map[int]map[string]bool
	order     []int       // blocks that hold sentences, in order
	place     map[int]int // block -> index in order
}

// Sentence is a sentence with what scoring needs of it.
type Sentence struct {
	document.Sentence
	Stems   map[string]bool
	Words   int // all tokens
	Numbers []text.Number
}

// Prepare reads a parsed document once for all questions.
func Prepare(source, title, date string, d *document.Document) *Doc {
	out := &Doc{Source: source, Date: date, Title: title, Parsed: d, title: stems(title),
		sections: map[string]map[string]bool{}, blocks: map[int]map[string]bool{}, place: map[int]int{}}
	for _, s := range d.Sentences {
		words := text.Tokens(s.Plain.Text)
		sentence := Sentence{Sentence: s, Stems: make(map[string]bool, len(words)), Words: len(words),
			Numbers: text.Numbers(s.Plain.Text)}
		block := out.blocks[s.Block]
		if block == nil {
			block = map[string]bool{}
			out.blocks[s.Block] = block
			out.place[s.Block] = len(out.order)
			out.order = append(out.order, s.Block)
		}
		for _, w := range words {
			if !w.Stop {
				addStem(sentence.Stems, w)
				addStem(block, w)
			}
		}
		if _, ok := out.sections[s.Section]; !ok {
			out.sections[s.Section] = stems(s.Section)
		}
		out.Sentences = append(out.Sentences, sentence)
	}
	return out
}

func stems(s string) map[string]bool {
	set := map[string]bool{}
	for _, t := range text.Tokens(s) {
		if !t.Stop {
			addStem(set, t)
		}
	}
	return set
}

// addStem adds a token's stem and, for a compound such as profile-guided, its parts'.
func addStem(set map[string]bool, t text.Token) {
	set[t.Stem] = true
	if strings.ContainsAny(t.Norm, "-/") {
		for _, p := range strings.FieldsFunc(t.Norm, func(r rune) bool { return r == '-' || r == '/' }) {
			set[text.Stem(p)] = true
		}
	}
}

// Scorer scores sentences with term weights learnt from a set of documents.
type Scorer struct {
	n    int
	df   map[string]int
	docs []*Doc
}

// NewScorer weighs terms by their rarity among the sentences of the documents.
func NewScorer(docs []*Doc) *Scorer {
	s := &Scorer{df: map[string]int{}, docs: docs}
	for _, d := range docs {
		for _, sentence := range d.Sentences {
			s.n++
			for t := range sentence.Stems {
				s.df[t]++
			}
		}
	}
	return s
}

// Weight is the inverse sentence frequency of a stem, > 0.
func (s *Scorer) Weight(stem string) float64 {
	return math.Log(1 + (float64(s.n)+1)/(float64(s.df[stem])+0.5))
}

// Score says how well a sentence answers a question.
type Score struct {
	Value    float64          // 0-1 overall
	Coverage float64          // 0-1 weighted share of the question's terms in or near the sentence
	Own      float64          // 0-1 the same in the sentence alone
	Topic    float64          // 0-1 the same, of the terms that are in no name
	Dated    bool             // it names the month in which a version of the question came out
	Typed    bool             // it holds an answer of the kind asked for
	Filled   []citestone.Slot // slots found in it or in its context
	Missing  []citestone.Slot
	Absent   []string // terms of the question that no document of the scorer holds
}

// Score scores sentence i of d for an expanded question.
func (s *Scorer) Score(q Question, d *Doc, i int) Score {
	sentence := &d.Sentences[i]
	var out Score
	var total, near, own, topics, topic float64
	for _, t := range q.Terms {
		w := s.Weight(t)
		total += w
		m := d.match(sentence, q, t)
		near += w * m
		if m == 1 {
			own += w
		}
		if !q.named(t) {
			topics += w
			if m == 1 {
				topic += w
			}
		}
		if m == 0 && !s.holds(q.forms[t]) {
			out.Absent = append(out.Absent, t)
		}
	}
	if total > 0 {
		out.Coverage, out.Own = near/total, own/total
	}
	typed := d.typed(q, sentence)
	out.Topic = 1
	if topics > 0 {
		out.Topic = topic / topics
	}
	out.Typed = typed >= 0.3
	factor := 1.0
	for _, slot := range q.Slots {
		m := d.slot(sentence, q, slot)
		if m >= inTitle || slot.Kind == citestone.SlotYear && m >= inNeighbour {
			out.Filled = append(out.Filled, slot)
		} else {
			out.Missing = append(out.Missing, slot)
		}
		out.Dated = out.Dated || sentence.dated(q.released[slot.Value])
		if slot.Kind == citestone.SlotVersion || slot.Kind == citestone.SlotYear {
			factor *= 0.5 + 0.5*m
		}
	}
	if q.Kind != Any {
		factor *= 0.5 + 0.65*typed
	}
	if q.Kind.Quantity() && sentence.speaksOfOther(q) {
		factor *= 0.9
	}
	if q.Kind.Quantity() && q.accepted(sentence) > 1 {
		factor *= 0.95 // which of them is meant?
	}
	out.Value = math.Min(1, (0.6*out.Coverage+0.4*out.Own)*factor*shape(sentence))
	return out
}

func (s *Scorer) holds(forms []string) bool {
	for _, f := range forms {
		if s.df[f] > 0 {
			return true
		}
	}
	return false
}

// typed is 1 if the sentence holds an answer of the kind asked for, less if only its
// heading or title names the release or its source's date the time, 0 if nothing does.
func (d *Doc) typed(q Question, s *Sentence) float64 {
	switch {
	case q.typed(s) && q.counted != "" && !has(s.Stems, q.forms[q.counted]):
		return 0.2 // a number, but not of what is to be counted
	case q.typed(s):
		return 1
	case q.Kind == Release && (q.Kind.in(s.Section) || q.Kind.in(d.Title)):
		return 0.8
	case q.Kind == When && d.Date != "":
		return 0.3
	}
	return 0
}

func (k Kind) in(s string) bool { return slices.ContainsFunc(text.Numbers(s), k.Accepts) }

// match is the weight with which a term of the question is found at a sentence.
func (d *Doc) match(s *Sentence, q Question, term string) float64 {
	forms := q.forms[term]
	if has(s.Stems, forms) {
		return 1
	}
	best := 0.0
	try := func(set map[string]bool, w float64) {
		if w > best && has(set, forms) {
			best = w
		}
	}
	try(d.blocks[s.Block], inBlock)
	try(d.sections[s.Section], inSection)
	try(d.title, inTitle)
	at := d.place[s.Block]
	for _, n := range []int{at - 2, at - 1, at + 1} {
		if n >= 0 && n < len(d.order) {
			try(d.blocks[d.order[n]], inNeighbour)
		}
	}
	return best
}

func has(set map[string]bool, forms []string) bool {
	for _, f := range forms {
		if set[f] {
			return true
		}
	}
	return false
}

// Expand returns the question with every form that its terms take in the scorer's
// documents: initialisms that cover a term, irregular forms, and stems that share at
// least four letters and 60 % of the longer one.
func (s *Scorer) Expand(q Question) Question {
	q.forms = map[string][]string{}
	q.released = s.releases(q)
	for _, t := range q.Terms {
		q.forms[t] = append([]string{t}, q.variants(t)...)
	}
	for stem := range s.df {
		for _, t := range q.Terms {
			if stem != t && inflected(stem, t) {
				q.forms[t] = append(q.forms[t], stem)
			}
		}
	}
	return q
}

// releases dates the versions that a question names: the month of a document that is
// titled as the announcement of that version.
func (s *Scorer) releases(q Question) map[string]time.Time {
	out := map[string]time.Time{}
	for _, slot := range q.Slots {
		if slot.Kind != citestone.SlotVersion {
			continue
		}
		for _, d := range s.docs {
			date, err := time.Parse(time.DateOnly, d.Date)
			if err == nil && hasNumber(d.Title, slot.Value) && (d.title["releas"] || d.title["announc"] || d.title["launch"]) {
				out[slot.Value] = date
			}
		}
	}
	return out
}

// dated reports whether the sentence names the month in which a version came out.
func (s *Sentence) dated(released time.Time) bool {
	return !released.IsZero() && strings.Contains(s.Plain.Text, released.Month().String()) &&
		hasNumber(s.Plain.Text, strconv.Itoa(released.Year()))
}

// inflected reports whether two stems are forms of one word: they share at least four
// letters and 60 % of the longer one, and what is left of each is a usual ending.
func inflected(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n >= 4 && 5*n >= 3*max(len(a), len(b)) && endings[a[n:]] && endings[b[n:]]
}

var endings = map[string]bool{"": true, "e": true, "i": true, "y": true, "s": true, "t": true, "d": true, "x": true, "ct": true,
	"act": true, "er": true, "or": true, "ion": true, "ation": true, "ment": true, "al": true, "ic": true, "iti": true,
	"ity": true, "ive": true, "iv": true, "ant": true, "ent": true, "anc": true, "enc": true, "abl": true, "at": true,
	"iz": true, "ist": true, "ism": true, "ous": true, "ur": true, "ing": true, "ed": true, "th": true, "ness": true}

// irregular maps stems of verbs to the stem of another form.
var irregular = map[string]string{"found": "find", "held": "hold", "made": "make", "took": "take", "built": "build",
	"began": "begin", "grew": "grow", "fell": "fall", "rose": "rise", "sent": "send", "left": "leav", "won": "win",
	"wrote": "write", "written": "write", "spent": "spend", "paid": "pay", "sold": "sell", "chose": "choos"}

// variants are the initialisms that cover a term, and its irregular form.
func (q Question) variants(term string) []string {
	var out []string
	for a, b := range irregular {
		switch term {
		case a:
			out = append(out, b)
		case b:
			out = append(out, a)
		}
	}
	for i, t := range q.Terms {
		if t != term {
			continue
		}
		for n := 2; n <= 3; n++ {
			for from := max(0, i-n+1); from <= i && from+n <= len(q.Terms); from++ {
				if abbr := q.initials(q.Terms[from : from+n]); abbr != "" {
					out = append(out, abbr)
				}
			}
		}
	}
	return out
}

// initials returns the initialism of terms; "" when one of them is a name's.
func (q Question) initials(terms []string) string {
	var b strings.Builder
	for _, t := range terms {
		if t[0] < 'a' || t[0] > 'z' || q.named(t) {
			return ""
		}
		b.WriteByte(t[0])
	}
	return b.String()
}

// named reports whether a term belongs to a name of the question.
func (q Question) named(term string) bool {
	return slices.ContainsFunc(q.Slots, func(s citestone.Slot) bool {
		return s.Kind == citestone.SlotEntity && slices.Contains(s.Terms, term)
	})
}

// slot is the weight with which a slot is filled at a sentence, 0-1.
func (d *Doc) slot(s *Sentence, q Question, slot citestone.Slot) float64 {
	switch slot.Kind {
	case citestone.SlotQuantity:
		if q.typed(s) {
			return 1
		}
		return 0
	case citestone.SlotYear, citestone.SlotVersion:
		if s.states(slot) {
			return 1
		}
		if s.dated(q.released[slot.Value]) {
			return 0.95
		}
		best := 0.0
		if d.blockHas(s.Block, slot.Value) {
			best = inBlock
		}
		if hasNumber(s.Section, slot.Value) || hasNumber(d.Title, slot.Value) {
			best = 0.9
		}
		if slot.Kind == citestone.SlotYear && strings.HasPrefix(d.Date, slot.Value) && !When.in(d.Title) {
			best = max(best, inNeighbour)
		}
		return best
	}
	if len(slot.Terms) == 0 {
		return 1
	}
	sum := 0.0
	for _, t := range slot.Terms {
		m := d.match(s, q, t)
		if m == inBlock && s.speaksOfOther(q) {
			m = inNeighbour
		}
		sum += m
	}
	return sum / float64(len(slot.Terms))
}

// states reports whether a sentence holds the version or year itself, and not as part
// of a measure ("1.5" in "1.5 milliseconds").
func (s *Sentence) states(slot citestone.Slot) bool {
	if !hasNumber(s.Plain.Text, slot.Value) {
		return false
	}
	for _, n := range s.Numbers {
		if n.Kind != text.Version && n.Kind != text.Year && n.Kind != text.Date && strings.Contains(n.Text, slot.Value) {
			return n.Unit == ""
		}
	}
	return true
}

func (d *Doc) blockHas(block int, number string) bool {
	return hasNumber(d.Parsed.Blocks[block].Plain.Text, number)
}

// hasNumber reports whether s contains the number as a token of its own.
func hasNumber(s, number string) bool {
	for from := 0; ; {
		i := strings.Index(s[from:], number)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(number)
		if (i == 0 || !digit(s[i-1]) && s[i-1] != '.') && (end == len(s) || !digit(s[end]) && !(s[end] == '.' && end+1 < len(s) && digit(s[end+1]))) {
			return true
		}
		from = end
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// typed reports whether the sentence holds an answer of the kind asked for.
func (q Question) typed(s *Sentence) bool {
	switch q.Kind {
	case Any:
		return false
	case Person:
		for _, n := range text.Names(s.Plain.Text) {
			if !q.names(s.Plain.Text[n.Start:n.End]) {
				return true
			}
		}
		return false
	}
	for _, n := range s.Numbers {
		if q.Kind.Accepts(n) {
			return true
		}
	}
	return false
}

// accepted counts the numbers of a sentence that are of the kind asked for.
func (q Question) accepted(s *Sentence) int {
	n := 0
	for _, num := range s.Numbers {
		if q.Kind.Accepts(num) {
			n++
		}
	}
	return n
}

// Accepts reports whether a number is of the kind of answer.
func (k Kind) Accepts(n text.Number) bool {
	switch k {
	case Duration:
		return lengthUnits[n.Unit]
	case Share:
		return n.Kind == text.Percent || n.Unit == "x"
	case When:
		return n.Kind == text.Year || n.Kind == text.Date
	case Release:
		return n.Kind == text.Version
	case Amount:
		return n.Kind == text.Plain || n.Kind == text.Percent || n.Kind == text.Money || n.Kind == text.Measure
	}
	return false
}

// lengthUnits answer "how long": of time and, as the words do not tell, of space.
var lengthUnits = map[string]bool{"ns": true, "us": true, "µs": true, "ms": true, "s": true, "min": true, "h": true,
	"day": true, "d": true, "week": true, "month": true, "year": true,
	"mm": true, "cm": true, "m": true, "km": true, "ft": true, "mile": true}

// speaksOfOther reports whether the sentence names something that the question does
// not: then a name elsewhere in its paragraph need not be its subject.
func (s *Sentence) speaksOfOther(q Question) bool {
	for _, n := range text.Names(s.Plain.Text) {
		if !q.names(s.Plain.Text[n.Start:n.End]) {
			return true
		}
	}
	return false
}

// names reports whether the question itself holds the name.
func (q Question) names(name string) bool {
	for _, t := range text.Terms(name) {
		if !slices.Contains(q.Terms, t) {
			return false
		}
	}
	return true
}

// pointsElsewhere reports whether a sentence sends the reader on instead of telling.
func pointsElsewhere(plain string) bool {
	low := strings.ToLower(plain)
	return strings.HasSuffix(low, " here.") || strings.HasPrefix(low, "see ") || strings.HasPrefix(low, "for more ")
}

// shape lowers sentences that do not read as statements of fact.
func shape(s *Sentence) float64 {
	plain := s.Plain.Text
	switch {
	case strings.HasSuffix(plain, "?"):
		return 0.3
	case s.Words < 5:
		return 0.5
	case s.Words > 70:
		return 0.6
	case strings.HasSuffix(plain, ":"):
		return 0.6
	case pointsElsewhere(plain):
		return 0.5
	}
	return 1
}

// Rarest returns the n rarest terms of a question, in its own order.
func (s *Scorer) Rarest(q Question, n int) []string {
	terms := slices.Clone(q.Terms)
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Compare(s.Weight(b), s.Weight(a)) })
	keep := terms[:min(n, len(terms))]
	var out []string
	for _, t := range q.Terms {
		if slices.Contains(keep, t) {
			out = append(out, t)
		}
	}
	return out
}

// Feedback returns up to n stems that the best sentences for a question share and the
// question does not name (pseudo-relevance feedback, after Rocchio).
func (s *Scorer) Feedback(q Question, docs []*Doc, n int) []string {
	type scored struct {
		set   map[string]bool
		value float64
	}
	var best []scored
	q = s.Expand(q)
	for _, d := range docs {
		for i := range d.Sentences {
			best = append(best, scored{d.Sentences[i].Stems, s.Score(q, d, i).Value})
		}
	}
	slices.SortStableFunc(best, func(a, b scored) int { return cmp.Compare(b.value, a.value) })
	weight := map[string]float64{}
	for _, b := range best[:min(8, len(best))] {
		for t := range b.set {
			if !slices.Contains(q.Terms, t) && len(t) > 2 {
				weight[t] += 1
			}
		}
	}
	var terms []string
	for t := range weight {
		weight[t] *= s.Weight(t)
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b string) int {
		if c := cmp.Compare(weight[b], weight[a]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	return terms[:min(n, len(terms))]
}
