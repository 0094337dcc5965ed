package homologation_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// finishedPapers returns the papers of an event of two players that ended with one round, as planned, and a
// final.
func finishedPapers(t *testing.T) homologation.Papers {
	t.Helper()
	entries := []facts.Entry{{Number: 1, State: facts.Playing}, {Number: 2, State: facts.Playing}, {Number: 3, State: facts.NoShow}}
	round := func(kind league.RoundKind) tournament.RoundState {
		return tournament.RoundState{Kind: kind, Tables: []tournament.TableState{{Number: 1, Game: &scoring.Game{}}}}
	}
	state := tournament.State{
		Format: tournament.Format{Structure: rules.Structure{Rounds: 1, Final: true}},
		Rounds: []tournament.RoundState{round(league.Preliminary), round(league.Final)},
	}
	return homologation.Papers{
		Rules: cn09(t), Event: facts.Event{State: facts.Finished}, Entries: entries, State: state,
		Ranking: []league.Entry{2, 1}, Roles: []string{"first-referee"},
	}
}

func TestFindings(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*homologation.Papers)
		want   string // findings that are not met
	}{
		"CN09 1.11 nothing is missing":                        {func(*homologation.Papers) {}, ""},
		"nothing is known before the end":                     {func(p *homologation.Papers) { p.Event.State, p.Ranking = facts.Running, nil }, ""},
		"CN09 1.11 somebody who played is not in the ranking": {func(p *homologation.Papers) { p.Ranking = p.Ranking[:1] }, "failed ranking-complete CN09 1.11; "},
		"CN09 1.3 no first referee is named":                  {func(p *homologation.Papers) { p.Roles[0] = "referee" }, "failed first-referee-in-report CN09 1.3; "},
		"CN09 1.11 a game has no result":                      {func(p *homologation.Papers) { p.State.Rounds[0].Tables[0].Game = nil }, "failed games-with-result CN09 1.11; "},
		"CN09 3.2 fewer rounds were played than announced":    {func(p *homologation.Papers) { p.State.Format.Rounds = 2 }, "failed structure-played CN09 3.2; "},
		"CN09 3.2 the final was not played":                   {func(p *homologation.Papers) { p.State.Rounds = p.State.Rounds[:1] }, "failed structure-played CN09 3.2; "},
		"CN09 5.5 an expulsion is reported with its reason":   {func(p *homologation.Papers) { p.Expelled = []string{"Imbrogli"} }, ""},
		"CN09 5.5 an expulsion is reported without a reason":  {func(p *homologation.Papers) { p.Expelled = []string{""} }, "failed expulsions-reported CN09 5.5; "},
		"CN09 5.5b an expulsion waits for the first referee":  {func(p *homologation.Papers) { p.State.Record = discipline.Record{Unconfirmed: []league.Sanction{{}}} }, "failed expulsions-unconfirmed CN09 5.5b; "},
		"who was struck need not be ranked": {func(p *homologation.Papers) {
			p.State.Struck, p.Ranking = []tournament.Struck{{Entry: 1}}, p.Ranking[:1]
		}, ""},
		"CN09 2.3 of an event played elsewhere only papers tell": {func(p *homologation.Papers) { p.Event.Elsewhere, p.State.Rounds = true, nil }, "open games-on-paper-only CN09 1.11; "},
		"a ruleset that reports expulsions to nobody asks for none": {func(p *homologation.Papers) {
			p.Rules.Discipline.Expulsion.ReportedTo, p.Expelled = "", []string{""}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := finishedPapers(t)
			tt.change(&p)
			got := ""
			for _, f := range p.Findings() {
				if f.Result != "met" {
					got += string(f.Result) + " " + f.Reason + " " + f.Code + " " + f.Par + "; "
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
