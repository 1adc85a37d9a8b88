package document

import "testing"

func TestWorkAtIsOfThePage(t *testing.T) {
	for _, same := range [][]string{
		{"https://a.example/x", "http://www.A.example/x/", "https://a.example:443/x#part", "https://a.example/x?utm_source=chat&fbclid=1",
			"https://m.a.example/x", "https://a.example/x/amp", "https://amp.a.example/x", "https://a.example/x/index.html",
			"https://a.example/x#:~:text=some%20words", "https://a.example/%78", "https://web.archive.org/web/2020/https://a.example/x",
			"https://www.google.com/url?q=https://a.example/x&sa=U"},
		{"https://en.wikipedia.org/wiki/Go_(game)", "https://en.m.wikipedia.org/wiki/Go_%28game%29"},
		{"https://doi.org/10.3389/ABC.1", "https://www.frontiersin.org/articles/10.3389/abc.1/full", "https://dx.doi.org/10.3389/abc.1"},
		{"https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf", "https://doi.org/10.1101/2020.01.02.123456"},
		{"https://pmc.ncbi.nlm.nih.gov/articles/PMC1/", "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1"},
		{"https://arxiv.org/abs/1706.03762", "http://arxiv.org/pdf/1706.03762v5.pdf", "https://arxiv.org/html/1706.03762v7", "https://doi.org/10.48550/arXiv.1706.03762"},
	} {
		for _, address := range same[1:] {
			if got, want := WorkAt(address), WorkAt(same[0]); got != want || got == "" {
				t.Errorf("%s is %q, but %s is %q", address, got, same[0], want)
			}
		}
	}
}

func TestWorkAtTellsPagesApart(t *testing.T) {
	for _, pair := range [][2]string{
		{"https://a.example/x", "https://b.example/x"},
		{"https://a.example/x", "https://a.example/y"},
		{"https://a.example/x?id=1", "https://a.example/x?id=2"},
		{"https://a.example:8080/x", "https://a.example/x"},
		{"https://a.example/#/x", "https://a.example/#/y"},
		{"https://m.example/x", "https://example/x"},
		{"https://doi.org/10.1000/abc.1", "https://doi.org/10.1000/abc.2"},
		{"https://arxiv.org/abs/1706.03762", "https://arxiv.org/abs/1706.03763"},
	} {
		if WorkAt(pair[0]) == WorkAt(pair[1]) {
			t.Errorf("%s and %s are both %q", pair[0], pair[1], WorkAt(pair[0]))
		}
	}
	for _, none := range []string{"", "#ref1", "page.html", "mailto:a@b.example", "https://", "://"} {
		if got := WorkAt(none); got != "" {
			t.Errorf("%q is %q, want nothing", none, got)
		}
	}
}
