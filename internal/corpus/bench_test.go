package corpus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// generated returns documents of about 20 passages each with words that are
// distributed as in natural language (Zipf).
func generated(documents int) (docs []Document, texts []string) {
	rng := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(rng, 1.1, 4, 50_000)
	for i := range documents {
		var b strings.Builder
		for range 20 {
			for range 8 {
				for range 15 {
					b.WriteString(word(zipf.Uint64()) + " ")
				}
				b.WriteString("end.\n")
			}
			b.WriteString("\n\n")
		}
		docs = append(docs, Document{ID: fmt.Sprintf("d%05d", i), Title: word(zipf.Uint64()) + " " + word(zipf.Uint64())})
		texts = append(texts, b.String())
	}
	return docs, texts
}

// word returns the n-th word of a made-up language.
func word(n uint64) string {
	const consonants, vowels = "bdfghklmnprstvwz", "aeiou"
	w := ""
	for n += 80; n > 0; n /= 80 {
		w += string(consonants[n%16]) + string(vowels[n/16%5])
	}
	return w
}

const benchDocuments = 1000 // 20,000 passages

// BenchmarkSearch reports the median and the 99th percentile of a query in ms.
func BenchmarkSearch(b *testing.B) {
	docs, texts := generated(benchDocuments)
	c, err := Build(b.Context(), b.TempDir(), docs, func(i int) string { return texts[i] })
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	zipf := rand.NewZipf(rand.New(rand.NewPCG(3, 4)), 1.1, 4, 50_000)
	var times []time.Duration
	for b.Loop() {
		words := make([]string, 8)
		for i := range words {
			words[i] = word(zipf.Uint64())
		}
		start := time.Now()
		if _, err := c.Search(b.Context(), strings.Join(words, " "), 50); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(len(c.gen.origin)-len(docs)), "passages")
	b.ReportMetric(times[len(times)/2].Seconds()*1e3, "p50-ms")
	b.ReportMetric(times[len(times)*99/100].Seconds()*1e3, "p99-ms")
}

func BenchmarkBuild(b *testing.B) {
	docs, texts := generated(benchDocuments)
	for b.Loop() {
		c, err := Build(b.Context(), b.TempDir(), docs, func(i int) string { return texts[i] })
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
	}
}

func BenchmarkOpenUnchanged(b *testing.B) {
	o := Options{Cache: b.TempDir()}
	for b.Loop() {
		c, _, err := Open(b.Context(), exampleCorpus, o)
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
	}
}

const exampleCorpus = "../../examples/corpus/go-blog"
