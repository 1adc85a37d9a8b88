// Package scope is the first step: what is asked, how hard it is, what may be spent.
package scope

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/answer"
	"github.com/citestone/citestone/internal/pipeline"
)

// Step returns the scope step for a request.
func Step(req citestone.Request) *pipeline.Step {
	return &pipeline.Step{
		Stage: "00_research", Name: "scope", Title: "Scoping the question", Version: 1, Form: "extractive",
		Out:      []citestone.Ref{citestone.BriefFile.Ref},
		Settings: []any{req.Question, req.Mode, req.Cutoff, req.Full, req.Short},
		Run: func(_ context.Context, s *pipeline.Scope) error {
			brief, err := Extract(req)
			if err != nil {
				return err
			}
			s.Progress("type %s, complexity %d, mode %s: %s", brief.Type, brief.Complexity, brief.Mode, brief.ScopeRationale)
			return pipeline.Write(s, citestone.BriefFile, brief)
		},
	}
}

// Extract is the extractive form: rules over the wording of the question, which from
// here on is one line. It fails with BadInput when the gate's settings contradict each
// other.
func Extract(req citestone.Request) (citestone.Brief, error) {
	req.Question = strings.Join(strings.Fields(req.Question), " ")
	q := answer.Analyse(req.Question)
	if len(q.Terms) == 0 {
		return citestone.Brief{}, citestone.Errorf(citestone.BadInput, "the question %q has no words that say what it is about", req.Question)
	}
	parts := answer.Parts(req.Question)
	kind, why := classify(req.Question, q, len(parts))
	b := citestone.Brief{
		Question: req.Question, Type: kind, ScopeRationale: why,
		Complexity:    complexity(kind, len(parts), len(q.Slots)),
		TimeSensitive: timeSensitive.MatchString(req.Question),
		Slots:         q.Slots, Language: language(req.Question),
		AskAgreement: answer.AsksAgreement(req.Question), Date: req.Date,
	}
	for _, s := range q.Slots {
		if s.Kind == citestone.SlotEntity {
			b.Entities = append(b.Entities, s.Value)
		}
	}
	b.Mode = req.Mode
	if b.Mode == citestone.ModeAuto || b.Mode == "" {
		b.Mode = modeOf[kind]
	}
	plan := types[kind]
	b.Budget = plan.budget
	b.Budget.Sources = modes[b.Mode].Sources
	b.Budget.Fetches = max(b.Budget.Fetches, b.Budget.Sources+spare)
	b.TargetSeconds = plan.target
	b.Researchers = min(max(max(2, int(math.Ceil(float64(b.Complexity)/2))), plan.researchers[0]), plan.researchers[1])
	b.Gate = modes[b.Mode].GateSettings
	override(&b.Gate.Cutoff, req.Cutoff)
	override(&b.Gate.Full, req.Full)
	override(&b.Gate.Short, req.Short)
	if err := checkGate(b.Gate, b.Budget.Sources); err != nil {
		return b, err
	}
	return b, nil
}

func override(setting *int, by int) {
	if by != 0 {
		*setting = by
	}
}

func checkGate(g citestone.GateSettings, budget int) error {
	switch {
	case g.Cutoff < 1 || g.Cutoff > 5:
		return citestone.Errorf(citestone.BadInput, "relevance cutoff %d is not between 1 and 5", g.Cutoff)
	case g.Short < 1 || g.Short > g.Full || g.Full > budget:
		return citestone.Errorf(citestone.BadInput, "gate needs 1 <= short (%d) <= full (%d) <= sources of the mode (%d)", g.Short, g.Full, budget).
			WithHint("set --short and --full within that range, or choose a deeper --mode")
	}
	return nil
}

// spare is how many more documents are read than the mode keeps, at least: else a
// lookup could not choose, nor a deeper mode be filled.
const spare = 3

// modes hold each mode's source budget and gate.
var modes = map[citestone.Mode]struct {
	Sources int
	citestone.GateSettings
}{
	citestone.ModeQuick:    {3, citestone.GateSettings{Cutoff: 3, Full: 3, Short: 1}},
	citestone.ModeStandard: {7, citestone.GateSettings{Cutoff: 3, Full: 4, Short: 2}},
	citestone.ModeDeep:     {10, citestone.GateSettings{Cutoff: 3, Full: 5, Short: 2}},
}

var modeOf = map[citestone.QuestionType]citestone.Mode{
	citestone.Lookup: citestone.ModeQuick, citestone.Synthesis: citestone.ModeStandard,
	citestone.Analysis: citestone.ModeDeep, citestone.Investigation: citestone.ModeDeep,
}

// types hold each question type's budget, target time and range of researchers.
var types = map[citestone.QuestionType]struct {
	budget      citestone.Budget
	target      int
	complexity  [2]int
	researchers [2]int
}{
	citestone.Lookup:        {citestone.Budget{Searches: 5, Fetches: 3, Depth: 1}, 120, [2]int{1, 2}, [2]int{1, 2}},
	citestone.Synthesis:     {citestone.Budget{Searches: 15, Fetches: 10, Depth: 2}, 600, [2]int{3, 4}, [2]int{2, 3}},
	citestone.Analysis:      {citestone.Budget{Searches: 30, Fetches: 25, Depth: 4}, 1800, [2]int{5, 7}, [2]int{4, 6}},
	citestone.Investigation: {citestone.Budget{Searches: 50, Fetches: 40, Depth: 5}, 3600, [2]int{8, 10}, [2]int{6, 10}},
}

var (
	investigates  = regexp.MustCompile(`(?i)\b(investigate|investigation|everything about|comprehensive|in depth|root causes?|who is responsible)\b`)
	analyses      = regexp.MustCompile(`(?i)\b(why|analy[sz]e|analysis|evaluate|assess|trade-?offs?|pros and cons|impact|implications?|should (?:we|i|one)|advantages|consequences|causes?)\b`)
	compares      = regexp.MustCompile(`(?i)\b(compare|compared|difference|versus|vs\.?|agree|differ|history|evol(?:ve|ution)|timeline|over time|overview|explain|changed|how do(?:es)?|how did)\b`)
	timeSensitive = regexp.MustCompile(`(?i)\b(now|today|current|currently|latest|newest|recent|recently|this year|still|as of|since)\b|\b20\d\d\b`)
)

func classify(question string, q answer.Question, parts int) (citestone.QuestionType, string) {
	switch {
	case investigates.MatchString(question):
		return citestone.Investigation, "asks for an open investigation"
	case analyses.MatchString(question):
		return citestone.Analysis, "asks for causes, effects or an assessment"
	case parts > 1:
		return citestone.Synthesis, fmt.Sprintf("has %d parts to be answered together", parts)
	case compares.MatchString(question):
		return citestone.Synthesis, "asks to bring several sources together"
	case len(q.Slots) > 5:
		return citestone.Synthesis, "names many things"
	}
	return citestone.Lookup, "asks for a single fact"
}

func complexity(kind citestone.QuestionType, parts, slots int) int {
	r := types[kind].complexity
	return min(r[0]+(parts-1)/2+slots/4, r[1])
}

// language guesses the ISO 639-1 code of the question from its script and its most
// frequent function words; "en" when nothing speaks against it.
func language(q string) string {
	letters, latin := 0, 0
	for _, r := range q {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xC0 && r < 0x250:
			latin++
			letters++
		case r >= 0x370:
			letters++
		}
	}
	if letters > 0 && latin*2 < letters {
		return "und"
	}
	best, most := "en", 0
	for _, l := range languages {
		n := 0
		for _, w := range strings.Fields(strings.ToLower(q)) {
			if strings.Contains(l.words, " "+strings.Trim(w, "?!.,¿¡")+" ") {
				n++
			}
		}
		if n > most {
			best, most = l.code, n
		}
	}
	return best
}

var languages = []struct{ code, words string }{
	{"en", " the of and in is was what how which who when did does do are were to for a an "},
	{"de", " der die das und ist war wie was welche wer wann wo den dem ein eine für mit von "},
	{"fr", " le la les et est était comment quel quelle qui quand où des un une pour avec du "},
	{"es", " el la los las y es era cómo qué cuál quién cuándo dónde un una para con del de "},
	{"it", " il lo la i gli le e è era come che quale chi quando dove un una per con del di "},
	{"pt", " o a os as e é era como que qual quem quando onde um uma para com do da de "},
}

var topics = []struct {
	style string
	words *regexp.Regexp
}{
	{"defi_report", regexp.MustCompile(`(?i)\b(defi|yields?|tvl|apy)\b`)},
	{"technical", regexp.MustCompile(`(?i)\b(apis?|documentation|tutorials?)\b`)},
	{"academic", regexp.MustCompile(`(?i)\b(research|stud(?:y|ies)|analysis)\b`)},
}

// Style is the name of the style guide that fits a question's topic.
func Style(question string) string {
	for _, t := range topics {
		if t.words.MatchString(question) {
			return t.style
		}
	}
	return "technical"
}
