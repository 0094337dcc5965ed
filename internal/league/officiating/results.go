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

// MayRecord finds the table of an open round to record its result. In an event that was finished
// and reopened for a correction, it finds a table of any round that has a result: later draws
// stand. It returns league.ErrNotFound if there is none, and a [league.StateError] if no result can
// be recorded.
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

// MayRecordFirst refuses a first result for a table that has one, and returns the present result
// with the refusal.
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

// StandingResult describes a table's present result, who entered it and when, for a refusal.
func StandingResult(r facts.Result) map[string]any {
	return map[string]any{"version": r.Version, "result": r.Result, "enteredBy": r.EnteredBy, "enteredAt": r.EnteredAt}
}

// ResultOf makes the next version of a table's result, with a reason if it is a correction; earlier
// versions are kept. It returns [league.Faults] for a result that the ruleset refuses.
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

// Voided returns the result of a table that is declared void; the recorded figures of its game are
// kept (SQ00 base 22).
func Voided(t facts.Table, void league.Void) league.Result {
	var result league.Result
	if t.Result != nil {
		result = t.Result.Result
	}
	result.Void = &void
	return result
}

// InResult rewrites the fields of a replay's faults so that they lead into the result just
// recorded: those of a formula without a value for one of its seats. A fault elsewhere is
// attributed to the result as a whole.
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

// CheckResult returns the ruleset's objections to a result, and faults for players who are known to
// have left the game but are not marked.
func (s *Situation) CheckResult(round int, t *facts.Table, result league.Result) league.Faults {
	variant, _ := s.Rules.GameOf(s.Event.Variant, s.Event.Target)
	faults := scoring.Check(s.Rules, variant, t.Seats, result)
	return append(faults, tournament.LeftUnmarked(s.Rules, result, s.leavers(round, t))...)
}

// leavers returns the players of a table who left its game by records other than its result: a
// withdrawal, or an expulsion in effect, during it.
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
