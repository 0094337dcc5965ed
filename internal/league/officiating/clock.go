package officiating

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// The phases of a round's clock. The clock is stored as instants, so that every device shows the
// same time even if it missed updates. The phases of the ruleset for the time after the limit come
// between running and ended.
const (
	ClockReady   = ""
	ClockRunning = "running"
	ClockPaused  = "paused"
	ClockEnded   = "ended"
)

// clockSkew is the largest expected error of a device's estimate of the server's time.
const clockSkew = 2 * time.Second

// ClockCommand is a command to a clock.
type ClockCommand struct {
	Command string // start, pause, resume, extend, limit-turns, last-turn, advance, end, reset
	Seconds int    // for extend and limit-turns; a negative number reduces an extension
	Table   int    // for extend: one table only; 0 is all
	// At is the time of the command on a device, if it arrives later; zero is now.
	At time.Time
}

// ofTable reports whether a command changes the extra time of one table, which does not affect the
// round's clock.
func (c ClockCommand) ofTable() bool { return c.Command == "extend" && c.Table != 0 }

// CommandClock returns the clock of a round after a command, in its next version, and the moment
// from which the command takes effect. It refuses commands to a closed round, and extra time for a
// table that does not exist. A command that arrives late takes effect from the time at which it was
// pressed, so that no second is lost, unless the clock was commanded in between. Extra time of a
// table does not depend on other commands since the start, and makes no other command too late.
func (s *Situation) CommandClock(round facts.Round, command ClockCommand, now time.Time) (facts.Clock, time.Time, error) {
	if round.State == "closed" {
		return round.Clock, now, league.NotNow("round-closed", "round", strconv.Itoa(round.Number))
	}
	if command.Table != 0 && s.Table(round.Number, command.Table) == nil {
		return round.Clock, now, league.Faults{{Field: "/table", Grounds: league.Grounds{Reason: "unknown-table", Params: map[string]string{"table": strconv.Itoa(command.Table)}}}}
	}
	holds, err := command.holds(round, now)
	if err != nil {
		return round.Clock, now, err
	}
	clock, err := TurnClock(s.Rules, round.Clock, command, s.Event.TimeLimitMinutes*60, holds)
	clock.Version = round.Clock.Version + 1
	if !command.ofTable() {
		clock.CommandedAt = &holds
	}
	return clock, holds, err
}

// holds returns the moment from which a command that arrives now takes effect: when it was pressed,
// but not before the last command to the clock, or the draw.
func (c ClockCommand) holds(round facts.Round, now time.Time) (time.Time, error) {
	if c.At.IsZero() || !c.At.Before(now) {
		return now, nil
	}
	since, last := round.DrawnAt, round.Clock.CommandedAt
	if c.ofTable() {
		last = round.Clock.StartedAt
	}
	if last != nil {
		since = *last
	}
	if since.Sub(c.At) > clockSkew {
		return now, league.NotNow("clock-since")
	}
	return latest(c.At, since), nil
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// TurnClock returns the clock after a command, at a moment. Limit is the event's time for a round
// in seconds; 0 for no limit.
func TurnClock(r *rules.Ruleset, c facts.Clock, command ClockCommand, limit int, now time.Time) (facts.Clock, error) {
	refuse := func() (facts.Clock, error) {
		phase := c.Phase
		if phase == ClockReady {
			phase = "ready"
		}
		return c, league.NotNow("clock-phase", "phase", phase, "command", command.Command)
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
	case "limit-turns":
		return limitTurns(r, c, command.Seconds)
	case "last-turn", "advance":
		return advanceClock(r, c, command, refuse)
	case "end":
		if c.Phase == ClockReady || c.Phase == ClockEnded {
			return refuse()
		}
		c.Phase, c.EndsAt, c.Remaining = ClockEnded, nil, 0
	case "reset":
		c = facts.Clock{LimitSeconds: limit}
	}
	return c, nil
}

// limitTurns sets the time limit of each turn. It does not limit the game: a clock of turns ends no
// game (BG 1.2.2).
func limitTurns(r *rules.Ruleset, c facts.Clock, seconds int) (facts.Clock, error) {
	most := r.Time.TurnMinutes
	switch {
	case most == 0:
		return c, r.Refuse(r.Time.Paragraph, "no-turn-limit")
	case seconds <= 0:
		return c, league.Faults{{Field: "/seconds", Grounds: league.Grounds{Reason: "seconds-missing"}}}
	case seconds > most*60:
		return c, r.Refuse(r.Time.Paragraph, "turn-limit-too-long", "minutes", strconv.Itoa(most))
	}
	c.TurnSeconds = seconds
	return c, nil
}

// advanceClock moves to the next phase after the time limit: "last-turn" to the first of them,
// "advance" from each to the next.
func advanceClock(r *rules.Ruleset, c facts.Clock, command ClockCommand, refuse func() (facts.Clock, error)) (facts.Clock, error) {
	phases := r.Time.Phases
	if len(phases) == 0 {
		return c, r.Refuse(r.Time.Paragraph, "games-end-themselves")
	}
	// The index of the present phase: -1 is the time limit itself, then the ruleset's phases.
	at := -1
	if c.Phase != ClockRunning && c.Phase != ClockPaused {
		at = slices.IndexFunc(phases, func(p rules.TimePhase) bool { return string(p.Phase) == c.Phase })
		if at < 0 || at == len(phases)-1 || command.Command == "last-turn" {
			return refuse()
		}
	}
	c.Phase, c.EndsAt, c.Remaining = string(phases[at+1].Phase), nil, 0
	return c, nil
}

// extendClock adds extra time for all tables or one, or reduces it.
func extendClock(c facts.Clock, command ClockCommand, refuse func() (facts.Clock, error)) (facts.Clock, error) {
	switch {
	case command.Seconds == 0:
		return c, league.Faults{{Field: "/seconds", Grounds: league.Grounds{Reason: "seconds-missing"}}}
	case c.LimitSeconds == 0:
		return c, league.NotNow("no-time-limit")
	case c.Phase != ClockRunning && c.Phase != ClockPaused:
		return refuse()
	case command.Table != 0:
		return extendTable(c, command)
	case c.Phase == ClockPaused:
		c.Remaining = max(0, c.Remaining+command.Seconds)
	default:
		c.EndsAt = later(*c.EndsAt, command.Seconds)
	}
	return c, nil
}

// extendTable adds extra time for a table, or reduces it.
func extendTable(c facts.Clock, command ClockCommand) (facts.Clock, error) {
	seconds := c.Extra[command.Table] + command.Seconds
	switch {
	case seconds < 0:
		return c, league.NotNow("less-extra-time", "table", strconv.Itoa(command.Table))
	case seconds == 0:
		delete(c.Extra, command.Table)
		return c, nil
	case c.Extra == nil:
		c.Extra = map[int]int{}
	}
	c.Extra[command.Table] = seconds
	return c, nil
}

func later(t time.Time, seconds int) *time.Time {
	t = t.Add(time.Duration(seconds) * time.Second)
	return &t
}
