package calculator_test

import (
	"errors"
	"testing"

	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/rules"
)

// A table without a given size has as many seats as players. The risiko exists only at tables of teams, so a
// full table has one and a smaller table has none.
func TestRisikoBySizeOfTheTable(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	most := calculator.Player{Objective: "asia", Territories: held(r, "asia", "oceania", "europa")}
	full := six(r, "asia", "africa").Players
	full[4].Territories = most.Territories
	full[2].Territories, full[5].Territories = nil, nil
	for _, tt := range []struct {
		name  string
		table calculator.Table
		want  string
	}{
		{"SQ00 base 17 one player alone", calculator.Table{Players: []calculator.Player{most}}, "219"},
		{"SQ00 base 17 four players", calculator.Table{Players: []calculator.Player{most, {}, {}, {}}}, "219 0 0 0"},
		{"SQ00 base 17 six players", calculator.Table{Players: []calculator.Player{most, {}, {}, {}, {}, {}}}, "200* 0 0 0 0 0"},
		{"SQ00 base 17 six players with their objectives", calculator.Table{Players: full}, "82 0 0 30 200* 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := points(t, r, tt.table); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// The target of the risiko by points is reached by an equal number, not only by a higher one (SQ00 base 17).
func TestRisikoExactlyAtTheTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		isle    int
		want    int
		atOnce  bool
		sumWant int
	}{
		{"SQ00 base 17 one short of it", 168, 169, false, 169},
		{"SQ00 base 17 at it", 169, 200, true, 170},
		{"SQ00 base 17 one beyond", 170, 200, true, 171},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := smallWorld(t, func(b *rules.Board) { b.Territories[4].Points = &tt.isle })
			scores, err := calculator.TablePoints(r, calculator.Table{Size: 6, Players: []calculator.Player{{Territories: []string{"isle"}}}})
			if err != nil {
				t.Fatal(err)
			}
			if s := scores[0]; s.Sum != tt.sumWant || s.Points != tt.want || (s.Won != nil) != tt.atOnce {
				t.Errorf("%d of %d, won at once: %t; want %d of %d, %t", s.Points, s.Sum, s.Won != nil, tt.want, tt.sumWant, tt.atOnce)
			}
		})
	}
}

// If the risiko of a team raises only its best player, the best is the player with the most points, and of
// several the first (SQ00 base 17, A004-8).
func TestBestOfATeam(t *testing.T) {
	t.Parallel()
	r := *squadre(t, "A004-8", "best_only_200")
	r.Board = smallWorld(t, func(b *rules.Board) {
		b.Rows = nil
		b.Regions = []rules.Region{
			{ID: "front", Name: "Front", Territories: []string{"north", "east"}},
			{ID: "rear", Name: "Rear", Territories: []string{"south", "west"}},
			{ID: "isles", Name: "Isles", Territories: []string{"isle"}},
		}
	}).Board
	teams := *r.Scoring.Teams
	teams.Seats, r.Tables.Sizes = 3, []int{3}
	r.Scoring.Teams = &teams
	r.Game.Objectives = []rules.Objective{{ID: "front", Region: "front", Team: "A"}, {ID: "rear", Region: "rear", Team: "A"}, {ID: "isles", Region: "isles", Team: "B"}}
	front := calculator.Player{Objective: "front", Territories: []string{"north", "east"}}
	rear := calculator.Player{Objective: "rear", Territories: []string{"west", "south"}}
	more := calculator.Player{Objective: "rear", Territories: []string{"west", "south", "isle"}}
	isles := calculator.Player{Objective: "isles"}
	for _, tt := range []struct {
		name    string
		players []calculator.Player
		want    string
	}{
		{"SQ00 base 17 of two that are level the first", []calculator.Player{front, rear, isles}, "200* 8 0"},
		{"SQ00 base 17 whoever of them that is", []calculator.Player{isles, rear, front}, "0 200* 8"},
		{"SQ00 base 17 the second, where they have more", []calculator.Player{front, more, isles}, "8 200* 0"},
		{"SQ00 base 17 the first, where they have more", []calculator.Player{more, isles, front}, "200* 0 8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := points(t, &r, calculator.Table{Players: tt.players}); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// A regulation with a map and without teams has no risiko. One without rows takes none away from a frozen
// player.
func TestMapWithoutTeamsOrRows(t *testing.T) {
	t.Parallel()
	r := smallWorld(t, func(b *rules.Board) { b.Rows = nil })
	r.Scoring.Teams = nil
	scores, err := calculator.TablePoints(r, calculator.Table{Size: 6, Players: []calculator.Player{
		{Objective: "front", Territories: []string{"north", "east", "south"}, Frozen: true}, {Objective: "isles", Territories: []string{"isle"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := terms(scores[0]); got != "north 2 + east 2 + south 2 + front 7" || scores[0].Rowless != nil || scores[0].Won != nil {
		t.Errorf("the first has %s, without rows %v, won at once %v", got, scores[0].Rowless, scores[0].Won)
	}
	if got := terms(scores[1]); got != "isle 0 + isles 1" || scores[1].Won != nil {
		t.Errorf("the second has %s, won at once %v", got, scores[1].Won)
	}
}

// The largest hand can be exchanged, and a larger one is refused with the field and the reason; negative
// numbers of cards or armies are refused too.
func TestBoundsOfHandsAndArmies(t *testing.T) {
	t.Parallel()
	r := squadre(t)
	c, err := calculator.CardExchange(r, calculator.MostCards)
	if err != nil {
		t.Fatal(err)
	}
	cards := c.Left
	for _, x := range c.Exchanges {
		cards += x.Cards
	}
	if cards != calculator.MostCards || c.Left > 2 {
		t.Errorf("SQ00 base 12: %d cards, of which %d stay", cards, c.Left)
	}
	for _, hand := range []int{-1, calculator.MostCards + 1} {
		c, err := calculator.CardExchange(r, hand)
		outside(t, err, "/cards: SQ00: outside-range")
		if c.Armies != 0 || c.Left != 0 || c.Exchanges != nil {
			t.Errorf("%d cards are worth %+v", hand, c)
		}
	}
	a, err := calculator.ArmyLimit(r, -1)
	outside(t, err, "/armies: SQ00: outside-range")
	if a.Limit != 0 || a.Remove != 0 {
		t.Errorf("-1 armies: %+v", a)
	}
}

// outside fails unless the error has the given faults.
func outside(t *testing.T, err error, want string) {
	t.Helper()
	var faults league.Faults
	if !errors.As(err, &faults) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
