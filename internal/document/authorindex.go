package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A work is an entry as author-year markers name it.
type work struct {
	id     string
	names  []string // family names or organisations, folded
	year   string   // with its letter
	letter string
	title  string // folded
}

// works finds the entries that author-year markers stand for.
type works struct {
	list   []work
	named  map[string][]int // first name, a blank and the year without letter -> indexes
	titled map[string][]int // first word of the title and the year
	first  map[string]bool  // the first names
	known  map[string]bool  // all the names
	years  map[string]bool
}

// maxSame bounds how many works of one name and year are compared.
const maxSame = 50

func newWorks(refs []Reference) *works {
	w := &works{named: map[string][]int{}, titled: map[string][]int{}, first: map[string]bool{}, known: map[string]bool{}, years: map[string]bool{}}
	for _, r := range refs {
		w.add(r)
	}
	return w
}

func (w *works) add(r Reference) {
	year := r.year
	if year == "" && len(r.Published) >= 4 {
		year = r.Published[:4]
	}
	if year == "" {
		return
	}
	k := work{id: r.ID, title: foldName(r.Title)}
	k.year, k.letter = splitYear(year)
	for _, a := range r.Authors {
		k.names = append(k.names, foldName(surname(a)))
	}
	i := len(w.list)
	w.list = append(w.list, k)
	w.years[k.year] = true
	put := func(index map[string][]int, name string) {
		key := name + " " + k.year
		if name != "" && len(index[key]) < maxSame && !slices.Contains(index[key], i) {
			index[key] = append(index[key], i)
		}
	}
	word, _, _ := strings.Cut(k.title, " ")
	put(w.titled, word)
	if len(r.Authors) == 0 {
		return
	}
	for _, name := range forms(r.Authors[0]) {
		put(w.named, name)
		w.first[name] = true
	}
	for _, name := range k.names {
		w.known[name] = true
	}
}

// forms returns the ways in which an author is named, folded: by the family name, by
// it without particles, by the whole name, by its acronym.
func forms(author string) []string {
	family := surname(author)
	list := []string{foldName(family)}
	for words := strings.Fields(family); len(words) > 1 && particle(words[0]); {
		words = words[1:]
		list = append(list, foldName(strings.Join(words, " ")))
	}
	whole, acronym := author, ""
	if before, inside, ok := strings.Cut(strings.NewReplacer("[", "(", "]", ")").Replace(author), " ("); ok {
		whole, acronym = before, foldName(strings.TrimRight(inside, ")"))
	}
	whole = strings.ReplaceAll(whole, " & ", " and ")
	list = append(list, foldName(whole), strings.TrimPrefix(foldName(whole), "the "))
	if acronym != "" {
		list = append(list, acronym)
	}
	if !strings.Contains(author, ",") && !strings.Contains(author, ".") {
		list = append(list, acronymOf(whole))
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return len(s) < 2 })
}

// acronymOf returns the initials of a name of three capitalised words or more, or "".
func acronymOf(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	if utf8.RuneCountInString(b.String()) < 3 {
		return ""
	}
	return b.String()
}

// splitYear takes the letter off a year.
func splitYear(s string) (year, letter string) {
	if len(s) == 5 && s[0] >= '0' && s[0] <= '9' {
		return s[:4], s[4:]
	}
	return s, ""
}

// A naming is the authors of a marker, folded.
type naming struct {
	names []string
	etAl  bool
	whole string // all of them as one name, of an organisation
}

// readNaming reads the authors as a marker has them: "Smith, Jones & Lee", "WHO".
func readNaming(s string) naming {
	s = strings.TrimSpace(s)
	var n naming
	for _, tail := range [...]string{"'s", "’s", "'", "’", "and colleagues", "& colleagues", "and others", "et al.", "et. al.", "et al", "等人", "等"} {
		if rest, ok := strings.CutSuffix(s, tail); ok && rest != "" {
			n.etAl = n.etAl || !strings.ContainsAny(tail, "'’")
			s = strings.TrimRight(rest, " ,")
		}
	}
	if open := strings.IndexAny(s, "[("); open > 0 {
		s = strings.TrimSpace(s[:open]) // World Health Organization [WHO]
	}
	n.whole = strings.TrimPrefix(foldName(strings.ReplaceAll(s, " & ", " and ")), "the ")
	for _, and := range [...]string{" & ", " and ", " und ", " et ", " y ", "、", "，", ";", "/", "和", "与"} {
		s = strings.ReplaceAll(s, and, ",")
	}
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name == "" || initials(name) == len(name) && (len(n.names) > 0 || !capitals(name)) {
			continue
		}
		n.names = append(n.names, foldName(name))
	}
	return n
}

// find returns the ids of the works of a year, with its letter, that a marker names.
func (w *works) find(n naming, year string) []string {
	bare, letter := splitYear(year)
	if !w.years[bare] || len(n.names) == 0 {
		return nil
	}
	if ids := w.best(w.named[n.whole+" "+bare], naming{etAl: n.etAl, names: []string{n.whole}}, letter); ids != nil {
		return ids
	}
	for _, first := range lastWords(n.names[0]) {
		if ids := w.best(w.named[first+" "+bare], n, letter); ids != nil {
			return ids
		}
	}
	return nil
}

// lastWords returns a name and what is left of it without the words before the family
// name: "john van smith", "van smith", "smith".
func lastWords(name string) []string {
	list := []string{name}
	for range maxNameWords {
		_, rest, ok := strings.Cut(name, " ")
		if !ok {
			break
		}
		name = rest
		list = append(list, name)
	}
	return list
}

// best returns the ids of those works whose other authors and letter fit best.
func (w *works) best(candidates []int, n naming, letter string) []string {
	var ids []string
	top := 0
	for _, i := range candidates {
		k := w.list[i]
		score := k.fits(n)
		switch {
		case score == 0 || letter != "" && k.letter != "" && letter != k.letter:
			continue
		case letter == k.letter:
			score += 4
		}
		if score > top {
			ids, top = nil, score
		}
		if score == top {
			ids = append(ids, k.id)
		}
	}
	return ids
}

// fits returns how well the authors of a marker fit the work: 0 not at all, 3 to
// their number.
func (k work) fits(n naming) int {
	for _, name := range n.names[1:] {
		if !slices.ContainsFunc(lastWords(name), func(s string) bool { return slices.Contains(k.names, s) }) {
			return 0
		}
	}
	switch {
	case n.etAl && len(k.names) > 2, !n.etAl && len(n.names) == len(k.names):
		return 3
	case n.etAl && len(k.names) > 1:
		return 2
	}
	return 1
}

// findTitle returns the ids of the works of a year whose title begins so.
func (w *works) findTitle(title, year string) []string {
	title = foldName(title)
	word, more, ok := strings.Cut(title, " ")
	bare, _ := splitYear(year)
	if !ok || len(more) < 3 {
		return nil
	}
	var ids []string
	for _, i := range w.titled[word+" "+bare] {
		if k := w.list[i].title; strings.HasPrefix(k, title) {
			ids = append(ids, w.list[i].id)
		}
	}
	return ids
}
