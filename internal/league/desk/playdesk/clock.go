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

// CommandClock tells the clock of the latest round something.
func (d Desk) CommandClock(tx tenantdb.Tx, act desk.Act, id league.EventID, round int, c officiating.ClockCommand) (*officiating.Situation, error) {
	s, r, err := d.openLatest(tx, id, round)
	if err != nil {
		return nil, err
	}
	if r.State == "closed" {
		return nil, league.NotNow("round-closed", "round", strconv.Itoa(round))
	}
	if c.Table != 0 && s.Table(round, c.Table) == nil {
		return nil, league.Faults{{Field: "/table", Grounds: league.Grounds{Reason: "unknown-table", Params: map[string]string{"table": strconv.Itoa(c.Table)}}}}
	}
	clock, err := officiating.TurnClock(s.Rules, r.Clock, c, s.Event.TimeLimitMinutes*60, act.Now)
	if err != nil {
		return nil, err
	}
	clock.Version = r.Clock.Version + 1
	before := r.Clock
	r.Clock = clock
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetClock(b, id, round, clock) })
	act.Record.Log(id.UUID, leaguelog.ClockTold(c.Command, leaguelog.Clock{Round: round, Table: c.Table, Seconds: c.Seconds}))
	act.Record.Audit("clock of round "+strconv.Itoa(round), "", before, clock)
	return s, nil
}
