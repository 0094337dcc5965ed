package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

func preset(t rapid.TB, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fg14(t rapid.TB) *rules.Ruleset { t.Helper(); return preset(t, "firenzegioca-2014") }

func read(t rapid.TB, r *rules.Ruleset, key, value string) *rules.Ruleset {
	t.Helper()
	other, err := r.WithReading(key, value)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// requests returns requests of entries 1 to n in order. A note changes one: "3 gone", "21
// accepted", "22 10:21".
func requests(t rapid.TB, n int, notes ...string) []tournament.Request {
	t.Helper()
	list := make([]tournament.Request, n)
	for i := range list {
		list[i].Entry = league.Entry(i + 1)
	}
	for _, note := range notes {
		var entry int
		var what string
		if _, err := fmt.Sscan(note, &entry, &what); err != nil {
			t.Fatal(err)
		}
		request := &list[entry-1]
		switch what {
		case "gone":
			request.Gone = true
		case "accepted":
			request.Accepted = true
		default:
			request.At = new(rules.ClockTime)
			if err := request.At.UnmarshalText([]byte(what)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return list
}

// admitted writes the number of entrants, their tables, the reserves, the late requests and the
// refusal.
func admitted(a tournament.Admission) string {
	text := fmt.Sprintf("%d of %d at %v, waiting %v, late %v", len(a.Entrants), a.Size, a.Tables, a.Waiting, a.Late)
	if a.Err != nil {
		text += ", " + a.Err.String()
	}
	return text
}

func TestAdmission(t *testing.T) {
	t.Parallel()
	tests := []struct {
		par    string
		n      int
		notes  []string
		before int
		want   string
	}{
		{"FG14 1 twelve are the fewest", 11, nil, 0, "11 of 11 at [], waiting [], late [], FG14 1: field-size-not-allowed (entrants=11, min=12, nearest=12)"},
		{"FG14 1 twenty are the most, the others wait", 22, nil, 0, "20 of 20 at [4 4 4 4 4], waiting [21 22], late []"},
		{"FG14 1 who withdraws is followed by nobody", 21, []string{"3 gone"}, 0, "19 of 19 at [4 4 4 4 3], waiting [21], late []"},
		{"FG14 1 unless the referee lets somebody in", 22, []string{"3 gone", "22 accepted"}, 0, "20 of 20 at [4 4 4 4 4], waiting [21], late []"},
		{"FG14 1 the referee lets nobody in beyond twenty", 22, []string{"22 accepted"}, 0, "20 of 20 at [4 4 4 4 4], waiting [21 22], late []"},
		{"FG14 2 twenty past ten is in time, a minute later is not", 14, []string{"13 10:20", "14 10:21"}, 0, "13 of 13 at [4 3 3 3], waiting [], late [14]"},
		{"FG14 2 the referee lets in whoever waits, but nobody who asked too late", 22, []string{"3 gone", "22 10:21", "22 accepted"}, 0, "19 of 19 at [4 4 4 4 3], waiting [21], late [22]"},
		{"JP22 4 the last to enter stand by", 14, nil, 0, "12 of 12 at [3 3 3 3], waiting [13 14], late []"},
		{"JP22 4 they play when somebody defaults", 14, []string{"5 gone"}, 12, "12 of 12 at [3 3 3 3], waiting [14], late []"},
		{"JP22 4 when none are left the field shrinks", 12, []string{"5 gone"}, 12, "8 of 8 at [4 4], waiting [10 11 12], late []"},
		{"JP22 4 more than sixteen wait", 19, nil, 0, "16 of 16 at [4 4 4 4], waiting [17 18 19], late []"},
		{"JP22 2 seven have no field", 7, nil, 0, "0 of 0 at [], waiting [1 2 3 4 5 6 7], late [], JP22 2: field-size-not-allowed (entrants=7, min=8, nearest=8)"},
		{"CN09 3.2 everybody is let in", 13, []string{"4 gone"}, 0, "12 of 12 at [4 4 4], waiting [], late []"},
	}
	for _, tt := range tests {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			code, _, _ := strings.Cut(tt.par, " ")
			r := preset(t, map[string]string{"FG14": "firenzegioca-2014", "JP22": "just-play-2022", "CN09": "catan-nazionale-2009"}[code])
			if got := admitted(tournament.Admit(r, requests(t, tt.n, tt.notes...), tt.before)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("JP22 4 read as keeping the size, the field is incomplete", func(t *testing.T) {
		t.Parallel()
		r := read(t, preset(t, "just-play-2022"), "A000-2", "keep_size")
		a := tournament.Admit(r, requests(t, 12, "5 gone"), 12)
		if got, want := admitted(a), "11 of 12 at [3 3 3 3], waiting [], late []"; got != want || a.Complete {
			t.Errorf("got %s, complete %v", got, a.Complete)
		}
	})
}

func TestFirenze(t *testing.T) {
	t.Parallel()
	t.Run("FG14 3 two games and a final", func(t *testing.T) {
		t.Parallel()
		format := start(t, fg14(t), 17).state().Format
		if got := fmt.Sprint(format.Rounds, format.Semifinal, format.Final, format.TableSizes); got != "2 false true [4 4 3 3 3]" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("FG14 3 the first four together, the next four, the tables of four first", func(t *testing.T) {
		t.Parallel()
		state := start(t, fg14(t), 13).rounds(1).state()
		if got, want := seats(state.Next.Plan), "5 8 11 1 | 6 9 12 | 2 7 10 | 13 3 4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("FG14 3 two standings, seated by wins or by class points", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 13).draw().result(1, "time-limit 9 4 3 2").finish()
		round := e.state().Rounds[0]
		if got, want := order(round), "5 8 11 1 6 9 12 7 10 13 2 3 4"; got != want {
			t.Errorf("by wins: got %s, want %s", got, want)
		}
		points := round.Further[0]
		if points.ID != "class_points_first" || points.Rows[0].Entry != 1 || points.Rows[0].Figures[0].String() != "8" {
			t.Errorf("by class points: %+v", points)
		}
		e.r = read(t, e.r, "A001-1", "class_points_first")
		if got, want := seats(e.state().Next.Plan), "1 5 8 11 | 2 6 9 | 12 3 7 | 10 13 4"; got != want {
			t.Errorf("seated by class points: got %s, want %s", got, want)
		}
	})
	t.Run("FG14 3 after the first game who leaves is out before the pairing", func(t *testing.T) {
		t.Parallel()
		state := start(t, fg14(t), 13).rounds(1).withdraw(false, 5).state()
		if got, want := seats(state.Next.Plan), "8 11 1 6 | 9 12 2 7 | 10 13 3 4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := outs(state.Struck), "5 withdrew, FG14 3: withdrew-after-round (round=1)"; got != want {
			t.Errorf("got %s", got)
		}
	})
	t.Run("FG14 3 a finalist who gives up is replaced by the first excluded", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 12).rounds(2)
		before := e.state()
		if got, want := finalists(before), "1 5 6 9"; got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
		e.withdraw(false, 5)
		e.facts.Withdrawals[0].Qualified = true
		state := e.state()
		if got, want := finalists(state), "1 6 9 11!5"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if len(state.Rounds[1].Standings) != 12 || len(state.Rounds[1].Struck) != 0 {
			t.Error("the standings after the second game have changed")
		}
		if got, want := outs(e.draw().state().Struck), "5 withdrew, FG14 3: withdrew-after-round (round=2)"; got != want {
			t.Errorf("got %s", got)
		}
		over := e.finish().state()
		if has := slices.ContainsFunc(over.Final, func(row tournament.FinalRow) bool { return row.Entry == 5 }); has || len(over.Final) != 11 {
			t.Errorf("he is struck, also from the final order: %+v", over.Final)
		}
	})
	t.Run("FG14 3 level in the final: by the criteria taken of the final", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]string{"final_game": "6 by settlements-cities", "preliminary_standing": "1 by preliminary-standings"} {
			e := start(t, read(t, fg14(t), "A001-9", value), 12).rounds(2).draw().result(1, "time-limit 9 8 9 7")
			e.facts.Rounds[2].Tables[0].Result.Seats[2].Figures["cities"] = 2
			game := e.finish().state().Rounds[2].Tables[0].Game
			if got := fmt.Sprintf("%d by %s", game.Winner, game.WinnerBy); got != want {
				t.Errorf("%s: got %s, want %s", value, got, want)
			}
		}
	})
	t.Run("FG14 5 a game for the winner, another prize for most points or the second in them", func(t *testing.T) {
		t.Parallel()
		for winner, want := range map[string]string{"10! 7 5 3": "winner 1, most-points 5 with 12", "7 10! 5 3": "winner 5, most-points 1 with 16"} {
			// After two rounds 1 has 16 class points, 5, 6 and 9 have 12.
			e := start(t, fg14(t), 12).rounds(2).draw().result(1, "declared "+winner).finish()
			awards := e.state().Awards
			got := fmt.Sprintf("winner %d, most-points %d with %v", awards[0].Entry, awards[1].Entry, awards[1].Figure)
			if got != want || awards[1].Grounds.Cite() != "FG14 5" {
				t.Errorf("%s: got %s, want %s", winner, got, want)
			}
		}
	})
	t.Run("FG14 5 read with the class points of the final", func(t *testing.T) {
		t.Parallel()
		e := start(t, read(t, fg14(t), "A001-6", "with_final"), 12).rounds(2).draw().result(1, "declared 7 10! 5 3").finish()
		if award := e.state().Awards[1]; award.Entry != 1 || award.Figure.String() != "20" {
			t.Errorf("got %d with %v", award.Entry, award.Figure)
		}
	})
	t.Run("FG14 5 who has left gets no prize", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 12).rounds(2).withdraw(false, 1).draw().finish()
		for _, award := range e.state().Awards {
			if award.Entry == 1 {
				t.Errorf("%s goes to who has left", award.ID)
			}
		}
	})
	t.Run("FG14 3 a final of three where no more are left, and none of two", func(t *testing.T) {
		t.Parallel()
		for _, tt := range []struct {
			gone int
			want string
		}{{9, "1 5 6 possible true"}, {10, "1 5 possible false"}} {
			e := start(t, fg14(t), 12).rounds(2)
			ranked := entries(e.state().Rounds[1])
			state := e.withdraw(false, ranked[12-tt.gone:]...).state()
			if got := fmt.Sprintf("%s possible %v", finalists(state), state.Next.Plan != nil); got != tt.want {
				t.Errorf("got %s, want %s: %v", got, tt.want, state.Next.Err)
			}
		}
		e := start(t, fg14(t), 12).rounds(2)
		e.withdraw(false, entries(e.state().Rounds[1])[3:]...)
		over := e.draw().result(1, "declared 7 10! 5").finish().state()
		if len(over.Awards) != 2 || over.Awards[0].Entry != 5 || over.Awards[1].Entry != 1 {
			t.Errorf("got %+v", over.Awards)
		}
	})
	t.Run("FG14 5 the prize of a finalist who leaves, or is expelled in the final", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]league.Entry{"kept": 1, "struck": 6} {
			r := read(t, fg14(t), "A001-10", value)
			left := start(t, r, 12).rounds(2).draw().result(1, "declared 7-1 10! 5 3").finish().state()
			expelled := start(t, r, 12).rounds(2).draw().result(1, "declared 7-1 10! 5 3").sanction(true, league.Expulsion, 1, "cheating").finish().state()
			after := start(t, r, 12).rounds(2).draw().result(1, "declared 7 10! 5 3").finish().sanction(false, league.Expulsion, 1, "cheating").state()
			for i, state := range []tournament.State{left, expelled, after} {
				if len(state.Awards) != 2 || state.Awards[1].Entry != want {
					t.Errorf("%s, case %d: got %+v, want %d", value, i, state.Awards, want)
				}
			}
		}
	})
	t.Run("FG14 3 with the final the figures of all games tell level players apart", func(t *testing.T) {
		t.Parallel()
		// The first finalist has 12 class points and 19 victory points, the second 10 and
		// 18; in the final they get 2 with 3 and 4 with 9.
		e := start(t, read(t, fg14(t), "A001-6", "with_final"), 12).rounds(1).draw().result(1, "declared 9 8 3 10!").finish().draw().result(1, "declared 3 9 10! 1").finish()
		named := e.facts.Rounds[2].Tables[0].Seats
		award := e.state().Awards[1]
		if award.Entry != named[1] || award.Figure.String() != "14" {
			t.Errorf("got %d with %v, want %d", award.Entry, award.Figure, named[1])
		}
	})
	t.Run("FG14 6.5 a warning in the final counts for who is level in it, one after it does not", func(t *testing.T) {
		t.Parallel()
		for _, tt := range []struct {
			during bool
			want   league.Entry
		}{{true, 6}, {false, 1}} {
			e := start(t, fg14(t), 12)
			for entry := range e.facts.Lots {
				e.facts.Lots[entry] = int(entry) // 1 before 6
			}
			e.rounds(2).draw().result(1, "time-limit 9 8 9 7").sanction(tt.during, league.Warning, 1, "slow-play")
			if game := e.finish().state().Rounds[2].Tables[0].Game; game.Winner != tt.want {
				t.Errorf("during the final %v: got %d by %s, want %d", tt.during, game.Winner, game.WinnerBy, tt.want)
			}
		}
	})
	t.Run("FG14 6.5a warnings take effect in the order of their moments, whenever they were written down", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 13).rounds(1).sanction(false, league.Warning, 7, "slow-play").sanction(true, league.Warning, 7, "cheating")
		expelled := e.state().Record.Expelled
		if len(expelled) != 1 || expelled[0].At.During || expelled[0].Sanction.Reason != "slow-play" {
			t.Errorf("got %+v", expelled)
		}
	})
	t.Run("FG14 6.5a the second warning expels", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 13).rounds(1).sanction(true, league.Warning, 7, "slow-play").sanction(false, league.Warning, 7, "cheating")
		if got, want := outs(e.state().Struck), "7 expelled, FG14 6.5a: expelled-by-warnings (offense=cheating, warnings=2)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := e.sanction(false, league.Warning, 7, "slow-play").state().Record.Warnings[7]; got != 2 {
			t.Errorf("who is out has been warned: %d", got)
		}
	})
	t.Run("FG14 6.5b an expulsion is as leaving, and needs nobody's word", func(t *testing.T) {
		t.Parallel()
		e := start(t, fg14(t), 13).rounds(1).sanction(false, league.Expulsion, 7, "cheating")
		e.facts.Sanctions[0].Confirmed = false
		state := e.state()
		if got, want := outs(state.Struck), "7 expelled, FG14 6.5b: expelled-directly (offense=cheating)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if strings.Contains(" "+order(state.Rounds[0])+" ", " 7 ") {
			t.Error("7 is in the standings")
		}
	})
}

// entries returns the entries of standings in their order.
func entries(round tournament.RoundState) []league.Entry {
	var out []league.Entry
	for _, row := range round.Standings {
		out = append(out, row.Entry)
	}
	return out
}
