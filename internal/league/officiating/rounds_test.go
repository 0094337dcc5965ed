package officiating_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// played returns an event by CN09 of twelve after some rounds, with the last one open again if open
// is set.
func played(t *testing.T, rounds int, open bool) *officiating.Situation {
	t.Helper()
	s := begun(t, "CN09", 12)
	for range rounds {
		play(t, draw(t, s))
	}
	if open {
		s.Latest().State = "open"
		derive(t, s)
	}
	return s
}

// TestNext: the next round can be drawn once every table of the round before has its result and the
// desk has closed it; after the final there is none (CN09 3.2, BG 1.2.5).
func TestNext(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		entries int
		rounds  int // played
		change  func(t *testing.T, s *officiating.Situation)
		want    string // the kind and number of the next round, or the refusal
	}{
		{"JP22 2/one round", 8, 0, nil, "preliminary 1"},
		{"JP22 2/then the final", 8, 1, nil, "final 2"},
		{"JP22 2/which decides", 8, 2, nil, "state JP22 2: event-has-no-further-round"},
		{"FG14 3/two rounds", 12, 1, nil, "preliminary 2"},
		{"FG14 3/then the final", 12, 2, nil, "final 3"},
		{"CN09 3.2/two rounds for twelve", 12, 1, nil, "preliminary 2"},
		{"CN09 3.2/then the final", 12, 2, nil, "final 3"},
		{"CN09 3.2/which ends it", 12, 3, nil, "state CN09 3.2: event-has-no-further-round"},
		{"CN09 3.2/the final is not closed yet", 12, 3, func(t *testing.T, s *officiating.Situation) {
			s.Latest().State = "open"
			derive(t, s)
		}, "state CN09 3.2: last-round-drawn"},
		{"CN09 3.2/while results are missing", 12, 0, func(t *testing.T, s *officiating.Situation) { draw(t, s) }, "state results-missing (tables=1, 2, 3)"},
		{"CN09 3.2/while one result is missing", 12, 1, func(t *testing.T, s *officiating.Situation) {
			s.Latest().State, s.Latest().Tables[1].Result = "open", nil
			derive(t, s)
		}, "state results-missing (tables=2)"},
		{"CN09 3.2/before the round is closed", 12, 1, func(t *testing.T, s *officiating.Situation) {
			s.Latest().State = "open"
			derive(t, s)
		}, "state round-not-closed (round=1)"},
		{"CN09 3.2/before the start", 12, 0, func(_ *testing.T, s *officiating.Situation) { s.Event.State = facts.Closed }, "state event-not-running (state=closed)"},
		{"CN09 3.2/after the end", 12, 3, func(_ *testing.T, s *officiating.Situation) { s.Event.State = facts.Finished }, "state event-not-running (state=finished)"},
		{"CN09 3.2/five who are left make no tables", 12, 1, func(t *testing.T, s *officiating.Situation) {
			for _, row := range s.State.Rounds[0].Standings[5:] {
				s.Withdrawals = append(s.Withdrawals, facts.Withdrawal{Ordinal: 1 + len(s.Withdrawals), Entry: int(row.Entry), Round: 1})
			}
			derive(t, s)
		}, "rule CN09 3.2a: no-partition (entrants=5, sizes=4 3)"},
		{"BG 1.2.5/two rounds", 4, 1, nil, "preliminary 2"},
		{"BG 1.2.5/no final", 4, 2, nil, "state BG 1.2.3: event-has-no-further-round"},
		{"SQ00 8/three rounds", 4, 0, nil, "preliminary 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, tt.entries)
			for range tt.rounds {
				play(t, draw(t, s))
			}
			if tt.change != nil {
				tt.change(t, s)
			}
			next, err := s.Next()
			got := leaguetest.Answer(err)
			if err == nil {
				got = fmt.Sprint(next.Kind, " ", next.Number)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMethod: everybody sees how a round was seated.
func TestMethod(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		pairing rules.PairingSystem // "" stands for the first of the regulation
		kind    league.RoundKind
		number  int
		want    string
	}{
		{"JP22 2/the tables", "", league.Preliminary, 1, "lot"},
		{"JP22 2/the final", "", league.Final, 2, "seeded"},
		{"FG14 3/the first game by lot", "", league.Preliminary, 1, "lot"},
		{"FG14 3/the second by the standings", "", league.Preliminary, 2, "standings"},
		{"CN09 3.2a/the first round by lot", "", league.Preliminary, 1, "lot"},
		{"CN09 3.2b/later ones by the standings", "", league.Preliminary, 3, "standings"},
		{"CN09 3.2d/semifinals by place", "", league.Semifinal, 4, "seeded"},
		{"CN09 3.2d/the final", "", league.Final, 5, "seeded"},
		{"CN09 1.7.4/semifinals with which an event begins, by lot", "", league.Semifinal, 1, "lot"},
		{"CN09 3.3/by the printed schedule", rules.FixedSchedule, league.Preliminary, 1, "fixed"},
		{"CN09 3.3/throughout", rules.FixedSchedule, league.Preliminary, 4, "fixed"},
		{"CN09 3.3/but for the final", rules.FixedSchedule, league.Final, 5, "seeded"},
		{"BG 1.2.4/every round by lot", "", league.Preliminary, 3, "lot"},
		{"BG 1.2.4/or as the organizer decides", rules.ByStandings, league.Preliminary, 2, "standings"},
		{"BG 1.2.4/of which the first is by lot", rules.ByStandings, league.Preliminary, 1, "lot"},
		{"SQ00 4/the first round by the tournament before", "", league.Preliminary, 1, "standings"},
		{"SQ00 4/later ones by the standings", "", league.Preliminary, 2, "standings"},
	} {
		s := gathered(t, tt.name, 0)
		if tt.pairing != "" {
			s.Event.Pairing = string(tt.pairing)
		}
		if got := s.Method(tournament.Step{Kind: tt.kind, Number: tt.number}); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestDrawn: the latest round of a running event is changed, and no other.
func TestDrawn(t *testing.T) {
	t.Parallel()
	s := played(t, 2, false)
	for _, tt := range []struct {
		name   string
		number int
		state  facts.EventState
		want   string
	}{
		{"the latest", 2, facts.Running, ""},
		{"the one before", 1, facts.Running, "state round-not-latest (latest=2, round=1)"},
		{"one that is not drawn", 3, facts.Running, "not found"},
		{"none", 0, facts.Running, "not found"},
		{"after the end", 2, facts.Finished, "state event-not-running (state=finished)"},
		{"after the end one that there is not", 3, facts.Finished, "not found"},
	} {
		s.Event.State = tt.state
		round, err := s.Drawn(tt.number)
		got := leaguetest.Answer(err)
		if errors.Is(err, league.ErrNotFound) {
			got = "not found"
		}
		if got != tt.want || err == nil && round != s.Latest() {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestChangesOfTheLatestRound: it is discarded while nothing has happened in it, closed once
// every result is there, and opened again as long as no other is drawn.
func TestChangesOfTheLatestRound(t *testing.T) {
	t.Parallel()
	sanctioned := func(t *testing.T, round int, revoked bool) *officiating.Situation {
		s := draw(t, played(t, 1, false))
		s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 1, Kind: league.Warning, Round: round}}
		if revoked {
			s.Sanctions[0].RevokedAt = &beginning
		}
		return derive(t, s)
	}
	for _, tt := range []struct {
		name                   string
		s                      *officiating.Situation
		discard, close, reopen string
	}{
		{"drawn", draw(t, begun(t, "CN09", 12)), "", "state results-missing (tables=1, 2, 3)", "state round-open (round=1)"},
		{"played", played(t, 1, true), "state round-has-results (round=1, table=1)", "", "state round-open (round=1)"},
		{"closed", played(t, 1, false), "state round-has-results (round=1, table=1)", "state round-closed (round=1)", ""},
		{"CN09 5.5a/with a warning", sanctioned(t, 2, false), "state round-has-sanctions (round=2)", "state results-missing (tables=1, 2, 3)", "state round-open (round=2)"},
		{"CN09 5.5a/with a warning in the round before", sanctioned(t, 1, false), "", "state results-missing (tables=1, 2, 3)", "state round-open (round=2)"},
		{"CN09 5.5a/with a warning that was taken back", sanctioned(t, 2, true), "", "state results-missing (tables=1, 2, 3)", "state round-open (round=2)"},
	} {
		for what, got := range map[string][2]string{
			"discarded": {leaguetest.Answer(tt.s.MayDiscard()), tt.discard}, "closed": {leaguetest.Answer(tt.s.MayClose()), tt.close}, "opened again": {leaguetest.Answer(tt.s.MayReopen()), tt.reopen},
		} {
			if got[0] != got[1] {
				t.Errorf("%s, to be %s: got %q, want %q", tt.name, what, got[0], got[1])
			}
		}
	}
}

// TestUndraw: records made since a round was drawn count as known when it is drawn again: absences
// from it, and pairs kept apart from then on (SQ00 7).
func TestUndraw(t *testing.T) {
	t.Parallel()
	one := 1
	s := draw(t, begun(t, "SQ00", 12))
	s.Apart = []facts.Apart{{Entry: 1, Other: 2, AfterRound: 0}, {Entry: 3, Other: 4, AfterRound: 1}, {Entry: 5, Other: 6, AfterRound: 0, UntilRound: &one}}
	s.Attendance = []facts.Attendance{{Entry: 7, Round: 1, AfterDraw: 1}, {Entry: 8, Round: 2, AfterDraw: 2}, {Entry: 9, Round: 1}}
	s.Undraw(1)
	if len(s.Rounds) != 0 {
		t.Errorf("%d rounds are drawn", len(s.Rounds))
	}
	var after, draws []string
	for _, pair := range s.Apart {
		text := fmt.Sprint(pair.AfterRound)
		if pair.UntilRound != nil {
			text += fmt.Sprint("-", *pair.UntilRound)
		}
		after = append(after, text)
	}
	for _, a := range s.Attendance {
		draws = append(draws, fmt.Sprint(a.AfterDraw))
	}
	if got := strings.Join(after, " ") + ", " + strings.Join(draws, " "); got != "0 0 0-0, 0 2 0" {
		t.Errorf("got %s", got)
	}
	if one != 1 {
		t.Error("a number that others hold has changed")
	}
}
