package biography_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/biography"
)

func player(n int) league.PlayerID { return league.PlayerID{UUID: uuid.UUID{15: byte(n)}} }

func event(n int) league.EventID { return league.EventID{UUID: uuid.UUID{0: byte(n)}} }

// game returns a game of one table, with the players in the order of their places; the first has won.
func game(round int, players ...int) biography.Game {
	g := biography.Game{Round: round, Table: 1, Kind: league.Preliminary}
	for i, n := range players {
		g.Seats = append(g.Seats, biography.Seat{Player: player(n), Place: i + 1, Won: i == 0, Points: 13 - i})
	}
	return g
}

// held returns an event by a regulation that ended in the given order, with some games.
func held(n int, ruleset string, ranking []int, games ...biography.Game) biography.Event {
	e := biography.Event{ID: event(n), Ruleset: ruleset, Games: games}
	for i, p := range ranking {
		points := league.Int(10 - i)
		e.Ranking = append(e.Ranking, biography.Standing{Player: player(p), Place: i + 1, Points: &points})
	}
	return e
}

// written writes a biography with one line for each part.
func written(b biography.Biography) string {
	var text strings.Builder
	at := func(m biography.Moment) string {
		if m.Round == 0 {
			return fmt.Sprintf("%d", m.Event.UUID[0])
		}
		return fmt.Sprintf("%d.%d", m.Event.UUID[0], m.Round)
	}
	fmt.Fprintf(&text, "%d events, %d won, %d podiums, %d games, %d won\n", b.Events, b.EventsWon, b.Podiums, b.Games, b.GamesWon)
	for _, r := range b.Records {
		fmt.Fprintf(&text, "%s %s %s at %s\n", r.Kind, r.Ruleset, r.Value, at(r.At))
	}
	for _, s := range b.Streaks {
		fmt.Fprintf(&text, "%s %d from %s to %s %t\n", s.Run, s.Length, at(s.From), at(s.To), s.Goes)
	}
	for _, o := range b.Opponents {
		fmt.Fprintf(&text, "met %d: %d in %d, %d/%d/%d, last %s\n", o.Player.UUID[15], o.Games, o.Events, o.Ahead, o.Behind, o.Level, at(o.Last))
	}
	return text.String()
}

func TestBiographies(t *testing.T) {
	t.Parallel()
	level := game(1, 2, 1, 3)
	level.Seats[1].Place = 1 // with 2
	void, spoiled := game(2, 1, 2, 3), game(1, 1, 2, 3)
	void.Void, spoiled.Seats[0].Void = true, true
	teams := game(1, 1, 2, 3, 4)
	for i, team := range []string{"a", "a", "b", "b"} {
		teams.Seats[i].Team = team
	}
	for _, tt := range []struct {
		name   string
		events []biography.Event
		want   string
	}{
		{"nothing", nil, "0 events, 0 won, 0 podiums, 0 games, 0 won\n"},
		{"an event of others", []biography.Event{held(1, "BG", []int{2, 3, 4}, game(1, 2, 3, 4))}, "0 events, 0 won, 0 podiums, 0 games, 0 won\n"},
		{
			"only the ranking of an event is known",
			[]biography.Event{held(1, "BG", []int{2, 1})},
			"1 events, 0 won, 1 podiums, 0 games, 0 won\nevent-points BG 9 at 1\non-podiums 1 from 1 to 1 true\n",
		},
		{"the first of equal records stands, points of regulations are apart", []biography.Event{
			held(1, "BG", []int{1, 2, 3}, game(1, 1, 2, 3), game(2, 2, 1, 3)),
			held(2, "CN09", []int{2, 1, 3}, game(1, 2, 1, 3)),
			held(3, "BG", []int{1, 2, 3}, game(1, 1, 2, 3)),
		}, "3 events, 2 won, 3 podiums, 4 games, 2 won\n" +
			"game-points BG 13 at 1.1\ngame-points CN09 12 at 2.1\nevent-points BG 10 at 1\nevent-points CN09 9 at 2\nevent-wins  1 at 1\n" +
			"games-won 1 from 1.1 to 1.1 false\non-podiums 3 from 1 to 3 true\n" +
			"met 2: 4 in 3, 2/2/0, last 3.1\nmet 3: 4 in 3, 4/0/0, last 3.1\n"},
		{"a streak goes through events until a game is lost, and the longest is not the last", []biography.Event{
			held(1, "BG", nil, game(1, 2, 1), game(2, 1, 2), game(3, 1, 2)),
			held(2, "BG", nil, game(1, 1, 3), game(2, 3, 1)),
			held(3, "BG", nil, game(1, 1, 3)),
		}, "3 events, 0 won, 0 podiums, 6 games, 4 won\ngame-points BG 13 at 1.2\nevent-wins  2 at 1\n" +
			"games-won 3 from 1.2 to 2.1 false\n" +
			"met 3: 3 in 2, 2/1/0, last 3.1\nmet 2: 3 in 1, 2/1/0, last 1.3\n"},
		{
			"level with somebody",
			[]biography.Event{held(1, "JP22", nil, level)},
			"1 events, 0 won, 0 podiums, 1 games, 0 won\ngame-points JP22 12 at 1.1\nmet 2: 1 in 1, 0/0/1, last 1.1\nmet 3: 1 in 1, 1/0/0, last 1.1\n",
		},
		{"a void game, and one that is void for the player", []biography.Event{held(1, "JP22", nil, void, spoiled)}, "1 events, 0 won, 0 podiums, 0 games, 0 won\n"},
		{
			"who plays in the same team is no opponent",
			[]biography.Event{held(1, "SQ00", nil, teams)},
			"1 events, 0 won, 0 podiums, 1 games, 1 won\ngame-points SQ00 13 at 1.1\nevent-wins  1 at 1\ngames-won 1 from 1.1 to 1.1 true\n" +
				"met 3: 1 in 1, 1/0/0, last 1.1\nmet 4: 1 in 1, 1/0/0, last 1.1\n",
		},
		{"the podium is left and reached again", []biography.Event{
			held(1, "BG", []int{2, 1}), held(2, "BG", []int{2, 3, 4, 1}), held(3, "BG", []int{1}), held(4, "BG", []int{2, 3}), held(5, "BG", []int{2, 3, 1}),
		}, "4 events, 1 won, 3 podiums, 0 games, 0 won\nevent-points BG 10 at 3\non-podiums 2 from 3 to 5 true\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := written(biography.Of(player(1), tt.events)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func some(t *rapid.T) []biography.Event {
	var events []biography.Event
	for n := range rapid.IntRange(0, 6).Draw(t, "events") {
		e := held(n+1, rapid.SampledFrom([]string{"BG", "CN09"}).Draw(t, "ruleset"), rapid.Permutation([]int{1, 2, 3, 4, 5}).Draw(t, "ranking"))
		for round := range rapid.IntRange(0, 4).Draw(t, "games") {
			g := game(round+1, rapid.Permutation([]int{1, 2, 3, 4, 5}).Draw(t, "table")[:rapid.IntRange(2, 4).Draw(t, "size")]...)
			g.Void = rapid.IntRange(0, 9).Draw(t, "void") == 0
			e.Games = append(e.Games, g)
		}
		events = append(events, e)
	}
	return events
}

// The figures of an opponent are counted from the games that Between lists. From the opponent's side they are
// the same games, with ahead and behind exchanged.
func TestOpponentsAreTheirMeetings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		events := some(rt)
		b := biography.Of(player(1), events)
		for _, o := range b.Opponents {
			list := biography.Between(player(1), o.Player, events)
			ahead, behind := 0, 0
			for _, m := range list {
				if m.Own.Place < m.Other.Place {
					ahead++
				} else {
					behind++
				}
			}
			if len(list) != o.Games || ahead != o.Ahead || behind != o.Behind || o.Ahead+o.Behind+o.Level != o.Games || list[len(list)-1].At != o.Last {
				rt.Fatalf("%+v, but the games are %+v", o, list)
			}
			for _, back := range biography.Of(o.Player, events).Opponents {
				if back.Player == player(1) && (back.Games != o.Games || back.Ahead != o.Behind || back.Behind != o.Ahead || back.Events != o.Events) {
					rt.Fatalf("%+v, and from the other side %+v", o, back)
				}
			}
		}
	})
}

// If an event is taken away, the biography is as if it had never been held: the event's figures are gone, and
// no record or streak names it.
func TestAnEventThatFallsTakesItsFiguresAlong(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		events := some(rt)
		if len(events) == 0 {
			return
		}
		i := rapid.IntRange(0, len(events)-1).Draw(rt, "falls")
		fallen := events[i].ID
		rest := append(append([]biography.Event{}, events[:i]...), events[i+1:]...)
		all, without := biography.Of(player(1), events), biography.Of(player(1), rest)
		if without.Games > all.Games || without.Events != all.Events-1 {
			rt.Fatalf("with %+v, without %+v", all, without)
		}
		for _, r := range without.Records {
			if r.At.Event == fallen {
				rt.Fatalf("the record %+v is of the event that fell", r)
			}
		}
		for _, s := range without.Streaks {
			if s.From.Event == fallen || s.To.Event == fallen {
				rt.Fatalf("the streak %+v is of the event that fell", s)
			}
		}
	})
}
