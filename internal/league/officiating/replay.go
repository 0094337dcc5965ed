package officiating

import (
	"slices"

	"referto/internal/league/tournament"
)

// Copy returns a copy with lists of its own, so that changing it does not change the original.
func (s *Situation) Copy() *Situation {
	c := *s
	c.Entries = slices.Clone(s.Entries)
	c.Sanctions = slices.Clone(s.Sanctions)
	c.Withdrawals = slices.Clone(s.Withdrawals)
	c.Apart = slices.Clone(s.Apart)
	c.Attendance = slices.Clone(s.Attendance)
	c.Rounds = slices.Clone(s.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Tables = slices.Clone(c.Rounds[i].Tables)
	}
	return &c
}

// Size counts the rows of the facts, as a measure of the memory that a situation takes.
func (s *Situation) Size() int {
	n := 10 + len(s.Entries) + len(s.Sanctions) + len(s.Withdrawals) + len(s.Previous) + len(s.Apart) + len(s.Attendance)
	for _, round := range s.Rounds {
		n += len(s.Entries) + len(round.Tables)
	}
	return n
}

// Replay derives the state from the present facts.
func (s *Situation) Replay() (err error) {
	if !s.Event.Started() {
		s.State = tournament.State{}
		return nil
	}
	if s.Event.Elsewhere {
		s.State = s.Recording()
		return nil
	}
	s.State, s.footing, err = tournament.ReplayOn(s.Rules, tournament.FactsOf(&s.EventFacts), s.footing)
	return err
}

// Replayed returns the state derived from the facts without changing the situation, for a preview.
func (s *Situation) Replayed() (tournament.State, error) {
	if s.Event.Elsewhere {
		return s.Recording(), nil
	}
	return tournament.Replay(s.Rules, tournament.FactsOf(&s.EventFacts))
}
