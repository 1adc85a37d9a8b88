package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
)

// Limits of author-year markers in bytes: what is between the brackets, the names
// before them, and the words around a work that are cut with it.
const (
	maxInside = 400
	maxBefore = 120
	maxWords  = 48
)

// A scanner finds what reads like author-year markers in the plain text of a block.
type scanner struct {
	works *works
	text  string
	block int
	found []authorYear
}

func (s *scanner) scan() {
	for i := 0; i < len(s.text); {
		k := strings.IndexAny(s.text[i:], "([（")
		if k < 0 {
			return
		}
		i += k
		i += max(s.brackets(i), 1)
	}
}

// brackets reads the brackets that open at i and returns their length, or 0 if they
// hold no marker.
func (s *scanner) brackets(i int) int {
	open := opener(s.text[i:])
	end := enclosed(s.text[i:min(len(s.text), i+maxInside)])
	if open == 0 || end == 0 {
		return 0
	}
	inside := citestone.Span{Start: i + open, End: i + end}
	_, size := utf8.DecodeRuneInString(s.text[inside.End:])
	outer := citestone.Span{Start: i, End: inside.End + size}
	body := strings.TrimLeft(s.text[inside.Start:inside.End], " ")
	if yearAt(s.text, inside.End-len(strings.TrimLeft(s.text[inside.Start:inside.End], " "))) > 0 && body != "" {
		if s.inSentence(outer, body) {
			return end
		}
		return 0
	}
	return s.parenthetical(outer, inside, end)
}

// enclosed returns where the brackets that s begins with close, or 0. They hold at
// most one pair of others in each other, and a year.
func enclosed(s string) int {
	depth, year := 0, false
	for i, r := range s {
		switch r {
		case '(', '[', '（':
			if depth++; depth > 2 {
				return 0
			}
		case ')', ']', '）':
			if depth--; depth == 0 {
				if year {
					return i
				}
				return 0
			}
		case '\n':
			if strings.HasPrefix(s[i:], "\n\n") {
				return 0
			}
		default:
			year = year || r >= '0' && r <= '9' || r == 'n' || r == 'p' || r == 'f'
		}
	}
	return 0
}

// parenthetical reads "(see Doe, 2019, p. 3; Roe & Doe, 2020a, 2021)".
func (s *scanner) parenthetical(outer, inside citestone.Span, length int) int {
	var parts []part
	works := 0
	for from := inside.Start; from < inside.End; {
		n := strings.IndexAny(s.text[from:inside.End], ";；")
		to := inside.End
		if n >= 0 {
			to = from + n
		}
		p := s.part(citestone.Span{Start: from, End: to})
		if len(p.keys) > 0 {
			works++
		}
		parts = append(parts, p)
		if from = to; n >= 0 {
			_, size := utf8.DecodeRuneInString(s.text[to:])
			from += size
		}
	}
	if works == 0 {
		return 0
	}
	if !slices.ContainsFunc(parts, func(p part) bool { return !p.whole }) {
		f := authorYear{block: s.block, span: outer, cut: s.withSpace(outer)}
		for _, p := range parts {
			f.add(p)
		}
		s.found = append(s.found, f)
		return length
	}
	for i, p := range parts {
		if len(p.keys) == 0 {
			continue
		}
		f := authorYear{block: s.block, span: p.work, cut: p.work}
		if i > 0 && p.whole {
			f.cut.Start = parts[i-1].span.End // with the semicolon
		}
		f.add(p)
		s.found = append(s.found, f)
	}
	return length
}

func (f *authorYear) add(p part) {
	f.keys = append(f.keys, p.keys...)
	f.matched = f.matched || p.matched
	if !p.matched {
		f.names = p.names
	}
}

// withSpace widens a range by the space before it, or at the start of the text by that
// behind it.
func (s *scanner) withSpace(span citestone.Span) citestone.Span {
	for span.Start > 0 && s.text[span.Start-1] == ' ' {
		span.Start--
	}
	for span.Start == 0 && span.End < len(s.text) && s.text[span.End] == ' ' {
		span.End++
	}
	return span
}

// A part is what stands between two semicolons of a marker.
type part struct {
	span    citestone.Span
	work    citestone.Span // names and years
	names   string
	keys    []string
	matched bool
	whole   bool // there is nothing else in it but a few words and pages
}

// part reads works with their years and pages: "cf. Doe, 2019, pp. 3-5".
func (s *scanner) part(span citestone.Span) part {
	span = trimSpan(s.text, span)
	p := part{span: span, whole: span.End-span.Start < maxWords && locator(s.text[span.Start:span.End])}
	for from := span.Start; from < span.End; {
		at, size := nextYear(s.text[:span.End], from)
		if size == 0 {
			break
		}
		before := s.text[from:at]
		lead := prefixLength(before)
		names := strings.TrimRight(before[lead:], " ,:(")
		years, end := readYears(s.text[:span.End], at)
		keys, matched := s.works.cited(names, years, strings.TrimRight(before[lead:], " ("), s.text[end:span.End])
		if len(keys) == 0 || !matched && !citing(before[:lead]) {
			p.whole = p.whole && len(p.keys) > 0
			from = end
			continue
		}
		if len(p.keys) == 0 {
			p.work.Start, p.whole = from+lead, lead <= maxWords
		}
		p.keys, p.work.End, p.names = append(p.keys, keys...), end, names
		p.matched = p.matched || matched
		from = end
	}
	if len(p.keys) > 0 && span.End-p.work.End > maxWords {
		p.whole = false
	}
	return p
}

// nextYear returns where the next year at or behind from stands and its length.
func nextYear(s string, from int) (at, size int) {
	for i := from; i < len(s); i++ {
		switch s[i] {
		case '1', '2', 'n', 'i', 'f', 's', 'o', 'N', 'F':
			if n := yearAt(s, i); n > 0 {
				return i, n
			}
		}
	}
	return len(s), 0
}

// readYears reads "2020a, b, 2021" at i, and returns the years and their end.
func readYears(s string, i int) (years []string, end int) {
	n := yearAt(s, i)
	year := canonicalYear(s[i : i+n])
	years, end = []string{year}, i+n
	for len(years) < maxSame {
		rest := s[end:]
		sep := len(rest) - len(strings.TrimLeft(rest, ",，、& "))
		if sep == 0 {
			break
		}
		if n := yearAt(s, end+sep); n > 0 {
			years, end = append(years, canonicalYear(s[end+sep:end+sep+n])), end+sep+n
			continue
		}
		if letter := rest[sep:]; letter != "" && len(years[0]) == 5 && letter[0] >= 'a' && letter[0] <= 'z' && !startsWithLetter(letter[1:]) && !startsAny(letter[1:], ".") {
			years, end = append(years, years[0][:4]+letter[:1]), end+sep+1
			continue
		}
		break
	}
	if rest := s[end:]; strings.HasPrefix(rest, "/") && yearAt(s, end+1) > 0 { // 1998/2020
		years = append(years, canonicalYear(s[end+1:end+1+yearAt(s, end+1)]))
		end += 1 + yearAt(s, end+1)
	}
	return years, end
}

// locator reports whether s only says where in a work something stands.
func locator(s string) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(s, " ,:")), " ")
	switch strings.TrimRight(word, ".0123456789-–") {
	case "p", "pp", "page", "pages", "ch", "chap", "chapter", "chapters", "sec", "section", "fig", "figure", "table", "para", "paras", "vol", "s", "§", "emphasis", "see", "for", "translated", "my", "appendix", "eq", "equation", "theorem", "line", "lines", "note", "n":
		return true
	}
	return false
}

// prefixLength returns the length of the words before the names: "see", "cf.", "for a
// review, see".
func prefixLength(s string) int {
	n := 0
	for n < len(s) {
		rest := strings.TrimLeft(s[n:], " ,:")
		at := len(s) - len(rest)
		word, _, _ := strings.Cut(rest, " ")
		bare := strings.Trim(word, ",.:")
		r, _ := utf8.DecodeRuneInString(bare)
		if bare == "" || particle(bare) && nameFollows(rest[len(word):]) || !unicode.IsLower(r) && !introduces(bare) {
			return at
		}
		n = at + len(word)
	}
	return n
}

// citing reports whether words before names lead to a work and not to a thing: "in
// Paris, 2015" names none.
func citing(lead string) bool {
	lead = strings.TrimRight(lead, " ,:")
	switch word := strings.ToLower(lead[strings.LastIndexByte(lead, ' ')+1:]); strings.Trim(word, ".") {
	case "", "see", "cf", "e.g", "i.e", "also", "and", "by", "compare", "example", "review", "reviewed", "cited", "instance", "source":
		return true
	}
	return false
}

// nameFollows reports whether a capitalised word or another particle follows.
func nameFollows(s string) bool { return nameWord(strings.TrimLeft(s, " ")) > 0 }

// introduces reports whether a capitalised word stands before names, not among them.
func introduces(w string) bool {
	switch w {
	case "See", "Cf", "E.g", "Also", "Source", "Sources", "Adapted", "Based", "From", "After", "In", "As", "The", "By", "But", "And", "While", "When", "Where", "Although", "Though", "If", "With", "Since", "Because", "Both", "Here", "Per", "Following", "Unlike", "Like", "Using", "Then", "Thus", "To", "At", "On", "Reviewed", "Compare", "Nach", "Laut", "Selon", "Según", "Secondo", "Segundo", "Volgens", "Data", "For", "Figure", "Table", "参见", "见", "详见":
		return true
	}
	return false
}

// inSentence reads "Doe and Roe (2020, p. 4)", whose year stands in the brackets outer.
func (s *scanner) inSentence(outer citestone.Span, body string) bool {
	years, end := readYears(body, 0)
	if rest := strings.TrimRight(body[end:], ")]） "); rest != "" && !startsAny(rest, ",:;，：；") {
		return false
	}
	before := strings.TrimRight(s.text[:outer.Start], " ")
	if outer.Start-len(before) > 1 || before == "" {
		return false
	}
	for _, from := range nameStarts(before) {
		names := before[from:]
		if word, _, _ := strings.Cut(names, " "); introduces(strings.Trim(word, ",.:")) {
			continue
		}
		keys, matched := s.works.narrated(readNaming(names), years, names)
		if len(keys) == 0 {
			continue
		}
		s.found = append(s.found, authorYear{
			block: s.block, names: names, keys: keys, matched: matched,
			span: citestone.Span{Start: from, End: outer.End},
			cut:  citestone.Span{Start: len(before), End: outer.End},
		})
		return true
	}
	return false
}

// nameStarts returns where names can start that s ends with, the longest first.
func nameStarts(s string) []int {
	var starts []int
	limit := max(0, len(s)-maxBefore)
	for i := len(s); i > limit && len(starts) < 12; {
		i = strings.LastIndexByte(s[:i], ' ')
		word := s[i+1:]
		word, _, _ = strings.Cut(word, " ")
		bare := strings.Trim(word, `,"“”'’.*[]()`)
		r, _ := utf8.DecodeRuneInString(bare)
		switch {
		case han(r):
			return append(starts, hanStarts(s, i+1)...)
		case unicode.IsUpper(r) || particle(bare):
			starts = append(starts, i+1+strings.Index(word, bare))
		case bare == "&" || bare == "" || bare == "and" || bare == "et" || bare == "al" || smallWord(bare) || bare == "others" || bare == "colleagues" || bare == "und":
		default:
			i = -1
		}
		if i < 0 || bare != word && strings.ContainsAny(word, `;:"“”`) {
			break
		}
	}
	slices.Reverse(starts)
	return starts
}

// hanStarts returns where a Chinese name of two to twelve characters that s ends with
// can start, not before from.
func hanStarts(s string, from int) []int {
	var starts []int
	for i := len(s); i > from && len(starts) < 12; {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !han(r) {
			break
		}
		i -= size
		starts = append(starts, i)
	}
	slices.Reverse(starts)
	return starts
}

// bare reads the text of a link as a marker: "Doe et al., 2024", "Doe' 24".
func (s *scanner) bare(span citestone.Span) {
	if span.End <= span.Start || slices.ContainsFunc(s.found, func(f authorYear) bool { return f.span.Start <= span.Start && f.span.End >= span.End }) {
		return
	}
	p := s.part(span)
	if len(p.keys) == 0 || !p.whole || p.work.Start != span.Start {
		return
	}
	f := authorYear{block: s.block, span: span, cut: s.withSpace(span)}
	f.add(p)
	s.found = append(s.found, f)
}

// startsAny reports whether s begins with one of the characters.
func startsAny(s, set string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune(set, r)
}
