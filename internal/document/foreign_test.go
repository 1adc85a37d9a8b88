package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shown writes the markers of d as "text: keys", checking that they span their text.
func shown(t *testing.T, d *Document) []string {
	t.Helper()
	var got []string
	for _, m := range d.Markers {
		if d.Source[m.Start:m.End] != m.Text {
			t.Errorf("marker %q spans %q", m.Text, d.Source[m.Start:m.End])
		}
		got = append(got, m.Text+": "+strings.Join(m.Keys, " "))
	}
	return got
}

// TestForeignMarkers has markers as chats and their exports write them.
func TestForeignMarkers(t *testing.T) {
	const list = "\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b\n[3] https://x.org/c\n"
	const defined = "\n\n[1]: https://x.org/a \"A\"\n[2]: https://x.org/b\n"
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"pages", "a [1, p. 4], b [1, pp. 33–35; 2], c [see 2, ch. 3]." + list, []string{"[1, p. 4]: 1", "[1, pp. 33–35; 2]: 1 2", "[see 2, ch. 3]: 2"}},
		{"semicolons and dashes", "a [1; 2], b [1,2,5–7], c [1‑3]." + list, []string{"[1; 2]: 1 2", "[1,2,5–7]: 1 2 5 6 7", "[1‑3]: 1 2 3"}},
		{"from one marker to another", "a [1]–[3], b [1]-[2], c [1] - [2]." + list, []string{"[1]–[3]: 1 2 3", "[1]-[2]: 1 2", "[1]: 1", "[2]: 2"}},
		{"words for a source", "a [Source 1], b [Ref. 3], c [citation:2][citation:3], d [source: 1], e [来源2]。", []string{"[Source 1]: 1", "[Ref. 3]: 3", "[citation:2]: 2", "[citation:3]: 3", "[source: 1]: 1", "[来源2]: 2"}},
		{"daggers", "a [1†source], b [2†L3-L8], c 【1†a】【2】.", []string{"[1†source]: 1", "[2†L3-L8]: 2", "【1†a】: 1", "【2】: 2"}},
		{"other brackets", "甲［1］。乙〔2, 3〕。", []string{"［1］: 1", "〔2, 3〕: 2 3"}},
		{"raised in brackets", "a [¹], b [²,³]." + list, []string{"[¹]: 1", "[²,³]: 2 3"}},
		{"carets", "a [^1^], b [^2^][^3^], so^1^." + list, []string{"[^1^]: 1", "[^2^]: 2", "[^3^]: 3", "^1^: 1"}},
		{"carets around brackets", "so it is ^[1]^ and^[2]^." + list, []string{"^[1]^: 1", "^[2]^: 2"}},
		{"carets with definitions", "a [^1^][1], b [^2^][2]." + defined, []string{"[^1^][1]: 1", "[^2^][2]: 2"}},
		{"a footnote that is a link", "a [^1](https://x.org/a), b.", []string{"[^1](https://x.org/a): 1"}},
		{"footnotes that lead to the list", "a [^1](#sources), b[^2]." + list, []string{"[^1](#sources): 1", "[^2]: 2"}},
		{"escaped links", `a \[1\](https://x.org/a), b \[\[2\]\](https://x.org/b_(c)), d [\[3\]](https://x.org/c).`,
			[]string{`\[1\](https://x.org/a): 1`, `\[\[2\]\](https://x.org/b_(c)): 2`, `[\[3\]](https://x.org/c): 3`}},
		{"links to the list", "a [[1]](#cite-1), b [2](#ref2), c <sup>[3](#ref3)</sup>." + list, []string{"[[1]](#cite-1): 1", "[2](#ref2): 2", "[3](#ref3): 3"}},
		{"tags", `a<sup><a href="#ref1">1</a></sup>, b <a href="#fn:2">[2]</a>, c <cite>3</cite>, d <sup>[1]</sup>.` + list,
			[]string{`<sup><a href="#ref1">1</a></sup>: 1`, `<a href="#fn:2">[2]</a>: 2`, "<cite>3</cite>: 3", "[1]: 1"}},
		{"what copying leaves", "a :contentReference[oaicite:3]{index=3} b \uE200cite\uE202turn0search1\uE201 c [oai_citation:1‡X](https://x.org/a).",
			[]string{"[oai_citation:1‡X](https://x.org/a): 1"}},
		{"where a citation begins", "[cite_start]It is so.[cite: 1, 2] More.", []string{"[cite: 1, 2]: 1 2"}},
		{"links to definitions", "See ([Encyclopedia][1]) and [Go][2]." + defined, []string{"([Encyclopedia][1]): 1", "[Go][2]: 2"}},
		{"links beside numbers", "It is [so][1] and so [2]." + defined, []string{"[so][1]: 1", "[2]: 2"}},
		{"a link to itself", "It is so [1][1], and [2][2]." + defined, []string{"[1][1]: 1", "[2][2]: 2"}},
		{"a text before a number of the list", "It is [Encyclopedia][1]." + list, []string{"[1]: 1"}},
		{"named definitions", "See [Go][go] and [Rust][] and [C].\n\n[go]: https://go.dev\n[rust]: https://rust-lang.org\n[c]: https://c.org\n",
			[]string{"[Go][go]: https://go.dev", "[Rust][]: https://rust-lang.org", "[C]: https://c.org"}},
		{"places in a source", "a [1, Th. 2], b [2, Eq. 4], c [3, Lemma 1]." + list, []string{"[1, Th. 2]: 1", "[2, Eq. 4]: 2", "[3, Lemma 1]: 3"}},
		{"raised digits side by side", "It is so¹³. More². All¹." + list, []string{"¹³: 1 3", "²: 2", "¹: 1"}},
		{"names", "a [Bat68] and [AKS83, Knu+98], b [Knu+98, §5.3], c [No99] [Note]." + "\n\n## References\n\n[AKS83] M. Ajtai. Sorting. 1983.\n[Bat68] K. Batcher. Nets. 1968.\n[Knu+98] D. Knuth. Art. 1998.\n",
			[]string{"[Bat68]: Bat68", "[AKS83, Knu+98]: AKS83 Knu+98", "[Knu+98, §5.3]: Knu+98"}},
		{"sources of a chat", "It is so¹. It is not².\n\nSource: Conversation with Copilot, 5/3/2024\n(1) A page. https://x.org/a.\n(2) B page. https://x.org/b.\n", []string{"¹: 1", "²: 2"}},
		{"German authors", "Nach Berg und Thal (2001) ist es so (Fels/Wald 2010).\n\n## Literatur\n\nBerg, Hans; Thal, Eva (2001): Heimat. Berlin.\n\nFels, Karl/Wald, Ute (2010): Ferne. Köln.\n",
			[]string{"Berg und Thal (2001): Berg 2001", "(Fels/Wald 2010): Fels 2010"}},
		{"notes in the text", "It is so.^[Doe, *A*, https://x.org/a.] More^[See [B](https://x.org/b).].", []string{"^[Doe, *A*, https://x.org/a.]: note 1", "^[See [B](https://x.org/b).]: note 2"}},
	} {
		if diff := cmp.Diff(test.want, shown(t, ParseCited("x.md", test.in))); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

// TestNoMarkers has what looks like a marker and is none.
func TestNoMarkers(t *testing.T) {
	const list = "\n\n## References\n\n[1] https://x.org/a\n[2] https://x.org/b\n[3] https://x.org/c\n"
	for _, in := range []string{
		"in [0, 1) and (0, 1]", "the interval [0, 1] is", "a scale of [1, 3] is", "x = [1, 2, 3] holds", "x ∈ [1, 2] holds", "the vector [1, 2, 3] has", "$[0,1]^n$ is", "the range [1, 2] is",
		"in [2015] it", "[2015, 2016] were", "[sic] and [and] are", "[...] and […] are", "- [x] done\n- [ ] open", "[1.5] and [v2] are", "`[1, p. 4]` is code", "[Figure 1] shows", "[Table 2] has",
		"[Source] and [Source: Reuters] say", "[p. 4] is a page", "[1a] and [a1] are", "[10:30] is a time", "[-1] is", "[1/2] is", "[1 of 3] is", "[$5] is", "[ref] is", "[Chapter 3] tells", "[Step 1] is",
		"^up^ and x^2^ are", "10^3^ is", "<sup>th</sup> is", "x<sup>2</sup> is", `<a href="https://x.org">home</a> is`, `<a id="top"></a> is`, "<cite>A Book</cite> is", "【摘要】 is", "［注］ is",
		"![1](i.png) is", `\[x\] is`, "[1]: is a colon", "the [[7, 1, 3]] code is", "the rows [[1, 2], [2, 3]] are", "uint8 data[3];\n", "[3-1] is", "[1-9999] is", "^[", "[^", "[^x^] is", ":contentReference[", "[cite_start]It is.",
	} {
		if got := shown(t, ParseCited("x.md", "So "+in+" so."+list)); got != nil && !strings.HasPrefix(in, "[1]: ") {
			t.Errorf("%q: markers = %q, want none", in, got)
		}
	}
}

// A document without a list indexes arrays, and has intervals in the cells of tables.
func TestNoMarkersWithoutAList(t *testing.T) {
	for _, in := range []string{
		"The first is array[0], the second array[1].\n\n- [x] done\n- [1] is an item.\n",
		"| A | B |\n|---|---|\n| [3, 5] | [5, 8] |\n",
	} {
		var got []string
		for _, m := range shown(t, ParseCited("x.md", in)) {
			if m != "[1]: 1" { // of the item
				got = append(got, m)
			}
		}
		if got != nil {
			t.Errorf("%q: markers = %q, want none", in, got)
		}
	}
}

func TestListsOfNotes(t *testing.T) {
	const text = "Contract law is old.1 It requires consideration.2 Courts differ.3\n\n"
	const entries = "1. Ann Lee, The Law (London: Verso, 2004), 29.\n2. Ibid., 61.\n3. Bo Ray, The Court (London: Verso, 2005), 101.\n"
	for _, test := range []struct {
		name, in         string
		markers, entries int
	}{
		{"below a plain line", text + "Notes\n\n" + entries, 3, 3},
		{"below a heading", text + "## Notes\n\n" + entries, 3, 3},
		{"in brackets", "Law is old [1]. It is [2].\n\nNotes:\n[1] Lee, A. Law. 2001.\n[2] Ray, B. Courts. 2002.\n", 2, 2},
		{"of another kind", text + "## Notes\n\n1. Call the office.\n2. Book a room.\n3. Send the agenda.\n", 0, 0},
	} {
		d := ParseCited("x.md", test.in)
		if len(d.Markers) != test.markers || len(d.References) != test.entries {
			t.Errorf("%s: %d markers and %d entries, want %d and %d", test.name, len(d.Markers), len(d.References), test.markers, test.entries)
		}
	}
}

func TestLinksToEntries(t *testing.T) {
	const list = "\n\n## Sources\n\n- [A](https://x.org/a)\n- [B](https://x.org/b/)\n- [C](https://x.org/c)\n"
	d := ParseCited("x.md", "It is so ([A](https://x.org/a?utm_source=chat)). It was not ([B](https://x.org/b))."+list)
	if diff := cmp.Diff([]string{"([A](https://x.org/a?utm_source=chat)): 1", "([B](https://x.org/b)): 2"}, shown(t, d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	d = ParseCited("x.md", "It is [home](https://y.org) and [away](https://z.org)."+list)
	if got := shown(t, d); got != nil {
		t.Errorf("links that no entry has: markers = %q, want none", got)
	}
}

func TestNamedEntries(t *testing.T) {
	d := ParseCited("x.txt", "It uses TLS [RFC8446] as in [1].\n\n3.  References\n\n   [RFC2119]  Bradner, S., \"Key words\",\n              March 1997.\n\n   [RFC8446]  Rescorla, E., \"TLS\", 2018.\n\n   [1]        Doe, J., \"Headers\", 2020.\n")
	var got []string
	for _, r := range d.References {
		got = append(got, r.ID)
	}
	if diff := cmp.Diff([]string{"RFC2119", "RFC8446", "1"}, got); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"[RFC8446]: RFC8446", "[1]: 1"}, shown(t, d)); diff != "" {
		t.Errorf("markers (-want +got):\n%s", diff)
	}
}

func TestFlattenedSuperscripts(t *testing.T) {
	list := "\n\n#### Works cited\n\n1. A - Site, accessed July 1, 2025, [https://x.org/a](https://x.org/a)\n2. B, https://x.org/b\n3. C, https://x.org/c\n4. D, https://x.org/d\n12. E, https://x.org/e\n"
	unheaded := strings.Replace(list, "#### Works cited", "---", 1)
	const style = "Growth is strong.1 Yields are high.2 Soil is poor.3\n\n"
	for _, test := range []struct {
		name, in string
		want     []string // behind those of style
		plain    string   // of the last sentence
	}{
		{"behind a full stop", "Many grew in 2020.4 The rest did not.", []string{"4: 4"}, "The rest did not."},
		{"inside of a sentence", "It has efficacy,3 and more.", []string{"3: 3"}, "It has efficacy, and more."},
		{"several", "It has growth.2,3 And yields.1-3 End.", []string{"2,3: 2 3", "1-3: 1 2 3"}, "End."},
		{"behind quotation marks and brackets", "He said “so.”4 It (or not).12 It is **bold.**3 End.", []string{"4: 4", "12: 12", "3: 3"}, "End."},
		{"at the end of an item", "- It grows.4\n- It falls.12\n", []string{"4: 4", "12: 12"}, "It falls."},
		{"behind a space and before a mark", "In gene transfer 12, it is (as in soils 4).", []string{"12: 12", "4: 4"}, "In gene transfer, it is (as in soils)."},
		{"versions", "With version 1.5 and Node.js 18.2 and GPT-4.1 it runs.", nil, ""},
		{"decimals", "It was 3.14 and rose by 2.4 The rest fell 0.3 Or so.", nil, ""},
		{"abbreviations", "See Fig.2 And p.3 And No.3 And vol.2 And Eq.4 And so.", nil, ""},
		{"money and thousands", "It cost $3.5 And 1,000 of them, word,2 3 and text.5,000 Men.", nil, ""},
		{"files, addresses", "See lib.so.4 The file a_b.3 Then x/y.2 Then user@host.4 Then.", nil, ""},
		{"numbers that no entry has", "It is so.5 The rest is.99 Then.", nil, ""},
		{"sections and tables", "See section 2, table 3, step 4, and type 2; in phase 3, at least 3, about 4, rose to 12, and scored 3, or so.", nil, ""},
		{"before a small letter", "It has approx.3 km of word.3 km.", nil, ""},
		{"names, where nothing else cites the entry", "Many use DBSCAN 4 and PointNet++ 12, as the data 3 is.", []string{"4: 4", "12: 12"}, ""},
		{"counted things", "Soils of 3 kinds, with 4 crops and 12 yields.", nil, ""},
	} {
		for _, in := range []string{style + test.in + list, style + test.in + unheaded} {
			d := ParseCited("x.md", in)
			want := append([]string{"1: 1", "2: 2", "3: 3"}, test.want...)
			if diff := cmp.Diff(want, shown(t, d)); diff != "" {
				t.Errorf("%s: -want +got:\n%s", test.name, diff)
			}
			if got := d.Sentences[len(d.Sentences)-1].Plain.Text; test.plain != "" && got != test.plain {
				t.Errorf("%s: last sentence = %q, want %q", test.name, got, test.plain)
			}
			if len(d.References) != 5 {
				t.Errorf("%s: %d references, want 5", test.name, len(d.References))
			}
			if d.Sentences[1].Plain.Text != "Yields are high." || len(d.Sentences[1].Markers) != 1 {
				t.Errorf("%s: second sentence = %+v", test.name, d.Sentences[1])
			}
		}
	}
	for _, in := range []string{
		style,                               // no list
		style + "It is [1]. So [2]." + list, // another way of citing
		"It is so.1 The end." + list,        // too few
		"So grew.1 So fell.1 So be it.1 It." + list + "13. F, https://x.org/f\n14. G, https://x.org/g", // too little of the list
	} {
		for _, m := range ParseCited("x.md", in).Markers {
			if m.Style == FlattenedStyle {
				t.Errorf("%q: marker %q", in, m.Text)
			}
		}
	}
	if d := Parse("x.md", style+list); len(d.Markers) != 0 {
		t.Errorf("markers of a source = %v", d.Markers)
	}
}

func TestParentheses(t *testing.T) {
	const list = "\n\nReferences:\n\n1. Doe J. A study. 2019.\n2. Roe J. More. 2020.\n3. Poe E. Less. 2021.\n"
	const style = "It grows (1). It falls (2, 3).\n\nDoe et al. (1) differ. "
	for _, test := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"They (1) grow, (2) fall and (3) rest.", nil},
		{"See equation (2), in Table (3).", nil},
		{"It has some (12).", nil},
		{"It ended (2019).", nil},
	} {
		want := append([]string{"(1): 1", "(2, 3): 2 3", "(1): 1"}, test.want...)
		if diff := cmp.Diff(want, shown(t, ParseCited("x.md", style+test.in+list))); diff != "" {
			t.Errorf("%q: -want +got:\n%s", test.in, diff)
		}
	}
	for _, in := range []string{style, style + "And [1] [2]." + list, "It (1)." + list} {
		if got := shown(t, ParseCited("x.md", in)); len(got) > 2 {
			t.Errorf("%q: markers %q", in, got)
		}
	}
}

func TestFlattenedBesideHan(t *testing.T) {
	const list = "\n\n#### 引用的著作\n\n1. A, 访问时间为 四月 27, 2025， [https://x.org/a](https://x.org/a)\n2. B， https://x.org/b\n3. C， https://x.org/c\n"
	d := ParseCited("x.md", "小麦产量显著提高 1。土壤较为贫瘠 2，但是收成 3 个百分点。共有 2。\n\n气候适宜。3\n\n水稻也是如此 3。"+list)
	if diff := cmp.Diff([]string{"1: 1", "2: 2", "3: 3", "3: 3"}, shown(t, d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(d.Sentences) != 5 || d.Sentences[0].Plain.Text != "小麦产量显著提高。" {
		t.Errorf("sentences = %+v", d.Sentences)
	}
}
