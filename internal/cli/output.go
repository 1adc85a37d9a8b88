package cli

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/app"
	"github.com/citestone/citestone/internal/render"
)

// formats of what verify found.
const formats = "text, json, sarif, github or html"

// findings shows the documents of a run, one after the other.
type findings interface {
	add(*app.Verified) error
	close() error // what is said at the end
}

// findingsIn returns the findings in a format.
func (p *program) findingsIn(format string, quiet bool, w io.Writer) (findings, error) {
	switch format {
	case "text":
		return &textFindings{w: w, o: render.TextOptions{Width: p.columns(w), Color: p.colours(w), Quiet: quiet}}, nil
	case "json":
		return jsonFindings{w}, nil
	case "sarif":
		return &sarifFindings{w, render.NewSARIF(version(), ruleInfos())}, nil
	case "github":
		return githubFindings{w}, nil
	case "html":
		return htmlFindings{w}, nil
	}
	return nil, citestone.Errorf(citestone.BadInput, "--format must be %s, not %q", formats, format)
}

type textFindings struct {
	w     io.Writer
	o     render.TextOptions
	tally render.Tally
}

func (f *textFindings) add(v *app.Verified) error {
	f.tally.Add(v.Checked)
	o := f.o
	if !o.Quiet {
		o.Found = v.Library()
	}
	return render.Text(f.w, v.Checked, o)
}

func (f *textFindings) close() error { return f.tally.Write(f.w) }

type jsonFindings struct{ w io.Writer }

func (f jsonFindings) add(v *app.Verified) error { return writeJSON(f.w, v.InBytes()) }

func (f jsonFindings) close() error { return nil }

type sarifFindings struct {
	w   io.Writer
	log *render.SARIF
}

func (f *sarifFindings) add(v *app.Verified) error {
	f.log.Add(v.Checked)
	return nil
}

func (f *sarifFindings) close() error { return f.log.Write(f.w) }

type githubFindings struct{ w io.Writer }

func (f githubFindings) add(v *app.Verified) error { return render.GitHub(f.w, v.Checked) }

func (f githubFindings) close() error { return nil }

type htmlFindings struct{ w io.Writer }

func (f htmlFindings) add(v *app.Verified) error { return v.Page(f.w) }

func (f htmlFindings) close() error { return nil }

// ruleInfos describes the rules with their pages.
func ruleInfos() []render.RuleInfo {
	infos := render.Rules()
	for i := range infos {
		infos[i].Help, _ = app.RulePage(infos[i].ID)
	}
	return infos
}

// columns returns the width of the terminal that w is, 0 if it is none.
func (p *program) columns(w io.Writer) int {
	if n, err := strconv.Atoi(p.getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return n
		}
	}
	return 0
}
