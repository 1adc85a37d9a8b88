package rank

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// copied is the similarity of texts from which one repeats the other.
const copied = 0.8

// MarkDuplicates sets Duplicate on every source that has the address, the bytes or
// nearly the text of an earlier one that is no duplicate itself. Texts are by source id.
func MarkDuplicates(sources []citestone.Source, texts map[string]string) {
	c := comparer{texts, map[string]text.Shingles{}}
	for i := range sources {
		for _, earlier := range sources[:i] {
			if earlier.Duplicate == "" && c.repeats(sources[i], earlier) {
				sources[i].Duplicate = earlier.ID
				break
			}
		}
	}
}

// comparer compares the texts of sources, each prepared at most once.
type comparer struct {
	texts    map[string]string
	shingles map[string]text.Shingles
}

func (c comparer) repeats(a, b citestone.Source) bool {
	if a.SHA256 != "" && a.SHA256 == b.SHA256 || a.URL != "" && canonical(a.URL) == canonical(b.URL) {
		return true
	}
	x, y := c.texts[a.ID], c.texts[b.ID]
	if x == "" || y == "" || len(x) > 2*len(y) || len(y) > 2*len(x) {
		return false // too different in length to be similar
	}
	return c.of(a.ID).Similarity(c.of(b.ID)) >= copied
}

func (c comparer) of(id string) text.Shingles {
	s, ok := c.shingles[id]
	if !ok {
		s = text.ShinglesOf(c.texts[id])
		c.shingles[id] = s
	}
	return s
}

// canonical identifies the work that an address leads to.
func canonical(address string) string { return cmp.Or(document.WorkAt(address), address) }

// host is the host of an address without "www." and port, "" when it has none.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

// Groups puts sources that count as one together: those that share an author, a
// publisher or a site, or have nearly the same text, also by way of others. Every
// source is in exactly one group; groups are in order of their first source. The
// reason is the publisher or site of all of them, else what joined them pair by pair.
func Groups(sources []citestone.Source, texts map[string]string) []citestone.IndependenceGroup {
	c := comparer{texts, map[string]text.Shingles{}}
	group := make([]int, len(sources)) // the first source of each one's group
	reasons := make([][]string, len(sources))
	for i := range sources {
		group[i] = i
		for j := range i {
			if group[i] == group[j] {
				continue
			}
			if why := c.shared(sources[i], sources[j]); why != "" {
				into, from := min(group[i], group[j]), max(group[i], group[j])
				reasons[into] = append(append(reasons[into], reasons[from]...), why)
				for k := range group[:i+1] {
					if group[k] == from {
						group[k] = into
					}
				}
			}
		}
	}
	var out []citestone.IndependenceGroup
	place := map[int]int{}
	for i, s := range sources {
		if group[i] == i {
			place[i] = len(out)
			out = append(out, citestone.IndependenceGroup{Reason: joined(reasons[i])})
		}
		g := &out[place[group[i]]]
		g.Sources = append(g.Sources, s.ID)
	}
	for i := range out {
		if why := common(sources, out[i].Sources); why != "" {
			out[i].Reason = why
		}
	}
	return out
}

// common is the site or publisher that all members of a group of several share, "" if
// none is: then what joined them pair by pair is the reason.
func common(sources []citestone.Source, ids []string) string {
	var members []citestone.Source
	for _, s := range sources {
		if slices.Contains(ids, s.ID) {
			members = append(members, s)
		}
	}
	if len(members) < 2 {
		return ""
	}
	all := func(same func(citestone.Source) string) string {
		first := same(members[0])
		for _, m := range members[1:] {
			if same(m) != first {
				return ""
			}
		}
		return first
	}
	if p := all(func(s citestone.Source) string { return strings.ToLower(s.Publisher) }); p != "" {
		return "same publisher: " + members[0].Publisher
	}
	if h := all(func(s citestone.Source) string { return host(s.URL) }); h != "" && !hostsOthers(h) {
		return "same site: " + h
	}
	return ""
}

func joined(reasons []string) string {
	if len(reasons) == 0 {
		return "stands alone"
	}
	slices.Sort(reasons)
	return strings.Join(slices.Compact(reasons), "; ")
}

// shared says what makes two sources one, "" when nothing does.
func (c comparer) shared(a, b citestone.Source) string {
	for _, author := range a.Authors {
		if author != "" && slices.ContainsFunc(b.Authors, func(other string) bool { return strings.EqualFold(author, other) }) {
			return "same author: " + author
		}
	}
	if a.Publisher != "" && strings.EqualFold(a.Publisher, b.Publisher) {
		return "same publisher: " + a.Publisher
	}
	if h := host(a.URL); h != "" && h == host(b.URL) && !hostsOthers(h) {
		return "same site: " + h
	}
	if c.repeats(a, b) {
		return "nearly the same text"
	}
	return ""
}

// hostsOthers reports whether a site publishes what others write: being on it is then
// no sign of one origin.
func hostsOthers(host string) bool {
	switch host {
	case "arxiv.org", "biorxiv.org", "medrxiv.org", "ssrn.com", "doi.org", "dl.acm.org", "ieeexplore.ieee.org", "link.springer.com",
		"sciencedirect.com", "pubmed.ncbi.nlm.nih.gov", "medium.com", "dev.to", "github.com", "gitlab.com", "youtube.com",
		"reddit.com", "stackoverflow.com", "news.ycombinator.com", "web.archive.org":
		return true
	}
	return false
}
