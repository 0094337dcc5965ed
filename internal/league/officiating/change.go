package officiating

import (
	"fmt"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// SeatsNeeded counts the seats that the present entries need: if the ruleset has a rule on entries
// beyond the field, those of the entries that would start.
func (s *Situation) SeatsNeeded() int {
	if s.Rules.Field.Overflow != nil {
		return len(s.Admission().Entrants)
	}
	return s.SeatsTaken()
}

// CheckChange refuses a change of an event, from before to its present state, in anything that play
// depends on once it has started, because it was announced at the start (CN09 3.2a, 3.4); and a
// capacity below the seats that were needed before.
func (s *Situation) CheckChange(before facts.Event, needed int) error {
	after := s.Event
	if before.Started() && (playsOtherwise(before, after) || OtherSeason(before, after)) {
		return fmt.Errorf("event %s has started: %w", after.ID, league.ErrFrozen)
	}
	if after.Capacity < needed {
		return league.NotNow("capacity-below-entries", "capacity", strconv.Itoa(after.Capacity), "entered", strconv.Itoa(needed))
	}
	return nil
}

// playsOtherwise reports whether a change affects the way in which an event is played.
func playsOtherwise(before, after facts.Event) bool {
	return after.Formula != before.Formula || after.Variant != before.Variant || after.Target != before.Target || after.Pairing != before.Pairing ||
		after.Capacity != before.Capacity || after.TimeLimitMinutes != before.TimeLimitMinutes
}

// OtherSeason reports whether an event moves to another season, or to or from none.
func OtherSeason(before, after facts.Event) bool {
	if before.SeasonID == nil || after.SeasonID == nil {
		return before.SeasonID != after.SeasonID
	}
	return *before.SeasonID != *after.SeasonID
}
