package render

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"
)

// selected returns the text that a browser would select on a page of the given
// blocks, with white space collapsed, or "" if the fragment matches nothing.
func selected(t *testing.T, link string, blocks []string) string {
	t.Helper()
	_, directive, ok := strings.Cut(link, ":~:text=")
	if !ok {
		return ""
	}
	var prefix, suffix string
	terms := strings.Split(directive, ",")
	for i, term := range terms {
		var err error
		if terms[i], err = url.PathUnescape(term); err != nil || term == "" {
			t.Fatalf("bad term %q in %s", term, link)
		}
		if strings.HasPrefix(term, "-") != (terms[i][0] == '-') && i < len(terms)-1 {
			t.Fatalf("bad dash in %s", link)
		}
	}
	raw := strings.Split(directive, ",")
	if strings.HasSuffix(raw[0], "-") {
		prefix, terms, raw = strings.TrimSuffix(terms[0], "-"), terms[1:], raw[1:]
	}
	if n := len(raw) - 1; strings.HasPrefix(raw[n], "-") {
		suffix, terms = strings.TrimPrefix(terms[n], "-"), terms[:n]
	}
	if len(terms) == 0 || len(terms) > 2 {
		t.Fatalf("%d terms in %s", len(terms), link)
	}
	return match(blocks, prefix, terms[0], append(terms, "")[1], suffix)
}

// match finds the first place where the terms stand in order, each within a block.
func match(blocks []string, prefix, start, end, suffix string) string {
	page, breaks := joined(blocks)
	lower := strings.ToLower(page)
	for at := 0; at < len(page); at++ {
		i := find(lower, breaks, strings.ToLower(start), at)
		if i < 0 {
			return ""
		}
		at = i
		if prefix != "" && !endsWith(lower[:i], strings.ToLower(prefix)) {
			continue
		}
		stop := i + len(start)
		for from := stop; end != "" || from == stop; {
			if end != "" {
				if stop = find(lower, breaks, strings.ToLower(end), from); stop < 0 {
					break
				}
				stop += len(end)
			}
			if suffix == "" || beginsWith(lower[stop:], strings.ToLower(suffix)) {
				return page[i:stop]
			}
			if from = stop; end == "" {
				break
			}
		}
	}
	return ""
}

func joined(blocks []string) (page string, breaks map[int]bool) {
	breaks = map[int]bool{}
	for _, b := range blocks {
		if page != "" {
			breaks[len(page)] = true
			page += " "
		}
		page += b
	}
	return page, breaks
}

func find(page string, breaks map[int]bool, term string, from int) int {
	for ; from+len(term) <= len(page); from++ {
		if !strings.HasPrefix(page[from:], term) || !boundary(page, from) || !boundary(page, from+len(term)) {
			continue
		}
		if !crosses(breaks, from, from+len(term)) {
			return from
		}
	}
	return -1
}

func crosses(breaks map[int]bool, start, end int) bool {
	for i := start; i < end; i++ {
		if breaks[i] {
			return true
		}
	}
	return false
}

func endsWith(s, prefix string) bool {
	s = strings.TrimRight(s, " ")
	return strings.HasSuffix(s, prefix) && boundary(s, len(s)-len(prefix))
}

func beginsWith(s, suffix string) bool {
	s = strings.TrimLeft(s, " ")
	return strings.HasPrefix(s, suffix) && boundary(s, len(suffix))
}

// visibleBlocks returns the block texts of an HTML page.
func visibleBlocks(t *testing.T, page string) []string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for _, a := range n.Attr {
			if a.Key == "style" && strings.Contains(a.Val, "none") {
				return
			}
		}
		block := strings.Contains(" p div body ", " "+n.Data+" ")
		if n.Type == html.TextNode {
			b.WriteString(strings.Join(strings.FieldsFunc(n.Data, func(r rune) bool { return r == '\n' }), " "))
		}
		if block || n.Data == "br" {
			b.WriteByte('\n')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if block {
			b.WriteByte('\n')
		}
	}
	walk(root)
	return blocksOf(b.String())
}

// TestMatcher holds the tests' matcher to the cases of the reference implementation.
func TestMatcher(t *testing.T) {
	f, err := os.Open("testdata/fragments/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct{ ID, Name, Fragment, HTML, Match string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) {
			got := selected(t, c.Fragment, visibleBlocks(t, c.HTML))
			if !strings.EqualFold(got, c.Match) {
				t.Errorf("%s: %s selects %q, want %q", c.Name, c.Fragment, got, c.Match)
			}
		})
	}
}

func TestFragment(t *testing.T) {
	long := strings.Repeat("the pause of the collector grew with the heap and so ", 8)
	for _, c := range []struct{ name, link, before, passage, after, want string }{
		{"plain", "https://go.dev/blog", "", "Pauses are now below 10 milliseconds.", "", "https://go.dev/blog#:~:text=Pauses%20are%20now%20below%2010%20milliseconds."},
		{"anchor kept", "https://go.dev/blog#gc", "", "Pauses are now below 10 milliseconds.", "", "https://go.dev/blog#gc:~:text=Pauses%20are%20now%20below%2010%20milliseconds."},
		{"old directive replaced", "https://go.dev/#:~:text=x", "", "Pauses are now below.", "", "https://go.dev/#:~:text=Pauses%20are%20now%20below."},
		{"reserved", "u", "", "a-b, c & d use 100% of \"it\"", "", "u#:~:text=a%2Db%2C%20c%20%26%20d%20use%20100%25%20of%20%22it%22"},
		{"non-Latin", "u", "", "elle a brisé la glace", "", "u#:~:text=elle%20a%20bris%C3%A9%20la%20glace"},
		{"few words", "u", "They met the", "goal", "of ten.", "u#:~:text=They%20met%20the-,goal,-of%20ten."},
		{"repeated", "u", "The heap grew by a third. Then,", "the heap grew by a third", "and fell.", "u#:~:text=a%20third.%20Then%2C-,the%20heap%20grew%20by%20a%20third,-and%20fell."},
		{"blocks", "u", "", "Pauses fell a lot this year\n\nNow they are short for all", "", "u#:~:text=Pauses%20fell%20a%20lot%20this,they%20are%20short%20for%20all"},
		{"long", "u", "", "First words of it all, " + long + "as the end shows", "", "u#:~:text=First%20words%20of%20it%20all,so%20as%20the%20end%20shows"},
		{"no passage", "u", "x", " \n ", "y", "u"},
		{"no link", "", "x", "some words are here", "y", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fragment(c.link, c.before, c.passage, c.after); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestFragmentSelects cuts pages anywhere between words: the fragment of a passage
// selects that passage, not an earlier one with the same words.
func TestFragmentSelects(t *testing.T) {
	word := rapid.SampledFrom([]string{"go", "heap", "pause", "10", "ms", "a-b", "end.", "brisé,", "R&D", "\n", "Zeit", "collector", "grew"})
	missed, total := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.SliceOfN(word, 6, 200).Draw(rt, "page")
		i := rapid.IntRange(0, len(text)-2).Draw(rt, "start")
		j := rapid.IntRange(i+1, len(text)).Draw(rt, "end")
		before, passage, after := strings.Join(text[:i], " "), strings.Join(text[i:j], " "), strings.Join(text[j:], " ")
		link := Fragment("u", before+"\n", passage+"\n", after)
		blocks := append(append(blocksOf(before), blocksOf(passage)...), blocksOf(after)...)
		want := strings.Join(blocksOf(passage), " ")
		got := selected(t, link, blocks)
		if total++; !strings.EqualFold(got, want) {
			missed++
		}
		if got == "" && want != "" {
			rt.Errorf("%s matches nothing in %q", link, blocks)
		}
	})
	if missed*20 > total {
		t.Errorf("%d of %d fragments select another passage", missed, total)
	}
}
