package officiating

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// MayRecord finds the table of an open round to write its result down, or, of an event
// that was finished and opened again to put something right, a table of any round that has
// a result: what was drawn since stands. It returns league.ErrNotFound if there is none, and
// a [league.StateError] where no result is taken.
func (s *Situation) MayRecord(round, table int) (*facts.Table, error) {
	t := s.Table(round, table)
	if t == nil {
		return nil, fmt.Errorf("round %d table %d: %w", round, table, league.ErrNotFound)
	}
	if err := s.RequireRunning(); err != nil {
		return nil, err
	}
	putRight := s.Event.ProcessedAt != nil && t.Result != nil
	if s.Rounds[round-1].State == "closed" && !putRight {
		return nil, league.NotNow("round-closed", "round", strconv.Itoa(round))
	}
	return t, nil
}

// MayRecordFirst refuses a first result of a table that has one, and says what stands there.
func MayRecordFirst(t facts.Table) error {
	if t.Result == nil {
		return nil
	}
	return &league.StateError{
		Grounds: league.Grounds{Reason: "table-has-result", Params: map[string]string{"table": strconv.Itoa(t.Number)}}, Current: StandingResult(*t.Result),
	}
}

// MayCorrect refuses to correct the result of a table that has none.
func MayCorrect(t facts.Table) error {
	if t.Result == nil {
		return league.NotNow("table-without-result", "table", strconv.Itoa(t.Number))
	}
	return nil
}

// StandingResult describes the result that a table has, and who entered it when, for who would enter
// another.
func StandingResult(r facts.Result) map[string]any {
	return map[string]any{"version": r.Version, "result": r.Result, "enteredBy": r.EnteredBy, "enteredAt": r.EnteredAt}
}

// ResultOf makes the next recording of a table's result, for a reason where it is a
// correction: the versions before it stay. A result that the ruleset refuses is refused.
func (s *Situation) ResultOf(round int, t facts.Table, result league.Result, reason string, now time.Time) (facts.Result, error) {
	if faults := s.CheckResult(round, &t, result); len(faults) > 0 {
		return facts.Result{}, faults
	}
	r := facts.Result{Result: result, Round: round, TableNumber: t.Number, Version: 1, Reason: reason, EnteredAt: now}
	if t.Result != nil {
		r.Version = t.Result.Version + 1
	}
	return r, nil
}

// Voided makes the result of a table that is declared void: what was written down of its
// game stays (SQ00 base 22).
func Voided(t facts.Table, void league.Void) league.Result {
	var result league.Result
	if t.Result != nil {
		result = t.Result.Result
	}
	result.Void = &void
	return result
}

// InResult points the faults of a replay to the result that has just been written down:
// those of a formula without a value for one of its seats. What is wrong elsewhere follows
// from the result as a whole.
func InResult(err error, round, table int) error {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err
	}
	at := fmt.Sprintf("/rounds/%d/tables/%d/result", round-1, table-1)
	pointed := slices.Clone(faults)
	for i := range pointed {
		field, here := strings.CutPrefix(pointed[i].Field, at)
		if !here {
			field = ""
		}
		pointed[i].Field = field
	}
	return pointed
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
