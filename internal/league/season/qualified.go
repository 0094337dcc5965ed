package season

import (
	"cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// QualifiedOn returns the place because of which a player may take part in nothing on a day; false
// if there is none. The bar begins on the day after the event at which they won the place, even a
// provisional one, or on the day after they stepped in, by decision or by the rule, or were
// convoked to a call-up; the reigning champion is barred for the whole season (CN09 1.5). A place
// of an invalid event bars nobody; a place that was given up still bars, as the player has
// qualified. A player who would be called up in the present state is free until they are convoked,
// because the state may change.
//
// The day of an instant is taken in the instant's own zone.
func (s State) QualifiedOn(player league.PlayerID, day rules.Day) (Place, bool) {
	for _, p := range s.Places {
		for _, step := range p.Steps {
			if p.State != Void && step.Player == player && p.barsAfter(step) < day {
				return p, true
			}
		}
	}
	return Place{}, false
}

// barsAfter returns the day after which a step bars its player from other events; "" is before the
// season.
func (p Place) barsAfter(step PlaceStep) rules.Day {
	switch step.Kind {
	case Entitled:
		return ""
	case Won:
		return p.Origin.Day
	case SteppedIn, CalledUp, Convoked:
		if !step.At.IsZero() { // a player who cannot come may have said so before the event
			return max(p.Origin.Day, rules.DayOf(step.At))
		}
		return cmp.Or(step.Day, never)
	}
	return never
}

// never is later than all days.
const never rules.Day = "9999-12-31"
