package entail

import (
	"testing"

	"github.com/citestone/citestone"
	"github.com/citestone/citestone/internal/document"
)

// judgeAgainst judges a claim against a passage.
func judgeAgainst(t *testing.T, passage, claim string) Verdict {
	t.Helper()
	return decide(t, Prepare(passage, document.Parse("p.md", passage), Context{Source: "s1"}), claim)
}

// What is all there in one place, in order, is entailed; what only looks so is not.
func TestCovered(t *testing.T) {
	for _, tt := range []struct {
		name, passage, claim string
		want                 citestone.Label
	}{
		{"other function words", "The bridge across the Tamar was opened by Queen Elizabeth in 1961.", "Queen Elizabeth opened the Tamar bridge in 1961.", "abstain"},
		{"derived forms", "The company announced that it had acquired the Danish brewery Thy.", "The company acquired the Danish brewery Thy.", "entailment"},
		{"left out clauses", "Ada Park, a chemist by training, later founded the Institute of Dyes in Leeds with her sister.", "Ada Park founded the Institute of Dyes in Leeds.", "entailment"},
		{"hedged", "Sleep seems essential for learning the regularities of language in childhood.", "Sleep is essential for learning the regularities of language.", "abstain"},
		{"hearsay", "Critics claim that the new dam in Arda floods the old villages.", "The new dam in Arda floods the old villages.", "abstain"},
		{"other subject", "The sister of Ada Park founded the Institute of Dyes in Leeds.", "Ada Park founded the Institute of Dyes.", "abstain"},
		{"other office", "Ada Park was sworn in on Monday as vice president of the Dyers Guild.", "Ada Park was sworn in as president of the Dyers Guild.", "abstain"},
		{"only", "The museum in Leeds shows dyes of the nineteenth century.", "The museum in Leeds shows only dyes of the nineteenth century.", "abstain"},
		{"turned round", "Copper displaces silver slowly, and tin displaces copper.", "Tin slowly displaces silver and copper.", "abstain"},
		{"wider denial", "Two women are not standing in front of the old map.", "Two women are not standing there.", "abstain"},
		{"added not", "Ada Park founded the Institute of Dyes in Leeds with her sister.", "Ada Park has not founded the Institute of Dyes in Leeds.", "contradiction"},
	} {
		if v := judgeAgainst(t, tt.passage, tt.claim); v.Label != tt.want {
			t.Errorf("%s: %s (%s), want %s", tt.name, v.Label, v.Reason, tt.want)
		}
	}
}

// The score ranks what the judge leaves open too.
func TestScoreRanks(t *testing.T) {
	const passage = "Stephen Curry joined the Golden State Warriors in 2009. He did not leave the team. " +
		"The World Health Organization praised the programme. Rain fell in Oakland."
	for _, tt := range []struct{ name, better, worse string }{
		{"coverage", "Curry joined the Warriors.", "Curry coached the Lakers."},
		{"surname for the full name", "Stephen Curry joined the Warriors.", "Oscar Curry joined the Warriors."},
		{"initials", "The WHO praised the programme.", "The IMF praised the programme."},
		{"number", "Curry signed with the Golden State Warriors in 2009.", "Curry signed with the Golden State Warriors in 2011."},
		{"negation", "Curry never wanted to leave the team.", "Curry wanted to leave the team."},
	} {
		better, worse := judgeAgainst(t, passage, tt.better), judgeAgainst(t, passage, tt.worse)
		if better.Score <= worse.Score {
			t.Errorf("%s: %q scores %.2f, %q scores %.2f", tt.name, tt.better, better.Score, tt.worse, worse.Score)
		}
	}
}
