package desk

import (
	"maps"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// The phases of a round's clock. It is kept as instants, so that every device
// shows the same whatever it missed.
const (
	ClockReady    = ""
	ClockRunning  = "running"
	ClockPaused   = "paused"
	ClockLastTurn = "last-turn" // time is up: the player in turn ends his turn (CN09 3.4)
	ClockEnded    = "ended"
)

// ClockCommand is what the clock is told.
type ClockCommand struct {
	Command string // start, pause, resume, extend, last-turn, end, reset
	Seconds int    // for extend
	Table   int    // for extend: one table only; 0 is all
}

// CommandClock tells the clock of the latest round something.
func (d *Desk) CommandClock(tx tenantdb.Tx, act Act, id league.EventID, round int, c ClockCommand) (*Stage, error) {
	s, r, err := d.openLatest(tx, id, round)
	if err != nil {
		return nil, err
	}
	if r.State == "closed" {
		return nil, notNow("round-closed", "round", strconv.Itoa(round))
	}
	if c.Table != 0 && s.Table(round, c.Table) == nil {
		return nil, league.Faults{{Pointer: "/table", Grounds: league.Grounds{Reason: "unknown-table", Params: map[string]string{"table": strconv.Itoa(c.Table)}}}}
	}
	clock, err := turnClock(r.Clock, c, s.Event.TimeLimitMinutes*60, act.Now)
	if err != nil {
		return nil, err
	}
	clock.Version = r.Clock.Version + 1
	before := r.Clock
	r.Clock = clock
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.SetClock(b, id, round, clock) })
	act.Record.Log("clock."+c.Command, id.UUID, map[string]any{"round": round, "table": c.Table, "seconds": c.Seconds})
	act.Record.Audit("clock of round "+strconv.Itoa(round), "", before, clock)
	return s, nil
}

// turnClock is the clock after a command; it changes nothing else.
func turnClock(c leaguedb.Clock, command ClockCommand, limit int, now time.Time) (leaguedb.Clock, error) {
	refuse := func() (leaguedb.Clock, error) {
		phase := c.Phase
		if phase == ClockReady {
			phase = "ready"
		}
		return c, notNow("clock-phase", "phase", phase, "command", command.Command)
	}
	c.Extra = maps.Clone(c.Extra)
	switch command.Command {
	case "start":
		if c.Phase != ClockReady {
			return refuse()
		}
		c.Phase, c.StartedAt, c.LimitSeconds = ClockRunning, &now, limit
		if limit > 0 {
			c.EndsAt = later(now, limit)
		}
	case "pause":
		if c.Phase != ClockRunning {
			return refuse()
		}
		c.Phase = ClockPaused
		if c.EndsAt != nil {
			c.Remaining, c.EndsAt = max(0, int(c.EndsAt.Sub(now)/time.Second)), nil
		}
	case "resume":
		if c.Phase != ClockPaused {
			return refuse()
		}
		c.Phase = ClockRunning
		if c.LimitSeconds > 0 {
			c.EndsAt, c.Remaining = later(now, c.Remaining), 0
		}
	case "extend":
		return extendClock(c, command, refuse)
	case "last-turn":
		if c.Phase != ClockRunning && c.Phase != ClockPaused {
			return refuse()
		}
		c.Phase, c.EndsAt, c.Remaining = ClockLastTurn, nil, 0
	case "end":
		if c.Phase == ClockReady || c.Phase == ClockEnded {
			return refuse()
		}
		c.Phase, c.EndsAt, c.Remaining = ClockEnded, nil, 0
	case "reset":
		c = leaguedb.Clock{LimitSeconds: limit}
	}
	return c, nil
}

// extendClock gives extra time to all tables or to one.
func extendClock(c leaguedb.Clock, command ClockCommand, refuse func() (leaguedb.Clock, error)) (leaguedb.Clock, error) {
	switch {
	case command.Seconds == 0:
		return c, league.Faults{{Pointer: "/seconds", Grounds: league.Grounds{Reason: "seconds-missing"}}}
	case c.LimitSeconds == 0:
		return c, notNow("no-time-limit")
	case c.Phase != ClockRunning && c.Phase != ClockPaused:
		return refuse()
	case command.Table != 0:
		if c.Extra == nil {
			c.Extra = map[int]int{}
		}
		c.Extra[command.Table] += command.Seconds
	case c.Phase == ClockPaused:
		c.Remaining += command.Seconds
	default:
		c.EndsAt = later(*c.EndsAt, command.Seconds)
	}
	return c, nil
}

func later(t time.Time, seconds int) *time.Time {
	t = t.Add(time.Duration(seconds) * time.Second)
	return &t
}
