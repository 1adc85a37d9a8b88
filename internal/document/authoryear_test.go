package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// works is a list of references as documents have that cite by author and year.
const worksListed = `

## References

Alder, J. (2020). Roots of alders. *Trees*, 1(2), 3–4.

Alder, J., & Birch, A. B. (2019). Alders and birches. *Trees*, 3, 1-2.

Cedar, C., Alder, J., & Birch, A. (2021a). First of cedars. *Trees*.

Cedar, C., Alder, J., & Birch, A. (2021b). Second of cedars. *Trees*.

van der Elm, P. (2018). Elms of the dikes. *Trees*.

García-Márquez, L., & O'Neil, K. (2017). Ashes abroad. *Trees*.

de la Cruz, M. (2016). Figs. *Trees*.

World Tree Organization. (2015). *World tree report*. Press.

Fir, F. (n.d.). Notes on firs. Press.

The trees that nobody planted. (2014). *Tree News*.

Müller, H. (2013). Linden. *Bäume*.

张三. (2012). 松树. 树学报.
`

// markerTable writes the markers of a text, "text: keys" one a line, and checks their spans.
func markerTable(t *testing.T, d *Document) []string {
	t.Helper()
	check(t, d)
	var got []string
	for _, m := range d.Markers {
		got = append(got, m.Text+": "+strings.Join(m.Keys, " | "))
	}
	return got
}

// plainTexts joins the plain text of the sentences.
func plainTexts(d *Document) string {
	var plain []string
	for _, s := range d.Sentences {
		plain = append(plain, s.Plain.Text)
	}
	return strings.Join(plain, " ")
}

func TestAuthorYearMarkers(t *testing.T) {
	for _, test := range []struct {
		in, plain string
		want      []string
	}{
		{"It grows (Alder, 2020).", "It grows.", []string{"(Alder, 2020): Alder 2020"}},
		{"It grows (Alder 2020) fast.", "It grows fast.", []string{"(Alder 2020): Alder 2020"}},
		{"It grows (Alder & Birch, 2019).", "It grows.", []string{"(Alder & Birch, 2019): Alder 2019"}},
		{"It grows (Alder and Birch 2019).", "It grows.", []string{"(Alder and Birch 2019): Alder 2019"}},
		{"It grows (Cedar et al., 2021a; Fir, n.d.).", "It grows.", []string{"(Cedar et al., 2021a; Fir, n.d.): Cedar 2021a | Fir n.d."}},
		{"It grows (Cedar et al., 2021a, 2021b).", "It grows.", []string{"(Cedar et al., 2021a, 2021b): Cedar 2021a | Cedar 2021b"}},
		{"It grows (Cedar et al., 2021a, b).", "It grows.", []string{"(Cedar et al., 2021a, b): Cedar 2021a | Cedar 2021b"}},
		{"It grows (see Alder, 2020, pp. 4-5; cf. Fir, n.d., p. 3).", "It grows.", []string{"(see Alder, 2020, pp. 4-5; cf. Fir, n.d., p. 3): Alder 2020 | Fir n.d."}},
		{"It grows (for a review, see Alder, 2020).", "It grows.", []string{"(for a review, see Alder, 2020): Alder 2020"}},
		{"It grows (Alder 2020: 45).", "It grows.", []string{"(Alder 2020: 45): Alder 2020"}},
		{"It grows (J. Alder, 2020).", "It grows.", []string{"(J. Alder, 2020): Alder 2020"}},
		{"It grows (Cedar, Alder, & Birch, 2021a).", "It grows.", []string{"(Cedar, Alder, & Birch, 2021a): Cedar 2021a"}},
		{"As Cedar et al. (2021a) show, it grows.", "As Cedar et al. show, it grows.", []string{"Cedar et al. (2021a): Cedar 2021a"}},
		{"However, Alder and Birch (2019, p. 2) disagree.", "However, Alder and Birch disagree.", []string{"Alder and Birch (2019, p. 2): Alder 2019"}},
		{"Alder’s (2020) view is his.", "Alder’s view is his.", []string{"Alder’s (2020): Alder 2020"}},
		{"Cedar, Alder, and Birch (2021a, 2021b) say so.", "Cedar, Alder, and Birch say so.", []string{"Cedar, Alder, and Birch (2021a, 2021b): Cedar 2021a | Cedar 2021b"}},
		{"It grows (World Tree Organization [WTO], 2015) and (WTO, 2015).", "It grows and.", []string{"(World Tree Organization [WTO], 2015): World Tree Organization 2015", "(WTO, 2015): World Tree Organization 2015"}},
		{"The World Tree Organization (2015) counts.", "The World Tree Organization counts.", []string{"World Tree Organization (2015): World Tree Organization 2015"}},
		{"It grows (\"The Trees,\" 2014)? (\"The Trees That Nobody Planted,\" 2014).", "It grows?.", []string{"(\"The Trees,\" 2014): The trees that nobody 2014", "(\"The Trees That Nobody Planted,\" 2014): The trees that nobody 2014"}},
		{"It grows (van der Elm, 2018), says Van der Elm (2018).", "It grows, says Van der Elm.", []string{"(van der Elm, 2018): van der Elm 2018", "Van der Elm (2018): van der Elm 2018"}},
		{"It grows (Garcia-Marquez & O’Neil, 2017; de la Cruz, 2016; Muller, 2013).", "It grows.", []string{"(Garcia-Marquez & O’Neil, 2017; de la Cruz, 2016; Muller, 2013): García-Márquez 2017 | de la Cruz 2016 | Müller 2013"}},
		{"It grows [Alder, 2020], [Cedar et al., 2021a].", "It grows,.", []string{"[Alder, 2020]: Alder 2020", "[Cedar et al., 2021a]: Cedar 2021a"}},
		{"It grows [Cedar et al., 2021a](https://x.org/c) and ([Alder, 2020](https://x.org/a)).", "It grows and.", []string{"[Cedar et al., 2021a](https://x.org/c): Cedar 2021a", "([Alder, 2020](https://x.org/a)): Alder 2020"}},
		{`It grows \[[Alder, 2020](https://x.org/a)\].`, "It grows.", []string{`\[[Alder, 2020](https://x.org/a)\]: Alder 2020`}},
		{"It grows (*Cedar et al.*, 2021a).", "It grows.", []string{"(*Cedar et al.*, 2021a): Cedar 2021a"}},
		{"Grown by Cedar\net al. (2021a).", "Grown by Cedar et al..", []string{"Cedar\net al. (2021a): Cedar 2021a"}},
		{"It grows (RHS; Alder, 2020).", "It grows (RHS).", []string{"Alder, 2020: Alder 2020"}},
		{"松树生长（张三，2012）。张三（2012）认为", "松树生长。 张三认为", []string{"（张三，2012）: 张三 2012", "张三（2012）: 张三 2012"}},
		{"It grows (Alder, 2020, as cited in Fir, n.d.).", "It grows.", []string{"(Alder, 2020, as cited in Fir, n.d.): Alder 2020 | Fir n.d."}},
		// the entry is missing
		{"It grows (Alder, 2020; Fir, n.d.) (Alder & Birch, 2019) (Muller, 2013) and (Hazel, 2011).", "It grows and.", []string{"(Alder, 2020; Fir, n.d.): Alder 2020 | Fir n.d.", "(Alder & Birch, 2019): Alder 2019", "(Muller, 2013): Müller 2013", "(Hazel, 2011): Hazel 2011"}},
		{"It grows (Alder, 2020) (Fir, n.d.) (Alder & Birch, 2019), as Alder (2011) and Holm et al. (2012) say.", "It grows, as Alder and Holm et al. say.", []string{"(Alder, 2020): Alder 2020", "(Fir, n.d.): Fir n.d.", "(Alder & Birch, 2019): Alder 2019", "Alder (2011): Alder 2011", "Holm et al. (2012): Holm 2012"}},
	} {
		d := ParseCited("x.md", test.in+worksListed)
		if diff := cmp.Diff(test.want, markerTable(t, d)); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.in, diff)
		}
		if got := plainTexts(d); got != test.plain {
			t.Errorf("%s: plain text %q, want %q", test.in, got, test.plain)
		}
	}
}

// TestNoAuthorYearMarkers has what reads like a marker and is none, in a document that
// does cite by author and year.
func TestNoAuthorYearMarkers(t *testing.T) {
	const cited = "It grows (Alder, 2020; Fir, n.d.), (Alder & Birch, 2019), (Müller, 2013), (Cedar et al., 2021a), (de la Cruz, 2016).\n\n"
	for _, in := range []string{
		"In (May 2020) it was.", "In (May, 2020) it was.", "It was (founded in 1998).", "On (Windows 2000) it ran.", "At the (World Cup 2018) it was.", "The war (1914-1918) ended.", "See (Section 4, 2019).",
		"The city (Paris, 2015) met.", "A deal (Paris Agreement, 2015) was.", "By (Q1 2021) it was.", "In (Fall 2019) it was.", "It was (April 3, 2020).", "It was (3 April 2020).", "He (born 1950) lived.",
		"He (1950–2010) lived.", "He (b. 1950) lived.", "It (est. 1888) stands.", "It (c. 1850) stands.", "It (circa 1850) stands.", "A film (Sunset, directed by Holm, 1950) ran.", "The (Act of 1990) stands.",
		"The act (Clean Air Act, 1990) stands.", "The (Clean Air Act 1990) stands.", "The pact (Kyoto Protocol, 1997) stands.", "It (version 2020) ran.", "It (Office 2016) ran.", "It (Python 3, 2008) ran.", "It (Ubuntu, 2004) ran.",
		"A car (Model Year 2020) drove.", "A sum (USD 2020) was.", "A sum (in 2020 dollars) was.", "A team (Chicago Bulls, 1996) won.", "The games (Tokyo 2020) ran.", "The games (Tokyo, 2020) ran.", "The vote (Brexit, 2016) was.",
		"The plan (Vision 2030) is.", "The plan (Agenda 2030) is.", "The (Horizon 2020) programme.", "The figure (Figure 3, 2020) shows.", "The table (Table 2, 2019) shows.", "The census (Census 2010) was.", "The census (U.S. Census, 2010) was.",
		"It fell (from 2010 to 2020).", "It fell (2010, 2015, and 2020).", "It fell (n = 2000).", "It fell (p < 0.05, N = 2019).", "Rated (ISO 2015) fine.", "Rated (ISO, 2015) fine.", "A storm (Katrina 2005) hit.",
		"The fire (in Chernobyl, 1986) burnt.", "He said (personal communication, May 2020).", "A prize (Nobel Prize, 1920) was.", "A prize (Nobel Prize in Physics 1920) was.", "The war (World War II, 1945) ended.", "The crisis (Great Recession, 2008) was.",
		"The mark (TM 2020) is.", "All rights (© 2020 Tree Press) are.", "Release (Beta 2021) is.", "Sold (Sales, 2019) out.", "See [2020] and [2019, 2020].", "See [May 2020].", "Alder (1950–2010) lived.", "Alder (born 1950) lived.",
		"Berlin (1945) burnt.", "The Summer (2019) was hot.", "In June (2019) it was hot.", "Japan (2023 revision) counts.", "Projections (2020-2050) vary.", "Trends and Developments (2025) are.", "Nature (2020) wrote.",
		"It was so (updated June 2021).", "It was so (accessed 3 May 2021).", "A link [May 2020](https://x.org/m) is.", "A link [Report 2020](https://x.org/m) is.", "`(Alder, 2020)` is code.", "Room (A2020) is.", "Call (555 2020) now.",
		"The board (Smith; Jones; 2020 budget) met.", "He was (aged 20, 2019 season) fast.", "England and Wales (2011) count.", "(England and Wales, 2011) count.", "Use (see 2020 report).", "It is (2020).", "Scores (Class of 2020) rose.",
	} {
		d := ParseCited("x.md", cited+in+worksListed)
		if got := markerTable(t, d); len(got) != 5 {
			t.Errorf("%s: markers = %q", in, got[5:])
		}
		if want := Parse("x.md", in); len(want.Sentences) > 0 && !strings.HasSuffix(plainTexts(d), plainTexts(want)) {
			t.Errorf("%s: plain text %q", in, plainTexts(d))
		}
	}
}

// TestOtherWaysOfCitingWin has names and years in documents that cite by number, or
// have no list of works.
func TestOtherWaysOfCitingWin(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"numbers", "So [1]. And [2]. Alder (2020) says so (Alder, 2020).\n\n## References\n\n[1] Alder, J. (2020). Trees. *T*.\n[2] Birch, A. (2019). Leaves. *T*.", []string{"[1]: 1", "[2]: 2"}},
		{"no list", "So it is (Alder, 2020). And Alder et al. (2021) say (Birch & Alder, 2019).", nil},
		{"a list of links", "So it is (Alder, 2020).\n\n## Sources\n\n- https://x.org/a\n- https://x.org/b", nil},
		{"links only", "So [Alder et al., 2020](https://x.org/a). And [Birch, 2019](https://x.org/b).", []string{"[Alder et al., 2020](https://x.org/a): https://x.org/a", "[Birch, 2019](https://x.org/b): https://x.org/b"}},
		{"a numbered list cited by author", "So (Alder, 2020). Birch (2019) too.\n\n## References\n\n1. Alder, J. (2020). Trees. *T*.\n2. Birch, A. (2019). Leaves. *T*.", []string{"(Alder, 2020): Alder 2020", "Birch (2019): Birch 2019"}},
		{"a list without blank lines", "So (Alder, 2020). Birch (2019) too.\n\nReferences\n\nAlder, J. (2020). Trees.\nBirch, A. (2019). Leaves.", []string{"(Alder, 2020): Alder 2020", "Birch (2019): Birch 2019"}},
	} {
		if diff := cmp.Diff(test.want, markerTable(t, ParseCited("x.md", test.in))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

func TestAuthorYearEntriesHaveOneIDEach(t *testing.T) {
	d := ParseCited("x.md", "A (Alder & Birch, 2020), (Alder & Cedar, 2020), (Alder, 2020).\n\n## References\n\n"+
		"- Alder, J., & Birch, A. (2020). One. *T*.\n- Alder, J., & Cedar, C. (2020). Two. *T*.\n- Alder, J. (2020). Three. *T*.\n- ———. (2018). Four. *T*.\n")
	var ids []string
	for _, r := range d.References {
		ids = append(ids, r.ID)
	}
	want := []string{"Alder 2020", "Alder and Cedar 2020", "Alder 2020 (2)", "Alder 2018"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("ids: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"(Alder & Birch, 2020): Alder 2020", "(Alder & Cedar, 2020): Alder and Cedar 2020", "(Alder, 2020): Alder 2020 (2)"}, markerTable(t, d)); diff != "" {
		t.Errorf("markers: -want +got:\n%s", diff)
	}
}

func TestListedWorksAreCitedByAuthor(t *testing.T) {
	d := ParseCited("x.md", "So (Alder, 2020).", Reference{ID: "alder20", External: true, Authors: []string{"Alder, J."}, Published: "2020-03"})
	if diff := cmp.Diff([]string{"(Alder, 2020): alder20"}, markerTable(t, d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
