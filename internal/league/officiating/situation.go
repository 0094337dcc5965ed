package officiating

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Situation is an event with its facts, its ruleset, and the state derived from them.
type Situation struct {
	facts.EventFacts
	Rules *rules.Ruleset
	// State is derived from the facts; it is zero before the start.
	State tournament.State
	// footing is the intermediate state from which the state was derived.
	footing *tournament.Footing
}

// RequireRunning refuses acts that are possible only in a running event.
func (s *Situation) RequireRunning() error {
	if s.Event.State != facts.Running {
		return league.NotNow("event-not-running", "state", string(s.Event.State))
	}
	return nil
}

// RequireBeforeStart refuses acts that are possible only before the start.
func (s *Situation) RequireBeforeStart() error {
	if s.Event.Started() || s.Event.State == facts.Cancelled {
		return league.NotNow("before-start-only")
	}
	return nil
}

// Gathering reports whether entries are open or closed and the event has not started.
func (s *Situation) Gathering() bool {
	return s.Event.State == facts.Open || s.Event.State == facts.Closed
}

// Over reports whether the event is finished or cancelled.
func (s *Situation) Over() bool {
	return s.Event.State == facts.Finished || s.Event.State == facts.Cancelled
}

// Latest returns the latest drawn round; nil before the first.
func (s *Situation) Latest() *facts.Round {
	if len(s.Rounds) == 0 {
		return nil
	}
	return &s.Rounds[len(s.Rounds)-1]
}

// InPlay returns the entries that have started, including those that have left since.
func (s *Situation) InPlay() []facts.Entry {
	var out []facts.Entry
	for _, e := range s.Entries {
		if e.State == facts.Playing {
			out = append(out, e)
		}
	}
	return out
}

// IsOut reports whether an entry has left the event or was expelled. A finalist who
// has given up is out, though the standings keep them until the final is drawn.
func (s *Situation) IsOut(entry league.Entry) bool {
	for _, w := range s.Withdrawals {
		if w.RevokedAt == nil && w.Qualified && w.Entry == int(entry) {
			return true
		}
	}
	for _, struck := range s.State.Struck {
		if struck.Entry == entry {
			return true
		}
	}
	return false
}

// InGame reports whether an entry sits at a table of the latest round that has no
// result yet.
func (s *Situation) InGame(entry league.Entry) bool {
	round := s.Latest()
	return round != nil && slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return t.Result == nil && slices.Contains(t.Seats, entry) })
}

// Moment returns the present moment of the event for somebody who still plays:
// during their game of the open round, or after the latest round.
func (s *Situation) Moment(entry league.Entry, during bool) (league.Moment, error) {
	if err := s.RequireRunning(); err != nil {
		return league.Moment{}, err
	}
	params := []string{"entry", itoa(entry)}
	e := s.Entry(entry)
	switch {
	case e == nil:
		return league.Moment{}, league.Faults{{Field: "/entry", Grounds: s.Rules.Grounds("", "unknown-entry", params...)}}
	case e.State != facts.Playing:
		return league.Moment{}, league.NotNow("entry-not-playing", params...)
	case s.IsOut(entry):
		return league.Moment{}, league.NotNow("entry-is-out", params...)
	}
	at := league.Moment{Round: len(s.Rounds), During: during}
	if during {
		round := s.Latest()
		if round == nil || !seatedIn(*round, entry) || round.State == "closed" {
			return at, league.NotNow("no-game-under-way", params...)
		}
	}
	return at, nil
}

// pairing returns the pairing system chosen for the event.
func (s *Situation) pairing() rules.Pairing {
	pairing, _ := s.Rules.Pairing(rules.PairingSystem(s.Event.Pairing))
	return pairing
}

// seatedIn reports whether an entry sits at a table of a round.
func seatedIn(round facts.Round, entry league.Entry) bool {
	return slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return slices.Contains(t.Seats, entry) })
}

// hasResult reports whether any table of a round has a result.
func hasResult(round facts.Round) bool {
	return slices.ContainsFunc(round.Tables, func(t facts.Table) bool { return t.Result != nil })
}

func itoa(entry league.Entry) string { return strconv.Itoa(int(entry)) }
