package imports

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
)

// MayTakeIn refuses a file for an existing event that has started or is cancelled, or that holds
// preparations which the file would replace. It also refuses the file of an event played without
// the program, which always becomes a new event.
func MayTakeIn(f *eventfile.File, s *officiating.Situation) error {
	switch {
	case f.Outcome != nil || len(f.Reports) > 0: // an existing event records and sends these here
		return league.NotNow("outcome-into-new-event")
	case s.Event.Started() || s.Event.State == facts.Cancelled:
		return league.NotNow("event-state", "state", string(s.Event.State), "wanted", "import")
	case s.Structure != nil || len(s.Apart) > 0 || len(s.Attendance) > 0:
		return league.NotNow("event-prepared")
	}
	return nil
}

// History reports whether a file holds a new event that was played before a moment. Players barred
// today may have been allowed to play then. An existing event is still to be played.
func History(f *eventfile.File, into *officiating.Situation, now time.Time) bool {
	return into == nil && !f.Event.StartsAt.Truncate(time.Second).After(now) // seconds, as stored
}

// Announcement returns the announcement of a new event from a checked file.
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
