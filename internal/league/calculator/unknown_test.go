package calculator_test

import (
	"slices"
	"testing"

	"referto/internal/league/calculator"
	"referto/internal/league/rules"
)

// An incomplete table or ruleset gives nobody a risiko: a team holds all its continents only if the holdings of
// every player at the table are known (SQ00 base 17).
func TestRisikoOfATableNotWhollyKnown(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	change := func(change func(*calculator.Table)) calculator.Table {
		table := six(r, "asia", "europa", "sud-america") // the first three hold their continents
		change(&table)
		return table
	}
	for _, tt := range []struct {
		name  string
		table calculator.Table
		want  string
	}{
		{"SQ00 base 17 all is known, and one team holds its own", change(func(*calculator.Table) {}), "200* 200* 200* 0 0 0"},
		{"SQ00 base 17 nobody knows what one of the others was dealt", change(func(t *calculator.Table) { t.Players[4].Objective = "" }), "82 52 27 0 0 0"},
		{"SQ00 base 17 nobody knows what one of the team was dealt", change(func(t *calculator.Table) { t.Players[1].Objective = "" }), "82 30 27 0 0 0"},
		{"SQ00 base 17 the others are not written down yet", change(func(t *calculator.Table) { t.Size, t.Players = 6, t.Players[:3] }), "82 52 27"},
		{"SQ00 base 17 one of the others is missing", change(func(t *calculator.Table) { t.Size, t.Players = 6, t.Players[:5] }), "82 52 27 0 0"},
		{"SQ00 base 17 a table of which the size is not said has as many as sit there", change(func(t *calculator.Table) { t.Players = t.Players[:5] }), "82 52 27 0 0"},
		{"SQ00 base 17 six sit at a table of six", change(func(t *calculator.Table) { t.Size = 6 }), "200* 200* 200* 0 0 0"},
		{"SQ00 base 17 one state of three continents is missing", change(func(t *calculator.Table) { t.Players[2].Territories = t.Players[2].Territories[1:] }), "82 52 16 0 0 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := points(t, r, tt.table); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// Sets of cards apply from the smallest to the largest hand that the ruleset names, both included, and every
// further exchange must give up as many cards as the one before it (SQ00 base 12).
func TestExchangesOfOtherSets(t *testing.T) {
	t.Parallel()
	sets := []rules.CardSet{{Cards: 4, Armies: 20, MinHand: 9}, {Cards: 3, Armies: 8, MinHand: 5, MaxHand: 7}, {Cards: 2, Armies: 3, MinHand: 2, MaxHand: 4}, {Cards: 3, Armies: 1, MinHand: 3}}
	for hand, want := range map[int][]int{
		1: nil, 2: {3}, 4: {3, 3}, 5: {8}, 7: {8, 1}, 8: {1, 8}, 9: {20}, 13: {20, 20},
	} {
		r := *squadre(t)
		cards := *r.Game.Cards
		cards.Sets = sets
		r.Game.Cards = &cards
		c, err := calculator.CardExchange(&r, hand)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		left, armies := hand, 0
		for _, x := range c.Exchanges {
			got, left, armies = append(got, x.Armies), left-x.Cards, armies+x.Armies
		}
		if !slices.Equal(got, want) || c.Left != left || c.Armies != armies {
			t.Errorf("SQ00 base 12, %d cards: got %v for %d in all, %d left; want %v", hand, got, c.Armies, c.Left, want)
		}
	}
}
