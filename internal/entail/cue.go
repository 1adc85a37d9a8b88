package entail

import "strings"

// set is a set of words, written as one string.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// lexicon is what the judge knows about words. It is only read.
type lexicon struct {
	free        map[string]bool // may be there or not without a change of meaning
	negation    map[string]bool
	cue         map[string]bool // takes back or weakens what it governs
	says        map[string]bool // names a speaker, a condition or a doubt after the fact
	fragile     map[string]bool // makes a statement that a dropped word can falsify
	joins       map[string]bool // begins a clause
	bars        map[string]bool // after a statement, changes it
	pronoun     map[string]bool
	relative    map[string]bool
	preposition map[string]bool
	prepose     map[string]bool // introduces a time or an origin
	hedge       map[string]bool // says how near a number is
	negator     map[string]bool // denies what it governs
	doubt       map[string]bool // makes a plan, a supposition or hearsay of what it governs
	shifts      map[string]bool // makes another office or thing of what it stands before
	turns       map[string]bool // begins a clause that a negation does not reach
	title       map[string]bool // stands before a surname
	common      map[string]bool // stems that are frequent in any text
}

var lex = lexicon{
	free: set(`the a also then thus hence therefore however moreover furthermore indeed additionally finally
		again very really quite both too actually already now today currently meanwhile nonetheless
		nevertheless do does did that consequently accordingly`),
	negation: set("not never no"),
	cue: set(`not never no none nobody nothing nowhere nor neither without hardly barely scarcely rarely seldom few
		lack lacks lacked lacking fail fails failed failing failure refuse refuses refused refusing deny denies denied
		denying unable unlikely impossible false falsely wrong wrongly untrue incorrect incorrectly myth myths hoax
		fake alleged allegedly alleges purported purportedly supposed supposedly rumored rumoured ostensibly so-called
		may might could would should can must will shall ought plan plans planned planning intend intends intended
		intending hope hopes hoped hoping expect expects expected expecting aim aims aimed aiming propose proposes
		proposed proposing proposal proposals goal goals target targets likely possibly possible perhaps maybe probably
		potentially potential seem seems seemed seemingly appear appears appeared apparently suggest suggests suggested
		suggesting believe believes believed believing belief think thinks thought thinking feel feels felt guess
		claim claims claimed claiming say says said saying told tell tells according report reports reported reportedly
		argue argues argued arguing assert asserts asserted contend contends contended allege deem consider considers
		considered ask asks asked wonder wonders wondered question questions doubt doubts doubted doubtful whether if
		unless until till except only almost nearly virtually partly partially imagine suppose assume assumes assumed
		assuming assumption hypothesis hypothesise hypothesize theory attempt attempts attempted attempting try tries
		tried trying seek seeks sought seeking want wants wanted wish wishes wished wishing promise promises promised
		predict predicts predicted prediction forecast forecasts projected former formerly previously once
		pretend pretends pretended prevent prevents prevented preventing avoid avoids avoided avoiding stop stops
		stopped ban bans banned prohibit prohibits prohibited block blocks blocked reject rejects rejected rejecting
		cancel cancels cancelled canceled delay delayed postpone postponed abandon abandoned instead rather unlike
		like likened example hypothetical hypothetically dispute disputes disputed retract retracted less fewer
		or either than because unproven unconfirmed unclear unknown anti non pseudo un ex vice deputy assistant half sub
		counter pre post semi quasi`),
	says: set(`say says said claim claims claimed argue argues argued according if unless until except whether allegedly
		reportedly supposedly false untrue wrong incorrect myth denied denies doubt doubts doubted believe believes
		believed think thinks thought told wrote writes assuming provided apparently though probably perhaps maybe
		not otherwise or`),
	fragile: set(`not never no none nobody nothing nor neither without only first last most least best worst all every
		each any always few fewer less more than hardly rarely unless until if except sole solely entirely
		completely exclusively neither cannot`),
	negator: set(`not never no none nobody nothing nowhere nor neither without hardly barely scarcely rarely seldom
		fail fails failed failing refuse refuses refused refusing unable lack lacks lacked lacking deny denies denied
		denying decline declines declined`),
	doubt: set(`may might could plan plans planned planning intend intends intended intending hope hopes hoped hoping
		expect expects expected aim aims aimed aiming propose proposes proposed allegedly alleged reportedly rumored
		rumoured supposedly perhaps maybe possibly if unless whether seem seems seemed appear appears appeared suggest
		suggests suggested likely probably apparently potentially`),
	shifts: set(`vice former formerly deputy ex anti non pseudo quasi assistant acting honorary self-proclaimed so-called`),
	turns:  set(`but while because although though whereas since which who where when if unless so`),
	title: set(`mr mrs ms miss dr sir dame lord lady president justice judge senator governor king queen prince princess
		pope general captain professor prof minister chancellor mayor coach director saint st`),
	common: set(`say said make made use includ first new also time year peopl mani part known know call becom number one
		two place work day world well differ help need mean creat develop provid found see come go get give take like
		person way thing lead begin start end name work form type includ base consid general common typic often usual
		popular import refer relat variou certain howev specif main major play take follow result year month week
		featur contain allow state area high larg small great good best long old later sever current total
		fact exampl`),
	joins:       set(`and but so because while although though whereas since which that who where when as`),
	bars:        set(`or than if unless until except less more not rather`),
	pronoun:     set(`it this that they these those he she we you i its their his her our there such them`),
	preposition: set(`in on at by for from to with during through via of into within`),
	relative:    set(`who whom which whose where when that what why how`),
	prepose:     set(`in on by at as of from according to during early mid late the a`),
}

// superlative reports whether the word may be a superlative or an absolute.
func (l *lexicon) absolute(norm string) bool {
	return l.fragile[norm] || len(norm) > 4 && strings.HasSuffix(norm, "est")
}

// foreign holds frequent function words of other languages that are no English words.
var foreign = set(`der das und ist nicht ein eine einen den von zu mit für fur auf wird sich dem des bei nach auch
	le la les une et du que qui dans pour pas est sur avec el los las una y por con para del se como il di che
	non per della dei sono het een van niet voor zijn och att som på pa det og ikke är em não nao uma os`)
