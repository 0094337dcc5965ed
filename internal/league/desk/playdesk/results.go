package playdesk

import (
	"fmt"

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
	if err := officiating.MayRecordFirst(*t); err != nil {
		return nil, err
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
	if err := officiating.MayCorrect(*t); err != nil {
		return nil, err
	}
	if from.Stale(t.Result.Version) {
		return nil, &desk.StaleError{Current: officiating.StandingResult(*t.Result)}
	}
	return d.addResult(tx, act, s, t, round, result, reason)
}

// openTable opens a running event to write down a result of an open round.
func (d Desk) openTable(tx tenantdb.Tx, id league.EventID, round, table int) (*officiating.Situation, *facts.Table, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, nil, err
	}
	t, err := s.MayRecord(round, table)
	return s, t, err
}

func (d Desk) addResult(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, t *facts.Table, round int, result league.Result, reason string) (*officiating.Situation, error) {
	r, err := s.ResultOf(round, *t, result, reason, act.Now)
	if err != nil {
		return nil, err
	}
	var before any
	if t.Result != nil {
		before = t.Result.Result
	}
	recorded := leaguelog.TableResult{Round: round, Table: t.Number, Version: r.Version, Result: result}
	fact := logfact.Fact(leaguelog.ResultRecorded{TableResult: recorded})
	if t.Result != nil {
		fact = leaguelog.ResultCorrected{TableResult: recorded}
	}
	t.Result = &r
	id := s.Event.ID
	signed := func(name string, initials bool) { r.EnteredBy, r.EnteredByInitials = name, initials }
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddResult(b, id, r, act.By, signed) })
	act.Record.Log(id.UUID, fact)
	act.Record.Audit(fmt.Sprintf("round %d table %d", round, t.Number), reason, before, result)
	return s, officiating.InResult(s.Replay(), round, t.Number)
}

// SetEnteredBy sets the name of the person who recorded the latest result of a table, which the rows at hand do
// not hold yet.
func SetEnteredBy(s *officiating.Situation, round, table int, name string) {
	if t := s.Table(round, table); t != nil && t.Result != nil {
		t.Result.EnteredBy = name
	}
}

// VoidGame declares a game with a recorded result void, for a reason; it is a correction of that result. A
// regulation without void games refuses it, as it refuses any invalid result.
func (d Desk) VoidGame(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, void league.Void, reason string) (*officiating.Situation, error) {
	s, t, err := d.openTable(tx, id, round, table)
	if err != nil {
		return nil, err
	}
	if err := officiating.MayCorrect(*t); err != nil {
		return nil, err
	}
	return d.addResult(tx, act, s, t, round, officiating.Voided(*t, void), reason)
}
