package document

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Citations that have lost their form can only be told from other numbers by the
// document: it has a numbered list, the numbers are in it, much of it is cited and
// nothing else is a marker.
const (
	minLoose   = 3  // markers that a document must have at least
	looseShare = 3  // one in so many entries of the list must be cited
	maxWord    = 24 // bytes of a word that are looked at
	maxDigits  = 3  // of a number in a marker
)

// looseMarkers returns the markers without a form of their own in what stands outside
// of the lists: superscripts saved as bare digits ("so.3 Then", "so,5 and"), or numbers
// in parentheses.
func looseMarkers(source string, lists []listing) []hole {
	if len(lists) == 0 {
		return nil
	}
	s := looseScan{source: source[:lists[len(lists)-1].Start], listed: map[int]bool{}}
	for _, l := range lists {
		for n := range l.numbers {
			s.listed[n] = true
		}
	}
	from := 0
	for _, l := range lists {
		s.scan(from, l.Start)
		from = l.End
	}
	flat := s.fits(s.flat)
	paren := s.fits(s.paren)
	switch {
	case flat && len(s.flat) >= len(s.paren):
		all := append(s.flat, s.spaced...)
		all = append(all, s.uncited(all)...)
		slices.SortFunc(all, func(a, b hole) int { return a.Start - b.Start })
		return all
	case paren:
		return s.paren
	}
	return nil
}

// dropLoose drops such markers where what looked like their list was none.
func (d *Document) dropLoose() {
	if len(d.References) > 0 {
		return
	}
	d.Markers = slices.DeleteFunc(d.Markers, func(m Marker) bool { return m.Style == FlattenedStyle || m.Style == ParenthesisStyle })
}

// A looseScan collects what may be such markers.
type looseScan struct {
	source    string
	listed    map[int]bool
	bracketed int    // markers in brackets, or raised
	flat      []hole // right behind a word and its mark
	spaced    []hole // behind a space, which counts only beside others
	doubtful  []hole // behind a space and a word that may count or name
	paren     []hole
}

// uncited returns the doubtful candidates that are the only ones to cite an entry: then
// they are markers rather than the entry an orphan.
func (s *looseScan) uncited(sure []hole) []hole {
	cited := map[string]bool{}
	for _, h := range sure {
		for _, k := range h.keys {
			cited[k] = true
		}
	}
	return slices.DeleteFunc(s.doubtful, func(h hole) bool {
		return slices.ContainsFunc(h.keys, func(k string) bool { return cited[k] })
	})
}

// fits reports whether the candidates are the document's way of citing.
func (s *looseScan) fits(found []hole) bool {
	cited := map[string]bool{}
	for _, h := range found {
		for _, k := range h.keys {
			cited[k] = true
		}
	}
	return len(found) >= minLoose && 10*s.bracketed <= len(found) && looseShare*len(cited) >= len(s.listed)
}

// scan reads the source [from, to).
func (s *looseScan) scan(from, to int) {
	code := false
	for i := max(from, 1); i+1 < to; i++ {
		c, next := s.source[i], s.source[i+1]
		switch {
		case c == '`':
			code = !code && s.source[i-1] != '`' && next != '`'
		case c == '[' && text.Marker(s.source[i:]) > 0 && !escaped(s.source, i), c == 0xC2 && raisedDigit(s.source[i:]) > 0 && !exponentAt(s.source, i, 0):
			s.bracketed++
		case next < '0' || next > '9' || code:
		case c == '(':
			s.add(&s.paren, s.parenthesis(i))
		case c == ' ':
			s.add(&s.spaced, s.spacedNumber(i+1))
			if n := len(s.spaced); n > 0 && s.spaced[n-1].Start == i+1 && hanRune(lastRune(s.source[:i])) {
				s.flat, s.spaced = append(s.flat, s.spaced[n-1]), s.spaced[:n-1]
			}
		case strings.IndexByte(".,;:!?*\"')", c) >= 0 || c >= 0x80 && closing(lastRune(s.source[:i+1])):
			s.add(&s.flat, s.flatNumber(i+1))
		}
	}
}

func (s *looseScan) add(list *[]hole, h hole) {
	if h.keys != nil {
		*list = append(*list, h)
	}
}

// numbers reads "3", "12,13" or "4-6" at i; all of it must be in the list.
func (s *looseScan) numbers(i int) (keys []string, end int) {
	last, ranged := 0, false
	for at := i; ; {
		window := s.source[at:min(len(s.source), at+maxDigits+1)]
		size := len(window) - len(strings.TrimLeft(window, "0123456789"))
		n, ok := ordinal(window[:size])
		if !ok || s.source[at] == '0' || !s.listed[n] || ranged && n <= last || len(keys) >= maxKeys {
			return nil, i
		}
		for k := last + 1; ranged && k < n; k++ {
			keys = append(keys, strconv.Itoa(k))
		}
		keys, last, end = append(keys, strconv.Itoa(n)), n, at+size
		sep := 0
		switch rest := s.source[end:]; {
		case strings.HasPrefix(rest, ","), strings.HasPrefix(rest, "-"):
			sep = 1
		case strings.HasPrefix(rest, "–"):
			sep = len("–")
		}
		at = end + sep
		if sep == 0 || at >= len(s.source) || s.source[at] < '0' || s.source[at] > '9' {
			return keys, end
		}
		ranged = s.source[end] != ','
	}
}

// flatNumber reads the bare digits at i that follow the mark which ends a word.
func (s *looseScan) flatNumber(i int) hole {
	keys, end := s.numbers(i)
	if keys == nil {
		return hole{}
	}
	mark := lastRune(s.source[:i])
	before := s.source[:i-utf8.RuneLen(mark)]
	rest := s.source[end:]
	switch mark {
	case '*', '"', '\'', '”', '’', ')', '»', '」':
		outside := strings.TrimRight(before, `*"'”’)»」`)
		if outside == "" || !strings.ContainsRune(".,;!?。！？", lastRune(outside)) {
			return hole{}
		}
		mark = lastRune(outside)
		before = outside[:len(outside)-utf8.RuneLen(mark)]
	}
	escape := strings.HasSuffix(before, `\`)
	if ok := followsWord(strings.TrimSuffix(before, `\`), mark, escape) && goesOn(rest, mark); !ok {
		return hole{}
	}
	return hole{Span: citestone.Span{Start: i, End: end}, style: FlattenedStyle, keys: keys}
}

// followsWord reports whether a mark behind before ends a word of prose and no
// abbreviation, number, name of a file or address.
func followsWord(before string, mark rune, escape bool) bool {
	near := before[max(0, len(before)-maxWord):]
	word := near[len(strings.TrimRightFunc(near, unicode.IsLetter)):]
	if !utf8.ValidString(near) {
		near = strings.ToValidUTF8(near, "")
	}
	head := strings.TrimSuffix(near, word)
	prev := lastRune(head)
	switch {
	case word != "" && hanRune(lastRune(word)):
		return true
	case word == "" && unicode.IsDigit(prev):
		return escape || mark == '.' && year(head)
	case word == "":
		return strings.ContainsRune(`)]}”"’'%*_$»`, prev)
	case strings.ContainsRune(`./_@\=&#:`, prev) && !strings.HasSuffix(head, ": ") || unicode.IsDigit(prev):
		return false
	case utf8.RuneCountInString(word) < 2:
		return false
	case mark == ',' || mark == ';':
		return utf8.RuneCountInString(word) > 2
	}
	return mark != '.' || !numberedShort(word)
}

// year reports whether s ends with the number of a year.
func year(s string) bool {
	digits := s[len(strings.TrimRight(s, "0123456789")):]
	if len(digits) != 4 || digits[0] != '1' && digits[0] != '2' {
		return false
	}
	before := s[:len(s)-4]
	return before == "" || strings.ContainsRune(" (–-", lastRune(before))
}

// goesOn reports whether rest, behind bare digits, goes on as text does behind a
// marker that follows the mark.
func goesOn(rest string, mark rune) bool {
	after := strings.TrimLeft(rest, `*_"'”’)`)
	if after == "" || after[0] == '\n' || after[0] == '\r' || after[0] == '|' {
		return true
	}
	if after[0] != ' ' || mark == ':' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " "))
	if mark == ',' || mark == ';' {
		return !unicode.IsDigit(next)
	}
	return !unicode.IsLower(next)
}

// spacedNumber reads the bare digits at i behind a word and a space, as in "gene
// transfer 12, and": only where a mark follows, and no word before that takes a number.
func (s *looseScan) spacedNumber(i int) hole {
	keys, end := s.numbers(i)
	if keys == nil || end >= len(s.source) {
		return hole{}
	}
	before, rest := s.source[:i-1], s.source[end:]
	prev := lastRune(before)
	h := hole{Span: citestone.Span{Start: i, End: end}, style: FlattenedStyle, keys: keys}
	next, size := utf8.DecodeRuneInString(rest)
	if hanRune(prev) {
		if strings.ContainsRune("。，；、）！？：", next) && !strings.ContainsRune("第为為是约約到达達至共有仅僅超近于於增减減升降占佔和与與及从從在即每", prev) {
			return h
		}
		return hole{}
	}
	joins := ""
	switch {
	case next == ',' || next == ';' || next == ')':
		if after := rest[size:]; after != "" && next != ')' && !space(after[0]) {
			return hole{}
		}
	case strings.HasPrefix(rest, " |"):
		joins = "|"
	case next == ' ':
		joins, _, _ = strings.Cut(rest[1:min(len(rest), maxWord)], " ")
		if !functionWord(joins) {
			return hole{}
		}
	default:
		return hole{}
	}
	if prev == ')' || prev == '%' || prev == '?' && joins == "|" || citable(before, joins) {
		return h
	}
	if word := lastWord(before); utf8.RuneCountInString(word) > 1 && !strings.HasSuffix(word, "ing") && !takesNumber(strings.ToLower(word)) && !counting(strings.ToLower(word)) {
		s.doubtful = append(s.doubtful, h)
	}
	return hole{}
}

// lastWord returns the word that s ends with, less the marks of a name such as
// "SoftGroup++".
func lastWord(s string) string {
	s = strings.TrimRight(s[max(0, len(s)-maxWord):], "+*")
	return s[len(strings.TrimRightFunc(s, unicode.IsLetter)):]
}

// counting reports the short words behind which a number counts something.
func counting(word string) bool {
	switch word {
	case "to", "of", "by", "for", "at", "in", "is", "be", "are", "was", "a", "an", "the", "and", "or", "no", "on", "up", "its", "as", "but", "all", "top", "has", "had", "may", "can", "per", "out", "not", "de", "la":
		return true
	}
	return false
}

// citable reports whether before ends with a word that a bare number behind it cites
// a source for and does not count; joins is the word or mark behind the number.
func citable(before, joins string) bool {
	near := before[max(0, len(before)-maxWord):]
	word := near[len(strings.TrimRightFunc(near, unicode.IsLetter)):]
	head := lastRune(strings.TrimSuffix(before, word))
	if joins == "|" && rating(word) {
		return true
	}
	if len(word) < 4 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" || head != ' ' && head != '-' && head != '\n' || takesNumber(word) {
		return false
	}
	switch joins {
	case "", "|":
		return true
	case "is", "are", "was", "were", "could", "can", "may", "might", "has", "have", "will", "would", "should", "which", "that", "but", "while":
		return nounLike(word) || strings.HasSuffix(word, "s")
	}
	return nounLike(word)
}

// rating reports the words that alone fill the cells of a table.
func rating(word string) bool {
	switch word {
	case "High", "Low", "Moderate", "Medium", "Good", "Excellent", "Poor", "Fair", "Limited", "Strong", "Weak", "Slow", "Fast", "Yes", "No", "None", "Unknown", "Rare", "Common", "Partial", "Full":
		return true
	}
	return false
}

// parenthesis reads "(3)" or "(1, 2)" behind a word and before a mark.
func (s *looseScan) parenthesis(i int) hole {
	near := s.source[i+1 : min(len(s.source), i+maxLabel)]
	body, rest, ok := strings.Cut(near, ")")
	if !ok || i < 2 || s.source[i-1] != ' ' {
		return hole{}
	}
	keys := numericKeys(body)
	for _, k := range keys {
		if n, err := strconv.Atoi(k); err != nil || !s.listed[n] {
			return hole{}
		}
	}
	before := s.source[:i-1]
	word := before[len(strings.TrimRightFunc(before[max(0, len(before)-maxWord):], unicode.IsLetter))+max(0, len(before)-maxWord):]
	prev := lastRune(before)
	cites := rest == "" || strings.IndexByte(".,;:\n\r|", rest[0]) >= 0 || strings.HasPrefix(rest, " |") || strings.HasSuffix(before, " al.")
	if keys == nil || !cites || word == "" && !strings.ContainsRune(`)”"*%.`, prev) && !unicode.IsDigit(prev) || takesNumber(strings.ToLower(word)) {
		return hole{}
	}
	return hole{Span: citestone.Span{Start: i, End: i + len(body) + 2}, style: ParenthesisStyle, keys: keys}
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// closing reports the marks of several bytes that digits of a marker may follow.
func closing(r rune) bool { return strings.ContainsRune("。！？”’»」", r) }

func hanRune(r rune) bool { return unicode.Is(unicode.Han, r) }

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// numberedShort reports the abbreviations that a number follows.
func numberedShort(word string) bool {
	switch strings.ToLower(word) {
	case "fig", "figs", "no", "nos", "nr", "vol", "vols", "pp", "eq", "eqs", "eqn", "sec", "secs", "sect", "ch", "chap", "tab", "ver", "rev", "art", "para", "par",
		"pt", "app", "ref", "refs", "vs", "ca", "approx", "est", "cf", "ed", "iss", "num", "col", "op", "abb", "bd", "js", "net", "io", "py", "st", "ex", "thm", "def", "lem":
		return true
	}
	return false
}

// takesNumber reports the words, in lower case, behind which a number is no citation:
// what is numbered, what counts and what leads to a figure.
func takesNumber(word string) bool {
	switch strings.TrimSuffix(word, "s") {
	case "type", "phase", "stage", "grade", "day", "week", "month", "year", "hour", "minute", "step", "level", "table", "figure", "chapter", "section", "age", "version", "part",
		"page", "volume", "group", "clas", "category", "tier", "round", "season", "episode", "chromosome", "factor", "article", "number", "item", "question", "case", "equation", "appendix",
		"line", "point", "score", "layer", "task", "cohort", "generation", "node", "channel", "port", "size", "rank", "scenario", "option", "rule", "title", "block", "zone", "unit", "gate",
		"route", "issue", "note", "example", "experiment", "objective", "goal", "interval", "quarter", "window", "component", "principle", "theorem", "lemma", "paragraph", "criterion", "clause",
		"about", "than", "from", "with", "over", "under", "nearly", "only", "least", "most", "around", "roughly", "approximately", "between", "within", "until", "after", "before", "since",
		"during", "into", "onto", "exactly", "almost", "some", "were", "have", "when", "where", "while", "that", "thi", "which", "these", "those", "what", "then", "also", "both", "first", "last", "next",
		"past", "another", "additional", "other", "every", "each", "just", "even", "plu", "minu", "time", "versu", "equal", "total", "span", "hit", "gain", "take", "hold", "cost", "reach", "rose", "fell", "grew",
		"include", "including", "contain", "containing", "require", "requiring", "exceed", "exceeding", "cover", "add", "averaging", "totaling", "reaching", "using", "chose", "give", "gave", "made", "make",
		"equation (", "zero", "million", "billion", "thousand", "hundred", "upwards", "maximum", "minimum", "nearest", "aged", "across", "below", "above", "toward", "through", "against":
		return true
	}
	return strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ly")
}

// functionWord reports the words that only join others, so that a number before one
// counts nothing.
func functionWord(word string) bool {
	switch word {
	case "to", "with", "and", "or", "is", "are", "was", "were", "could", "can", "may", "might", "in", "for", "as", "by", "which", "that", "but", "from", "on", "has", "have", "will", "would", "should", "while", "when":
		return true
	}
	return false
}

// nounLike reports whether a word has an ending that only nouns have.
func nounLike(word string) bool {
	for _, end := range []string{"tion", "tions", "sion", "sions", "ment", "ments", "ness", "ity", "ities", "isms", "graphy", "logy", "ology", "ence", "ance", "ences", "ances", "ics", "ithms", "ures", "ists", "erty", "erties"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
}
