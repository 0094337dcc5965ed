package officiating

import (
	"fmt"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Drawn finds a round by its number to change it: only the latest of a running event can be
// changed. It returns league.ErrNotFound if there is none, and a [league.StateError] for an older
// one.
func (s *Situation) Drawn(number int) (*facts.Round, error) {
	if number < 1 || number > len(s.Rounds) {
		return nil, fmt.Errorf("round %d: %w", number, league.ErrNotFound)
	}
	if err := s.RequireRunning(); err != nil {
		return nil, err
	}
	if number != len(s.Rounds) {
		return nil, league.NotNow("round-not-latest", "round", strconv.Itoa(number), "latest", strconv.Itoa(len(s.Rounds)))
	}
	return s.Latest(), nil
}

// MayDiscard refuses to discard the latest round once it has a result, or a sanction was given in
// it.
func (s *Situation) MayDiscard() error {
	round := s.Latest()
	for _, t := range round.Tables {
		if t.Result != nil {
			return league.NotNow("round-has-results", "round", strconv.Itoa(round.Number), "table", strconv.Itoa(t.Number))
		}
	}
	for _, sanction := range s.Sanctions {
		if sanction.Round == round.Number && sanction.RevokedAt == nil {
			return league.NotNow("round-has-sanctions", "round", strconv.Itoa(round.Number))
		}
	}
	return nil
}

// MayClose refuses to close the latest round twice, or before all of its tables have a result.
func (s *Situation) MayClose() error {
	if round := s.Latest(); round.State == "closed" {
		return league.NotNow("round-closed", "round", strconv.Itoa(round.Number))
	}
	if missing := s.State.Next.Missing; len(missing) > 0 {
		return league.NotNow("results-missing", "tables", league.Numbers(missing))
	}
	return nil
}

// MayReopen refuses to reopen the latest round if it is open.
func (s *Situation) MayReopen() error {
	if round := s.Latest(); round.State != "closed" {
		return league.NotNow("round-open", "round", strconv.Itoa(round.Number))
	}
	return nil
}

// Undraw removes the latest round; facts recorded since its draw count as known for the next draw
// of it.
func (s *Situation) Undraw(number int) {
	before := number - 1
	s.Rounds = s.Rounds[:before]
	for i := range s.Apart {
		pair := &s.Apart[i]
		pair.AfterRound = min(pair.AfterRound, before)
		if pair.UntilRound != nil && *pair.UntilRound > before {
			pair.UntilRound = &before
		}
	}
	for i := range s.Attendance {
		if a := &s.Attendance[i]; a.Round == number {
			a.AfterDraw = 0
		}
	}
}
