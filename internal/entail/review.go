package entail

// review is what an alignment leaves over on either side, and what that means.
type review struct {
	missing   []int  // words of the claim that the source lacks
	moved     int    // content words of the claim that stand elsewhere in the source
	content   int    // content words of the claim
	aligned   int    // of those, how many are aligned
	denied    int    // negations of the claim that the source lacks
	denies    int    // negations of the source, before or in what is aligned, that the claim lacks
	dropped   int    // other words of the source's sentences that the claim lacks
	harm      string // what of the dropped words could change the meaning; "" for nothing
	qualified bool   // a negation is followed by only, just, necessarily
	verbatim  bool   // the same words, without a gap
}

// reviewer looks at the source words that the claim leaves out.
type reviewer struct {
	*alignment
	review
	taken    []bool // aligned source words
	fragile  bool
	pronouns bool // pronouns may be left out: the claim names what they stand for
	joined   bool // a coordinated predicate was already left out
}

// review judges the leftovers. Where the claim adds names in brackets, the source's
// pronouns may be dropped.
func (a *alignment) review(bracketed bool) review {
	v := reviewer{alignment: a, taken: make([]bool, len(a.source.words)), pronouns: bracketed}
	v.verbatim = true
	v.readClaim()
	first, last := a.bounds()
	if first < 0 {
		v.harm = "nothing in common"
		return v.review
	}
	from, to := a.source.sentence(first, last)
	v.before(from, first)
	at := first
	for _, j := range a.pairs {
		if j > at {
			v.gap(at, j)
		}
		at = max(at, j)
	}
	v.after(last, to)
	return v.review
}

func (v *reviewer) readClaim() {
	left := map[string]bool{}
	for _, j := range v.pairs {
		if j >= 0 {
			v.taken[j] = true
		}
	}
	for j := range v.source.words {
		if w := &v.source.words[j]; !v.taken[j] && w.content() && w.number == 0 {
			left[w.stem] = true
		}
	}
	for i, j := range v.pairs {
		w := &v.claim.words[i]
		v.fragile = v.fragile || lex.absolute(w.norm) && !w.hedge
		if w.content() {
			v.content++
		}
		switch {
		case j >= 0:
			if w.content() {
				v.aligned++
			}
			v.verbatim = v.verbatim && w.norm == v.source.words[j].norm
			continue
		case w.free():
			continue
		case v.apposition(i):
		case lex.negation[w.norm]:
			v.denied++
			v.qualified = v.qualified || qualifies(v.claim.words, i)
		case w.content() && w.number == 0 && left[w.stem]:
			v.moved++
		default:
			v.missing = append(v.missing, i)
		}
		v.verbatim = false
	}
}

// apposition reports whether word i is the "was" of "X was launched in 2024" where the
// source has "X, launched in 2024, ...".
func (v *reviewer) apposition(i int) bool {
	w := &v.claim.words[i]
	if w.norm != "was" && w.norm != "is" || i == 0 || i+1 == len(v.pairs) {
		return false
	}
	j := v.pairs[i-1]
	return j >= 0 && v.pairs[i+1] == j+1 && v.source.words[j+1].breaks
}

func qualifies(words []word, i int) bool {
	if i+1 >= len(words) {
		return false
	}
	switch words[i+1].norm {
	case "only", "just", "merely", "necessarily", "simply", "until", "least", "all", "every", "always", "longer":
		return true
	}
	return false
}

// drop counts a dropped word and notes what harm it does, by the words that are bad at
// its place; it reports whether the word is one that the claim should have. Negations
// are counted apart.
func (v *reviewer) drop(j int, bad map[string]bool) bool {
	w := &v.source.words[j]
	switch {
	case v.taken[j] || w.free() || v.pronouns && lex.pronoun[w.norm]:
		return false
	case lex.negation[w.norm] && !bad[w.norm]: // behind the clause
	case lex.negation[w.norm]:
		v.denies++
		v.qualified = v.qualified || qualifies(v.source.words, j)
		return false
	case bad[w.norm]:
		v.blame("the source says “" + w.norm + "”")
	}
	v.dropped++
	return true
}

func (v *reviewer) blame(harm string) {
	if v.harm == "" {
		v.harm = harm
	}
}

// before looks at the words of the sentence that precede the claim's.
func (v *reviewer) before(from, first int) {
	dropped := false
	for j := from; j < first; j++ {
		dropped = v.drop(j, lex.cue) || dropped
	}
	if !dropped {
		return
	}
	w := &v.source.words[first]
	start := w.breaks || lex.joins[v.source.words[first-1].norm]
	for k := first - 1; !start && k > from && v.source.words[k].free(); k-- {
		start = v.source.words[k].breaks
	}
	if !start || v.fragile {
		v.blame("it is a part of a longer statement")
	}
}

// after looks at the words of the sentence that follow the claim's last one.
func (v *reviewer) after(last, to int) {
	if last+1 >= to {
		return
	}
	next := &v.source.words[last+1]
	clause := next.breaks
	for j := last + 1; j < to; j++ {
		w := &v.source.words[j]
		clause = clause || w.breaks || w.norm == "and" || w.norm == "but" || w.norm == "while"
		bad := lex.cue
		if clause {
			bad = lex.says
		}
		v.drop(j, bad)
	}
	switch {
	case next.breaks || lex.joins[next.norm]:
	case v.fragile, !next.stop, lex.bars[next.norm]:
		v.blame("the statement goes on")
	}
}

// gap looks at the words between two aligned ones.
func (v *reviewer) gap(from, to int) {
	words := v.source.words
	var real []int
	for j := from + 1; j < to; j++ {
		if v.drop(j, lex.cue) {
			real = append(real, j)
		}
	}
	for _, end := range v.source.ends {
		if from < end && end <= to && len(real) > 0 {
			v.blame("it is put together from two sentences")
		}
	}
	if len(real) == 0 {
		return
	}
	v.verbatim = false
	switch {
	case words[from+1].breaks && words[to].breaks: // parenthetical
	case v.coordinated(from, to):
		v.joined = true
	case v.fragile, !v.modifiers(from, real) && !v.adjunct(from, to):
		v.blame("words are left out")
	}
}

// adjunct reports whether the gap is a prepositional phrase before another one:
// "launched [in 2024] with $45M".
func (v *reviewer) adjunct(from, to int) bool {
	words := v.source.words
	if !lex.preposition[words[from+1].norm] || !lex.preposition[words[to].norm] {
		return false
	}
	for j := from + 2; j < to; j++ {
		if w := &words[j]; w.breaks || lex.joins[w.norm] || lex.relative[w.norm] {
			return false
		}
	}
	return true
}

// coordinated reports whether the gap is a first predicate of two: "X [does Y and]
// does Z".
func (v *reviewer) coordinated(from, to int) bool {
	last := v.source.words[to-1].norm
	if v.joined || last != "and" && last != "but" {
		return false
	}
	for _, w := range v.source.words[from+1 : to] {
		if lex.relative[w.norm] {
			return false
		}
	}
	return true
}

// modifiers reports whether the dropped words are one or two modifiers behind a
// function word, or an adverb.
func (v *reviewer) modifiers(from int, real []int) bool {
	if len(real) > 2 {
		return false
	}
	for _, j := range real {
		w := &v.source.words[j]
		if w.stop || w.number > 0 || w.name {
			return false
		}
	}
	if n := v.source.words[real[0]].norm; len(real) == 1 && len(n) > 4 && n[len(n)-2:] == "ly" {
		return true
	}
	return v.source.words[from].stop || v.source.words[real[0]-1].free()
}

// entails reports whether nothing that matters is left over on either side.
func (r *review) entails() bool {
	return len(r.missing) == 0 && r.denied == 0 && r.denies == 0 && r.harm == "" &&
		r.moved*10 <= r.content && (r.aligned > 1 || r.dropped == 0)
}

// opposes reports whether the two say the same but for one negation.
func (r *review) opposes() bool {
	return len(r.missing) == 0 && r.moved == 0 && r.dropped == 0 && r.denied+r.denies == 1 &&
		r.harm == "" && !r.qualified && r.aligned > 1
}
