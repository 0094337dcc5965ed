package imports

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
)

// MayTakeIn refuses a file for an event that is here already: one that has started or is
// cancelled, or for which something was prepared that the file would replace; and a file of
// an event that was played without the program, which is always a new one.
func MayTakeIn(f *eventfile.File, s *officiating.Situation) error {
	switch {
	case f.Outcome != nil || len(f.Reports) > 0: // of an event that is here they are recorded and sent
		return league.NotNow("outcome-into-new-event")
	case s.Event.Started() || s.Event.State == facts.Cancelled:
		return league.NotNow("event-state", "state", string(s.Event.State), "wanted", "import")
	case s.Structure != nil || len(s.Apart) > 0 || len(s.Attendance) > 0:
		return league.NotNow("event-prepared")
	}
	return nil
}

// History reports whether a file is of an event that was played before a moment: who may not
// take part today may have then. An event that is here is still to be held.
func History(f *eventfile.File, into *officiating.Situation, now time.Time) bool {
	return into == nil && !f.Event.StartsAt.Truncate(time.Second).After(now) // as it is stored
}

// Announcement is that of a new event as the file has it, once the file has been checked.
func Announcement(f *eventfile.File) planning.Announcement {
	e := f.Event
	a := planning.Announcement{
		Title: e.Title, StartsAt: e.StartsAt, TimeZone: e.TimeZone, VenueName: e.Venue.Name, VenueAddress: e.Venue.Address, VenueCity: e.Venue.City,
		Formula: f.Facts.Formula, Variant: f.Facts.Variant, Target: f.Facts.Target, Pairing: string(f.Facts.Pairing),
		Capacity: e.Capacity, TimeLimitMinutes: e.TimeLimitMinutes, Notes: e.Notes,
	}
	if e.Venue.Latitude != nil {
		a.VenueAt = &planning.Position{Latitude: parts(*e.Venue.Latitude, 1_000_000), Longitude: parts(*e.Venue.Longitude, 1_000_000)}
	}
	if e.Fee != nil {
		cents := parts(e.Fee.Amount, 100)
		a.FeeCents, a.FeeCurrency = &cents, &e.Fee.Currency
	}
	if a.Capacity == 0 && f.Rules.Field.Max == 0 {
		a.Capacity = max(planning.DefaultCapacity, len(f.Facts.Entrants))
	}
	return a
}

// parts counts the parts of a number, so many to the whole.
func parts(f league.Frac, whole int) int {
	n, _, _ := f.Mul(league.Int(whole)).Trunc(0).Ratio()
	return int(n)
}
