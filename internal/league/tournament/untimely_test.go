package tournament_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/tournament"
)

// TestUntimely: facts that nobody can have recorded at their stated time: a penalty for an entry
// that was out, leaving a game without having played it, an absence from a round in which the entry
// was not expected. The reasons are those of live play.
func TestUntimely(t *testing.T) {
	t.Parallel()
	left := func(entry league.Entry, round int, during bool) league.Withdrawal {
		return league.Withdrawal{Entry: entry, At: league.Moment{Round: round, During: during}}
	}
	given := func(kind league.SanctionKind, entry league.Entry, round int, during bool) league.Sanction {
		return league.Sanction{Entry: entry, Kind: kind, At: league.Moment{Round: round, During: during}, Confirmed: kind == league.Expulsion}
	}
	tests := []struct {
		name   string
		n      int
		rounds int
		change func(e *event)
		want   string
	}{
		{"CN09 5.5a/a warning after a game", 12, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 1, 1, false)}
		}, ""},
		{"CN09 5.5a/a warning in a game", 12, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 1, 1, true)}
		}, ""},
		{"CN09 5.5a/a warning before the first game", 12, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 1, 0, false)}
		}, ""},
		{"CN09 5.5a/in a game of a round that the player had left before", 13, 2, func(e *event) {
			e.facts.Rounds = e.facts.Rounds[:1]
			e.withdraw(false, 13).draw().finish()
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 13, 2, true)}
		}, "/sanctions/0/entry: CN09: entry-is-out (entry=13)"},
		{"CN09 5.5a/after a round that the player had left before", 13, 1, func(e *event) {
			e.withdraw(false, 13).draw().finish()
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 13, 2, false)}
		}, "/sanctions/0/entry: CN09: entry-is-out (entry=13)"},
		{"CN09 3.5/in the round after which the player left: nobody knows the order", 13, 1, func(e *event) {
			e.withdraw(false, 13)
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 13, 1, false)}
		}, ""},
		{"CN09 5.5a/in a final that the player does not play", 12, 3, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 12, 3, true)}
		}, "/sanctions/0/at: CN09: no-game-under-way (entry=12)"},
		{"CN09 5.5a/after a final that the player does not play", 12, 3, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 12, 3, false)}
		}, ""},
		{"CN09 5.5a/in a final that the player does", 12, 3, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 1, 3, true)}
		}, ""},
		{"CN09 5.5a/a third warning", 13, 1, func(e *event) {
			for range 3 {
				e.facts.Sanctions = append(e.facts.Sanctions, given(league.Warning, 13, 1, false))
			}
		}, "/sanctions/2/entry: CN09: entry-is-out (entry=13)"},
		{"CN09 5.5a/the second expels, and is still given", 13, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 13, 1, false), given(league.Warning, 12, 1, false), given(league.Warning, 13, 1, false)}
		}, ""},
		{"CN09 5.5b/after an expulsion, which nobody knows when was confirmed", 13, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 13, 1, false), given(league.Warning, 13, 1, false)}
		}, ""},
		{"FG14 6.5b/after an expulsion, which needs no confirmation", 13, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 13, 1, false), given(league.Warning, 13, 1, false)}
		}, "/sanctions/1/entry: FG14: entry-is-out (entry=13)"},
		{"FG14 6.5b/before an expulsion, and written down after it", 13, 2, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 13, 2, false), given(league.Warning, 13, 1, false)}
		}, ""},
		{"FG14 6.5b/after an expulsion that was given when the results had been processed", 12, 3, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 12, 3, false), given(league.Warning, 12, 3, false)}
			e.facts.Sanctions[0].AfterEnd = true
		}, ""},
		{"FG14 6.5b/after the expulsion of another", 13, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 12, 1, false), given(league.Warning, 13, 1, false)}
		}, ""},
		{"BG 1.1.4/after a disqualification", 8, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 8, 1, true), given(league.Expulsion, 8, 1, false)}
		}, "/sanctions/1/entry: BG: entry-is-out (entry=8)"},
		{"BG 1.1.5/in a game from which the player stayed away", 9, 0, func(e *event) {
			e.facts.Absences = []tournament.Absence{{Entry: 9, Round: 1}}
			e.draw().finish()
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 9, 1, true)}
		}, ""},
		{"JP22 2/there are no penalties: three warnings put nobody out", 12, 1, func(e *event) {
			for range 4 {
				e.facts.Sanctions = append(e.facts.Sanctions, given(league.Warning, 12, 1, false))
			}
		}, ""},
		{"CN09 5.5a/where the second waits for the first referee, nobody knows when it was confirmed", 13, 1, func(e *event) {
			e.r.Discipline.Warning.NeedsConfirmation = true
			for range 3 {
				e.facts.Sanctions = append(e.facts.Sanctions, given(league.Warning, 13, 1, false))
			}
		}, ""},
		{"CN09 5.5a/in a final from which another stayed away, and the player from a round before", 12, 3, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Warning, 12, 3, true)}
			e.facts.Absences = []tournament.Absence{{Entry: 11, Round: 3}, {Entry: 12, Round: 2}}
		}, "/sanctions/0/at: CN09: no-game-under-way (entry=12)"},
		{"CN09 3.5/leaving twice, the second time without good reason, which bars nobody", 13, 1, func(e *event) {
			e.withdraw(false, 13).draw().finish()
			e.facts.Withdrawals = append(e.facts.Withdrawals, left(13, 2, false))
			e.facts.Withdrawals[1].Unexcused = true
		}, "/withdrawals/1/entry: CN09: entry-is-out (entry=13)"},
		{"CN09 3.5/leaving between two rounds", 13, 1, func(e *event) { e.withdraw(false, 13) }, ""},
		{"CN09 3.5/leaving twice", 13, 1, func(e *event) {
			e.withdraw(false, 13).draw().finish()
			e.facts.Withdrawals = append(e.facts.Withdrawals, left(13, 2, false))
		}, "/withdrawals/1/entry: CN09: entry-is-out (entry=13)"},
		{"BG 1.1.7/leaving twice, the second time without good reason", 8, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 8, 1, false)}
			e.lot()
			e.facts.Withdrawals = []league.Withdrawal{left(8, 2, false)}
			e.facts.Withdrawals[0].Unexcused = true
		}, ""},
		{"BG 1.1.7/with a good reason whoever is out does not leave", 8, 1, func(e *event) {
			e.facts.Sanctions = []league.Sanction{given(league.Expulsion, 8, 1, false)}
			e.lot()
			e.facts.Withdrawals = []league.Withdrawal{left(8, 2, false)}
		}, "/withdrawals/0/entry: BG: entry-is-out (entry=8)"},
		{"CN09 3.5/leaving a game that says so", 12, 0, func(e *event) {
			e.draw().result(1, "declared 10! 7 5 3-1").finish()
			e.facts.Withdrawals = []league.Withdrawal{left(4, 1, true)}
		}, ""},
		{"CN09 3.5/leaving a game that does not say so", 12, 1, func(e *event) {
			e.facts.Withdrawals = []league.Withdrawal{left(4, 1, true)}
		}, "/rounds/0/tables/0/result/seats/3/left: CN09 3.5: left-not-marked (entry=4)"},
		{"CN09 3.5/leaving a game whose result is missing", 12, 0, func(e *event) {
			e.draw()
			e.facts.Withdrawals = []league.Withdrawal{left(4, 1, true)}
		}, ""},
		{"CN09 3.5/leaving a final that one does not play", 12, 3, func(e *event) {
			e.facts.Withdrawals = []league.Withdrawal{left(12, 3, true)}
		}, "/withdrawals/0/at: CN09: no-game-under-way (entry=12)"},
		{"BG 1.1.5/away from the round that comes", 8, 1, func(e *event) {
			e.facts.Absences = []tournament.Absence{{Entry: 8, Round: 2}}
		}, ""},
		{"BG 1.1.5/away after one has left", 9, 1, func(e *event) {
			e.withdraw(false, 9).lot()
			e.facts.Formula = "three-rounds"
			e.facts.Absences = []tournament.Absence{{Entry: 9, Round: 3}}
		}, "/absences/0/entry: BG: entry-is-out (entry=9)"},
		{"BG 1.1.5/away from the round before which one left", 9, 1, func(e *event) {
			e.withdraw(false, 9)
			e.facts.Absences = []tournament.Absence{{Entry: 9, Round: 2}}
		}, ""},
		{"BG 1.2.5/away from a round that does not come", 8, 1, func(e *event) {
			e.lot()
			e.facts.Absences = []tournament.Absence{{Entry: 8, Round: 3}}
		}, "/absences/0/round: BG: no-such-round (round=3)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := start(t, regulation(t, tt.name), tt.n)
			for i := range tt.rounds {
				if i > 0 && e.r.Code == "BG" {
					e.lot()
					continue
				}
				e.rounds(1)
			}
			tt.change(e)
			if got := tournament.Untimely(e.r, e.facts, e.state()).Error(); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestUntimelyArrivals: a late arrival must have been expected (SQ00 base 1).
func TestUntimelyArrivals(t *testing.T) {
	t.Parallel()
	e := club(t, sq00(t), 12).evenings(1).withdraw(false, 12).evenings(1)
	e.facts.Arrivals = []tournament.Arrival{{Entry: 12, Round: 3, Minutes: 5}, {Entry: 11, Round: 3, Minutes: 5}}
	if got := tournament.Untimely(e.r, e.facts, e.state()).Error(); got != "/arrivals/0/entry: SQ00: entry-is-out (entry=12)" {
		t.Errorf("got %q", got)
	}
}

// TestUntimelyPenaltiesOfLatecomers: an entry that came late to a round may be punished in its
// game, with or without a seat; an entry that came late to another round may not, nor one that was
// in time (SQ00 base 1).
func TestUntimelyPenaltiesOfLatecomers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		arrivals []tournament.Arrival
		want     string
	}{
		"nobody came late":     {nil, "/sanctions/0/at: SQ00: no-game-under-way (entry=12)"},
		"they did":             {[]tournament.Arrival{{Entry: 12, Round: 2, Minutes: 40}}, ""},
		"somebody else did":    {[]tournament.Arrival{{Entry: 11, Round: 2, Minutes: 40}}, "/sanctions/0/at: SQ00: no-game-under-way (entry=12)"},
		"they did a round ago": {[]tournament.Arrival{{Entry: 12, Round: 1, Minutes: 40}}, "/sanctions/0/at: SQ00: no-game-under-way (entry=12)"},
		"they will a round on": {[]tournament.Arrival{{Entry: 12, Round: 3, Minutes: 40}}, "/sanctions/0/at: SQ00: no-game-under-way (entry=12)"},
	} {
		t.Run("SQ00 base 1/"+name, func(t *testing.T) {
			t.Parallel()
			e := club(t, sq00(t), 12).evenings(1).away(12).evenings(1)
			state := e.state()
			e.facts.Absences, e.facts.Arrivals = nil, tt.arrivals
			e.facts.Sanctions = []league.Sanction{{Entry: 12, Kind: league.Points, At: league.Moment{Round: 2, During: true}}}
			if got := tournament.Untimely(e.r, e.facts, state).Error(); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestLeftUnmarked: the seats of players who are known to have left a game and are not marked (CN09
// 3.5).
func TestLeftUnmarked(t *testing.T) {
	t.Parallel()
	result := league.Result{Seats: []league.SeatResult{{Entry: 5}, {Entry: 6, Left: 1}, {Entry: 7}}}
	for _, tt := range []struct {
		name string
		left []league.Entry
		want string
	}{
		{"CN09 3.5/nobody has left", nil, ""},
		{"CN09 3.5/who is marked", []league.Entry{6}, ""},
		{"CN09 3.5/who is not", []league.Entry{7}, "/seats/2/left: CN09 3.5: left-not-marked (entry=7)"},
		{"CN09 3.5/two of them", []league.Entry{7, 6, 5}, "/seats/0/left: CN09 3.5: left-not-marked (entry=5); /seats/2/left: CN09 3.5: left-not-marked (entry=7)"},
		{"CN09 3.5/somebody of another table", []league.Entry{9}, ""},
	} {
		if got := tournament.LeftUnmarked(cn09(t), result, tt.left).Error(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
