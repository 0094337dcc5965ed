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

// AtTables holds the entries that the tables of a round have made themselves.
type AtTables struct {
	// Declarations are the latest of each table, by table.
	Declarations []facts.Declaration
	// Calls are the calls for a referee, in the order in which they came.
	Calls []facts.RefereeCall
}

// AtTables loads the entries that the tables of a round have made; only those of one table unless table is 0.
func (d Desk) AtTables(door tenantdb.Door, event league.EventID, round, table int) (out AtTables, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadDeclarations(b, &out.Declarations, event, round, table)
	leaguedb.LoadRefereeCalls(b, &out.Calls, event, round, table)
	return out, door.Send(b)
}

// Declare stores a result declared by a player at a table, to be confirmed by a referee or by the others at the
// table. The result is checked like a recorded one. Check is called once the event is at hand, and refuses a
// person who may not speak for the table.
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

// Agree adds a player at a table to those who agree with the result declared there. Once all agree, and if the
// event allows its tables to confirm, it is recorded as the result.
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

// AnswerCall notes that a member of the staff goes to a table that has called. An answered call stays answered.
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

// SetTableResults sets how results that tables declare are handled: confirmed by the others at the table,
// confirmed by a referee, or not accepted.
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

// Check refuses a code that is not the code of a table of an event, and returns nil for one that is.
type Check func(s *officiating.Situation) error

// openForTable opens an event for an entry made by a table, and loads the earlier entries of the table.
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
