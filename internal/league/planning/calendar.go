package planning

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// CalendarOf writes the lines of a calendar about events, in their order.
func CalendarOf(events []facts.Event) []facts.CalendarLine {
	out := make([]facts.CalendarLine, len(events))
	for i, e := range events {
		out[i] = facts.CalendarLine{
			Event: e.ID, Slug: e.Slug, Title: e.Title, Kind: e.Kind, Region: e.RegionID, StartsAt: e.StartsAt, TimeZone: e.TimeZone, Venue: e.VenueName, City: e.VenueCity,
		}
	}
	return out
}

// NextEdition makes the present calendar the edition after the last (nil before the first), and
// lists its changes. It returns a [league.StateError] for a season that is not public, and if
// nothing has changed (CN09 2.3).
func (s *Setup) NextEdition(last *facts.CalendarEdition, lines []facts.CalendarLine, note string, now time.Time) (facts.CalendarEdition, []CalendarChange, error) {
	next := facts.CalendarEdition{Number: 1, Note: note, Lines: lines, ReleasedAt: now}
	if s.Season.State != SeasonRunning {
		return next, nil, s.notInState()
	}
	var before []facts.CalendarLine
	if last != nil {
		next.Number, before = last.Number+1, last.Lines
	}
	changes := CompareCalendars(before, lines)
	if len(changes) == 0 {
		return next, nil, league.NotNow("calendar-unchanged")
	}
	return next, changes, nil
}

// CalendarChange is an event in which two calendars differ.
type CalendarChange struct {
	Kind          CalendarChangeKind
	Before, After *facts.CalendarLine // nil if the calendar does not contain it
}

// Event returns the event of the change.
func (c CalendarChange) Event() league.EventID {
	if c.After != nil {
		return c.After.Event
	}
	return c.Before.Event
}

// CalendarChangeKind is the kind of a difference.
type CalendarChangeKind string

// The kinds of differences between two calendars.
const (
	CalendarAdded   CalendarChangeKind = "added"
	CalendarMoved   CalendarChangeKind = "moved"   // to another time or place
	CalendarRenamed CalendarChangeKind = "renamed" // time and place are the same
	CalendarRemoved CalendarChangeKind = "removed"
)

// Affects reports whether players of the event have to be notified.
func (c CalendarChange) Affects() bool { return c.Kind == CalendarMoved || c.Kind == CalendarRemoved }

// CompareCalendars lists the differences in the order of the later calendar, removed events last.
func CompareCalendars(before, after []facts.CalendarLine) []CalendarChange {
	known := make(map[league.EventID]*facts.CalendarLine, len(before))
	for i := range before {
		known[before[i].Event] = &before[i]
	}
	var out []CalendarChange
	for i := range after {
		is, was := &after[i], known[after[i].Event]
		delete(known, is.Event)
		switch {
		case was == nil:
			out = append(out, CalendarChange{Kind: CalendarAdded, After: is})
		case !was.StartsAt.Equal(is.StartsAt) || was.TimeZone != is.TimeZone || was.Venue != is.Venue || was.City != is.City:
			out = append(out, CalendarChange{Kind: CalendarMoved, Before: was, After: is})
		case was.Title != is.Title:
			out = append(out, CalendarChange{Kind: CalendarRenamed, Before: was, After: is})
		}
	}
	for i := range before {
		if gone := &before[i]; known[gone.Event] != nil {
			out = append(out, CalendarChange{Kind: CalendarRemoved, Before: gone})
		}
	}
	return out
}
