package calculator_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league/calculator"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// boards returns the regulation with a map in every combination of its readings about table points. They are
// read once.
var boards = sync.OnceValues(func() (out []*rules.Ruleset, err error) {
	r, err := presets.Find("risiko-squadre-2000")
	out = []*rules.Ruleset{r}
	for _, reading := range [][2]string{{"C004-1", "borders_and_links"}, {"C004-2", "territories_beyond"}, {"C004-3", "outside_region"}, {"A004-8", "best_only_200"}} {
		for _, by := range out {
			if err == nil {
				r, err = by.WithReading(reading[0], reading[1])
				out = append(out, r)
			}
		}
	}
	return out, err
})

// board draws one of the boards.
func board(t *rapid.T) *rules.Ruleset {
	all, err := boards()
	if err != nil || len(all) != 16 {
		t.Fatal(len(all), err)
	}
	return rapid.SampledFrom(all).Draw(t, "rules")
}

// divided draws a table at which the whole map is divided among the players.
func divided(t *rapid.T, r *rules.Ruleset, players int) calculator.Table {
	table := calculator.Table{Size: players, Players: make([]calculator.Player, players)}
	objectives := rapid.Permutation(r.Game.Objectives).Draw(t, "objectives")
	for i := range table.Players {
		table.Players[i].Objective = objectives[i].ID
	}
	// Whole regions for one player make the interesting cases common.
	for _, region := range r.Board.Regions {
		if region.Within != "" {
			continue
		}
		whole := rapid.Bool().Draw(t, "whole")
		of := rapid.IntRange(0, players-1).Draw(t, "holder")
		for _, id := range region.Territories {
			if !whole {
				of = rapid.IntRange(0, players-1).Draw(t, "holder")
			}
			p := &table.Players[of]
			p.Territories = append(p.Territories, id)
		}
	}
	return table
}

func sums(t *rapid.T, r *rules.Ruleset, table calculator.Table) []calculator.Score {
	t.Helper()
	scores, err := calculator.TablePoints(r, table)
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

// SQ00 base 13 to 17: a score is the sum of its terms, each with its paragraph. A player who won at once gets
// the points of that win, and everybody else gets the sum.
func TestScoresAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := board(t)
		for _, s := range sums(t, r, divided(t, r, rapid.SampledFrom([]int{4, 6}).Draw(t, "size"))) {
			sum, seen := 0, map[string]bool{}
			for _, term := range s.Terms {
				sum += term.Points
				if id := term.Territory + term.Region; seen[id] || term.Grounds.Par == "" {
					t.Fatalf("%s: %s", id, term.Grounds)
				}
				seen[term.Territory+term.Region] = true
			}
			if sum != s.Sum || s.Won == nil && s.Points != s.Sum || s.Won != nil && s.Points != r.Scoring.Teams.Sudden.Points {
				t.Fatalf("%d of %d, %d points, won %v", sum, s.Sum, s.Points, s.Won)
			}
		}
	})
}

// The order in which players and territories are named changes nothing.
func TestOrderOfHoldings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := board(t)
		table := divided(t, r, 6)
		before := sums(t, r, table)
		order := rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(t, "order")
		shuffled := calculator.Table{Size: 6}
		for _, i := range order {
			p := table.Players[i]
			p.Territories = slices.Clone(p.Territories)
			slices.Reverse(p.Territories)
			shuffled.Players = append(shuffled.Players, p)
		}
		for i, s := range sums(t, r, shuffled) {
			if was := before[order[i]]; s.Points != was.Points && was.Won == nil && s.Won == nil || s.Sum != was.Sum {
				t.Fatalf("player %d: %d of %d, was %d of %d", order[i], s.Points, s.Sum, was.Points, was.Sum)
			}
			if diff := cmp.Diff(before[order[i]].Terms, s.Terms); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// SQ00 base 13 to 16: one more territory is never worth less, and base 23: a frozen player never scores more.
func TestMoreIsWorthMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := board(t)
		p := divided(t, r, 4).Players[0]
		if len(p.Territories) == 0 {
			return
		}
		worth := func(p calculator.Player) int {
			return sums(t, r, calculator.Table{Size: 4, Players: []calculator.Player{p}})[0].Sum
		}
		all := worth(p)
		frozen := p
		frozen.Frozen = true
		if less := worth(frozen); less > all {
			t.Fatalf("frozen %d, else %d", less, all)
		}
		i := rapid.IntRange(0, len(p.Territories)-1).Draw(t, "lost")
		without := p
		without.Territories = slices.Delete(slices.Clone(p.Territories), i, i+1)
		if less := worth(without); less >= all {
			t.Fatalf("without %s %d, with it %d", p.Territories[i], less, all)
		}
	})
}

// SQ00 base 5: a player at or below the limit removes no armies. Above it, each further army adds two to the
// number to remove and lowers the limit by one.
func TestEachArmyTooMany(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	before, err := calculator.ArmyLimit(r, 150)
	if err != nil || before.Remove != 0 || before.Limit != 150 {
		t.Fatalf("SQ00 base 5: %+v, %v", before, err)
	}
	for armies := 151; armies <= 300; armies++ {
		a, err := calculator.ArmyLimit(r, armies)
		if err != nil || a.Remove != before.Remove+2 || a.Limit != before.Limit-1 {
			t.Fatalf("SQ00 base 5, %d armies: %+v after %+v, %v", armies, a, before, err)
		}
		before = a
	}
}

// SQ00 base 12: no card is lost, cards are given up three at a time, and one more card is never worth less.
func TestEveryHand(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	last := 0
	for hand := range 100 {
		c, err := calculator.CardExchange(r, hand)
		if err != nil {
			t.Fatal(err)
		}
		cards, armies := c.Left, 0
		for i, x := range c.Exchanges {
			cards, armies = cards+x.Cards, armies+x.Armies
			if hand >= 3 && x.Cards != 3 {
				t.Errorf("SQ00 base 12, %d cards: exchange %d is of %d", hand, i, x.Cards)
			}
			if want := fmt.Sprintf("SQ00 base 12: cards-exchanged (armies=%d, cards=%d, hand=%d)", x.Armies, x.Cards, hand-3*i); x.Grounds.String() != want {
				t.Errorf("got %s, want %s", x.Grounds, want)
			}
		}
		if cards != hand || armies != c.Armies || c.Armies < last || hand >= 3 && c.Left > 2 {
			t.Errorf("SQ00 base 12, %d cards: %+v after %d armies", hand, c, last)
		}
		last = c.Armies
	}
}
