package verify

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/text"
)

// Claims takes the atomic claims and the citations from a document: one citation for
// each marker and key. Exempt counts the sentences that need no citation. Critical may
// say which class a sentence's claims are of; where it is nil or says "", numbers,
// causes and comparisons are C1, background sections C3, the rest C2.
func Claims(d *document.Document, critical func(document.Sentence) citestone.Class) (claims []citestone.Claim, citations []citestone.Citation, exempt int) {
	citations, of := cite(d)
	for _, s := range d.Sentences {
		if s.Exempt != "" {
			exempt++
			continue
		}
		var ids []string
		for _, m := range s.Markers {
			ids = append(ids, of[m]...)
		}
		sentence := strings.TrimSpace(s.Plain.Text)
		split := facts(sentence)
		for _, fact := range split {
			c := citestone.Claim{
				ID: fmt.Sprintf("c%d", len(claims)+1), Text: fact, Class: class(s, fact, critical),
				Citations: ids, Location: s.Location, Start: s.Start, End: s.End,
			}
			if len(split) > 1 {
				c.Sentence = sentence
			}
			claims = append(claims, c)
		}
	}
	return claims, citations, exempt
}

// cite returns all citations, and their ids by marker.
func cite(d *document.Document) (citations []citestone.Citation, of [][]string) {
	references := map[string]document.Reference{}
	for _, r := range d.References {
		references[r.ID] = r
	}
	of = make([][]string, len(d.Markers))
	for i, m := range d.Markers {
		for _, key := range m.Keys {
			r := references[key]
			c := citestone.Citation{
				ID: fmt.Sprintf("cite_%d", len(citations)+1), Marker: m.Text, Start: m.Start, End: m.End,
				Reference: key, URL: cmp.Or(r.URL, m.URL), Title: r.Title,
			}
			if m.Style == document.CiteStyle {
				c.Entry = key
			}
			citations = append(citations, c)
			of[i] = append(of[i], c.ID)
		}
	}
	return citations, of
}

// weighty words state causes and comparisons.
var weighty = wordSet(`because causes caused cause due therefore thus consequently result results resulted leads led
	more less fewer larger smaller faster slower higher lower greater better worse than most least largest smallest
	fastest slowest highest lowest best worst first last only increases increased decreases decreased reduces reduced
	doubled halved tripled never always`)

// background names sections that only set the scene.
var background = wordSet(`background context history introduction overview glossary`)

func class(s document.Sentence, fact string, critical func(document.Sentence) citestone.Class) citestone.Class {
	if critical != nil {
		if c := critical(s); c != "" {
			return c
		}
	}
	if len(text.Numbers(fact)) > 0 {
		return citestone.C1
	}
	for t := range text.EachWord(fact) {
		if weighty[t.Norm] {
			return citestone.C1
		}
	}
	for t := range text.EachWord(s.Section) {
		if background[t.Norm] {
			return citestone.C3
		}
	}
	return citestone.C2
}
