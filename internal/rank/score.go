package rank

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// neutral is the score of an axis that nothing is known about.
const neutral = 0.5

// Score computes the four axes of a source and their weighted sum
// (0.45 relevance + 0.20 authority + 0.15 recency + 0.20 density). Relevance, in
// [0,1], is the caller's: the TF-IDF-weighted overlap of the source with the
// question. HalfLife is in days.
func Score(src citestone.Source, stored string, relevance float64, now time.Time, halfLife float64) citestone.Scores {
	s := citestone.Scores{
		Relevance: round(min(1, max(0, relevance))),
		Authority: round(authority(src)),
		Recency:   round(recency(src.Published, now, halfLife)),
		Density:   round(density(stored)),
	}
	s.Composite = round(0.45*s.Relevance + 0.20*s.Authority + 0.15*s.Recency + 0.20*s.Density)
	return s
}

func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// Quality is the mean composite of the best three sources, in [0,1]; 0 when there are none.
func Quality(sources []citestone.Source) float64 {
	if len(sources) == 0 {
		return 0
	}
	all := make([]float64, len(sources))
	for i, s := range sources {
		all[i] = s.Scores.Composite
	}
	slices.Sort(all)
	sum, best := 0.0, all[max(0, len(all)-3):]
	for _, x := range best {
		sum += x
	}
	return sum / float64(len(best))
}

// recency halves every halfLife days; it is neutral when the date or the half-life is
// unknown. What is dated ahead counts as new.
func recency(published string, now time.Time, halfLife float64) float64 {
	if halfLife <= 0 {
		return neutral
	}
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if t, err := time.Parse(layout, published[:min(len(published), len(layout))]); err == nil {
			days := now.Sub(t).Hours() / 24
			return math.Pow(0.5, max(0, days)/halfLife)
		}
	}
	return neutral
}

// density rises with length, up to a page of text, and with the share of content
// words and numbers among all words.
func density(stored string) float64 {
	sample := stored[:min(len(stored), 8000)]
	words, content := 0, 0
	for _, t := range text.Tokens(sample) {
		words++
		if !t.Stop {
			content++
		}
	}
	if words == 0 {
		return 0
	}
	length := min(1, float64(words)/400)
	information := min(1, float64(content)/float64(words)/0.65)
	return length * information
}

// tier is what the publisher of a source is worth.
type tier struct {
	domains   []string // exact hosts, parents or, with a leading dot, endings
	authority float64
	kind      string
	grade     citestone.Grade
}

var tiers = []tier{
	{[]string{"cochranelibrary.com", "nature.com", "science.org", "nejm.org", "thelancet.com", "pubmed.ncbi.nlm.nih.gov",
		"dl.acm.org", "ieeexplore.ieee.org", "link.springer.com", "sciencedirect.com", "doi.org"}, 0.95, "academic", "A"},
	{[]string{"rfc-editor.org", "ietf.org", "iso.org", "w3.org", "who.int", "oecd.org", "data.worldbank.org", "census.gov",
		"bls.gov", "ec.europa.eu"}, 1.0, "report", "A"},
	{[]string{".gov", ".mil", ".gov.uk", ".gouv.fr", ".europa.eu", ".go.jp"}, 0.95, "report", "B"},
	{[]string{".edu", ".ac.uk", ".ac.jp"}, 0.9, "academic", "B"},
	{[]string{"go.dev", "docs.python.org", "developer.mozilla.org", "kubernetes.io", "postgresql.org", "learn.microsoft.com",
		"docs.aws.amazon.com", "cloud.google.com", "kernel.org", "pkg.go.dev"}, 0.8, "documentation", "B"},
	{[]string{"reuters.com", "apnews.com", "bbc.co.uk", "bbc.com", "nytimes.com", "economist.com", "ft.com", "theguardian.com",
		"washingtonpost.com", "lwn.net", "arstechnica.com"}, 0.7, "news", "C"},
	{[]string{"wikipedia.org"}, 0.6, "reference", "C"},
	{[]string{"arxiv.org", "biorxiv.org", "medrxiv.org", "ssrn.com"}, 0.6, "preprint", "D"},
	{[]string{"medium.com", "substack.com", "github.io", "blogspot.com", "wordpress.com", "dev.to"}, 0.35, "blog", "D"},
}

// elsewhere is the tier of a web address that no other names, local that of a file.
var (
	elsewhere = tier{authority: 0.4, kind: "web", grade: "D"}
	local     = tier{authority: neutral, kind: "document", grade: "D"}
	anonymous = tier{authority: 0.3, kind: "document", grade: "E"}
)

func tierOf(src citestone.Source) tier {
	host := host(src.URL)
	if host == "" {
		if len(src.Authors) == 0 && src.Publisher == "" && src.Published == "" {
			return anonymous
		}
		return local
	}
	for _, t := range tiers {
		for _, d := range t.domains {
			if host == d || strings.HasSuffix(host, "."+strings.TrimPrefix(d, ".")) {
				return t
			}
		}
	}
	return elsewhere
}

func authority(src citestone.Source) float64 { return tierOf(src).authority }

// TypeOf is the kind of a source by its address: academic, documentation, report,
// news, reference, preprint, blog, web or document.
func TypeOf(src citestone.Source) string { return tierOf(src).kind }

// GradeOf is the grade of a source, A to E, by its address and by whether anything is
// known of its origin.
func GradeOf(src citestone.Source) citestone.Grade { return tierOf(src).grade }
