package officiating

import (
	"fmt"
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// MayRecord finds the table of an open round to write its result down. It returns
// league.ErrNotFound if there is none, and a [league.StateError] where no result is taken.
func (s *Situation) MayRecord(round, table int) (*facts.Table, error) {
	t := s.Table(round, table)
	if t == nil {
		return nil, fmt.Errorf("round %d table %d: %w", round, table, league.ErrNotFound)
	}
	if err := s.RequireRunning(); err != nil {
		return nil, err
	}
	if s.Rounds[round-1].State == "closed" {
		return nil, league.NotNow("round-closed", "round", strconv.Itoa(round))
	}
	return t, nil
}

// CheckResult lists what the ruleset refuses of a result, and a player who is
// known to have left the game but is not marked so.
func (s *Situation) CheckResult(round int, t *facts.Table, result league.Result) league.Faults {
	variant, _ := s.Rules.GameOf(s.Event.Variant, s.Event.Target)
	faults := scoring.Check(s.Rules, variant, t.Seats, result)
	return append(faults, tournament.LeftUnmarked(s.Rules, result, s.leavers(round, t))...)
}

// leavers are the players of a table who left its game by what was recorded
// apart from its result: a withdrawal, or an expulsion in effect, during it.
func (s *Situation) leavers(round int, t *facts.Table) []league.Entry {
	var out []league.Entry
	during := league.Moment{Round: round, During: true}
	for _, w := range s.Withdrawals {
		if w.RevokedAt == nil && w.League().At == during && slices.Contains(t.Seats, league.Entry(w.Entry)) {
			out = append(out, league.Entry(w.Entry))
		}
	}
	for _, expulsion := range s.State.Record.Expelled {
		if expulsion.At == during && slices.Contains(t.Seats, expulsion.Entry) {
			out = append(out, expulsion.Entry)
		}
	}
	return out
}
