package entail

// mood is what governs a word of a sentence.
type mood uint8

const (
	denied  mood = 1 << iota // under an odd number of negations
	doubted                  // under a word of plan, possibility or hearsay
	head                     // the first content word behind a negation
)

// reach is how many words a cue governs at most.
const reach = 14

// moods marks the words that negations and doubts govern.
func (r *reading) moods() {
	for i := range r.words {
		norm := r.words[i].norm
		switch {
		case lex.negator[norm] && !qualifies(r.words, i):
			r.govern(i, denied)
		case lex.doubt[norm]:
			r.govern(i, doubted)
		}
	}
}

// govern marks the words from behind the cue at i to the end of what it governs: a
// phrase for "no" and "without" inside of a clause, else the rest of the clause. The
// first content word there is the one that the cue is about.
func (r *reading) govern(i int, m mood) {
	norm := r.words[i].norm
	phrase := norm == "without" || norm == "no" && i > 1 && !r.words[i].breaks
	some := false // a content word has come
	for k := i + 1; k < len(r.words) && k <= i+reach; k++ {
		w := &r.words[k]
		if some && (w.breaks || lex.turns[w.norm] || phrase && lex.preposition[w.norm]) {
			return
		}
		if !some && m == denied && w.content() {
			w.mood ^= head
		}
		some = some || w.content()
		w.mood ^= m
	}
}
