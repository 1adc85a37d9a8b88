package document

import (
	"cmp"
	"slices"
	"strings"

	"github.com/citestone/citestone"
)

// maxOptions bounds an optional argument of a command in bytes.
const maxOptions = 500

// command reads \cite[p.~4]{a,b} and the other commands of LaTeX that cite, over line
// breaks.
func (r *keyReader) command(i int) (hole, bool) {
	name, at := citeCommand(r.source[i+1:])
	if name == "" || escaped(r.source, i) {
		return hole{}, false
	}
	at += i + 1
	h := hole{style: LaTeXStyle}
	for end := at; ; {
		keys, n := citeArguments(r.source[end:])
		if n == 0 {
			break
		}
		h.keys, end = append(h.keys, keys...), end+n
		h.Span = citestone.Span{Start: i, End: end}
		if !strings.HasSuffix(name, "cites") {
			break
		}
	}
	if len(h.keys) == 0 || len(h.keys) > maxKeys {
		return hole{}, false
	}
	if strings.HasPrefix(name, "nocite") {
		r.uncited = append(r.uncited, h.keys...)
		h.keys = nil
		return h, true
	}
	if inSentence(name) {
		var names []string
		for _, key := range h.keys {
			names = append(names, cmp.Or(r.known[key], keyName(key)))
		}
		h.plain = strings.Join(names, " and ")
	}
	if name == "citeauthor" {
		h.End = r.withYear(h)
	}
	return h, true
}

// citeCommand reads the name, in lower case, of the command that s begins with, if
// it cites, and its star.
func citeCommand(s string) (name string, n int) {
	for n < min(len(s), 24) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	name = strings.ToLower(s[:n])
	before, after, ok := strings.Cut(name, "cite")
	if !ok || !slices.Contains([]string{"", "paren", "text", "auto", "foot", "footfull", "smart", "super", "full", "short", "no", "new", "online", "possessive", "volc", "pnote"}, before) {
		return "", 0
	}
	switch after {
	case "style", "index", "reset", "alias", "color", "punct", "trackerfalse", "trackertrue":
		return "", 0
	}
	if strings.HasPrefix(s[n:], "*") {
		n++
	}
	return name, n
}

// inSentence reports whether the command stands for the authors in the sentence.
func inSentence(name string) bool {
	return strings.HasPrefix(name, "citet") && name != "citetext" && name != "citetitle" || strings.HasPrefix(name, "textcite") || strings.HasPrefix(name, "citealt") ||
		strings.HasPrefix(name, "citeauthor") || name == "newcite" || name == "possessivecite" || name == "citea"
}

// citeArguments reads up to two optional arguments and the keys in braces.
func citeArguments(s string) (keys []string, n int) {
	for range 3 {
		n += blanks(s[n:])
		if n >= len(s) || s[n] != '[' {
			break
		}
		size := balanced(s[n:])
		if size == 0 {
			return nil, 0
		}
		n += size
	}
	if n >= len(s) || s[n] != '{' {
		return nil, 0
	}
	end := strings.IndexByte(s[n:min(len(s), n+maxGroup*10)], '}')
	if end < 0 {
		return nil, 0
	}
	for key := range strings.SplitSeq(s[n+1:n+end], ",") {
		key = strings.TrimSpace(key)
		if key == "" {
			continue
		}
		if strings.ContainsAny(key, " {\\#%~\n[") {
			return nil, 0
		}
		keys = append(keys, key)
	}
	return keys, n + end + 1
}

// blanks returns the length of the white space that s begins with, up to one line break.
func blanks(s string) int {
	n := len(s) - len(strings.TrimLeft(s, " \t"))
	if strings.HasPrefix(s[n:], "\n") || strings.HasPrefix(s[n:], "\r\n") {
		n += strings.IndexByte(s[n:], '\n') + 1
		n += len(s[n:]) - len(strings.TrimLeft(s[n:], " \t"))
	}
	return n
}

// balanced returns the length of the optional argument that s begins with, or 0.
func balanced(s string) int {
	depth := 0
	for i := range min(len(s), maxOptions) {
		switch s[i] {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// withYear returns the end of \citeauthor{a} with the \citeyear{a} behind it.
func (r *keyReader) withYear(h hole) int {
	rest := r.source[h.End:]
	gap := strings.TrimLeft(rest, " ~")
	inside := strings.TrimPrefix(gap, "(")
	name, n := "", 0
	if strings.HasPrefix(inside, `\`) {
		name, n = citeCommand(inside[1:])
	}
	if !strings.HasPrefix(name, "citeyear") {
		return h.End
	}
	keys, size := citeArguments(inside[1+n:])
	end := h.End + len(rest) - len(inside) + 1 + n + size
	if !slices.Equal(keys, h.keys) || len(inside) < len(gap) && !strings.HasPrefix(r.source[end:], ")") {
		return h.End
	}
	if len(inside) < len(gap) {
		end++
	}
	return end
}
