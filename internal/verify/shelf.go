package verify

import (
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/text"
)

// A Shelf holds the sources at hand and finds the one that a reference is to: by hash,
// DOI, arXiv id, address, path, title or file name. What fits several sources fits
// none, and where the addresses differ, it takes more than a file name or a short title: a
// claim held against the wrong source is worse than one that was not checked.
// A filled shelf may be used by several goroutines.
type Shelf struct {
	sources []shelved
	at      map[string]int // a property of a source -> its index, or several
	titles  map[string][]int

	mu    sync.Mutex
	ready map[int]*prepared
	bytes int // of text that what is ready was prepared from
}

// prepared is a source that is made ready once.
type prepared struct {
	once   sync.Once
	source *Source
	err    error
}

// shelved is a source and the way to its stored text.
type shelved struct {
	citestone.Source
	read func() (string, error)
}

// several stands in Shelf.at for a property of more than one source.
const several = -1

// Limits of what identifies a source.
const (
	minTitle    = 9        // bytes of a title that is looked for on its own
	minWords    = 4        // words of a title that is looked for within a reference
	minStem     = 6        // bytes of a file name without extension
	maxPrepared = 64 << 20 // bytes of text whose preparation is kept
)

// Add puts a source on the shelf. Read returns its stored text; it may be called more
// than once.
func (s *Shelf) Add(src citestone.Source, read func() (string, error)) {
	if s.at == nil {
		s.at, s.titles, s.ready = map[string]int{}, map[string][]int{}, map[int]*prepared{}
	}
	i := len(s.sources)
	s.sources = append(s.sources, shelved{src, read})
	for _, p := range properties(src) {
		if at, ok := s.at[p]; ok && (at == several || s.sources[at].SHA256 != src.SHA256) {
			s.at[p] = several
		} else if !ok {
			s.at[p] = i
		}
	}
	for _, title := range titles(src.Title) {
		if words := strings.Fields(title); len(words) >= minWords {
			head := strings.Join(words[:minWords], " ")
			s.titles[head] = append(s.titles[head], i)
		}
	}
}

// Len returns the number of sources.
func (s *Shelf) Len() int { return len(s.sources) }

// Get returns the source with the id, and its stored text.
func (s *Shelf) Get(id string) (citestone.Source, string, bool) {
	i := slices.IndexFunc(s.sources, func(src shelved) bool { return src.ID == id })
	if i < 0 {
		return citestone.Source{}, "", false
	}
	stored, err := s.sources[i].read()
	return s.sources[i].Source, stored, err == nil
}

// Fingerprint changes with what is on the shelf.
func (s *Shelf) Fingerprint() []string {
	list := make([]string, len(s.sources))
	for i, src := range s.sources {
		list[i] = strings.Join([]string{src.ID, src.SHA256, src.URL, src.Path, src.Title}, "\x00")
	}
	slices.Sort(list)
	return list
}

// Shelved returns the Resolver of some shelves, of which the first that has a source
// gives it. An entry of a list that is on none of them has a Source without text.
// Own is the hash of the document, which is no source of its own.
func Shelved(own string, shelves ...*Shelf) Resolver {
	return func(_ context.Context, ref document.Reference) (*Source, error) {
		for _, s := range shelves {
			if i, ok := s.find(ref); ok && (own == "" || s.sources[i].SHA256 != own) {
				return s.source(i)
			}
		}
		if ref.Text == "" {
			return nil, nil
		}
		return &Source{URL: ref.URL, Title: ref.Title}, nil
	}
}

// Prepare returns a source with its stored text ready for judging.
func Prepare(src citestone.Source, stored string) *Source {
	p := entail.Prepare(stored, document.Parse(src.Path, stored), entail.ContextOf(src))
	return &Source{ID: src.ID, URL: src.URL, Title: src.Title, Premise: p, Meta: src, Stored: stored}
}

// find returns the index of the source that a reference is to.
func (s *Shelf) find(ref document.Reference) (int, bool) {
	doubt := map[int]string{} // what stood for a source and was not enough
	for _, sign := range wanted(ref) {
		i, ok := s.at[sign.property]
		if !ok || i == several {
			continue
		}
		if sign.weak == "" || !apart(ref.URL, s.sources[i].URL) || doubt[i] != "" && doubt[i] != sign.weak {
			return i, true
		}
		doubt[i] = sign.weak
	}
	return s.named(fold(ref.Text))
}

// A sign is a property that the source of a reference should have. Weak names what it
// was taken from if works on other subjects may have it, too.
type sign struct{ property, weak string }

// apart reports whether two addresses are known and differ.
func apart(a, b string) bool {
	return a != "" && b != "" && !slices.Equal(document.Reference{URL: a}.Works(), document.Reference{URL: b}.Works())
}

// named returns the only source whose title stands in the text of a reference.
func (s *Shelf) named(reference string) (int, bool) {
	found := several
	words := strings.Fields(reference)
	for k := 0; k+minWords <= len(words); k++ {
		rest := strings.Join(words[k:], " ")
		for _, i := range s.titles[strings.Join(words[k:k+minWords], " ")] {
			if !slices.ContainsFunc(titles(s.sources[i].Title), func(t string) bool { return begins(rest, t) }) {
				continue
			}
			if found != several && s.sources[found].SHA256 != s.sources[i].SHA256 {
				return several, false
			}
			found = i
		}
	}
	return found, found != several
}

// begins reports whether s begins with the words of prefix.
func begins(s, prefix string) bool {
	rest, ok := strings.CutPrefix(s, prefix)
	return ok && (rest == "" || !unicode.IsLetter(rune(rest[0])) && !unicode.IsDigit(rune(rest[0])))
}

// source returns a source ready for judging.
func (s *Shelf) source(i int) (*Source, error) {
	s.mu.Lock()
	p := s.ready[i]
	if p == nil {
		p = &prepared{}
		s.ready[i] = p
	}
	s.mu.Unlock()
	p.once.Do(func() {
		var stored string
		if stored, p.err = s.sources[i].read(); p.err == nil {
			p.source = Prepare(s.sources[i].Source, stored)
			s.account(len(stored))
		}
	})
	return p.source, p.err
}

// account forgets what was prepared when it becomes too much. What is in use stays with
// its users.
func (s *Shelf) account(bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bytes += bytes; s.bytes > maxPrepared {
		clear(s.ready)
		s.bytes = 0
	}
}

// properties returns what a source can be found by.
func properties(src citestone.Source) []string {
	stem := strings.TrimSuffix(path.Base(src.Path), path.Ext(src.Path))
	named := document.Reference{URL: src.URL, DOI: document.FindDOI(src.URL + " " + strings.ReplaceAll(stem, "_", "/")), ArXiv: arXivIn(stem)}
	list := named.Works()
	if len(src.SHA256) >= minHash {
		list = append(list, "hash "+src.SHA256[:minHash])
	}
	if src.Path != "" {
		list = append(list, "path "+src.Path, "file "+path.Base(src.Path), "stem "+strings.ToLower(stem))
	}
	for _, t := range titles(src.Title) {
		list = append(list, "title "+t)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// arXivIn returns the arXiv number in the name of a file, where nothing says that it is
// one, or "".
func arXivIn(stem string) string {
	for part := range strings.FieldsFuncSeq(stem, func(r rune) bool { return r != '.' && (r < '0' || r > '9') }) {
		if id := document.ArXivNumber(strings.Trim(part, ".")); id != "" {
			return id
		}
	}
	return ""
}

// minHash is how many hexadecimal digits tell a source's hash from others.
const minHash = 16

// wanted returns what the source of a reference is looked for by, the surest first.
func wanted(ref document.Reference) []sign {
	var list []sign
	sure := func(properties ...string) {
		for _, p := range properties {
			list = append(list, sign{property: p})
		}
	}
	if len(ref.SHA256) >= minHash {
		sure("hash " + ref.SHA256[:minHash])
	}
	sure(ref.Works()...)
	for word := range strings.FieldsSeq(ref.Text) {
		word = strings.Trim(word, "`'\"“”‘’()[]<>,;:.")
		if strings.Contains(word, "://") {
			continue
		}
		if strings.Contains(word, "/") {
			sure("path " + word)
		}
		if path.Ext(word) != "" {
			sure("file " + path.Base(word))
		}
	}
	for _, t := range titles(ref.Title) {
		if strings.Count(t, " ")+1 < minWords {
			list = append(list, sign{"title " + t, "title"})
		} else {
			sure("title " + t)
		}
	}
	for _, name := range []sign{{ref.Label, "label"}, {lastSegment(ref.URL), "address"}, {fold(ref.Title), "title"}} {
		stem := strings.ToLower(strings.TrimSuffix(name.property, path.Ext(name.property)))
		if len(stem) >= minStem && !common[stem] {
			list = append(list, sign{"stem " + stem, name.weak})
		}
	}
	return list
}

// common file names say nothing of what a file is about.
var common = wordSet("abstract article chapter default document download fulltext introduction overview readme report summary")

// lastSegment returns the last part of an address's path.
func lastSegment(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	rest, _, _ = strings.Cut(rest, "?")
	_, rest, _ = strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	return path.Base(rest)
}

// titles returns a title as it is compared, whole and without the name of the site
// that pages put behind it.
func titles(title string) []string {
	var list []string
	add := func(t string) {
		if t = fold(t); len(t) >= minTitle && !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	add(title)
	for _, sep := range []string{" | ", " - ", " – ", " — ", " :: ", " · "} {
		if i := strings.LastIndex(title, sep); i > 0 && len(strings.Fields(title[:i])) >= minWords {
			add(title[:i])
		}
	}
	return list
}

func fold(s string) string {
	return strings.Join(strings.FieldsFunc(text.Identity(s).Fold().Text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}
