package render

import (
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// hashDigits is how many hexadecimal digits of a snapshot's hash a reference shows.
const hashDigits = 16

// entry returns the reference of a source as one line of Markdown.
func (l list) entry(s citestone.Source) string {
	body, at := "", place(s)
	switch l.style {
	case APA:
		body = apaEntry(s, l.labels[s.ID])
	case IEEE:
		body = "[" + l.labels[s.ID] + "] " + ieeeEntry(s)
		if safeURL(s.URL) != "" {
			at = `\[Online\]. Available: ` + at
		}
	default:
		body = "[" + l.labels[s.ID] + "] " + numericEntry(s)
	}
	return sentences(body, at, provenance(s))
}

func numericEntry(s citestone.Source) string {
	return sentences(escape(strings.Join(s.Authors, ", ")), emphasis(title(s)), escape(publisher(s)), day(s.Published))
}

func ieeeEntry(s citestone.Source) string {
	var names []string
	for _, p := range people(s.Authors) {
		names = append(names, escape(p.initialsFirst()))
	}
	date := day(s.Published)
	if t, err := time.Parse(time.DateOnly, date); err == nil {
		date = strings.Replace(t.Format("Jan. 2, 2006"), "May.", "May", 1)
	}
	about := joinNonEmpty(", ", emphasis(publisher(s)), date)
	return joinNonEmpty(", ", enumerate(names, "and"), "“"+escape(title(s))+",” "+about)
}

// place is where the source can be had: its address, else its path in the corpus.
func place(s citestone.Source) string {
	if link := safeURL(s.URL); link != "" {
		return "<" + link + ">"
	}
	if s.Path != "" {
		return code(s.Path)
	}
	return ""
}

func provenance(s citestone.Source) string {
	var grade, accessed, hash string
	if s.Grade != "" {
		grade = "Grade " + string(s.Grade)
	}
	if !s.Accessed.IsZero() {
		accessed = "Accessed " + s.Accessed.UTC().Format(time.DateOnly)
	}
	if s.SHA256 != "" {
		hash = "sha256:" + s.SHA256[:min(hashDigits, len(s.SHA256))]
	}
	return joinNonEmpty(". ", grade, accessed, hash)
}

// sentences joins the parts that are not empty by full stops, unless a part ends
// with one.
func sentences(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			if last := b.String()[b.Len()-1]; last != '.' {
				b.WriteByte('.')
			}
			b.WriteByte(' ')
		}
		b.WriteString(p)
	}
	return b.String()
}

// title returns the source's title, or what can stand for one.
func title(s citestone.Source) string {
	for _, t := range []string{s.Title, s.Path, s.URL, s.ID} {
		if t = strings.Join(strings.Fields(t), " "); t != "" {
			return t
		}
	}
	return "Untitled"
}

// publisher returns who published the source, else the site it stands on.
func publisher(s citestone.Source) string {
	if s.Publisher != "" {
		return s.Publisher
	}
	return site(s.URL)
}

// site returns the host of an address without "www.".
func site(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// safeURL returns the address with its unsafe characters encoded, or "" unless it is
// an absolute http or https URL.
func safeURL(link string) string {
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", `\`, "%5C", "`", "%60", "|", "%7C", `"`, "%22").Replace(u.String())
}

// day cuts a date to the day; year is its first four characters if they are one.
func day(date string) string {
	if len(date) > len(time.DateOnly) {
		return date[:len(time.DateOnly)]
	}
	return date
}

var yearForm = regexp.MustCompile(`^\d{4}`)

func year(date string) string { return yearForm.FindString(date) }

func emphasis(s string) string {
	if s = strings.TrimRight(s, ". "); s == "" {
		return ""
	}
	return "*" + escape(s) + "*"
}

// escape returns s as Markdown that shows it literally, on one line.
func escape(s string) string { return document.Escape(strings.Join(strings.Fields(s), " ")) }

// code returns s as a code span, on one line.
func code(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if fence != "`" {
		return fence + " " + s + " " + fence
	}
	return "`" + s + "`"
}
