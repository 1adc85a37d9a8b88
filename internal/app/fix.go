package app

import (
	"bytes"
	"context"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/reader"
)

// FixMode says which faults of a document are mended.
type FixMode int

// The modes.
const (
	NoFix            FixMode = iota
	FixCertain               // what is wrong whatever the sources say
	FixMisattributed         // and citations of sources that share no word with the text
)

// Fixed is what was mended in a document.
type Fixed struct {
	Before, After []byte // the file
	Stripped      int    // citations taken out of the text
	Pruned        int    // references that nothing cites
	Merged        int    // references to the work of an earlier one
	Renumbered    int    // references that have another number now
	Left          []audit.Problem
}

// maxPasses bounds how often a document is mended: what is taken out may change how
// its neighbours read, once.
const maxPasses = 5

// fix mends a document until there is nothing left to mend, and returns what is found
// then. Nothing is written.
func (v *Verifier) fix(ctx context.Context, done *Verified, data []byte) (*Verified, error) {
	fixed := &Fixed{Before: data, After: data}
	for range maxPasses {
		fixes := audit.Fix(done.input, audit.FixOptions{Misattributed: v.o.Fix == FixMisattributed, Accepted: done.accepted()})
		if len(fixes.Edits) == 0 {
			places := done.Document.Places()
			for _, l := range fixes.Left {
				fixed.Left = append(fixed.Left, audit.Problem{Line: places.At(l.Span).Line, Message: l.Why})
			}
			break
		}
		after, err := edited(done, fixed.After, fixes.Edits)
		if citestone.KindOf(err) == citestone.BadInput { // the document is verified all the same
			fixed.Left = append(fixed.Left, audit.Problem{Message: err.Error()})
			break
		}
		if err != nil {
			return nil, err
		}
		fixed.After = after
		fixed.Stripped += fixes.Stripped
		fixed.Pruned += fixes.Pruned
		fixed.Merged += fixes.Merged
		fixed.Renumbered += fixes.Renumbered
		if done, err = v.Verify(ctx, done.all.Document, fixed.After); err != nil {
			return nil, err
		}
	}
	done.Fixed = fixed
	return done, nil
}

// edited returns the file with edits of the document's source.
func edited(done *Verified, data []byte, edits []document.Edit) ([]byte, error) {
	edits, err := done.Document.Original(edits)
	if err != nil {
		return nil, err
	}
	mark, ok := bytes.CutSuffix(reader.LineFeeds(data), []byte(done.Source))
	if !ok {
		return nil, citestone.Errorf(citestone.BadInput, "a file in another encoding than UTF-8 cannot be fixed: save it as UTF-8")
	}
	text, err := document.Apply(string(data[len(mark):]), edits)
	return append(mark[:len(mark):len(mark)], text...), err
}

// accepted returns what was found and is not reported, with places in the source.
func (v *Verified) accepted() []citestone.Finding {
	reported := map[string]bool{}
	for _, f := range v.Findings {
		reported[f.Fingerprint] = true
	}
	var list []citestone.Finding
	for _, f := range v.all.Findings {
		if !reported[f.Fingerprint] {
			list = append(list, f)
		}
	}
	return list
}

// Write puts the mended document in place of the file.
func (f *Fixed) Write(name string) error { return replace(name, f.After, true) }
