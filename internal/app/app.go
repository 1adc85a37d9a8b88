// Package app builds everything from the settings and offers what the faces (command
// line, services) call: research, resume, verify, and the keeping of sessions and
// corpora. It is the only package that knows stores and providers.
package app

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/entail/nli"
	"github.com/citestone/citestone/internal/pipeline"
	"github.com/citestone/citestone/internal/research"
	"github.com/citestone/citestone/internal/session"
	"github.com/citestone/citestone/internal/session/disk"
	"github.com/citestone/citestone/internal/step/retrieve"
	"github.com/citestone/citestone/internal/step/scope"
	"github.com/citestone/citestone/internal/styles"
)

// App is Citestone with its settings. Its methods may be called concurrently.
type App struct {
	config  config.Config
	store   *disk.Store
	now     func() time.Time
	version string
	nli     *nli.Judge // nil if no server is configured
	nliErr  error      // what is wrong with its settings
}

// Options are what an App needs beside its settings.
type Options struct {
	Now     func() time.Time // the clock; nil is time.Now
	Version string           // of the program, for bundles
	Disk    disk.Options
}

// New returns an App. It touches no files.
func New(c config.Config, o Options) *App {
	if o.Now == nil {
		o.Now = time.Now
	}
	a := &App{config: c, store: disk.New(filepath.Join(c.Workspace, "sessions"), o.Disk), now: o.Now, version: o.Version}
	a.nli, a.nliErr = newNLI(c, o)
	return a
}

// Result is how a run ended. It is filled as far as the run came, also beside an error.
type Result struct {
	Session string            `json:"session"`
	Dir     string            `json:"dir"`
	Report  string            `json:"report"` // path of the final Markdown
	JSON    string            `json:"json"`   // path of report.json
	Outcome citestone.Outcome `json:"outcome"`
	Rate    *float64          `json:"verification_rate"`
	Status  string            `json:"status"`
}

// Research runs a request in a new session. The error is GateFailed when the report
// did not pass and NotEnough when the sources do not answer; both come with a Result.
func (a *App) Research(ctx context.Context, req citestone.Request, sink func(citestone.Event)) (Result, error) {
	if req.Style == "" {
		req.Style = scope.Style(req.Question)
	}
	if _, err := scope.Extract(req); err != nil {
		return Result{}, err // before a session is made for it
	}
	lib := newLibrary(a.config.Cache, req.Corpora, sink)
	defer lib.Close()
	pins, err := a.pins(ctx, lib, req)
	if err != nil {
		return Result{}, err
	}
	steps, err := a.steps(req, lib)
	if err != nil {
		return Result{}, err
	}
	s, err := a.store.Create(ctx, session.Manifest{Created: a.now().UTC().Truncate(time.Second), Request: req, Pins: pins})
	if err != nil {
		return Result{}, err
	}
	return a.run(ctx, s, pipeline.Runner{Nodes: steps}, sink)
}

// ResumeOptions say how to resume.
type ResumeOptions struct {
	From    string // stage or step to force from
	Fresh   bool   // ask recorded calls of forced steps anew
	Upgrade bool   // pin what is current and run what that changes
}

// Resume goes on with a session from its last finished step.
func (a *App) Resume(ctx context.Context, id string, o ResumeOptions, sink func(citestone.Event)) (Result, error) {
	s, err := a.store.Open(ctx, id)
	if err != nil {
		return Result{}, err
	}
	m, err := session.ReadManifest(s)
	if err != nil {
		return Result{}, errors.Join(err, s.Close())
	}
	lib := newLibrary(a.config.Cache, m.Request.Corpora, sink)
	defer lib.Close()
	lib.pin(m.Pins["corpus"])
	r := pipeline.Runner{From: o.From, Fresh: o.Fresh, Upgrade: o.Upgrade}
	if o.Upgrade {
		lib.pin("")
		r.Pins, err = a.pins(ctx, lib, m.Request)
	} else {
		err = a.sameJudge(ctx, id, m.Pins["judge"])
	}
	if err != nil {
		return Result{}, errors.Join(err, s.Close())
	}
	if r.Nodes, err = a.steps(m.Request, lib); err != nil {
		return Result{}, errors.Join(err, s.Close())
	}
	return a.run(ctx, s, r, sink)
}

// pins are what a session holds fast: the date, the judge, the readers and the corpus.
func (a *App) pins(ctx context.Context, lib *library, req citestone.Request) (map[string]string, error) {
	generation, err := lib.generation(ctx)
	if err != nil {
		return nil, err
	}
	judges, err := a.judgeID(ctx)
	if err != nil {
		return nil, err
	}
	return map[string]string{"date": req.Date.Format(time.RFC3339), "judge": judges, "extractor": "markdown/1", "corpus": generation}, nil
}

func (a *App) steps(req citestone.Request, lib *library) ([]pipeline.Node, error) {
	guide, err := styles.Load(req.Style, a.config.StylesDir)
	if err != nil {
		return nil, err
	}
	judge, err := a.Judge("")
	if err != nil {
		return nil, err
	}
	return research.Steps(research.Deps{Request: req, Judge: judge, Guide: guide,
		Retrieve: retrieve.Deps{Backends: lib.backends(), HalfLife: req.HalfLife}}), nil
}

// run runs a list of steps over a locked session and reads how it ended.
func (a *App) run(ctx context.Context, s session.Session, r pipeline.Runner, sink func(citestone.Event)) (res Result, err error) {
	defer func() { err = errors.Join(err, s.Close()) }()
	dir := a.store.Dir(s.ID())
	res = Result{Session: s.ID(), Dir: dir, Report: filepath.Join(dir, filepath.FromSlash(citestone.FinalReport.Path(0))),
		JSON: filepath.Join(dir, filepath.FromSlash(citestone.ReportFile.Path(0)))}
	r.Session, r.Now, r.Budget = s, a.now, budget
	r.Sinks = []func(citestone.Event){pipeline.EventLog(s), pipeline.Transcript(s)}
	if sink != nil {
		r.Sinks = append(r.Sinks, sink)
	}
	if err := r.Run(ctx); err != nil {
		return res, err
	}
	report, err := readReport(s)
	if err != nil {
		return res, err
	}
	res.Outcome, res.Rate, res.Status = report.Outcome, report.Summary.Rate, report.Status
	switch report.Status {
	case string(citestone.InsufficientData):
		return res, citestone.Errorf(citestone.NotEnough, "the sources do not answer the question")
	case citestone.Fail, citestone.Iterate:
		return res, citestone.Errorf(citestone.GateFailed, "the report did not pass (%s)", report.Status).
			WithHint("what is wrong stands on top of it, and in %s", citestone.ReportFile.Path(0))
	}
	return res, nil
}

// budget reads what the brief allows the run to spend.
func budget(s session.Reader) (citestone.Usage, bool) {
	data, err := s.Read(citestone.BriefFile.Path(0))
	var b citestone.Brief
	if err != nil || json.Unmarshal(data, &b) != nil {
		return citestone.Usage{}, false
	}
	return citestone.Usage{Searches: b.Budget.Searches, Fetches: b.Budget.Fetches}, true
}

func readReport(s session.Reader) (citestone.Report, error) {
	var r citestone.Report
	data, err := s.Read(citestone.ReportFile.Path(0))
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, citestone.Errorf(citestone.Damaged, "%s: %w", citestone.ReportFile.Path(0), err)
	}
	return r, nil
}
