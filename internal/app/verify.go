package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/audit"
	"github.com/citestone/citestone/internal/document"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/reader"
	"github.com/citestone/citestone/internal/render"
	"github.com/citestone/citestone/internal/search"
	"github.com/citestone/citestone/internal/verify"
)

// VerifyOptions say what documents are verified against, and what is done with what is
// found. A reference whose text is found nowhere is unverifiable, never wrong.
type VerifyOptions struct {
	Session        string   // id of the session that made the documents
	Sources        []string // files and folders
	Corpus         []string // folders
	Bibliographies []string // .bib files beside those that the documents name
	Baseline       string   // file of known findings, which are not reported; "" for none
	UpdateBaseline bool     // make what is found the known findings
	Fix            FixMode
	Notice         func(string) // told which files of the folders cannot be read; may be nil
}

// notice passes on what is noted while the folders are indexed.
func (o VerifyOptions) notice(e citestone.Event) {
	if e.Kind == citestone.Note && o.Notice != nil {
		o.Notice(e.Message)
	}
}

// Verifier verifies documents against sources that are gathered once. It may be used by
// several goroutines.
type Verifier struct {
	app      *App
	o        VerifyOptions
	lib      *library
	judge    entail.Judge
	shelf    *verify.Shelf
	verdicts *verdicts
	baseline *baseline
}

// Verifier gathers the sources that documents are verified against.
func (a *App) Verifier(ctx context.Context, o VerifyOptions) (*Verifier, error) {
	judge, err := a.Judge("")
	if err != nil {
		return nil, err
	}
	known, err := openBaseline(o.Baseline, o.UpdateBaseline)
	if err != nil {
		return nil, err
	}
	dirs, files := slices.Clone(o.Corpus), []string{}
	for _, name := range o.Sources {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			dirs = append(dirs, name)
		} else {
			files = append(files, name)
		}
	}
	v := &Verifier{app: a, o: o, judge: judge, lib: newLibrary(a.config.Cache, dirs, o.notice), shelf: &verify.Shelf{}, verdicts: newVerdicts(a.config.Cache), baseline: known}
	if err := v.gather(ctx, o.Session, files); err != nil {
		return nil, errors.Join(err, v.lib.Close())
	}
	return v, nil
}

// Close writes the baseline, if it is to be updated, and releases the indexes.
func (v *Verifier) Close() error { return errors.Join(v.baseline.write(), v.lib.Close()) }

// Known counts the documents with known findings, and these.
func (v *Verifier) Known() (documents, findings int) { return v.baseline.known.Len() }

// Verified is a document with what was found in it.
type Verified struct {
	render.Checked // with places in the file; less what is suppressed, off or known
	Document       *document.Document
	Unmapped       []citestone.CheckedReference // cited references without a source at hand, if there are any sources
	Problems       []audit.Problem              // with the document's own settings and files, by line or 0
	Gone           int                          // known findings that are not found any more
	Fixed          *Fixed                       // what was mended, if that was asked for

	judge   string                 // by its name
	all     citestone.Verification // everything that was found, with places in Document.Source
	input   *audit.Input           // nil if the verdicts were remembered
	mark    int                    // bytes of the byte order mark that Source is without
	shelves []*verify.Shelf
}

// Verify checks the citations of a document. The report of a session, verified where
// it lies, finds its sources in its session.
func (v *Verifier) Verify(ctx context.Context, name string, data []byte) (*Verified, error) {
	out := &Verified{judge: v.judge.Name()}
	d, err := v.read(out, name, data)
	if err != nil {
		return nil, err
	}
	shelves, err := v.shelves(ctx, name)
	if err != nil {
		return nil, err
	}
	out.shelves = shelves
	key := ""
	if len(shelves) > 0 {
		judges, err := v.app.judgeID(ctx)
		if err != nil {
			return nil, err
		}
		key = v.verdicts.key(d, judges, v.app.config.Threshold, shelves)
	}
	if v.o.Fix != NoFix || !v.verdicts.load(key, &out.all) {
		in, err := verify.Check(ctx, d, v.judge, verify.Shelved(search.Hash(d.Source), shelves...), verify.Options{Mode: audit.Verify, Threshold: v.app.config.Threshold})
		if err != nil {
			return nil, err
		}
		out.input, out.all = in.Audit(), verify.Assemble(in)
		v.verdicts.store(key, out.all)
	}
	if bytes.HasPrefix(data, []byte(byteOrderMark)) && !strings.HasPrefix(d.Source, byteOrderMark) && (d.Origin == nil || d.Origin.Paragraphs == nil) {
		out.mark = len(byteOrderMark)
	}
	out.all.Document = name
	out.Document = d
	v.sift(out)
	for _, r := range out.References {
		if r.Source == "" && r.Cited > 0 && len(shelves) > 0 {
			out.Unmapped = append(out.Unmapped, r)
		}
	}
	return out, nil
}

// sift sets what is reported of everything that was found.
func (v *Verifier) sift(out *Verified) {
	name := out.all.Document
	out.Verification = verify.Relocate(out.all, out.Document)
	out.Source = out.Document.Source
	found := out.Findings
	if origin := out.Document.Origin; origin == nil || origin.Paragraphs == nil {
		if origin != nil {
			out.Source = origin.File
		}
		var problems []audit.Problem
		found, out.Suppressed, problems = audit.Suppress(out.Source, found)
		out.Problems = append(out.Problems, problems...)
	}
	found = audit.Adjust(found, v.app.config.LevelsFor(name))
	out.Findings, out.Accepted, out.Gone = v.baseline.filter(name, found)
}

const byteOrderMark = "\uFEFF"

// InBytes returns the verification with the offsets of the file as it lies on the disk,
// its byte order mark included. A file in another encoding than UTF-8 has those of the
// decoded text.
func (v *Verified) InBytes() citestone.Verification {
	in := v.Verification
	if v.mark == 0 {
		return in
	}
	in.Findings, in.Claims = slices.Clone(in.Findings), slices.Clone(in.Claims)
	for i := range in.Findings {
		in.Findings[i].Start += v.mark
		in.Findings[i].End += v.mark
	}
	for i := range in.Claims {
		in.Claims[i].Start += v.mark
		in.Claims[i].End += v.mark
	}
	return in
}

// InSource returns the verification with places in Document.Source.
func (v *Verified) InSource() citestone.Verification {
	reported := map[string]citestone.Severity{}
	for _, f := range v.Findings {
		reported[f.Fingerprint] = f.Severity
	}
	in := v.all
	in.Findings = nil
	for _, f := range v.all.Findings {
		if s, ok := reported[f.Fingerprint]; ok {
			f.Severity = s
			in.Findings = append(in.Findings, f)
		}
	}
	return in
}

// read parses a document that is to be verified, with the bibliographies that it names.
func (v *Verifier) read(out *Verified, name string, data []byte) (*document.Document, error) {
	bib := map[string][]byte{}
	for _, file := range v.o.Bibliographies {
		content, err := ReadFile(file)
		if err != nil {
			return nil, citestone.Errorf(citestone.BadInput, "bibliography: %w", err)
		}
		bib[file] = content
	}
	for _, file := range reader.Bibliographies(name, data) {
		content, err := ReadFile(filepath.Join(filepath.Dir(name), filepath.FromSlash(file)))
		if err != nil {
			out.Problems = append(out.Problems, audit.Problem{Message: fmt.Sprintf("the bibliography %s cannot be read (%v): keys are not looked up", file, reason(err))})
			continue
		}
		bib[file] = content
	}
	d, err := reader.Cited(name, data, bib)
	if d != nil && err != nil {
		out.Problems = append(out.Problems, audit.Problem{Message: err.Error()})
	}
	if d == nil {
		return nil, err
	}
	return d, nil
}

// Page writes the document as a page that shows its claims, what was found, and the
// evidence.
func (v *Verified) Page(w io.Writer) error {
	return render.Page(w, v.Document, render.Measurement{
		Verification: v.InSource(), Judge: v.judge, NotRun: []string{verify.NoLinks, verify.NoConsistency},
	}, v.Library())
}

// Library returns the sources that the findings and claims give evidence from.
func (v *Verified) Library() render.Library {
	lib := render.Library{Texts: map[string]string{}}
	add := func(list []citestone.Evidence) {
		for _, e := range list {
			if _, ok := lib.Texts[e.Source]; ok {
				continue
			}
			for _, s := range v.shelves {
				if src, stored, ok := s.Get(e.Source); ok {
					lib.Sources, lib.Texts[e.Source] = append(lib.Sources, src), stored
					break
				}
			}
		}
	}
	for _, f := range v.Findings {
		add(f.Evidence)
	}
	for _, c := range v.Claims {
		add(c.Evidence)
	}
	return lib
}
