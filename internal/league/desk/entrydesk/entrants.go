package entrydesk

import (
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// ReserveName sets whether the public list of entrants shows an entry without its name until check-in.
func (d Desk) ReserveName(tx tenantdb.Tx, act desk.Act, id league.EventID, number int, reserved bool) (facts.Entry, *officiating.Situation, error) {
	s, e, err := d.openEntry(tx, id, number)
	if err != nil {
		return facts.Entry{}, nil, err
	}
	reserveName(tx, act, s, e, reserved)
	return *e, s, nil
}

// reserveName changes whether the name of an entry is reserved; an entry that already has this state is left
// alone.
func reserveName(tx tenantdb.Tx, act desk.Act, s *officiating.Situation, e *facts.Entry, reserved bool) {
	if e.NameReserved == reserved {
		return
	}
	before := *e
	e.NameReserved = reserved
	desk.ChangeEntry(tx, act, s, e, before, "")
	act.Record.Log(s.Event.ID.UUID, leaguelog.NameReserved{Entry: league.Entry(e.Number), Reserved: reserved})
}
