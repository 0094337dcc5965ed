package playdesk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/logfact"
	"referto/internal/tenant/tenantdb"
)

// RecordResult records the first result of a table.
func (d Desk) RecordResult(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, result league.Result) (*officiating.Situation, error) {
	s, t, err := d.openTable(tx, id, round, table)
	if err != nil {
		return nil, err
	}
	if t.Result != nil {
		return nil, &league.StateError{
			Grounds: league.Grounds{Reason: "table-has-result", Params: map[string]string{"table": strconv.Itoa(table)}},
			Current: map[string]any{"version": t.Result.Version, "result": t.Result.Result, "enteredBy": t.Result.EnteredBy, "enteredAt": t.Result.EnteredAt},
		}
	}
	return d.addResult(tx, act, s, t, round, result, "")
}

// CorrectResult replaces the result of a table, for a reason, until the round is
// closed. The versions before it stay.
func (d Desk) CorrectResult(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, from desk.Version, result league.Result, reason string) (*officiating.Situation, error) {
	s, t, err := d.openTable(tx, id, round, table)
	if err != nil {
		return nil, err
	}
	if t.Result == nil {
		return nil, league.NotNow("table-without-result", "table", strconv.Itoa(table))
	}
	if from.Stale(t.Result.Version) {
		return nil, &desk.StaleError{Current: map[string]any{"version": t.Result.Version, "result": t.Result.Result, "enteredBy": t.Result.EnteredBy, "enteredAt": t.Result.EnteredAt}}
	}
	return d.addResult(tx, act, s, t, round, result, reason)
}

// openTable opens a running event to write down a result of an open round.
func (d Desk) openTable(tx tenantdb.Tx, id league.EventID, round, table int) (*officiating.Situation, *facts.Table, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.MayRecord(round, table)
	return s, t, err
}

func (d Desk) addResult(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, t *facts.Table, round int, result league.Result, reason string) (*officiating.Situation, error) {
	if faults := s.CheckResult(round, t, result); len(faults) > 0 {
		return nil, faults
	}
	r := facts.Result{
		Result: result, Round: round, TableNumber: t.Number, Version: 1, Reason: reason, EnteredAt: act.Now,
	}
	var before any
	if t.Result != nil {
		r.Version, before = t.Result.Version+1, t.Result.Result
	}
	told := leaguelog.TableResult{Round: round, Table: t.Number, Version: r.Version, Result: result}
	fact := logfact.Fact(leaguelog.ResultRecorded{TableResult: told})
	if t.Result != nil {
		fact = leaguelog.ResultCorrected{TableResult: told}
	}
	t.Result = &r
	id := s.Event.ID
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddResult(b, id, r, act.By) })
	act.Record.Log(id.UUID, fact)
	act.Record.Audit(fmt.Sprintf("round %d table %d", round, t.Number), reason, before, result)
	return s, inResult(s.Replay(), round, t.Number)
}

// inResult points the faults of a replay to the result that has just been written
// down: those of a formula without a value for one of its seats. What is wrong
// elsewhere follows from the result as a whole.
func inResult(err error, round, table int) error {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err
	}
	at := fmt.Sprintf("/rounds/%d/tables/%d/result", round-1, table-1)
	pointed := slices.Clone(faults)
	for i := range pointed {
		pointer, here := strings.CutPrefix(pointed[i].Field, at)
		if !here {
			pointer = ""
		}
		pointed[i].Field = pointer
	}
	return pointed
}

// SetEnteredBy names who recorded the latest result of a table, which the rows
// at hand do not know yet.
func SetEnteredBy(s *officiating.Situation, round, table int, name string) {
	if t := s.Table(round, table); t != nil && t.Result != nil {
		t.Result.EnteredBy = name
	}
}

// VoidGame declares void a game whose result has been written down, for a reason;
// it is a correction of that result. A regulation that knows no void games refuses
// it, as it refuses any result.
func (d Desk) VoidGame(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, void league.Void, reason string) (*officiating.Situation, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, err
	}
	t := s.Table(round, table)
	if t == nil {
		return nil, fmt.Errorf("round %d table %d: %w", round, table, league.ErrNotFound)
	}
	var result league.Result
	if t.Result != nil {
		result = t.Result.Result
	}
	result.Void = &void
	return d.CorrectResult(tx, act, id, round, table, desk.AnyVersion, result, reason)
}
