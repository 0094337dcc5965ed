package ranking_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
)

func TestRankingTakes(t *testing.T) {
	t.Parallel()
	always := facts.Ranking{Counted: []string{"ranking", "club"}, National: []string{"national-final"}}
	within := always
	within.FromDay, within.UntilDay = "2009-02-01", "2009-03-31"
	for _, tt := range []struct {
		ranking         facts.Ranking
		kind            string
		day             rules.Day
		national, taken bool
	}{
		{always, "ranking", "1999-01-01", false, true},
		{always, "club", "2099-01-01", false, true},
		{always, "national-final", "2009-02-01", true, true},
		{always, "stage", "2009-02-01", false, false},
		{within, "ranking", "2009-01-31", false, false},
		{within, "ranking", "2009-02-01", false, true},
		{within, "ranking", "2009-03-31", false, true},
		{within, "ranking", "2009-04-01", false, false},
		{within, "national-final", "2009-01-31", false, false},
		{within, "national-final", "2009-03-31", true, true},
	} {
		if national, taken := ranking.Takes(tt.ranking, tt.kind, facts.PlayedGame{Game: "RisiKo!", Variant: "base"}, tt.day); national != tt.national || taken != tt.taken {
			t.Errorf("%s on %s: national %t, taken %t", tt.kind, tt.day, national, taken)
		}
	}
}

func TestRankingOfGames(t *testing.T) {
	t.Parallel()
	catan, sea := "I coloni di Catan", "seafarers"
	for _, tt := range []struct {
		name    string
		games   []facts.PlayedGame
		game    string
		variant string
		taken   bool
	}{
		{"all games", nil, "RisiKo!", "base", true},
		{"the game", []facts.PlayedGame{{Game: catan}}, catan, "base", true},
		{"the game, any expansion of it", []facts.PlayedGame{{Game: catan}}, catan, sea, true},
		{"the game in other letters", []facts.PlayedGame{{Game: "i coloni di catan"}}, catan, "base", true},
		{"another game", []facts.PlayedGame{{Game: catan}}, "RisiKo!", "base", false},
		{"the expansion", []facts.PlayedGame{{Game: catan, Variant: sea}}, catan, sea, true},
		{"the expansion alone, not the game without it", []facts.PlayedGame{{Game: catan, Variant: sea}}, catan, "base", false},
		{"an expansion of that id of another game", []facts.PlayedGame{{Game: catan, Variant: "base"}}, "RisiKo!", "base", false},
		{"one of several", []facts.PlayedGame{{Game: "RisiKo!"}, {Game: catan, Variant: sea}}, catan, sea, true},
	} {
		r := facts.Ranking{Counted: []string{"ranking"}, National: []string{"open"}, Games: tt.games}
		for _, kind := range []string{"ranking", "open"} {
			if _, taken := ranking.Takes(r, kind, facts.PlayedGame{Game: tt.game, Variant: tt.variant}, "2009-02-01"); taken != tt.taken {
				t.Errorf("%s, %s: taken %t", tt.name, kind, taken)
			}
		}
	}
}
