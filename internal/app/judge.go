package app

import (
	"context"
	"fmt"
	"time"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/config"
	"github.com/citestone/citestone/internal/entail"
	"github.com/citestone/citestone/internal/entail/nli"
)

// judgeVersion changes when the deterministic judge decides otherwise than before.
const judgeVersion = "deterministic/2"

// newNLI returns the judge that asks the configured server; nil if there is none.
func newNLI(c config.Config, o Options) (*nli.Judge, error) {
	if c.NLIURL == "" {
		if c.NLIRerankURL != "" {
			return nil, citestone.Errorf(citestone.BadInput, "nli_rerank_url only chooses what the NLI model reads, and there is none").
				WithHint("set nli_url, too")
		}
		return nil, nil
	}
	labels, err := nli.ParseLabels(c.NLILabels)
	if err != nil {
		return nil, citestone.Errorf(citestone.BadInput, "nli_labels: %w", err)
	}
	return nli.New(nli.Options{
		URL: c.NLIURL, Rerank: c.NLIRerankURL, Key: c.NLIKey.Reveal(), Labels: labels, Threshold: c.NLIThreshold,
		Timeout: time.Duration(c.NLITimeout) * time.Second, UserAgent: "citestone/" + o.Version, Now: o.Now,
	}), nil
}

// Judge returns a judge by its name, under the checks that none may overrule:
// "deterministic", "nli", "cascade" for the one after the other, or "" for all that are
// configured.
func (a *App) Judge(name string) (entail.Judge, error) {
	if a.nliErr != nil {
		return nil, a.nliErr
	}
	switch name {
	case "":
		if a.nli == nil {
			return entail.Guard(entail.Deterministic()), nil
		}
	case "deterministic":
		return entail.Guard(entail.Deterministic()), nil
	case "nli", "cascade":
		if a.nli == nil {
			return nil, citestone.Errorf(citestone.BadInput, "the judge %s needs a server with an NLI model", name).
				WithHint("name it as nli_url, or --nli-url; see docs/judges.md")
		}
	default:
		return nil, citestone.Errorf(citestone.BadInput, "there is no judge %q", name).
			WithHint("choose one of deterministic, nli, cascade")
	}
	if name == "nli" {
		return entail.Guard(a.nli), nil
	}
	return entail.Guard(entail.Cascade(entail.Deterministic(), a.nli)), nil
}

// judgeID names the configured judges with all that their verdicts depend on. It asks the
// server which model it has.
func (a *App) judgeID(ctx context.Context) (string, error) {
	if a.nli == nil {
		return judgeVersion, a.nliErr
	}
	id, err := a.nli.Identity(ctx)
	return fmt.Sprintf("%s + %s", judgeVersion, id), err
}

// sameJudge returns an error unless the judges are those that a session is pinned to:
// verdicts of different judges do not belong into one report.
func (a *App) sameJudge(ctx context.Context, session, pinned string) error {
	id, err := a.judgeID(ctx)
	if err != nil || id == pinned {
		return err
	}
	return citestone.Errorf(citestone.BadInput, "session %s was judged by %s, and the judges are now %s", session, pinned, id).
		WithHint("judge it anew with: citestone resume %s --upgrade", session)
}
