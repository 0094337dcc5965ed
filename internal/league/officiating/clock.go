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

// The phases of a round's clock, which is kept as instants, so that every device
// shows the same whatever it missed. Between running and ended come those that
// the ruleset has for when time is up.
const (
	ClockReady   = ""
	ClockRunning = "running"
	ClockPaused  = "paused"
	ClockEnded   = "ended"
)

// clockSkew bounds the error with which a device knows the server's time.
const clockSkew = 2 * time.Second

// ClockCommand sets or stops a clock.
type ClockCommand struct {
	Command string // start, pause, resume, extend, limit-turns, last-turn, advance, end, reset
	Seconds int    // for extend and limit-turns; below 0 an extension is taken back
	Table   int    // for extend: one table only; 0 is all
	// At is when it was pressed, where it arrives later; zero is now.
	At time.Time
}

// ofTable reports whether a command is about the extra time of one table, which the clock of the round does not depend on.
func (c ClockCommand) ofTable() bool { return c.Command == "extend" && c.Table != 0 }

// CommandClock returns the clock of a round after a command, in its next version, and the moment as of which the command holds. A round that
// is closed has none, and extra time is given to tables that there are. A command that arrives late holds as of when it was pressed, so that no
// second is lost on the way, unless the clock was commanded since. Extra time of a table is the same whatever was commanded since the start, and no
// other command comes too late because of it.
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

// holds returns the moment as of which a command that arrives now holds: when it was pressed, and never before what the clock was
// commanded last, or the draw.
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

// TurnClock returns the clock after a command, at a moment. Limit are the seconds that
// the event leaves a round; 0 for no limit.
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

// limitTurns limits the time of each turn. That is no limit of the game,
// which no clock of turns ends (BG 1.2.2).
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

// advanceClock goes on to what is played next when time is up: "last-turn" to
// the first of it, "advance" from each to the next.
func advanceClock(r *rules.Ruleset, c facts.Clock, command ClockCommand, refuse func() (facts.Clock, error)) (facts.Clock, error) {
	phases := r.Time.Phases
	if len(phases) == 0 {
		return c, r.Refuse(r.Time.Paragraph, "games-end-themselves")
	}
	// What follows what: -1 is the time that is up, then the phases.
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

// extendClock gives extra time to all tables or to one, or takes it back.
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

// extendTable gives extra time to a table, or takes back what it was given.
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
