package reader

import (
	"cmp"
	"strings"

	"github.com/citestone/citestone/internal/document"
)

// reference returns what an entry says of a work.
func (e *bibEntry) reference() document.Reference {
	r := document.Reference{ID: e.key, Label: e.key, External: true,
		Title: e.text("title"), Authors: names(cmp.Or(e.fields["author"], e.fields["editor"])),
		Published: e.published(), URL: e.address(), DOI: e.doi(), ArXiv: e.arxiv(),
	}
	if sub := e.text("subtitle"); sub != "" && r.Title != "" {
		r.Title += ": " + sub
	}
	r.Text = e.line(r)
	return r
}

// text returns a field as plain text.
func (e *bibEntry) text(names ...string) string {
	for _, name := range names {
		if v := e.fields[name]; v != "" {
			return latexText(v[:min(len(v), maxArgument)])
		}
	}
	return ""
}

// raw returns a field that is no LaTeX, such as an address.
func (e *bibEntry) raw(name string) string {
	s := strings.TrimSpace(e.fields[name])
	if _, rest, ok := strings.Cut(s, `\url{`); ok {
		s, _, _ = strings.Cut(rest, "}")
	}
	if !strings.ContainsAny(s, "\\{}\n ") {
		return s
	}
	return strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#", `\~{}`, "~", `\~`, "~", `{\textasciitilde}`, "~", `\textasciitilde `, "~", `\textasciitilde`, "~", "{", "", "}", "", "\n", "", " ", "").Replace(s)
}

// names splits a list of names and puts each in the order in which it is spoken.
func names(list string) []string {
	list = strings.Join(strings.Fields(list[:min(len(list), maxArgument)]), " ")
	var all []string
	for name := range strings.SplitSeq(list, " and ") {
		if name = strings.TrimSpace(name); name == "" || name == "others" {
			continue
		}
		parts := strings.Split(name, ",")
		if strings.HasPrefix(name, "{") && strings.HasSuffix(name, "}") {
			parts = []string{name}
		}
		if len(parts) > 1 {
			name = parts[len(parts)-1] + " " + strings.Join(parts[:len(parts)-1], " ")
		}
		if name = latexText(name); name != "" {
			all = append(all, strings.Join(strings.Fields(name), " "))
		}
	}
	return all
}

// published returns the date as 2018-07-12, 2018-07 or 2018, or "".
func (e *bibEntry) published() string {
	date, _, _ := strings.Cut(strings.Trim(e.raw("date"), "~?"), "/")
	if len(date) >= 4 && strings.Trim(date, "0123456789-") == "" {
		return date
	}
	year := e.text("year")
	digits := strings.Trim(year, "()[]?c. ")
	if len(digits) != 4 || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	if m := month(e.text("month")); m != "" {
		return digits + "-" + m
	}
	return digits
}

// month returns the number of a month, "07", or "".
func month(s string) string {
	s = strings.ToLower(strings.TrimLeft(strings.TrimSpace(s), "0"))
	const numbers = "jan01feb02mar03apr04may05jun06jul07aug08sep09oct10nov11dec12"
	if len(s) >= 3 {
		if i := strings.Index(numbers, s[:3]); i >= 0 && i%5 == 0 {
			return numbers[i+3 : i+5]
		}
	}
	switch {
	case len(s) == 1 && s >= "1" && s <= "9":
		return "0" + s
	case s == "10" || s == "11" || s == "12":
		return s
	}
	return ""
}

func (e *bibEntry) address() string {
	url := cmp.Or(e.raw("url"), e.raw("howpublished"), e.raw("note"))
	if i := strings.Index(url, "http"); i >= 0 && strings.Contains(url[i:], "://") {
		return url[i:]
	}
	return ""
}

func (e *bibEntry) doi() string {
	doi := e.raw("doi")
	if i := strings.Index(doi, "10."); i >= 0 {
		return doi[i:]
	}
	return ""
}

// arxiv returns the number of an eprint on arXiv, without its version.
func (e *bibEntry) arxiv() string {
	archive := strings.ToLower(cmp.Or(e.raw("archiveprefix"), e.raw("eprinttype")))
	if eprint := e.raw("eprint"); eprint != "" && (archive == "" || archive == "arxiv") {
		if id := document.ArXivNumber(strings.TrimPrefix(strings.ToLower(eprint), "arxiv:")); id != "" || archive != "" {
			return id
		}
	}
	for _, name := range []string{"journal", "journaltitle", "note", "howpublished", "url", "volume"} {
		s := strings.ToLower(e.raw(name))
		if id := cmp.Or(document.FindArXiv(s), document.ArXivNumber(strings.TrimPrefix(s, "abs/"))); id != "" {
			return id
		}
	}
	return ""
}

// line writes an entry on one line, as a list of references shows it.
func (e *bibEntry) line(r document.Reference) string {
	parts := []string{strings.Join(r.Authors, ", ")}
	if r.Published != "" {
		parts = append(parts, "("+r.Published+")")
	}
	parts = append(parts, r.Title, e.text("journal", "journaltitle", "booktitle", "publisher", "institution", "school", "organization"))
	if r.DOI != "" {
		parts = append(parts, "doi:"+r.DOI)
	}
	parts = append(parts, r.URL)
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(". ")
		}
		b.WriteString(strings.TrimRight(p, "."))
	}
	return b.String()
}
