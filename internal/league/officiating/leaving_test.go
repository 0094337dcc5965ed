package officiating_test

import (
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// expelled makes an entry one that was expelled after the latest round.
func expelled(t *testing.T, s *officiating.Situation, entry int) *officiating.Situation {
	t.Helper()
	round, during := len(s.Rounds), false
	s.Sanctions = append(s.Sanctions, facts.Sanction{
		Ordinal: len(s.Sanctions) + 1, Entry: entry, Kind: league.Expulsion, Round: round, ConfirmedAt: &beginning, ConfirmedRound: &round, ConfirmedDuring: &during,
	})
	return derive(t, s)
}

// withdrew makes an entry one that has left after the latest round.
func withdrew(t *testing.T, s *officiating.Situation, w facts.Withdrawal) *officiating.Situation {
	t.Helper()
	w.Ordinal = len(s.Withdrawals) + 1
	s.Withdrawals = append(s.Withdrawals, w)
	return derive(t, s)
}

// TestLeaving: an entry leaves at a moment: between two rounds, or during the game of its table
// (CN09 3.5).
func TestLeaving(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		make      func(t *testing.T, s *officiating.Situation)
		entry     league.Entry
		unexcused bool
		want      string
	}{
		{"FG14 3/before the first game", func(*testing.T, *officiating.Situation) {}, 1, false, "after round 0"},
		{"FG14 3/after the first game", func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, 1, false, "after round 1"},
		{"CN09 3.5/during a game", func(t *testing.T, s *officiating.Situation) { draw(t, s) }, 1, false, "during round 1"},
		{"CN09 3.5/the result of the table is there", func(t *testing.T, s *officiating.Situation) {
			play(t, draw(t, s))
			s.Latest().State = "open"
			s.Latest().Tables[1].Result = nil
		}, 1, false, "after round 1"},
		{"CN09 3.5/another table still plays", func(t *testing.T, s *officiating.Situation) {
			play(t, draw(t, s))
			s.Latest().State = "open"
			s.Latest().Tables[1].Result = nil
		}, 5, false, "during round 1"},
		{"CN09 3.5/between two rounds", func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, 4, false, "after round 1"},
		{"CN09 3.5/there is no return, and no second leaving", func(t *testing.T, s *officiating.Situation) {
			withdrew(t, s, facts.Withdrawal{Entry: 4})
		}, 4, false, "state entry-is-out (entry=4)"},
		{"CN09 5.5b/who was expelled has left", func(t *testing.T, s *officiating.Situation) { expelled(t, s, 4) }, 4, false, "state entry-is-out (entry=4)"},
		{"CN09 5.5b/leaving bars from nothing", func(t *testing.T, s *officiating.Situation) { expelled(t, s, 4) }, 4, true, "state entry-is-out (entry=4)"},
		{"CN09 3.5/a stranger", func(*testing.T, *officiating.Situation) {}, 99, false, "faults /entry: CN09: unknown-entry (entry=99)"},
		{"CN09 3.5/who never came", func(_ *testing.T, s *officiating.Situation) { set(s, facts.NoShow, 4) }, 4, false, "state entry-not-playing (entry=4)"},
		{"CN09 3.5/before the start", func(_ *testing.T, s *officiating.Situation) { s.Event.State = facts.Open }, 4, false, "state event-not-running (state=open)"},
		{"CN09 3.5/after the end", func(_ *testing.T, s *officiating.Situation) { s.Event.State = facts.Finished }, 4, false, "state event-not-running (state=finished)"},
		{"BG 1.1.7/without good reason", func(*testing.T, *officiating.Situation) {}, 2, true, "after round 0"},
		{"BG 1.1.7/who is disqualified has left", func(t *testing.T, s *officiating.Situation) { expelled(t, s, 3) }, 3, false, "state entry-is-out (entry=3)"},
		{"BG 1.1.7/and without good reason is barred too", func(t *testing.T, s *officiating.Situation) { expelled(t, s, 3) }, 3, true, "after round 0"},
		{"BG 1.1.7/which is said once", func(t *testing.T, s *officiating.Situation) {
			withdrew(t, expelled(t, s, 3), facts.Withdrawal{Entry: 3, Unexcused: true})
		}, 3, true, "state entry-is-out (entry=3)"},
		{"BG 1.1.7/and again when that was a mistake", func(t *testing.T, s *officiating.Situation) {
			withdrew(t, expelled(t, s, 3), facts.Withdrawal{Entry: 3, Unexcused: true, RevokedAt: &beginning})
		}, 3, true, "after round 0"},
		{"BG 1.1.7/after the end nothing is said", func(t *testing.T, s *officiating.Situation) {
			expelled(t, s, 3).Event.State = facts.Finished
		}, 3, true, "state event-not-running (state=finished)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, 12)
			tt.make(t, s)
			at, err := s.Leaving(tt.entry, tt.unexcused)
			got := leaguetest.Answer(err)
			if err == nil {
				got = fmt.Sprintf("%s round %d", map[bool]string{true: "during", false: "after"}[at.During], at.Round)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestIsFinalist: an entry named for a final by the standings is replaced by the first of those
// excluded (FG14 3). After a semifinal others are called up (CN09 3.5), and from tables nobody
// qualifies by the standings (JP22 2).
func TestIsFinalist(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		entries int
		make    func(t *testing.T, s *officiating.Situation)
		place   int // in the standings
		want    bool
	}{
		{"FG14 3/the fourth after both games", 12, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, play(t, draw(t, s)))) }, 4, true},
		{"FG14 3/the fifth", 12, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, play(t, draw(t, s)))) }, 5, false},
		{"FG14 3/the first after one game", 12, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, 1, false},
		{"FG14 3/while the results may still change", 12, func(t *testing.T, s *officiating.Situation) {
			play(t, draw(t, play(t, draw(t, s)))).Latest().State = "open"
			derive(t, s)
		}, 1, false},
		{"FG14 3/while the final is played", 12, func(t *testing.T, s *officiating.Situation) {
			draw(t, play(t, draw(t, play(t, draw(t, s)))))
		}, 1, false},
		{"CN09 3.5/who leaves after the rounds is struck before anybody is named", 12, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, play(t, draw(t, s)))) }, 1, false},
		{"JP22 2/the winner of a table", 8, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, 1, false},
		{"BG 1.2.5/no final", 8, func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, tt.entries)
			tt.make(t, s)
			rounds := s.State.Rounds
			if got := s.IsFinalist(rounds[len(rounds)-1].Standings[tt.place-1].Entry); got != tt.want {
				t.Errorf("the %d. of the standings: got %t", tt.place, got)
			}
		})
	}
}

// TestMayRevokeWithdrawal: a withdrawal recorded by mistake can be revoked until the next round is
// drawn without the player, or a result marks them as a leaver (CN09 3.5).
func TestMayRevokeWithdrawal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		make func(t *testing.T, s *officiating.Situation)
		w    facts.Withdrawal
		want string
	}{
		{"CN09 3.5/after the round", func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, facts.Withdrawal{Entry: 3, Round: 1}, ""},
		{"CN09 3.5/in the game that is played", func(t *testing.T, s *officiating.Situation) { draw(t, s) }, facts.Withdrawal{Entry: 3, Round: 1, During: true}, ""},
		{"CN09 3.5/the result of that game is there", func(t *testing.T, s *officiating.Situation) { play(t, draw(t, s)) }, facts.Withdrawal{Entry: 3, Round: 1, During: true}, "state result-says-left (entry=3)"},
		{"CN09 3.5/the next round is drawn", func(t *testing.T, s *officiating.Situation) { draw(t, play(t, draw(t, s))) }, facts.Withdrawal{Entry: 3, Round: 1}, "state round-drawn-since (round=2)"},
		{"CN09 3.5/taken back already", func(t *testing.T, s *officiating.Situation) { draw(t, s) }, facts.Withdrawal{Entry: 3, Round: 1, RevokedAt: &beginning}, "state withdrawal-revoked"},
		{"CN09 3.5/the event is over", func(_ *testing.T, s *officiating.Situation) { s.Event.State = facts.Finished }, facts.Withdrawal{Entry: 3}, "state event-not-running (state=finished)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, 13)
			tt.make(t, s)
			if got := leaguetest.Answer(s.MayRevokeWithdrawal(tt.w)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestIsOut: entries that have left or were expelled are out, and so are finalists who have given
// up, though the standings keep them until the final is drawn (FG14 3).
func TestIsOut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		make func(t *testing.T, s *officiating.Situation)
		want string
	}{
		{"CN09 3.5/nobody", func(*testing.T, *officiating.Situation) {}, "[]"},
		{"CN09 3.5/who has left", func(t *testing.T, s *officiating.Situation) { withdrew(t, s, facts.Withdrawal{Entry: 2}) }, "[2]"},
		{"CN09 3.5/who left by mistake", func(t *testing.T, s *officiating.Situation) {
			withdrew(t, s, facts.Withdrawal{Entry: 2, RevokedAt: &beginning})
		}, "[]"},
		{"CN09 5.5b/who was expelled", func(t *testing.T, s *officiating.Situation) { expelled(t, s, 5) }, "[5]"},
		{"CN09 5.5b/whose expulsion waits for the first referee", func(t *testing.T, s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 5, Kind: league.Expulsion}}
			derive(t, s)
		}, "[]"},
		{"CN09 5.5a/who was warned twice", func(t *testing.T, s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 5, Kind: league.Warning}, {Ordinal: 2, Entry: 5, Kind: league.Warning}}
			derive(t, s)
		}, "[5]"},
		{"FG14 3/a finalist who has given up", func(t *testing.T, s *officiating.Situation) {
			play(t, draw(t, play(t, draw(t, s))))
			first := s.State.Rounds[1].Standings[0].Entry
			withdrew(t, s, facts.Withdrawal{Entry: int(first), Round: 2, Qualified: true})
		}, "[1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, 12)
			tt.make(t, s)
			out := []int{}
			for _, e := range s.InPlay() {
				if s.IsOut(league.Entry(e.Number)) {
					out = append(out, e.Number)
				}
			}
			if got := fmt.Sprint(out); got != tt.want {
				t.Errorf("out are %s, want %s", got, tt.want)
			}
		})
	}
}
