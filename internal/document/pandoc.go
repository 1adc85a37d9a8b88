package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// Limits of citations by key in bytes: the brackets of one, a key.
const (
	maxGroup = 1000
	maxKey   = 150

	maxPrefix = 40 // words before the first key of a document
)

// A keyReader finds citations by the keys of a bibliography: pandoc's and LaTeX's.
type keyReader struct {
	source   string
	known    map[string]string // keys that are listed -> the names of their authors
	defined  []int             // where the brackets stand of entries "[@key]: text"
	bare     bool              // @key in running text cites
	numbered bool              // the text lists references by number
	uncited  []string          // keys of \nocite
}

func newKeyReader(source string, listed []Reference, numbered bool) *keyReader {
	r := &keyReader{source: source, known: map[string]string{}, numbered: numbered}
	for _, l := range listed {
		r.known[l.ID] = bylineNames(l.Authors)
	}
	at := 0
	for line := range strings.Lines(source) {
		body := strings.TrimLeft(line, " \t>-*+")
		if key, n := definedKey(body); n > 0 {
			if _, ok := r.known[key]; !ok {
				r.known[key] = ""
			}
			r.defined = append(r.defined, at+len(line)-len(body))
		}
		at += len(line)
	}
	r.bare = len(r.known) > 0
	for i := 0; i < len(source) && !r.bare; i++ {
		n := strings.Index(source[i:], "@")
		if n < 0 {
			break
		}
		i += n
		from := max(0, i-maxPrefix)
		if open := strings.LastIndexByte(source[from:i], '['); open >= 0 {
			_, r.bare = r.group(from + open)
		}
	}
	return r
}

// definedKey reads the label of an entry, "[@key]: text".
func definedKey(s string) (key string, n int) {
	rest, ok := strings.CutPrefix(s, "[@")
	if !ok {
		return "", 0
	}
	n = strings.IndexByte(rest[:min(len(rest), maxKey)], ']')
	if n <= 0 || !strings.HasPrefix(rest[n:], "]:") || strings.ContainsAny(rest[:n], " \t\n;") {
		return "", 0
	}
	return strings.Trim(rest[:n], "{}"), n + len("[@]")
}

// read reads a citation at i.
func (r *keyReader) read(i int) (hole, bool) {
	switch r.source[i] {
	case '[':
		return r.group(i)
	case '@':
		return r.inText(i)
	case '\\':
		return r.command(i)
	case '~': // between a word and its citation
		if strings.HasPrefix(r.source[i:], `~\`) {
			_, ok := r.command(i + 1)
			return hole{Span: citestone.Span{Start: i, End: i + 1}}, ok
		}
	}
	return hole{}, false
}

// group reads [see @key, pp. 3-5; also @key2]. A link and the label of an entry are none.
func (r *keyReader) group(i int) (hole, bool) {
	n := bracket(r.source[i:])
	if n == 0 || escaped(r.source, i) {
		return hole{}, false
	}
	body, after := r.source[i+1:i+n-1], r.source[i+n:]
	if !strings.Contains(body, "@") || strings.HasPrefix(after, "(") {
		return hole{}, false
	}
	if _, defined := definedKey(r.source[i:]); defined > 0 && r.defines(i) {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + n}, style: PandocStyle}
	for part := range strings.SplitSeq(body, ";") {
		keys := r.keysIn(part)
		if len(keys) == 0 {
			return hole{}, false
		}
		h.keys = append(h.keys, keys...)
	}
	return h, len(h.keys) <= maxKeys
}

// defines reports whether the label of an entry stands at i.
func (r *keyReader) defines(i int) bool {
	_, found := slices.BinarySearch(r.defined, i)
	return found
}

// bracket returns the length of the brackets without others in them that s begins
// with, or 0.
func bracket(s string) int {
	if s == "" || s[0] != '[' {
		return 0
	}
	for k := 1; k < min(len(s), maxGroup); k++ {
		switch {
		case s[k] == ']':
			return k + 1
		case s[k] == '[' || s[k] == '`' || s[k] == '\n' && strings.HasPrefix(s[k:], "\n\n"):
			return 0
		}
	}
	return 0
}

// keysIn returns the keys in a part of a citation.
func (r *keyReader) keysIn(part string) []string {
	var keys []string
	for i := 0; i < len(part); i++ {
		if part[i] != '@' || i > 0 && !strings.ContainsRune(" \n-(,", rune(part[i-1])) {
			continue
		}
		key, n := readKey(part[i+1:])
		if _, known := r.known[key]; n == 0 || !known && crossReference(key) {
			return nil
		}
		keys = append(keys, key)
		i += n
	}
	return keys
}

// readKey reads the key that s begins with: letters and digits with single marks
// between them, or anything in braces.
func readKey(s string) (key string, n int) {
	s = s[:min(len(s), maxKey)]
	if inner, ok := strings.CutPrefix(s, "{"); ok {
		end := strings.IndexAny(inner, "}\n")
		if end <= 0 || inner[end] == '\n' {
			return "", 0
		}
		return inner[:end], end + 2
	}
	for i, c := range s {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '_' {
			n = i + utf8.RuneLen(c)
		} else if i == 0 || i > n || !strings.ContainsRune(":.#$%&-+?<>~/", c) {
			break
		}
	}
	return s[:n], n
}

// crossReference reports whether a key is that of a figure, a table or the like.
func crossReference(key string) bool {
	prefix, _, ok := strings.Cut(strings.Replace(key, "-", ":", 1), ":")
	if !ok {
		return false
	}
	switch prefix {
	case "fig", "tbl", "tab", "eq", "eqn", "sec", "lst", "thm", "lem", "cor", "prp", "def", "exm", "exr", "alg", "app", "ch", "nte", "tip", "wrn", "imp", "cau", "supp", "note":
		return true
	}
	return false
}

// inText reads @key, @{key} or @key [p. 4]. A key that is not listed must look like
// one: with a year.
func (r *keyReader) inText(i int) (hole, bool) {
	if !r.bare || i > 0 && !strings.ContainsRune(" \n\t(-\"'“‘—–;,*_", before(r.source, i)) || escaped(r.source, i) {
		return hole{}, false
	}
	key, n := readKey(r.source[i+1:])
	names, known := r.known[key]
	if n == 0 || !known && (!yearKey(key) || crossReference(key)) {
		return hole{}, false
	}
	h := hole{Span: citestone.Span{Start: i, End: i + 1 + n}, style: PandocStyle, keys: []string{key}, plain: cmp.Or(names, keyName(key))}
	if i > 0 && r.source[i-1] == '-' && (i == 1 || strings.ContainsRune(" \n(", rune(r.source[i-2]))) {
		h.Start, h.plain = i-1, "" // the author is named already
	}
	rest := r.source[h.End:]
	at := len(rest) - len(strings.TrimPrefix(rest, " "))
	size := bracket(rest[at:])
	if size == 0 || r.numbered && text.Marker(rest[at:]) > 0 || strings.HasPrefix(rest[at+size:], "(") {
		return h, true
	}
	locator, more, _ := strings.Cut(rest[at+1:at+size-1], ";")
	if strings.Contains(locator, "@") {
		return h, true
	}
	h.End += at + size
	for part := range strings.SplitSeq(more, ";") {
		h.keys = append(h.keys, r.keysIn(part)...)
	}
	return h, true
}

// before returns the character that ends at i.
func before(s string, i int) rune {
	c, _ := utf8.DecodeLastRuneInString(s[:i])
	return c
}

// yearKey reports whether a key holds a year in two digits or four.
func yearKey(key string) bool {
	i := strings.IndexAny(key, "0123456789")
	return i > 1 && len(key) > i+1 && key[i+1] >= '0' && key[i+1] <= '9'
}

// keyName returns the name that a key begins with, as it is read in running text.
func keyName(key string) string {
	n := strings.IndexFunc(key, func(r rune) bool { return !unicode.IsLetter(r) })
	if n < 0 {
		n = len(key)
	}
	r, size := utf8.DecodeRuneInString(key[:n])
	if n < 2 {
		return ""
	}
	return string(unicode.ToUpper(r)) + key[size:n]
}

// bylineNames returns authors as running text names them.
func bylineNames(authors []string) string {
	switch len(authors) {
	case 0:
		return ""
	case 1:
		return surname(authors[0])
	case 2:
		return surname(authors[0]) + " and " + surname(authors[1])
	}
	return surname(authors[0]) + " et al."
}

// keyed settles what citations by key stand for. Where nothing lists keys, they are
// listed elsewhere, unless the document cites in another way.
func (d *Document) keyed(r *keyReader, listed []Reference) {
	for i := range d.References {
		if r := &d.References[i]; strings.HasPrefix(d.Source[r.Start:r.End], "[@") {
			r.Label = r.ID
		}
	}
	byKey := func(m Marker) bool { return m.Style == PandocStyle || m.Style == LaTeXStyle }
	keys, others := 0, d.resolved()
	for _, m := range d.Markers {
		if byKey(m) {
			keys++
		}
	}
	d.Mentioned = r.uncited
	switch {
	case len(listed) > 0 || len(r.defined) > 0 || keys == 0:
	case others >= keys:
		d.Markers = slices.DeleteFunc(d.Markers, byKey)
	default:
		d.Unlisted = true
	}
}

// resolved counts the markers with a key that stands for an entry of the lists.
func (d *Document) resolved() int {
	ids := map[string]bool{}
	for _, r := range d.References {
		ids[r.ID] = true
	}
	n := 0
	for _, m := range d.Markers {
		if slices.ContainsFunc(m.Keys, func(k string) bool { return ids[k] }) {
			n++
		}
	}
	return n
}
