package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
)

// authorYear returns the list of the author-year style: sorted by author, year and
// title, with letters for what the author and year do not tell apart.
func authorYear(sources []citestone.Source) list {
	l := list{style: APA, sources: slices.Clone(sources), labels: map[string]string{}}
	slices.SortStableFunc(l.sources, func(a, b citestone.Source) int {
		return cmp.Or(cmp.Compare(sortName(a), sortName(b)), cmp.Compare(apaYear(a), apaYear(b)),
			cmp.Compare(strings.ToLower(title(a)), strings.ToLower(title(b))))
	})
	count, seen := map[string]int{}, map[string]int{}
	for _, s := range l.sources {
		count[shortName(s)+", "+apaYear(s)]++
	}
	for _, s := range l.sources {
		label := shortName(s) + ", " + apaYear(s)
		l.labels[s.ID] = label
		if count[label] > 1 {
			l.labels[s.ID] += letter(s, seen[label])
		}
		seen[label]++
	}
	return l
}

// letter tells the n-th source of one author and year from the others: a, b ... z, aa.
func letter(s citestone.Source, n int) string {
	out := ""
	for n++; n > 0; n = (n - 1) / 26 {
		out = string(rune('a'+(n-1)%26)) + out
	}
	if year(s.Published) == "" {
		return "-" + out
	}
	return out
}

func apaYear(s citestone.Source) string { return cmp.Or(year(s.Published), "n.d.") }

func sortName(s citestone.Source) string {
	var names []string
	for _, p := range people(s.Authors) {
		names = append(names, p.familyFirst())
	}
	return strings.ToLower(cmp.Or(strings.Join(names, ", "), title(s)))
}

// shortName is what a marker calls the source: its authors, else its title.
func shortName(s citestone.Source) string {
	p := people(s.Authors)
	switch len(p) {
	case 0:
		return "“" + escape(shortTitle(title(s))) + "”"
	case 1:
		return escape(p[0].family())
	case 2:
		return escape(p[0].family()) + " & " + escape(p[1].family())
	}
	return escape(p[0].family()) + " et al."
}

// shortTitle is the beginning of a title, up to its first break or its fifth word.
func shortTitle(t string) string {
	if i := strings.IndexAny(t, ":;?!—"); i > 0 {
		t = t[:i]
	}
	return firstWords(t, 5)
}

func apaEntry(s citestone.Source, label string) string {
	date := label[strings.LastIndex(label, ", ")+2:]
	if t, err := time.Parse(time.DateOnly, day(s.Published)); err == nil {
		date += t.Format(", January 2")
	}
	date = "(" + date + ")"
	var names []string
	for _, p := range people(s.Authors) {
		names = append(names, escape(p.familyFirst()))
	}
	if len(names) == 0 {
		return sentences(emphasis(title(s))+" "+date, escape(publisher(s)))
	}
	who := names[0]
	if n := len(names); n > 1 {
		who = fmt.Sprintf("%s, & %s", strings.Join(names[:n-1], ", "), names[n-1])
	}
	return sentences(who+" "+date, emphasis(title(s)), escape(publisher(s)))
}
