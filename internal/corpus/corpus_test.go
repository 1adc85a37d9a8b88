package corpus

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"
)

// write makes files below dir, each a day old: their times are then trusted.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, data := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		age(t, name)
	}
}

func age(t *testing.T, name string) {
	t.Helper()
	yesterday := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(name, yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string, o Options) (*Corpus, Stats) {
	t.Helper()
	c, stats, err := Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, stats
}

func search(t *testing.T, c *Corpus, query string) []Hit {
	t.Helper()
	hits, err := c.Search(t.Context(), query, 10)
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

func docs(hits []Hit) []string {
	var out []string
	for _, h := range hits {
		out = append(out, h.Doc)
	}
	return out
}

// counting is Options that count the documents indexed.
func counting(cache string, indexed *int) Options {
	return Options{Cache: cache, Progress: func(done, _ int) { *indexed = done }}
}

func TestSearch(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"gc.md":        "---\ntitle: Collector pauses\ndate: 2015-08-31\nby: [Richard Hudson]\ntags: [latency]\n---\n\n# Pauses\n\nThe pauses of Go 1.5 are below 10 ms.\n",
		"sub/cpp.txt":  "Interfacing with C++ is hard.\n",
		"page.html":    "<html><head><title>Procs</title></head><body><p>Set GOMAXPROCS to the quota.</p></body></html>",
		"untitled.txt": "Nothing to see.\n",
	})
	c, stats := open(t, dir, Options{Cache: t.TempDir()})
	if stats.Documents != 4 || stats.Added != 4 || len(stats.Skipped) != 0 {
		t.Fatalf("got %+v", stats)
	}
	for query, want := range map[string]string{
		"pause": "gc.md", "go1.5": "gc.md", "August 2015": "gc.md", "2015-08-31": "gc.md", "hudson": "gc.md", "latency": "gc.md",
		"c++": "sub/cpp.txt", "gomaxprocs": "page.html",
	} {
		if got := docs(search(t, c, query)); !slices.Equal(got, []string{want}) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	hit := search(t, c, "pauses")[0]
	stored, err := c.Text("gc.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := stored[hit.Start:hit.End]; got != "# Pauses\n\nThe pauses of Go 1.5 are below 10 ms." || hit.Section != "Pauses" {
		t.Errorf("got %q in section %q", got, hit.Section)
	}
	if len(search(t, c, "the of")) != 0 || len(search(t, c, "")) != 0 || len(search(t, c, "zebra")) != 0 {
		t.Error("a query without a word of the corpus finds something")
	}
	d, _ := c.Document("gc.md")
	want := Document{ID: "gc.md", Path: "gc.md", Title: "Collector pauses", Date: "2015-08-31", Authors: []string{"Richard Hudson"}, Tags: []string{"latency"}, SHA256: hash([]byte(stored)), Bytes: len(stored)}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
	if d, _ := c.Document("untitled.txt"); d.Title != "untitled" {
		t.Errorf("got title %q", d.Title)
	}
}

// TestBM25 holds the score against the formula worked out by hand.
func TestBM25(t *testing.T) {
	c := build(t, map[string]string{"a": "apple apple pear", "b": "apple plum plum plum plum", "c": "fig"})
	// Passages have 3, 5 and 1 terms, 3 on average; "pear" is in one of three:
	// idf = ln(1 + 2.5/1.5), norm = 1.2 (0.25 + 0.75 * 3/3).
	got := search(t, c, "pear")
	if len(got) != 1 || got[0].Score != 0.980829 {
		t.Errorf("got %+v, want one hit of score 0.980829", got)
	}
	if got := docs(search(t, c, "apple")); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
}

func build(t *testing.T, texts map[string]string) *Corpus {
	t.Helper()
	var list []Document
	for id := range texts {
		list = append(list, Document{ID: id})
	}
	c, err := Build(t.Context(), t.TempDir(), list, func(i int) string { return texts[list[i].ID] })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestEqualScoresAreOrdered(t *testing.T) {
	texts := map[string]string{}
	var want []string
	for i := range 30 {
		id := fmt.Sprintf("d%02d", i)
		texts[id], want = "same words", append(want, id)
	}
	if got := docs(search(t, build(t, texts), "words")); !slices.Equal(got, want[:10]) {
		t.Errorf("got %q", got)
	}
}

// TestManySegments has more records than a segment holds.
func TestManySegments(t *testing.T) {
	texts := map[string]string{}
	for i := range segmentRecords/2 + 10 {
		texts[fmt.Sprintf("d%05d", i)] = fmt.Sprintf("all number%d", i)
	}
	c := build(t, texts)
	last := fmt.Sprintf("number%d", segmentRecords/2+9)
	if got := docs(search(t, c, last)); len(got) == 0 || got[0] != fmt.Sprintf("d%05d", segmentRecords/2+9) {
		t.Errorf("%s finds %q", last, got)
	}
}

func TestIndexFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"docs/a.md": "---\ntitle: Own title\ndate: 2001-01-01\n---\nAlpha.\n",
		"README.md": "Not a document.\n",
		"index.jsonl": `{"file":"docs/a.md","title":"Listed title","url":"https://example.org/a","publisher":"P","authors":["A. Uthor"],"unknown":{"x":1}}
{"file":"docs/missing.md"}
{broken

{"title":"no file"}
{"file":"../outside.md"}
{"file":"docs/a.md"}
{"file":"docs/paper.pdf"}
`,
	})
	c, stats := open(t, dir, Options{Cache: t.TempDir()})
	if got := c.Documents(); len(got) != 1 || got[0].Title != "Listed title" || got[0].Date != "2001-01-01" || got[0].URL != "https://example.org/a" || got[0].Publisher != "P" {
		t.Errorf("got %+v", got)
	}
	var paths []string
	for _, s := range stats.Skipped {
		paths = append(paths, s.Path)
	}
	want := []string{"docs/missing.md", "index.jsonl:3", "index.jsonl:5", "index.jsonl:6", "index.jsonl:7", "index.jsonl:8"}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Error(diff)
	}
}

// TestIndexFileForms lists metadata in the forms that front matter may have it in.
func TestIndexFileForms(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.md": "Alpha.\n", "b.md": "---\nauthor: Own Author\n---\nBeta.\n", "c.md": "Gamma.\n",
		"index.jsonl": `{"file":"a.md","title":1984,"authors":"One String","tags":["gc",2],"date":2015,"summary":null}
{"file":"b.md","title":{"en":"T"},"authors":5}
{"file":"c.md","by":["A. Uthor"," "],"published":"2018-07-12","description":"Short \ud83d\ude00."}
`,
	})
	c, stats := open(t, dir, Options{Cache: t.TempDir()})
	if len(stats.Skipped) > 0 {
		t.Errorf("skipped %v", stats.Skipped)
	}
	var got []string
	for _, d := range c.Documents() {
		got = append(got, fmt.Sprintf("%s %q %q %q %q %q", d.Path, d.Title, d.Authors, d.Tags, d.Date, d.Summary))
	}
	want := []string{`a.md "1984" ["One String"] ["gc" "2"] "2015" ""`, `b.md "b" ["Own Author"] [] "" ""`,
		`c.md "c" ["A. Uthor"] [] "2018-07-12" "Short 😀."`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestIncremental(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha one.\n", "b.md": "Beta two.\n", "c.md": "Gamma three.\n"})
	indexed := 0
	_, first := open(t, dir, counting(cache, &indexed))
	if indexed != 3 {
		t.Fatalf("%d documents were indexed, want 3", indexed)
	}
	indexed = 0
	_, same := open(t, dir, counting(cache, &indexed))
	if indexed != 0 || same.Added+same.Changed+same.Removed != 0 || same.Generation != first.Generation {
		t.Errorf("an unchanged corpus was indexed again: %+v", same)
	}
	write(t, dir, map[string]string{"b.md": "Beta changed to zebra.\n", "d.md": "Delta four.\n"})
	if err := os.Remove(filepath.Join(dir, "c.md")); err != nil {
		t.Fatal(err)
	}
	c, changed := open(t, dir, Options{Cache: cache})
	if changed.Added != 1 || changed.Changed != 1 || changed.Removed != 1 || changed.Documents != 3 {
		t.Errorf("got %+v", changed)
	}
	if got := docs(search(t, c, "zebra two gamma delta")); !slices.Equal(got, []string{"d.md", "b.md"}) {
		t.Errorf("got %q", got)
	}
	scratch, _ := open(t, dir, Options{Cache: t.TempDir()})
	sameCorpus(t, c, scratch, "alpha beta delta zebra one four")
}

// sameCorpus fails unless two corpora are the same to every caller.
func sameCorpus(t *testing.T, a, b *Corpus, query string) {
	t.Helper()
	if a.Generation() != b.Generation() {
		t.Errorf("generations %s and %s", a.Generation(), b.Generation())
	}
	if diff := cmp.Diff(a.Documents(), b.Documents()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(search(t, a, query), search(t, b, query)); diff != "" {
		t.Error(diff)
	}
	for _, d := range a.Documents() {
		x, errX := a.Text(d.ID)
		y, errY := b.Text(d.ID)
		if x != y || errX != nil || errY != nil {
			t.Errorf("%s: texts differ (%v, %v)", d.ID, errX, errY)
		}
	}
}

// TestChangeWithinAClockTick changes a file without its size or time telling.
func TestChangeWithinAClockTick(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	name := filepath.Join(dir, "a.md")
	now := time.Now()
	for _, word := range []string{"apple", "zebra"} {
		if err := os.WriteFile(name, []byte(word), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, now, now); err != nil {
			t.Fatal(err)
		}
		if c, _ := open(t, dir, Options{Cache: cache}); len(search(t, c, word)) != 1 {
			t.Errorf("%s is not found", word)
		}
	}
}

func TestMetadataIsPartOfTheGeneration(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n", "index.jsonl": `{"file":"a.md","title":"Old"}`})
	_, before := open(t, dir, Options{Cache: cache})
	write(t, dir, map[string]string{"index.jsonl": `{"file":"a.md","title":"New"}`})
	c, after := open(t, dir, Options{Cache: cache})
	if after.Changed != 1 || after.Generation == before.Generation {
		t.Errorf("got %+v", after)
	}
	if len(search(t, c, "new")) != 1 || len(search(t, c, "old")) != 0 {
		t.Error("the new title is not what is searched")
	}
}

func TestGenerationDoesNotDependOnThePlace(t *testing.T) {
	files := map[string]string{"a.md": "Alpha.\n", "sub/b.txt": "Beta.\n"}
	here, there := t.TempDir(), t.TempDir()
	write(t, here, files)
	write(t, there, files)
	a, _ := open(t, here, Options{Cache: t.TempDir()})
	b, _ := open(t, there, Options{Cache: t.TempDir()})
	sameCorpus(t, a, b, "alpha beta")
}

func TestOldGenerations(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	write(t, dir, map[string]string{"a.md": "Version 0.\n"})
	first, _ := open(t, dir, Options{Cache: cache})
	for i := range 4 {
		write(t, dir, map[string]string{"a.md": fmt.Sprintf("Version %d.\n", i+10)})
		open(t, dir, Options{Cache: cache})
	}
	gens, err := filepath.Glob(filepath.Join(cache, "corpora", "*", "gen-*"))
	if err != nil || len(gens) != keep {
		t.Errorf("%d generations are left, want %d (%v)", len(gens), keep, err)
	}
	if text, err := first.Text("a.md"); text != "Version 0.\n" || err != nil {
		t.Errorf("an open generation lost its text: %q, %v", text, err)
	}
	if len(search(t, first, "version")) != 1 {
		t.Error("an open generation lost its index")
	}
}

// TestExampleCorpus indexes the corpus of the README and leaves it as it was.
func TestExampleCorpus(t *testing.T) {
	before := fingerprint(t, exampleCorpus)
	c, stats := open(t, exampleCorpus, Options{Cache: t.TempDir()})
	if stats.Documents != 138 || len(stats.Skipped) != 0 {
		t.Errorf("%d documents, skipped %v", stats.Documents, stats.Skipped)
	}
	if diff := cmp.Diff(before, fingerprint(t, exampleCorpus)); diff != "" {
		t.Errorf("the corpus was written to:\n%s", diff)
	}
	for query, want := range map[string]string{
		"garbage collector latency July 2018 keynote": "docs/ismmkeynote.md",
		"profile-guided optimization Go 1.21":         "docs/pgo.md",
		"GOMAXPROCS container CPU limit":              "docs/container-aware-gomaxprocs.md",
	} {
		hits, err := c.SearchDocuments(t.Context(), query, 3)
		if err != nil || len(hits) != 3 || hits[0].Doc != want {
			t.Errorf("%q: got %v, %v, want %s first", query, hits, err, want)
		}
	}
	for _, d := range c.Documents() {
		checkRanges(t, c, d)
	}
}

func checkRanges(t *testing.T, c *Corpus, d Document) {
	t.Helper()
	stored, err := c.Text(d.ID)
	if err != nil {
		t.Fatal(err)
	}
	i, _ := c.gen.find(d.ID)
	for _, p := range c.gen.entries[i].Passages {
		if text := stored[p.Start:p.End]; strings.TrimSpace(text) == "" || len(text) > maxBytes+pieceBytes {
			t.Errorf("%s %d-%d: %q", d.ID, p.Start, p.End, text)
		}
	}
}

// fingerprint is the mode, time and hash of everything below dir.
func fingerprint(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var data []byte
		if !d.IsDir() {
			if data, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		out[name] = fmt.Sprint(info.Mode(), info.ModTime(), hash(data))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestList(t *testing.T) {
	cache := t.TempDir()
	if got, err := List(cache); len(got) != 0 || err != nil {
		t.Errorf("got %v, %v of an empty cache", got, err)
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "Alpha.\n"})
	c, _ := open(t, dir, Options{Cache: cache})
	got, err := List(cache)
	real, _ := filepath.EvalSymlinks(dir)
	if err != nil || len(got) != 1 || got[0].Dir != real || got[0].Documents != 1 || got[0].Passages != 1 || got[0].Generation != c.Generation() || got[0].Bytes == 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestConcurrentSearches gives every goroutine the answers of a lone one.
func TestConcurrentSearches(t *testing.T) {
	c, _ := open(t, exampleCorpus, Options{Cache: t.TempDir()})
	queries := []string{"garbage collector pauses", "generics type parameters", "GOMAXPROCS container", "error handling proposal"}
	want := map[string][]Hit{}
	for _, q := range queries {
		want[q] = search(t, c, q)
	}
	var g errgroup.Group
	for i := range 40 {
		g.Go(func() error {
			q := queries[i%len(queries)]
			got, err := c.Search(t.Context(), q, 10)
			if diff := cmp.Diff(want[q], got); diff != "" || err != nil {
				return fmt.Errorf("%q: %v %s", q, err, diff)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

func TestOnlyFunctionWords(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.md": "---\ntitle: The\n---\nThat is it.\n", "b.md": "---\ntitle: Of\n---\n"})
	c, stats := open(t, dir, Options{Cache: t.TempDir()})
	if len(search(t, c, "that word")) != 0 || stats.Documents != 2 {
		t.Errorf("got %+v", stats)
	}
}
