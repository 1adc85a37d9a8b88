package render

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/citestone/citestone"
)

// BibTeX returns the sources as a biblatex database. Keys are made of first author,
// year and first word of the title, with letters where that is not unique; they
// change only when these do. Text is UTF-8, LaTeX's special characters are escaped,
// and titles are braced so that their capitals stay.
func BibTeX(sources []citestone.Source) string {
	var b strings.Builder
	keys := keys(sources)
	for i, s := range sources {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "@%s{%s,\n", entryType(s), keys[i])
		for _, f := range fields(s) {
			if f[1] != "" {
				fmt.Fprintf(&b, "  %s = {%s},\n", f[0], f[1])
			}
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func entryType(s citestone.Source) string {
	if safeURL(s.URL) != "" {
		return "online"
	}
	return "misc"
}

// fields are the names and escaped values of an entry, in order.
func fields(s citestone.Source) [][2]string {
	var names []string
	for _, p := range people(s.Authors) {
		names = append(names, bibName(p))
	}
	note := s.Path
	if safeURL(s.URL) != "" {
		note = ""
	}
	return [][2]string{
		{"author", strings.Join(names, " and ")},
		{"title", "{" + latex(title(s)) + "}"},
		{"organization", latex(publisher(s))},
		{"date", bibDate(s.Published)}, // biblatex takes the year from it
		{"url", bibURL(s.URL)},
		{"urldate", date(s.Accessed)},
		{"note", latex(note)},
	}
}

// bibName writes a name so that it is split as parsed; whole names are braced.
func bibName(p person) string {
	if p.Whole != "" {
		return "{" + latex(p.Whole) + "}"
	}
	return latex(p.Family) + ", " + latex(p.Given)
}

// bibDate returns the date if it has a form that biblatex reads.
func bibDate(published string) string {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if _, err := time.Parse(layout, day(published)); err == nil {
			return day(published)
		}
	}
	return ""
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// bibURL encodes what would end or unbalance a braced value.
func bibURL(link string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D").Replace(safeURL(link))
}

// latex escapes text for LaTeX, on one line.
func latex(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "&", `\&`, "%", `\%`, "$", `\$`,
		"#", `\#`, "_", `\_`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`).Replace(strings.Join(strings.Fields(s), " "))
}

// keys returns a unique citation key for each source.
func keys(sources []citestone.Source) []string {
	out := make([]string, len(sources))
	used := map[string]int{}
	for i, s := range sources {
		key := stem(s)
		if n := used[key]; n > 0 {
			out[i] = key + "-" + strconv.Itoa(n+1)
		} else {
			out[i] = key
		}
		used[key]++
	}
	return out
}

// stem is author, year and first significant word of the title, in ASCII.
func stem(s citestone.Source) string {
	author := ascii(site(s.URL))
	if p := people(s.Authors); len(p) > 0 {
		author = cmp.Or(ascii(p[0].family()), author)
	}
	word := ""
	for _, w := range strings.Fields(title(s)) {
		if w = ascii(w); len(w) > 3 {
			word = w
			break
		}
	}
	return cmp.Or(author+year(s.Published)+word, s.ID, "source")
}

// ascii returns the letters and digits of s in lower case, without accents.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && wordRune(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFD.String(s))
}

// item is an entry of CSL-JSON.
type item struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Author    []person  `json:"author,omitempty"`
	Publisher string    `json:"publisher,omitempty"`
	Container string    `json:"container-title,omitempty"`
	Issued    *dateForm `json:"issued,omitempty"`
	Accessed  *dateForm `json:"accessed,omitempty"`
	URL       string    `json:"URL,omitempty"`
	Archive   string    `json:"archive_location,omitempty"`
}

// dateForm is a date of CSL-JSON: year, month and day as far as known.
type dateForm struct {
	Parts [1][]int `json:"date-parts"`
}

// CSLJSON returns the sources as a CSL-JSON array, with the keys that BibTeX uses.
func CSLJSON(sources []citestone.Source) ([]byte, error) {
	items := make([]item, len(sources))
	keys := keys(sources)
	for i, s := range sources {
		items[i] = item{ID: keys[i], Type: cslType(s), Title: title(s), Author: people(s.Authors),
			Publisher: s.Publisher, Container: site(s.URL), Issued: dateParts(s.Published),
			Accessed: dateParts(date(s.Accessed)), URL: safeURL(s.URL)}
		if items[i].URL == "" {
			items[i].Archive = s.Path
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(items); err != nil {
		return nil, citestone.Errorf(citestone.Internal, "writing CSL-JSON: %w", err)
	}
	return b.Bytes(), nil
}

func cslType(s citestone.Source) string {
	switch {
	case s.Type == "academic":
		return "article"
	case s.Type == "report":
		return "report"
	case s.Type == "blog":
		return "post-weblog"
	case s.Type == "news":
		return "article-newspaper"
	case safeURL(s.URL) != "":
		return "webpage"
	}
	return "document"
}

func dateParts(date string) *dateForm {
	var parts []int
	for p := range strings.SplitSeq(day(date), "-") {
		n, err := strconv.Atoi(p)
		if err != nil {
			break
		}
		parts = append(parts, n)
	}
	if len(parts) == 0 {
		return nil
	}
	return &dateForm{[1][]int{parts}}
}
