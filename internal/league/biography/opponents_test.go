package biography_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/biography"
)

func TestKindsAndRuns(t *testing.T) {
	t.Parallel()
	if got := fmt.Sprint(biography.Kinds(), biography.Runs()); got != "[game-points event-points event-wins] [games-won on-podiums]" {
		t.Error(got)
	}
}

// between writes the games that two players played against each other: "1.2 at table 3: final, 1 to 4".
func between(own, other int, events ...biography.Event) string {
	var out []string
	for _, m := range biography.Between(player(own), player(other), events) {
		out = append(out, fmt.Sprintf("%d.%d at table %d: %s, %d to %d", m.At.Event.UUID[0], m.At.Round, m.At.Table, m.Kind, m.Own.Place, m.Other.Place))
	}
	return strings.Join(out, "; ")
}

// Two players have met if both had a seat, against each other, in a game that counts for both.
func TestBetween(t *testing.T) {
	t.Parallel()
	with := func(g biography.Game, change func(*biography.Game)) biography.Game {
		change(&g)
		return g
	}
	teams := with(game(1, 1, 2, 3, 4), func(g *biography.Game) {
		for i, team := range []string{"a", "a", "b", ""} {
			g.Seats[i].Team = team
		}
	})
	for _, tt := range []struct {
		says       string
		own, other int
		games      []biography.Game
		want       string
	}{
		{"a game", 1, 2, []biography.Game{game(1, 1, 3, 2)}, "7.1 at table 1: preliminary, 1 to 3"},
		{"from the other side", 2, 1, []biography.Game{game(1, 1, 3, 2)}, "7.1 at table 1: preliminary, 3 to 1"},
		{"of another kind, at another table", 1, 2, []biography.Game{with(game(2, 2, 1), func(g *biography.Game) { g.Kind, g.Table = league.Final, 4 })}, "7.2 at table 4: final, 2 to 1"},
		{"several, in their order", 1, 2, []biography.Game{game(1, 1, 2), game(2, 2, 1), game(3, 1, 3), game(4, 1, 2)}, "7.1 at table 1: preliminary, 1 to 2; 7.2 at table 1: preliminary, 2 to 1; 7.4 at table 1: preliminary, 1 to 2"},
		{"without the one", 1, 2, []biography.Game{game(1, 3, 2)}, ""},
		{"without the other", 1, 2, []biography.Game{game(1, 1, 3)}, ""},
		{"void", 1, 2, []biography.Game{with(game(1, 1, 2), func(g *biography.Game) { g.Void = true })}, ""},
		{"void for the one", 1, 2, []biography.Game{with(game(1, 1, 2), func(g *biography.Game) { g.Seats[0].Void = true })}, ""},
		{"void for the other", 1, 2, []biography.Game{with(game(1, 1, 2), func(g *biography.Game) { g.Seats[1].Void = true })}, ""},
		{"void for a third", 1, 2, []biography.Game{with(game(1, 1, 2, 3), func(g *biography.Game) { g.Seats[2].Void = true })}, "7.1 at table 1: preliminary, 1 to 2"},
		{"SQ00 3/in one team", 1, 2, []biography.Game{teams}, ""},
		{"SQ00 3/in two teams", 1, 3, []biography.Game{teams}, "7.1 at table 1: preliminary, 1 to 3"},
		{"SQ00 4/a team and somebody alone", 4, 1, []biography.Game{teams}, "7.1 at table 1: preliminary, 4 to 1"},
		{"nobody meets themselves", 1, 1, []biography.Game{game(1, 1, 2)}, ""},
	} {
		if got := between(tt.own, tt.other, held(7, "BG", nil, tt.games...)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.says, got, tt.want)
		}
	}
	if got, want := between(1, 2, held(3, "BG", nil, game(1, 1, 2)), held(1, "CN09", nil, game(1, 2, 1))), "3.1 at table 1: preliminary, 1 to 2; 1.1 at table 1: preliminary, 2 to 1"; got != want {
		t.Errorf("in two events: %q, want %q", got, want)
	}
}

// Opponents are ordered by how often they were met, then by the latest meeting, then by their ids. A game that
// is void for one of the two is not a meeting.
func TestOrderOfOpponents(t *testing.T) {
	t.Parallel()
	spoiled := game(1, 1, 2, 3)
	spoiled.Seats[1].Void = true
	for _, tt := range []struct {
		says  string
		games []biography.Game
		want  []byte
	}{
		{"most often first, whoever was met last", []biography.Game{game(1, 1, 3), game(2, 1, 3), game(3, 1, 2)}, []byte{3, 2}},
		{"of as many games the last met", []biography.Game{game(1, 1, 2), game(2, 1, 3)}, []byte{3, 2}},
		{"the other way round", []biography.Game{game(1, 1, 3), game(2, 1, 2)}, []byte{2, 3}},
		{"of one game by their ids", []biography.Game{game(1, 4, 1, 3, 2)}, []byte{2, 3, 4}},
		{"void for one of them", []biography.Game{spoiled}, []byte{3}},
		{"more games before more recent ones, of three", []biography.Game{game(1, 1, 2), game(2, 1, 2, 4), game(3, 1, 3, 4), game(4, 1, 3)}, []byte{3, 4, 2}},
	} {
		var got []byte
		for _, o := range biography.Of(player(1), []biography.Event{held(1, "BG", nil, tt.games...)}).Opponents {
			got = append(got, o.Player.UUID[15])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.says, got, tt.want)
		}
	}
}

// Records need more than 0 points. Of equal ones the first stands, and a better one replaces it together with
// its event (SQ00: points of an event may be negative).
func TestRecords(t *testing.T) {
	t.Parallel()
	event := func(n int, ruleset string, points *league.Frac, place int) biography.Event {
		return biography.Event{ID: event(n), Ruleset: ruleset, Ranking: []biography.Standing{{Player: player(2), Place: 1}, {Player: player(1), Place: place, Points: points}}}
	}
	points := func(n int) *league.Frac {
		f := league.Int(n).Div(league.Int(10))
		return &f
	}
	for _, tt := range []struct {
		says   string
		events []biography.Event
		want   string
	}{
		{"of an event without points", []biography.Event{event(1, "JP22", nil, 2)}, ""},
		{"of no points", []biography.Event{event(1, "BG", points(0), 2)}, ""},
		{"of less than no points", []biography.Event{event(1, "SQ00", points(-70), 2)}, ""},
		{"of a tenth of a point", []biography.Event{event(1, "SQ00", points(1), 2)}, "SQ00 0.1 at 1"},
		{"the better", []biography.Event{event(1, "SQ00", points(311), 2), event(2, "SQ00", points(312), 2)}, "SQ00 31.2 at 2"},
		{"the first of two", []biography.Event{event(1, "SQ00", points(311), 2), event(2, "SQ00", points(311), 2)}, "SQ00 31.1 at 1"},
		{"not the last", []biography.Event{event(1, "SQ00", points(311), 2), event(2, "SQ00", points(310), 2)}, "SQ00 31.1 at 1"},
		{"one of each regulation, as they were first played by", []biography.Event{event(1, "SQ00", points(10), 2), event(2, "BG", points(50), 2), event(3, "SQ00", points(20), 2)}, "SQ00 2 at 3, BG 5 at 2"},
	} {
		var got []string
		for _, r := range biography.Of(player(1), tt.events).Records {
			got = append(got, fmt.Sprintf("%s %s at %d", r.Ruleset, r.Value, r.At.Event.UUID[0]))
		}
		if text := strings.Join(got, ", "); text != tt.want {
			t.Errorf("%s: %q, want %q", tt.says, text, tt.want)
		}
	}
}

// A podium is a place from the first to the third. A player without a place, for example after leaving, has
// taken part and nothing more.
func TestPodiums(t *testing.T) {
	t.Parallel()
	for place, want := range map[int]string{
		-1: "1 events, 0 won, 0 podiums", 0: "1 events, 0 won, 0 podiums", 1: "1 events, 1 won, 1 podiums", 2: "1 events, 0 won, 1 podiums", 3: "1 events, 0 won, 1 podiums", 4: "1 events, 0 won, 0 podiums",
	} {
		b := biography.Of(player(1), []biography.Event{{ID: event(1), Ranking: []biography.Standing{{Player: player(1), Place: place}}}})
		if got := fmt.Sprintf("%d events, %d won, %d podiums", b.Events, b.EventsWon, b.Podiums); got != want || len(b.Streaks) != b.Podiums {
			t.Errorf("place %d: %s with %d streaks, want %s", place, got, len(b.Streaks), want)
		}
	}
}

// A player named in neither the ranking nor a game was not at the event; one named only in a game was, even if
// the game is void.
func TestWhoWasThere(t *testing.T) {
	t.Parallel()
	void := game(1, 2, 1)
	void.Void = true
	for _, tt := range []struct {
		says  string
		event biography.Event
		want  int
	}{
		{"in the ranking", held(1, "BG", []int{2, 1}), 1},
		{"in a game", held(1, "BG", []int{2}, game(1, 2, 1)), 1},
		{"in the second game only", held(1, "BG", nil, game(1, 2, 3), game(2, 2, 1)), 1},
		{"in a void one", held(1, "BG", nil, void), 1},
		{"nowhere", held(1, "BG", []int{2, 3}, game(1, 2, 3)), 0},
	} {
		if got := biography.Of(player(1), []biography.Event{tt.event}).Events; got != tt.want {
			t.Errorf("%s: %d events", tt.says, got)
		}
	}
}

// plain holds figures counted again from each game, independently of the running counts of the biography.
type plain struct {
	won    []bool // of each game that counts
	podium []bool // of each event
	points []int  // of each game that counts
}

func counted(n int, events []biography.Event) (p plain) {
	for _, e := range events {
		there, place := false, 0
		for _, s := range e.Ranking {
			if s.Player == player(n) {
				there, place = true, s.Place
			}
		}
		for _, g := range e.Games {
			for _, s := range g.Seats {
				if s.Player != player(n) {
					continue
				}
				there = true
				if !g.Void && !s.Void {
					p.won, p.points = append(p.won, s.Won), append(p.points, s.Points)
				}
			}
		}
		if there {
			p.podium = append(p.podium, place >= 1 && place <= 3)
		}
	}
	return p
}

// runsOf returns the lengths of all runs of successes, and whether the last run is still going.
func runsOf(list []bool) (lengths []int, goes bool) {
	n := 0
	for _, yes := range append(slices.Clone(list), false) {
		switch {
		case yes:
			n++
		case n > 0:
			lengths, n = append(lengths, n), 0
		}
	}
	return lengths, len(list) > 0 && list[len(list)-1]
}

func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// Whatever is played, the figures equal those counted from each game and event separately, and a streak is the
// first of the longest runs.
func TestFiguresAreCounted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		events := some(rt)
		b, p := biography.Of(player(1), events), counted(1, events)
		if b.Events != len(p.podium) || b.Podiums != count(p.podium) || b.Games != len(p.won) || b.GamesWon != count(p.won) {
			rt.Fatalf("%+v, counted %+v", b, p)
		}
		for run, list := range map[biography.Run][]bool{biography.GamesWon: p.won, biography.OnPodiums: p.podium} {
			lengths, goes := runsOf(list)
			i := slices.IndexFunc(b.Streaks, func(s biography.Streak) bool { return s.Run == run })
			if len(lengths) == 0 {
				if i >= 0 {
					rt.Fatalf("%+v of nothing", b.Streaks[i])
				}
				continue
			}
			longest := slices.Max(lengths)
			last := slices.Index(lengths, longest) == len(lengths)-1
			if i < 0 || b.Streaks[i].Length != longest || b.Streaks[i].Goes != (goes && last) {
				rt.Fatalf("%s: %+v, but the runs are %v, the last goes on: %t", run, b.Streaks, lengths, goes)
			}
		}
		var best []string
		for _, r := range b.Records {
			if r.Kind == biography.GamePoints {
				best = append(best, r.Value.String())
			}
		}
		if len(p.points) > 0 && !slices.Contains(best, fmt.Sprint(slices.Max(p.points))) {
			rt.Fatalf("the best of %v is not among %v", p.points, best)
		}
	})
}
