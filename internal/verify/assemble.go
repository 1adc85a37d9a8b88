package verify

import (
	"cmp"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
)

// Statuses of a verification.
const (
	Passed        = "PASSED"
	NeedsRevision = "NEEDS_REVISION"
)

// version of the JSON that a verification is written as.
const version = 1

// dead is the status of a link that leads nowhere.
const dead = "DEAD"

// Input is what Assemble puts together.
type Input struct {
	Name      string // of the document, as shown
	Document  *document.Document
	Claims    []citestone.CheckedClaim
	Citations []citestone.Citation
	Sources   map[string]*Source             // by reference key
	Links     map[string]citestone.LinkCheck // by URL; nil: links were not checked
	Exempt    int
	Mode      audit.Mode
	Threshold float64 // verification rate to reach, 0-1
}

// Assemble computes summary, findings and references.
func Assemble(in Input) citestone.Verification {
	v := citestone.Verification{
		Version: version, Document: in.Name, Claims: append([]citestone.CheckedClaim{}, in.Claims...),
		References: in.references(), Findings: audit.Run(in.Audit()),
	}
	v.Summary = in.summary(v.References)
	return v
}

// Audit returns the auditor's view of the input.
func (in *Input) Audit() *audit.Input {
	premises := make(map[string]*entail.Premise, len(in.Sources))
	about := map[string]citestone.Source{}
	for key, s := range in.Sources {
		if s != nil {
			premises[key] = s.Premise
		}
		if s != nil && s.Meta.ID != "" {
			about[key] = s.Meta
		}
	}
	return &audit.Input{Document: in.Document, Sources: premises, About: about, Claims: in.Claims, Mode: in.Mode}
}

// references returns the document's references and, in order of first use, the keys
// that stand for a source without being in its list.
func (in *Input) references() []citestone.CheckedReference {
	refs := []citestone.CheckedReference{}
	at := map[string]int{}
	for _, r := range in.Document.References {
		at[r.ID] = len(refs)
		refs = append(refs, in.reference(r))
	}
	for _, c := range in.Citations {
		i, ok := at[c.Reference]
		if !ok {
			if in.Sources[c.Reference] == nil {
				continue
			}
			i = len(refs)
			at[c.Reference] = i
			refs = append(refs, in.reference(document.Reference{ID: c.Reference}))
		}
		refs[i].Cited++
	}
	return refs
}

func (in *Input) reference(r document.Reference) citestone.CheckedReference {
	c := citestone.CheckedReference{ID: r.ID, Text: r.Text, Title: r.Title, URL: r.URL, Link: citestone.NotRun}
	if s := in.Sources[r.ID]; s != nil {
		c.Source, c.URL, c.Title = s.ID, cmp.Or(c.URL, s.URL), cmp.Or(c.Title, s.Title)
	}
	if l, ok := in.Links[c.URL]; ok {
		c.Link, c.LastChecked = l.Status, l.Checked
	}
	return c
}

func (in *Input) summary(refs []citestone.CheckedReference) citestone.VerifySummary {
	s := citestone.VerifySummary{
		Claims: len(in.Claims), Exempt: in.Exempt, Threshold: in.Threshold,
		Markers: len(in.Document.Markers), Citations: len(in.Citations), References: len(refs),
	}
	for _, c := range in.Claims {
		switch c.Status {
		case citestone.Supported:
			s.Supported++
		case citestone.Unsupported:
			s.Unsupported++
		case citestone.Contradicted:
			s.Contradicted++
		case citestone.Undecided:
			s.Undecided++
		case citestone.Uncited:
			s.Uncited++
		case citestone.Unverifiable:
			s.Unverifiable++
		}
	}
	checkable := s.Claims - s.Unverifiable
	if in.Mode == audit.Research {
		checkable = s.Claims
	}
	s.Rate = ratio(s.Supported, checkable)
	s.DecidedRate = ratio(s.Claims-s.Undecided-s.Unverifiable, s.Claims)
	s.Recall = ratio(s.Claims-s.Uncited, s.Claims)
	checked, alive := 0, 0
	for _, r := range refs {
		if r.Link != citestone.NotRun {
			checked++
			if r.Link != dead {
				alive++
			}
		}
	}
	s.Accessibility = ratio(alive, checked)
	s.Status = NeedsRevision
	if s.Claims == 0 || s.Rate != nil && *s.Rate >= in.Threshold {
		s.Status = Passed
	}
	return s
}

// ratio returns n/of, or nil when there is nothing to divide by.
func ratio(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	r := float64(n) / float64(of)
	return &r
}
