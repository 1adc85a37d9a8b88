package rank

import (
	"net/url"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/text"
)

// copied is the similarity of texts from which one repeats the other.
const copied = 0.8

// MarkDuplicates sets Duplicate on every source that has the address, the bytes or
// nearly the text of an earlier one. Texts are by source id.
func MarkDuplicates(sources []citestone.Source, texts map[string]string) {
	for i := range sources {
		for _, earlier := range sources[:i] {
			if earlier.Duplicate == "" && repeats(sources[i], earlier, texts) {
				sources[i].Duplicate = earlier.ID
				break
			}
		}
	}
}

func repeats(a, b citestone.Source, texts map[string]string) bool {
	if a.SHA256 == b.SHA256 || a.URL != "" && canonical(a.URL) == canonical(b.URL) {
		return true
	}
	ta, tb := texts[a.ID], texts[b.ID]
	if ta == "" || tb == "" || len(ta) > 2*len(tb) || len(tb) > 2*len(ta) {
		return false
	}
	return text.Similarity(ta, tb) >= copied
}

// canonical drops what does not change the page an address leads to.
func canonical(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimSuffix(u.EscapedPath(), "/") + "?" + u.RawQuery
}

// Groups puts sources that count as one together: the same author, publisher or site,
// or nearly the same text. Every source is in exactly one group; groups are in order
// of their first source.
func Groups(sources []citestone.Source, texts map[string]string) []citestone.IndependenceGroup {
	parent := make([]int, len(sources))
	why := make([]string, len(sources))
	for i := range parent {
		parent[i] = i
	}
	var find func(int) int
	find = func(i int) int {
		for parent[i] != i {
			i = parent[i]
		}
		return i
	}
	for i, a := range sources {
		for j, b := range sources[:i] {
			if reason := shared(a, b, texts); reason != "" && find(i) != find(j) {
				parent[find(i)] = find(j)
				why[find(j)] = reason
			}
		}
	}
	var out []citestone.IndependenceGroup
	place := map[int]int{}
	for i, s := range sources {
		root := find(i)
		at, ok := place[root]
		if !ok {
			at = len(out)
			place[root] = at
			out = append(out, citestone.IndependenceGroup{Reason: why[root]})
			if why[root] == "" {
				out[at].Reason = "stands alone"
			}
		}
		out[at].Sources = append(out[at].Sources, s.ID)
	}
	return out
}

// shared says what makes two sources one, "" when nothing does.
func shared(a, b citestone.Source, texts map[string]string) string {
	for _, x := range a.Authors {
		for _, y := range b.Authors {
			if strings.EqualFold(x, y) {
				return "same author: " + x
			}
		}
	}
	if a.Publisher != "" && strings.EqualFold(a.Publisher, b.Publisher) {
		return "same publisher: " + a.Publisher
	}
	if h := host(a.URL); h != "" && h == host(b.URL) {
		return "same site: " + h
	}
	if repeats(a, b, texts) {
		return "nearly the same text"
	}
	return ""
}

func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
