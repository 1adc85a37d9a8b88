package text

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A pair is a number of a claim and one of a source, and how they compare.
type pair struct{ want, claim, source string }

func readPairs(t *testing.T) []pair {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "pairs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var pairs []pair
	for in := bufio.NewScanner(f); in.Scan(); {
		if line := in.Text(); line != "" && line[0] != '#' {
			parts := strings.Split(line, " | ")
			if len(parts) != 3 {
				t.Fatalf("%q has %d parts, want 3", line, len(parts))
			}
			pairs = append(pairs, pair{parts[0], parts[1], parts[2]})
		}
	}
	return pairs
}

// marked returns the number of s that stands in braces, or the only one.
func marked(s string) (Number, bool) {
	before, _, braces := strings.Cut(s, "{")
	numbers := Numbers(strings.NewReplacer("{", "", "}", "").Replace(s))
	for _, n := range numbers {
		if braces && n.Start <= len(before) && len(before) < n.End {
			return n, true
		}
	}
	if braces || len(numbers) != 1 {
		return Number{}, false
	}
	return numbers[0], true
}

// relation says in the words of pairs.txt what the source's number is to the claim's.
func relation(claim, source Number) string {
	switch {
	case !source.Comparable(claim):
		return "apart"
	case !source.Supports(claim):
		return "different"
	case source.Unit != claim.Unit:
		return "converted"
	case claim.Supports(source):
		return "equal"
	}
	return "rounded"
}

func TestPairs(t *testing.T) {
	pairs, right := readPairs(t), 0
	for _, p := range pairs {
		claim, ok := marked(p.claim)
		source, found := marked(p.source)
		got := "not read"
		if ok && found {
			got = relation(claim, source)
			if back := relation(source, claim); (p.want == "equal" || p.want == "apart") && got == p.want {
				got = back
			}
		}
		if got == p.want {
			right++
			continue
		}
		t.Errorf("%q against %q: %s, want %s\n claim %+v\nsource %+v", p.claim, p.source, got, p.want,
			Numbers(p.claim), Numbers(p.source))
	}
	t.Logf("%d of %d pairs compared rightly", right, len(pairs))
}

// BenchmarkNumbers reads ordinary sentences, with and without numbers.
func BenchmarkNumbers(b *testing.B) {
	sentences := []string{
		"The garbage collector of the Go team starts earlier than critics of memory use had thought, and it needs less time.",
		"Aave, launched in 2024 with $45M TVL, offers 8.5% APY for USDC suppliers and has never been hacked.",
		"In the first half of July 2018 the team cut pauses from 300 ms to under 10 ms, about a third of what users had asked for.",
		"Such programs are written by people who do not care about the details of a machine and who should not have to.",
	}
	n := 0
	for _, s := range sentences {
		n += len(s)
	}
	b.SetBytes(int64(n))
	for b.Loop() {
		for _, s := range sentences {
			Numbers(s)
		}
	}
}
