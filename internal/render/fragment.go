package render

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

const (
	exactLimit   = 300 // longest passage, in bytes, that a fragment quotes in full
	edgeWords    = 5   // words that name each end of a longer passage
	contextWords = 3   // words of context for a passage that is not unique
	maxWords     = 24  // where growing a term for uniqueness ends
)

// Fragment returns link with a text fragment that selects passage on the page, so
// that a browser scrolls to it and marks it. All texts are visible text in which
// line breaks separate blocks; before and after are what the page shows around the
// passage, as far as known. They decide how much context the fragment needs.
//
// A passage of one block is quoted in full when short, else named by its first and
// last words. A passage that occurs earlier on the page, or has few words, gets the
// words around it as context.
// See https://wicg.github.io/scroll-to-text-fragment/.
func Fragment(link, before, passage, after string) string {
	blocks := blocksOf(passage)
	if link == "" || len(blocks) == 0 {
		return link
	}
	p := page{before: blocksOf(before), passage: blocks, after: blocksOf(after)}
	link, _, _ = strings.Cut(link, ":~:")
	if !strings.Contains(link, "#") {
		link += "#"
	}
	return link + ":~:text=" + p.directive()
}

// page is the visible text of a page, cut around a passage.
type page struct{ before, passage, after []string }

func (p page) directive() string {
	first, last := p.passage[0], p.passage[len(p.passage)-1]
	if len(p.passage) == 1 && len(first) <= exactLimit {
		return p.exact(first)
	}
	head := strings.Join(p.before, " ")
	start, prefix := p.start(head, first)
	body := strings.TrimSpace(strings.Join(p.passage, " ")[len(start):])
	if len(p.passage) == 1 {
		last = body
	}
	return prefix + encode(start) + "," + encode(uniqueTail(body, last))
}

// exact names a short passage by itself, with context where it needs some.
func (p page) exact(text string) string {
	whole := strings.Join(p.before, " ") + " " + text + " " + strings.Join(p.after, " ")
	if countWords(text) > contextWords && occurrences(whole, text) < 2 {
		return encode(text)
	}
	prefix, suffix := p.context(contextWords)
	for n := contextWords; n <= maxWords && occurrences(whole, strings.TrimSpace(prefix+" "+text+" "+suffix)) > 1; n *= 2 {
		prefix, suffix = p.context(n)
	}
	out := encode(text)
	if prefix != "" {
		out = encode(prefix) + "-," + out
	}
	if suffix != "" {
		out += ",-" + encode(suffix)
	}
	return out
}

// context returns the n words before and after the passage, each within one block.
func (p page) context(n int) (prefix, suffix string) {
	if len(p.before) > 0 {
		prefix = lastWords(p.before[len(p.before)-1], n)
	}
	if len(p.after) > 0 {
		suffix = firstWords(p.after[0], n)
	}
	return prefix, suffix
}

// start returns the fewest first words of a block, from edgeWords up, that do not
// occur before it, and the encoded prefix term that it needs if there are none.
func (p page) start(head, block string) (start, prefix string) {
	for n := edgeWords; n <= maxWords; n += edgeWords {
		start = firstWords(block, n)
		if occurrences(head, start) == 0 {
			return start, ""
		}
	}
	if before, _ := p.context(contextWords); before != "" {
		return start, encode(before) + "-,"
	}
	return start, ""
}

// uniqueTail returns the fewest last words of a block, from edgeWords up, that occur
// in body at its end only.
func uniqueTail(body, block string) string {
	var tail string
	for n := edgeWords; n <= maxWords; n += edgeWords {
		tail = lastWords(block, n)
		if occurrences(body, tail) < 2 {
			break
		}
	}
	return tail
}

// blocksOf splits visible text into its blocks, with white space collapsed.
func blocksOf(s string) []string {
	var out []string
	for line := range strings.Lines(s) {
		if b := strings.Join(strings.Fields(line), " "); b != "" {
			out = append(out, b)
		}
	}
	return out
}

// occurrences counts where term occurs in text on word boundaries, whatever its case.
func occurrences(text, term string) int {
	text, term = strings.ToLower(text), strings.ToLower(term)
	n := 0
	for from := 0; term != "" && from < len(text); {
		i := strings.Index(text[from:], term)
		if i < 0 {
			break
		}
		if i += from; boundary(text, i) && boundary(text, i+len(term)) {
			n++
		}
		from = i + len(term)
	}
	return n
}

// boundary reports whether the byte position i of s does not lie inside a word.
func boundary(s string, i int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i:])
	return !wordRune(before) || !wordRune(after)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordSpans returns the byte ranges of the words of s by Unicode's rules (UAX 29).
func wordSpans(s string) [][2]int {
	var out [][2]int
	for it := words.FromString(s); it.Next(); {
		if strings.ContainsFunc(it.Value(), wordRune) {
			out = append(out, [2]int{it.Start(), it.End()})
		}
	}
	return out
}

func countWords(s string) int { return len(wordSpans(s)) }

// firstWords returns the beginning of s up to the end of its n-th word.
func firstWords(s string, n int) string {
	if w := wordSpans(s); len(w) > n {
		return s[:w[n-1][1]]
	}
	return s
}

// lastWords returns the end of s from the beginning of its n-th last word.
func lastWords(s string, n int) string {
	if w := wordSpans(s); len(w) > n {
		return s[w[len(w)-n][0]:]
	}
	return s
}

// encode percent-encodes a term of a text fragment.
func encode(term string) string {
	return strings.NewReplacer("-", "%2D", ",", "%2C", "&", "%26").Replace(url.PathEscape(term))
}
