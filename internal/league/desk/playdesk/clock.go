package playdesk

import (
	"strconv"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// CommandClock gives a command to the clock of the latest round.
func (d Desk) CommandClock(tx tenantdb.Tx, act desk.Act, id league.EventID, round int, c officiating.ClockCommand) (*officiating.Situation, error) {
	s, r, err := d.openLatest(tx, id, round)
	if err != nil {
		return nil, err
	}
	clock, holds, err := s.CommandClock(*r, c, act.Now)
	if err != nil {
		return nil, err
	}
	before := r.Clock
	r.Clock = clock
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetClock(b, id, round, clock) })
	told := leaguelog.Clock{Round: round, Table: c.Table, Seconds: c.Seconds}
	if holds.Before(act.Now) {
		told.HeldFrom = &holds
	}
	act.Record.Log(id.UUID, leaguelog.ClockFact(c.Command, told))
	act.Record.Audit("clock of round "+strconv.Itoa(round), "", before, clock)
	return s, nil
}
