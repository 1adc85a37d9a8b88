package audit

import (
	"cmp"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// orphans finds references that no marker names. A document without any marker has
// one problem, not one for each reference; one whose markers are all in vain, or whose
// list lies elsewhere, has another.
func orphans(in *Input) []citestone.Finding {
	if len(in.Document.Markers) == 0 || in.Document.Unlisted {
		return nil
	}
	named := map[string]bool{}
	for _, m := range in.Document.Markers {
		for _, key := range m.Keys {
			named[key] = true
		}
	}
	cited := map[citestone.Span]bool{} // an entry may have several ids
	for _, r := range in.Document.References {
		cited[r.Span] = cited[r.Span] || named[r.ID]
	}
	notes := in.noteWords(named)
	var out []citestone.Finding
	for _, r := range in.Document.References {
		if !cited[r.Span] && !r.External && !in.Document.Mentions(r.ID) && !inNotes(in.Document, r, notes) {
			cited[r.Span] = true
			out = append(out, finding(r.Span, r.ID, naming(r)+" is never cited", "cite it where it is used, or remove it"))
		}
	}
	return out
}

// noteWords returns the words of the footnotes that are cited, nil where none is. A
// bibliography may stand beside such notes: what they name is cited.
func (in *Input) noteWords(named map[string]bool) map[string]bool {
	if !in.cites(document.FootnoteStyle, document.NoteStyle, document.SuperscriptStyle, document.FlattenedStyle) {
		return nil
	}
	words := map[string]bool{}
	for _, r := range in.Document.References {
		if named[r.ID] {
			for w := range strings.FieldsFuncSeq(r.Text, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' }) {
				words[w] = true
			}
		}
	}
	return words
}

// inNotes reports whether the notes name the first author of an entry that no marker
// can name itself.
func inNotes(d *document.Document, r document.Reference, notes map[string]bool) bool {
	if notes == nil || len(r.Authors) == 0 || isWritten(d, r) {
		return false
	}
	surname, _, inverted := strings.Cut(r.Authors[0], ",")
	if !inverted {
		surname = surname[strings.LastIndexByte(surname, ' ')+1:]
	}
	return notes[surname[strings.LastIndexByte(surname, ' ')+1:]]
}

// isWritten reports whether an entry has its number or name in front, so that a marker
// can name it.
func isWritten(d *document.Document, r document.Reference) bool {
	line := d.Source[strings.LastIndexByte(d.Source[:r.Start], '\n')+1 : r.End]
	return strings.HasPrefix(strings.TrimLeft(line, " \t>-*+[^("), cmp.Or(r.Label, r.ID))
}

// duplicates finds references to a work that an earlier reference is to.
func duplicates(in *Input) []citestone.Finding {
	var out []citestone.Finding
	seen := map[string]document.Reference{} // what tells a work -> the first reference to it
	called := map[string]bool{}
	var last document.Reference
	for _, r := range in.Document.References {
		if r.External || r.End > 0 && r.Span == last.Span {
			continue // of a file of its own, or one entry with several ids
		}
		again := called[r.ID] && !restarts(last.ID, r.ID)
		last = r
		if again {
			out = append(out, finding(r.Span, r.ID, fmt.Sprintf("another reference before %s has this number or name too", naming(r)),
				"give each reference one of its own, and correct the markers"))
		}
		called[r.ID] = true
		first, found := document.Reference{}, ""
		for _, k := range identities(r) {
			earlier, ok := seen[k]
			if !ok {
				seen[k] = r
			} else if found == "" && !apartBy(earlier, r) {
				first, found = earlier, k
			}
		}
		if found != "" && first.ID != r.ID {
			kind, _, _ := strings.Cut(found, " ")
			name := cmp.Or(first.Label, first.ID)
			out = append(out, finding(r.Span, r.ID, fmt.Sprintf("%s is to the same work as reference %s: they have one %s", naming(r), name, kinds(kind)),
				fmt.Sprintf("cite %s in its place and remove this entry", name)))
		}
	}
	return out
}

// restarts reports whether numbers start anew: a list within the list.
func restarts(last, id string) bool {
	n, err := strconv.Atoi(id)
	before, err2 := strconv.Atoi(last)
	return err == nil && err2 == nil && before > n
}

// kinds names for people what two references to a work have in common.
func kinds(kind string) string {
	switch kind {
	case "doi":
		return "DOI"
	case "arxiv":
		return "arXiv id"
	case "title":
		return "title"
	}
	return "address"
}

// minTitle is how many words a title needs to tell a work from others.
const minTitle = 3

// identities returns what tells the work of a reference from others: its DOI, arXiv id,
// address and title, normalised. A site's first page and a title that is only the
// site's name or says what kind of page it is tell nothing.
func identities(r document.Reference) []string {
	var ids []string
	for _, w := range r.Works() {
		if strings.Contains(w, " ") || strings.ContainsAny(w, "/?#") {
			ids = append(ids, w)
		} else if r.Title == "" || r.Title == r.URL {
			ids = append(ids, w)
		}
	}
	title := strings.Join(strings.Fields(text.Identity(r.Title).Fold().Text), " ")
	if len(strings.Fields(title)) >= minTitle && !generic(title) && !ofSite(title, r.URL) {
		ids = append(ids, fmt.Sprintf("title %s %s", title, year(r)))
	}
	return ids
}

// apartBy reports whether two references with one title or address are to different
// works all the same: each has a DOI, arXiv id or author of its own, or they are years,
// editions, volumes or parts of one work.
func apartBy(a, b document.Reference) bool {
	if a.DOI != "" && b.DOI != "" && !strings.EqualFold(a.DOI, b.DOI) || a.ArXiv != "" && b.ArXiv != "" && a.ArXiv != b.ArXiv {
		return true
	}
	if len(a.Authors) > 0 && len(b.Authors) > 0 && !strings.EqualFold(a.Authors[0], b.Authors[0]) {
		return true
	}
	if page(a.URL) != page(b.URL) {
		return true
	}
	return year(a) != "" && year(b) != "" && year(a) != year(b) || part(a.Text) != part(b.Text)
}

// page returns the page of a PDF that an address leads to.
func page(address string) string {
	_, n, _ := strings.Cut(address, "#page=")
	return n
}

// part returns the edition, volume, chapter or pages that an entry names, as far as
// they tell two works apart.
func part(entry string) string {
	var parts []string
	words := strings.Fields(text.Identity(entry).Fold().Text)
	for i, w := range words {
		w = strings.Trim(w, ".,;:()")
		switch w {
		case "volume", "vol", "chapter", "ch", "part", "edition", "ed", "episode", "issue", "no", "section", "lecture", "pp", "p", "pages":
			near := ""
			if i+1 < len(words) {
				near = strings.Trim(words[i+1], ".,;:()")
			}
			if (w == "edition" || w == "ed") && i > 0 {
				near = strings.Trim(words[i-1], ".,;:()")
			}
			if strings.ContainsAny(near, "0123456789") || w != "no" && romanOrWord(near) {
				parts = append(parts, w+" "+near)
			}
		}
	}
	return strings.Join(parts, ", ")
}

// romanOrWord reports whether a word is a number in Roman digits or an ordinal written out.
func romanOrWord(w string) bool {
	switch w {
	case "first", "second", "third", "fourth", "fifth", "sixth", "one", "two", "three", "four", "five", "revised":
		return true
	}
	return w != "" && len(w) < 6 && strings.Trim(w, "ivx") == ""
}

// generic reports whether a folded title is of a kind that pages of any site have.
func generic(title string) bool {
	for _, w := range strings.FieldsFunc(title, func(r rune) bool {
		return r == ' ' || r == '|' || r == '-' || r == '–' || r == '.' || r == ',' || r == ':' || r == '&'
	}) {
		if strings.Trim(w, "0123456789") == "" {
			continue
		}
		switch w {
		case "a", "an", "and", "the", "of", "to", "in", "for", "on", "with", "by", "no", "not", "page", "home", "homepage", "main", "introduction", "untitled", "title", "document", "documentation", "docs",
			"overview", "about", "us", "contact", "news", "blog", "index", "website", "site", "official", "welcome", "full", "text", "article", "pdf", "download", "search",
			"results", "publications", "research", "report", "annual", "press", "release", "login", "access", "denied", "just", "moment", "error", "found", "frequently", "asked", "questions",
			"faq", "getting", "started", "table", "contents", "references", "abstract", "supplementary", "material", "information", "terms", "service", "privacy", "policy", "user", "guide", "readme":
		default:
			return false
		}
	}
	return true
}

// ofSite reports whether a folded title is only the name of the site at the address.
func ofSite(title, address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return false
	}
	name := lessAll(title, " .-:/")
	host := lessAll(strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), ".-")
	initials := ""
	for _, w := range strings.Fields(title) {
		if w != "of" && w != "the" && w != "for" && w != "and" && w != "on" && w != "in" {
			initials += w[:1]
		}
	}
	return strings.Contains(host, name) || len(initials) > 2 && strings.HasPrefix(host, initials)
}

// lessAll returns s less the characters.
func lessAll(s, chars string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(chars, r) {
			return -1
		}
		return r
	}, s)
}

// year keeps two editions of one title apart.
func year(r document.Reference) string { return r.Published[:min(len(r.Published), len("2006"))] }
