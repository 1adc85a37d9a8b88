package entail

import (
	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// Context is what is known about a source beside its text. Dates and names of a
// claim may be covered by it.
type Context struct {
	Source    string // id and
	URL       string // address that evidence names
	Title     string
	Published string // ISO 8601 date, as precise as known
	Publisher string
	Authors   []string
}

// Premise is a source, or several, prepared for judging. It is immutable and may be
// used by several goroutines at once.
type Premise struct{}

// Prepare does the expensive work on a stored text once for all its claims. Code
// blocks, front matter and reference lists are no evidence.
func Prepare(source string, doc *document.Document, c Context) *Premise { return &Premise{} }

// PreparePassages prepares cited passages only. Offsets stay those of the stored
// text, which may be empty when the passages hold their own text.
func PreparePassages(source string, passages []citestone.Passage, c Context) *Premise {
	return &Premise{}
}

// Join returns a premise made of several, for judging a claim against all of its
// sources together. Evidence is never joined over two sources.
func Join(premises ...*Premise) *Premise { return &Premise{} }

// Holds reports whether e is an exact slice of the premise's text at its place.
func (p *Premise) Holds(e citestone.Evidence) bool { return false }

// Mentions reports whether a content stem (see text.Terms) occurs in the premise.
func (p *Premise) Mentions(stem string) bool { return false }

// Best returns up to n passages that speak of the claim, best first.
func (p *Premise) Best(claim string, n int) []citestone.Evidence { return nil }
