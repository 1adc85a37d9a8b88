package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/render"
	"github.com/citestone/citestone/internal/research"
	"github.com/citestone/citestone/internal/session"
)

// Sessions lists all sessions, newest first.
func (a *App) Sessions(ctx context.Context) ([]session.Info, error) { return a.store.List(ctx) }

// RemoveSession deletes a session that no process holds.
func (a *App) RemoveSession(ctx context.Context, id string) error { return a.store.Remove(ctx, id) }

// CollectSessions deletes the sessions older than the duration, but keeps the newest ones.
func (a *App) CollectSessions(ctx context.Context, olderThan time.Duration, keep int) ([]session.Info, error) {
	return session.Collect(ctx, a.store, a.now().Add(-olderThan), keep)
}

// File is a file of a session.
type File struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// Shown is a session as a person wants to see it.
type Shown struct {
	Info     session.Info      `json:"info"`
	Manifest session.Manifest  `json:"manifest"`
	Report   *citestone.Report `json:"report"` // nil before the end
	Markdown string            `json:"-"`
	Files    []File            `json:"files"`
}

// Show reads a session without locking it.
func (a *App) Show(ctx context.Context, id string) (Shown, error) {
	var out Shown
	v, err := a.store.View(ctx, id)
	if err != nil {
		return out, err
	}
	infos, err := a.store.List(ctx)
	if err != nil {
		return out, err
	}
	if i := slices.IndexFunc(infos, func(i session.Info) bool { return i.ID == id }); i >= 0 {
		out.Info = infos[i]
	}
	if out.Manifest, err = session.ReadManifest(v); err != nil {
		return out, err
	}
	if r, err := readReport(v); err == nil {
		out.Report = &r
	} else if !errors.Is(err, fs.ErrNotExist) {
		return out, err
	}
	if text, err := v.Read(citestone.FinalReport.Path(0)); err == nil {
		out.Markdown = string(text)
	}
	out.Files, err = files(a.store.Dir(id))
	return out, err
}

func files(dir string) ([]File, error) {
	var out []File
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		out = append(out, File{filepath.ToSlash(rel), info.Size()})
		return err
	})
	return out, err
}

// Stage is a stage with its steps.
type Stage struct {
	Dir   string     `json:"dir"`
	Steps []StepInfo `json:"steps"`
}

// StepInfo describes a step.
type StepInfo struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Form  string   `json:"form,omitempty"`
	In    []string `json:"in"`
	Out   []string `json:"out"`
	Round bool     `json:"round"` // runs in revision rounds
}

// Stages describes the pipeline as it is built for these settings.
func (a *App) Stages() []Stage {
	var out []Stage
	for _, dir := range pipeline.Stages() {
		out = append(out, Stage{Dir: dir})
	}
	add := func(s *pipeline.Step, round bool) {
		i := slices.IndexFunc(out, func(st Stage) bool { return st.Dir == s.Stage })
		out[i].Steps = append(out[i].Steps, StepInfo{s.Name, s.Title, s.Form, names(s.In), names(s.Out), round})
	}
	for _, n := range research.Steps(research.Deps{Judge: entail.Deterministic()}) {
		switch n := n.(type) {
		case *pipeline.Step:
			add(n, false)
		case *pipeline.Repeat:
			for _, s := range n.Steps {
				add(s, true)
			}
		}
	}
	return out
}

func names(refs []citestone.Ref) []string {
	out := make([]string, len(refs))
	for i, r := range refs {
		out[i] = r.String()
	}
	return out
}

// exports are the formats that are files of a session.
var exports = map[string]citestone.Text{
	"md": citestone.FinalReport, "html": citestone.HTMLFile, "bibtex": citestone.BibTeXFile,
	"csl-json": citestone.CSLFile, "json": {Ref: citestone.ReportFile.Ref},
}

// ExportOptions shape an export.
type ExportOptions struct {
	FullText bool // bundle: whole stored texts, not only the cited passages
}

// Export writes a finished session's report as md, html, json, bibtex, csl-json or bundle.
func (a *App) Export(ctx context.Context, id, format string, o ExportOptions, w io.Writer) error {
	v, err := a.store.View(ctx, id)
	if err != nil {
		return err
	}
	if format == "bundle" {
		return a.bundle(v, o, w)
	}
	artifact, ok := exports[format]
	if !ok {
		return citestone.Errorf(citestone.BadInput, "there is no export format %q", format).
			WithHint("choose one of md, html, json, bibtex, csl-json, bundle")
	}
	data, err := v.Read(artifact.Path(0))
	if errors.Is(err, fs.ErrNotExist) {
		return citestone.Errorf(citestone.NotFound, "session %s has no report yet", id).WithHint("finish it with: citestone resume %s", id)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (a *App) bundle(v session.Reader, o ExportOptions, w io.Writer) error {
	r, err := readReport(v)
	if errors.Is(err, fs.ErrNotExist) {
		return citestone.Errorf(citestone.NotFound, "session %s has no report yet", v.ID()).WithHint("finish it with: citestone resume %s", v.ID())
	}
	if err != nil {
		return err
	}
	text, err := v.Read(citestone.FinalReport.Path(0))
	if err != nil {
		return err
	}
	lib := render.Library{Sources: r.Sources, Texts: map[string]string{}}
	if lib.Ledger, err = readLedger(v); err != nil {
		return err
	}
	for _, src := range r.Sources {
		if lib.Texts[src.ID], err = snapshot(v, src.ID); err != nil {
			return err
		}
	}
	return render.Bundle(w, render.BundleInput{Version: a.version, Markdown: string(text), Report: r, Library: lib, FullText: o.FullText})
}

func readLedger(v session.Reader) ([]citestone.LedgerEntry, error) {
	data, err := v.Read(citestone.LedgerAll.Path(0))
	if err != nil {
		return nil, err
	}
	var out []citestone.LedgerEntry
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		var e citestone.LedgerEntry
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, citestone.Errorf(citestone.Damaged, "%s: %w", citestone.LedgerAll.Path(0), err)
		}
		out = append(out, e)
	}
}

// snapshot reads the stored text of a source, from the first search or a round's.
func snapshot(v session.Reader, id string) (string, error) {
	for round := 0; ; round++ {
		pattern := citestone.Snapshots.Path(round)
		data, err := v.Read(strings.Replace(pattern, "*", id+".md", 1))
		if err == nil {
			return string(data), nil
		}
		if files, lerr := v.List(pattern); !errors.Is(err, fs.ErrNotExist) || lerr != nil || len(files) == 0 && round > 0 {
			return "", fmt.Errorf("stored text of %s: %w", id, err)
		}
	}
}

// Audit verifies a proof bundle again, with no network and no model. What a model decided
// is not asked again.
func (a *App) Audit(ctx context.Context, bundle string) (render.AuditResult, error) {
	f, err := os.Open(bundle)
	if err != nil {
		return render.AuditResult{}, citestone.Errorf(citestone.BadInput, "bundle: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return render.AuditResult{}, citestone.Errorf(citestone.BadInput, "bundle: %w", err)
	}
	return render.Audit(ctx, f, info.Size(), entail.Guard(entail.Deterministic()))
}
