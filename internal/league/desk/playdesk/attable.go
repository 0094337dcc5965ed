package playdesk

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// AtTables holds what the tables of a round have entered themselves.
type AtTables struct {
	// Declarations are the latest of each table, by table.
	Declarations []facts.Declaration
	// Calls are those for a referee, in the order they came.
	Calls []facts.RefereeCall
}

// AtTables loads what the tables of a round have entered; of one table alone unless table is 0.
func (d Desk) AtTables(door tenantdb.Door, event league.EventID, round, table int) (out AtTables, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadDeclarations(b, &out.Declarations, event, round, table)
	leaguedb.LoadRefereeCalls(b, &out.Calls, event, round, table)
	return out, door.Send(b)
}

// Declare keeps a result as somebody at a table declares it, for a referee or for the others at the table
// to confirm. The result itself is checked as one that is recorded. Check says whether whoever declares may
// speak for the table, once the event is at hand.
func (d Desk) Declare(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, by league.Entry, result league.Result, check Check) (*officiating.Situation, AtTables, error) {
	s, at, err := d.openForTable(tx, id, round, table, check)
	if err != nil {
		return nil, at, err
	}
	t, err := s.MayDeclare(round, table, by)
	if err != nil {
		return nil, at, err
	}
	before := 0
	if len(at.Declarations) > 0 {
		before = at.Declarations[0].Number
	}
	declared, err := s.Declare(round, *t, by, result, before)
	if err != nil {
		return nil, at, err
	}
	declared.DeclaredAt = act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddDeclaration(b, id, declared) })
	act.Record.Log(id.UUID, leaguelog.ResultDeclared{Round: round, Table: table, Number: declared.Number, Entry: by, Result: result})
	act.Record.Audit(fmt.Sprintf("round %d table %d declared", round, table), "", nil, result)
	at.Declarations = []facts.Declaration{declared}
	return s, at, nil
}

// Agree adds somebody at a table to those who agree with what was declared there. Where everybody has, and
// the event lets its tables, it is recorded as the result.
func (d Desk) Agree(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table, number int, by league.Entry, check Check) (*officiating.Situation, AtTables, error) {
	s, at, err := d.openForTable(tx, id, round, table, check)
	if err != nil {
		return nil, at, err
	}
	t, err := s.MayDeclare(round, table, by)
	if err != nil {
		return nil, at, err
	}
	if len(at.Declarations) == 0 || at.Declarations[0].Number != number {
		return nil, at, league.NotNow("declaration-replaced", "table", strconv.Itoa(table))
	}
	declared, agreed := s.ConfirmDeclaration(*t, at.Declarations[0], by)
	if len(declared.Confirmed) > len(at.Declarations[0].Confirmed) {
		tx.Defer(func(b *tenantdb.Batch) { leaguedb.ConfirmDeclaration(b, id, declared) })
		act.Record.Log(id.UUID, leaguelog.DeclarationAgreed{Round: round, Table: table, Number: number, Entry: by})
	}
	at.Declarations = []facts.Declaration{declared}
	if agreed {
		s, err = d.addResult(tx, act, s, t, round, declared.Result, "")
	}
	return s, at, err
}

// CallReferee calls a referee to a table.
func (d Desk) CallReferee(tx tenantdb.Tx, act desk.Act, id league.EventID, call facts.RefereeCall, check Check) (*officiating.Situation, AtTables, error) {
	s, at, err := d.openForTable(tx, id, call.Round, call.TableNumber, check)
	if err != nil {
		return nil, at, err
	}
	if err := officiating.MayCall(at.Calls, call.TableNumber); err != nil {
		return nil, at, err
	}
	call.ID, call.CalledAt = desk.NewID(), act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AddRefereeCall(b, id, call) })
	act.Record.Log(id.UUID, leaguelog.RefereeCalled{Call: call.ID, Round: call.Round, Table: call.TableNumber, Reason: string(call.Reason)})
	at.Calls = append(at.Calls, call)
	return s, at, nil
}

// AnswerCall notes that somebody of the staff goes to a table that has called. A call that is answered stays so.
func (d Desk) AnswerCall(tx tenantdb.Tx, act desk.Act, id league.EventID, round int, call uuid.UUID) (*officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, err
	}
	at, err := d.AtTables(tx, id, round, 0)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(at.Calls, func(c facts.RefereeCall) bool { return c.ID == call })
	if i < 0 {
		return nil, fmt.Errorf("call %s: %w", call, league.ErrNotFound)
	}
	if at.Calls[i].AnsweredAt != nil {
		return s, nil
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.AnswerRefereeCall(b, call, act.By, act.Now) })
	act.Record.Log(id.UUID, leaguelog.CallAnswered{Call: call, Round: round, Table: at.Calls[i].TableNumber})
	return s, nil
}

// SetTableResults says what becomes of results that tables declare.
func (d Desk) SetTableResults(tx tenantdb.Tx, act desk.Act, id league.EventID, to facts.TableResults) (*officiating.Situation, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, err
	}
	before := s.Event.TableResults
	if before == to {
		return s, nil
	}
	s.Event.TableResults = to
	desk.Save(tx, s)
	act.Record.Log(id.UUID, leaguelog.TableResultsChanged{TableResults: string(to)})
	act.Record.Audit("table results", "", before, to)
	return s, nil
}

// Check says whether a code is that of a table of an event.
type Check func(s *officiating.Situation) error

// openForTable opens an event for what a table enters itself, and loads what it has entered before.
func (d Desk) openForTable(tx tenantdb.Tx, id league.EventID, round, table int, check Check) (*officiating.Situation, AtTables, error) {
	s, err := d.OpenKept(tx, id)
	if err != nil {
		return nil, AtTables{}, err
	}
	if err := check(s); err != nil {
		return nil, AtTables{}, err
	}
	if _, err := s.MayUseTableCode(round, table); err != nil {
		return nil, AtTables{}, err
	}
	at, err := d.AtTables(tx, id, round, table)
	return s, at, err
}
