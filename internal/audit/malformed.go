package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// malformed finds what is clearly meant as a marker and is none: "[cite:]", "[1" in a
// document that cites by numbers, "[citation needed]". Code is left alone.
func malformed(in *Input) []citestone.Finding {
	w := newWays(in)
	var out []citestone.Finding
	for _, b := range in.Document.Blocks {
		switch b.Kind {
		case document.Code, document.FrontMatter, document.HTML, document.Definition:
			continue
		}
		for _, s := range w.broken(b.Span) {
			out = append(out, finding(s.Span, "", fmt.Sprintf("%q %s", in.Document.Source[s.Start:s.End], s.what), s.remedy))
		}
	}
	return out
}

// ways is how a document cites: only what looks like its own markers is a broken one.
type ways struct {
	d        *document.Document
	numbers  map[string]bool // of references and markers, if it cites by numbers in brackets
	notes    bool            // by footnotes
	keys     bool            // by [@key]
	commands bool            // by \cite{key}
	brackets bool            // by any of these
	cites    bool            // at all
}

func newWays(in *Input) *ways {
	w := &ways{d: in.Document}
	numeric := in.cites(document.NumericStyle, document.LinkedStyle, document.EscapedStyle)
	for _, m := range in.Document.Markers {
		w.notes = w.notes || m.Style == document.FootnoteStyle
		w.keys = w.keys || strings.HasPrefix(m.Text, "[@")
		w.commands = w.commands || strings.HasPrefix(m.Text, `\`) && m.Style != document.EscapedStyle
		if numeric && w.numbers == nil {
			w.numbers = map[string]bool{}
		}
		for _, key := range m.Keys {
			if numeric {
				w.numbers[key] = true
			}
		}
	}
	w.brackets = numeric || w.notes || w.keys || w.commands || in.cites(document.CiteStyle, document.LenticularStyle)
	for _, r := range in.Document.References {
		if numeric {
			w.numbers[cmp.Or(r.Label, r.ID)] = true
		}
	}
	w.cites = len(in.Document.Markers) > 0 || len(in.Document.References) > 0
	return w
}

// A slip is a broken marker.
type slip struct {
	citestone.Span
	what, remedy string
}

// What is wrong with broken markers, and what to write.
const (
	noMarker   = "is no citation marker"
	noCitation = "stands for a citation that is missing"
	leftOver   = "is what a chat program left of a citation"

	writeCite   = "write [cite:g1], or [cite:g1,g4] for several"
	writeNumber = "write [1], or [1, 2] or [1-3] for several"
	writeNote   = "name a footnote that is defined, as [^1]"
	writeKey    = "name a reference, as [@key]"
	writeTeX    = `name a reference, as \cite{key}`
	writeSource = "cite the source here, or take the sentence out"
	writeAnew   = "cite the source itself, or remove this"
)

// broken returns the broken markers of a block.
func (w *ways) broken(block citestone.Span) []slip {
	var out []slip
	s := w.d.Source[block.Start:block.End]
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			i += document.CodeSpan(s[i:]) - 1
			continue
		}
		found, ok := w.at(s, i)
		start := block.Start + i
		if ok && !w.read(start) {
			out = append(out, slip{citestone.Span{Start: start, End: start + found.End}, found.what, found.remedy})
			i += found.End - 1
		} else if s[i] == '\\' {
			i++ // what follows is meant as it stands
		}
	}
	return out
}

// read reports whether a marker was read at the offset, or one that it lies in.
func (w *ways) read(start int) bool {
	i, ok := slices.BinarySearchFunc(w.d.Markers, start, func(m document.Marker, at int) int { return cmp.Compare(m.Start, at) })
	return ok || i > 0 && w.d.Markers[i-1].End > start
}

// at returns what is broken at i, as a span from there.
func (w *ways) at(s string, i int) (slip, bool) {
	switch c := s[i]; {
	case c == '[':
		return w.bracket(s, i)
	case c == '(' || c == '{':
		return broken(s[i:], begins(s[i+1:]), noMarker, writeCite)
	case c == '\\':
		return w.command(s[i:])
	case c == ':':
		return broken(s[i:], strings.HasPrefix(s[i:], ":contentReference[oaicite:"), leftOver, writeAnew)
	case c >= utf8.RuneSelf && strings.HasPrefix(s[i:], "【"):
		return lenticular(s[i:])
	case c >= utf8.RuneSelf && strings.HasPrefix(s[i:], "\ue200cite"):
		return broken(s[i:], true, leftOver, writeAnew)
	}
	return slip{}, false
}

// broken returns a slip over what s begins with, if it is one.
func broken(s string, ok bool, what, remedy string) (slip, bool) {
	if !ok {
		return slip{}, false
	}
	return slip{citestone.Span{End: extent(s)}, what, remedy}, true
}

// bracket reads a broken marker at the bracket at i.
func (w *ways) bracket(s string, i int) (slip, bool) {
	rest := s[i:]
	if begins(rest[1:]) {
		return broken(rest, true, noMarker, writeCite)
	}
	end := strings.IndexAny(rest[1:], "[]\n") + 1
	if end <= 0 {
		end = len(rest)
	}
	body, closed := rest[1:end], end < len(rest) && rest[end] == ']'
	if closed && end+1 < len(rest) && strings.ContainsRune("([:", rune(rest[end+1])) {
		return slip{}, false // a link
	}
	whole := func(what, remedy string) (slip, bool) {
		return slip{citestone.Span{End: end + 1}, what, remedy}, true
	}
	switch {
	case !closed:
		return w.open(s, i, body)
	case w.cites && placeholder(body) && !quoted(s[:i]) && (!short(body) || w.brackets && concludes(s[:i], rest[end+1:])):
		return whole(noCitation, writeSource)
	case body == "cite_start" || strings.HasPrefix(body, "oaicite:"):
		return whole(leftOver, writeAnew)
	case w.notes && strings.HasPrefix(body, "^") && strings.Trim(body[1:], "0123456789 ") == "":
		return whole("is no footnote of this document", writeNote)
	case w.keys && strings.HasPrefix(body, "@") && strings.Trim(body, "@;, ") == "":
		return whole(noMarker, writeKey)
	case w.attached(s, i) && w.numbered(body):
		return whole(noMarker, writeNumber)
	}
	return slip{}, false
}

// open reads a number in brackets that do not close, as in "shown [1." It is no
// interval, as in "[0, 1)".
func (w *ways) open(s string, i int, body string) (slip, bool) {
	digits := len(body) - len(strings.TrimLeft(body, "0123456789, -–"))
	number := strings.TrimRight(body[:digits], ", -–")
	rest := body[len(number):]
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
	ends := rest == "" || strings.ContainsRune(".,;:!?", next) || unicode.IsSpace(rune(rest[0])) && unicode.IsLetter(next)
	if after := s[i+1+len(body):]; strings.Contains(after[:min(len(after), maxNumbers)], "]") {
		return slip{}, false // it closes on the next line
	}
	if strings.ContainsAny(body, ")") || !ends || !w.attached(s, i) || !w.numbered(number+",") {
		return slip{}, false
	}
	if strings.HasPrefix(rest, ".") && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9' {
		return slip{}, false
	}
	return slip{citestone.Span{End: 1 + len(number)}, "is a marker without its closing bracket", writeNumber}, true
}

// maxNumbers bounds what a marker may hold on its second line, in bytes.
const maxNumbers = 20

// attached reports whether what begins at i follows text, as a marker does.
func (w *ways) attached(s string, i int) bool {
	before := strings.TrimRight(s[:i], " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	return before != "" && (unicode.IsLetter(last) || strings.ContainsRune(".,;:!?)”\"'’]%。，；）", last))
}

// numbered reports whether a text in brackets is of numbers of references and what may
// stand between them, in a document that cites so. What parses was
// left alone for what it is, a vector or an interval, and no marker has a number below 0.
func (w *ways) numbered(body string) bool {
	if w.numbers == nil || !strings.ContainsAny(body, ",-–;") || strings.Trim(body, "0123456789,;-– ") != "" || strings.HasPrefix(body, "-") || listed(body) {
		return false
	}
	n := 0
	for number := range strings.FieldsFuncSeq(body, func(r rune) bool { return r < '0' || r > '9' }) {
		if n++; !w.numbers[number] {
			return false
		}
	}
	return n > 0
}

// listed reports whether a text is a list of numbers that are in order.
func listed(body string) bool {
	for part := range strings.SplitSeq(strings.ReplaceAll(body, "–", "-"), ",") {
		from, to, ranged := strings.Cut(strings.TrimSpace(part), "-")
		first, ok := atoi(from)
		if ranged && ok {
			last, number := atoi(to)
			ok = number && last >= first
		}
		if !ok {
			return false
		}
	}
	return true
}

// placeholder reports whether a text in brackets says that a citation is to be put there.
func placeholder(body string) bool {
	switch strings.ToLower(strings.Trim(body, " *_!:.")) {
	case "citation needed", "citation required", "citation missing", "needs citation", "add citation", "insert citation", "missing citation", "cite needed", "cite source", "add source", "insert source",
		"source needed", "source required", "source missing", "reference needed", "reference missing", "add reference", "insert reference", "ref needed", "todo cite", "todo: cite", "todo citation",
		"todo: citation", "todo: add citation", "todo: add source", "todo source", "todo: source", "todo ref", "todo: ref", "cite todo", "cite?", "source?", "ref?", "citation?":
		return true
	}
	return short(body)
}

// quoted reports whether a quotation mark stands at the end of a text.
func quoted(before string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune("\"'“‘«„", last)
}

// short reports whether a placeholder may well be something else.
func short(body string) bool {
	switch strings.ToLower(body) {
	case "?", "??", "???", "ref", "refs", "cite", "citation", "reference":
		return true
	}
	return false
}

// concludes reports whether what stands between the texts ends a sentence or clause.
func concludes(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " "))
	next, _ := utf8.DecodeRuneInString(after)
	if !unicode.IsLetter(last) && !strings.ContainsRune(".%)”\"", last) || last == utf8.RuneError {
		return false
	}
	return strings.TrimSpace(after) == "" || strings.ContainsRune(".;!\n", next) || last == '.' && next == ' '
}

// command reads a \cite without a key or without its closing brace.
func (w *ways) command(s string) (slip, bool) {
	rest, ok := strings.CutPrefix(s, `\cite`)
	if !ok || !w.commands {
		return slip{}, false
	}
	rest = strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzT*")
	body, ok := strings.CutPrefix(rest, "{")
	if !ok {
		return slip{}, false
	}
	end := strings.IndexAny(body, "}\n")
	if end > 0 && body[end] == '}' && strings.Trim(body[:end], " ,") != "" {
		return slip{}, false
	}
	return broken(s, true, noMarker, writeTeX)
}

// lenticular reads brackets that begin as a marker, 【1† or 【†.
func lenticular(s string) (slip, bool) {
	body := strings.TrimLeft(strings.TrimPrefix(s, "【"), "0123456789:")
	return broken(s, strings.HasPrefix(body, "†") || strings.HasPrefix(body, "oaicite"), noMarker, "write 【1†source】")
}

// begins reports whether s begins as the inside of a cite marker does.
func begins(s string) bool {
	const word = "cite"
	if len(s) < len(word) || !strings.EqualFold(s[:len(word)], word) {
		return false
	}
	rest := strings.TrimLeft(s[len(word):], " ")
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "]") || len(rest) > 1 && rest[0] == 'g' && rest[1] >= '0' && rest[1] <= '9'
}

// maxBroken bounds how far behind its beginning a broken marker is closed, in bytes.
const maxBroken = 100

// extent returns the length of a broken marker: up to its bracket, or its first word.
func extent(s string) int {
	n := strings.IndexAny(s[:min(len(s), maxBroken)], "])}】\ue201\n")
	if n > 0 && s[n] != '\n' {
		_, size := utf8.DecodeRuneInString(s[n:])
		if strings.HasPrefix(s[n+size:], "{index=") { // :contentReference[oaicite:0]{index=0}
			return min(len(s), n+size+strings.IndexByte(s[n+size:]+"}", '}')+1)
		}
		return n + size
	}
	if n = strings.IndexFunc(s, unicode.IsSpace); n > 0 {
		return n
	}
	return len(s)
}
