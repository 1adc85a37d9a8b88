package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// printLength is the length of a fingerprint in bytes before it is written in
// hexadecimal digits: a document has a few thousand findings at most.
const printLength = 8

// Fingerprint sets the fingerprints of findings whose spans are of d.Source. One is made
// of the rule, the words of the sentence or reference that the finding stands at and the
// marker, and of how many equal findings come before. So it outlives moved lines, other
// line breaks and edits elsewhere.
func Fingerprint(d *document.Document, findings []citestone.Finding) {
	seen, digests, entries := map[string]int{}, map[int]string{}, entriesOf(d)
	for i := range findings {
		f := &findings[i]
		key := f.Rule + "\x00" + context(d, *f, entries, digests)
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
		f.Fingerprint = hex.EncodeToString(sum[:printLength])
	}
}

// entriesOf returns the text of the references by their place in d.Source.
func entriesOf(d *document.Document) map[citestone.Span]string {
	entries := make(map[citestone.Span]string, len(d.References))
	for _, r := range slices.Backward(d.References) { // of several at one place, the first
		if !r.External {
			entries[r.Span] = r.Text
		}
	}
	return entries
}

// context returns what of the document tells a finding from others of its rule. Digests
// holds those of the texts that were read before: one may have many findings.
func context(d *document.Document, f citestone.Finding, entries map[citestone.Span]string, digests map[int]string) string {
	if ofDocument(d, f) {
		return ""
	}
	sentence, near := sentenceAt(d, f, entries)
	if digests[near] == "" {
		sum := sha256.Sum256([]byte(words(sentence)))
		digests[near] = string(sum[:])
	}
	if i, ok := slices.BinarySearchFunc(d.Markers, f.Start, func(m document.Marker, at int) int { return m.Start - at }); ok && d.Markers[i].End == f.End {
		return digests[near] + "\x00" + d.Markers[i].Text + "\x00" + f.Reference
	}
	return digests[near] + "\x00\x00" + f.Reference
}

// ofDocument reports whether a finding is about the document as a whole, wherever it is
// shown.
func ofDocument(d *document.Document, f citestone.Finding) bool {
	switch f.Rule {
	case "unverifiable", "dangling-citation":
		return f.Reference == "" && f.Claim == ""
	case "uncited-claim":
		return len(d.Markers) == 0
	}
	return false
}

// sentenceAt returns the sentence that a finding begins in, without its markers, or the
// block, or what the finding spans, and where that starts.
func sentenceAt(d *document.Document, f citestone.Finding, entries map[citestone.Span]string) (sentence string, start int) {
	if i, ok := slices.BinarySearchFunc(d.Sentences, f.Start, func(s document.Sentence, at int) int { return compare(s.Span, at) }); ok {
		return d.Sentences[i].Plain.Text, d.Sentences[i].Start
	}
	if entry, ok := entries[citestone.Span{Start: f.Start, End: f.End}]; ok {
		return entry, f.Start
	}
	if i, ok := slices.BinarySearchFunc(d.Blocks, f.Start, func(b document.Block, at int) int { return compare(b.Span, at) }); ok {
		return d.Blocks[i].Plain.Text, d.Blocks[i].Start
	}
	return d.Source[f.Start:f.End], f.Start
}

// compare tells whether a span lies before an offset (-1), after it (1) or holds it (0).
func compare(span citestone.Span, at int) int {
	switch {
	case span.End <= at:
		return -1
	case span.Start > at:
		return 1
	}
	return 0
}

// words returns a text folded, with single spaces.
func words(s string) string { return strings.Join(strings.Fields(text.Identity(s).Fold().Text), " ") }
