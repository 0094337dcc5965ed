package season

import (
	"cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// QualifiedOn returns the place because of which somebody may take part in nothing on a day, and
// whether there is one: from the day after the event at which they won it, even for the time
// being, or after the day on which they stepped in, if only by the rule, or was called up; the
// reigning champion's for the whole season (CN09 1.5). A place of an invalid event bars nobody;
// one that they have given up goes on barring them, as they have qualified. Who is to be called
// up as things stand is free until they are asked: things may change.
//
// Instants are taken for days in the zone in which they come.
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

// barsAfter is the day after which a step bars its player from other events; "" is
// before the season.
func (p Place) barsAfter(step PlaceStep) rules.Day {
	switch step.Kind {
	case Entitled:
		return ""
	case Won:
		return p.Origin.Day
	case SteppedIn, CalledUp, Convoked:
		if !step.At.IsZero() { // who cannot come may have said so before the event
			return max(p.Origin.Day, rules.DayOf(step.At))
		}
		return cmp.Or(step.Day, never)
	}
	return never
}

// never is a day after all others.
const never rules.Day = "9999-12-31"
