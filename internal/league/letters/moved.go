package letters

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// EventCalledOff notifies the entrants of an event, at once, that it does not take place.
type EventCalledOff struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
}

// Kind names the job.
func (EventCalledOff) Kind() string { return "notice.event-called-off" }

func (n EventCalledOff) tenant() uuid.UUID { return n.Tenant }

func (o Office) eventCalledOff(door tenantdb.Door, job EventCalledOff) (*notice, error) {
	s, err := o.Desk.View(door, job.Event)
	if err != nil || s.Event.State != facts.Cancelled {
		return nil, err
	}
	return o.toEntrants(door, planning.CalendarChange{Kind: planning.CalendarRemoved, Before: &planning.CalendarOf([]facts.Event{s.Event})[0]})
}

// EventRescheduled notifies the entrants of an event that it is at another time or place. If the event is in
// the calendar of its season, the next edition notifies them instead ([EventMoved]).
type EventRescheduled struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	// Was is the event as it was announced before.
	Was facts.CalendarLine `json:"was"`
	// At is the time of the change; zero in jobs of older releases.
	At time.Time `json:"at,omitzero"`
}

// Kind names the job.
func (EventRescheduled) Kind() string { return "notice.event-rescheduled" }

func (n EventRescheduled) tenant() uuid.UUID { return n.Tenant }

// Rescheduled returns the job about an event that was changed from one announcement to another at a moment; ok is
// false if time and place are the same, or the event is not public yet.
func Rescheduled(tenant uuid.UUID, was planning.Announcement, e facts.Event, at time.Time) (job EventRescheduled, ok bool) {
	is := planning.CalendarOf([]facts.Event{e})[0]
	before := is
	before.Title, before.StartsAt, before.TimeZone, before.Venue, before.City = was.Title, was.StartsAt, was.TimeZone, was.VenueName, was.VenueCity
	_, moved := movedFrom(before, is)
	return EventRescheduled{Tenant: tenant, Event: e.ID, Was: before, At: at}, moved && e.AnnouncedAt != nil && !e.Started()
}

// movedFrom compares an event with its earlier announcement; ok is false if it is still at the same time and
// place.
func movedFrom(was, is facts.CalendarLine) (change planning.CalendarChange, ok bool) {
	changes := planning.CompareCalendars([]facts.CalendarLine{was}, []facts.CalendarLine{is})
	if len(changes) == 0 {
		return change, false
	}
	return changes[0], changes[0].Affects()
}

func (o Office) eventRescheduled(door tenantdb.Door, job EventRescheduled) (*notice, error) {
	s, err := o.Desk.View(door, job.Event)
	if err != nil || s.Event.State == facts.Cancelled || s.Event.Started() {
		return nil, err
	}
	is := planning.CalendarOf([]facts.Event{s.Event})[0]
	change, moved := movedFrom(job.Was, is)
	if !moved { // back meanwhile
		return nil, nil
	}
	if s.Event.SeasonID != nil {
		if told, err := inCalendar(door, *s.Event.SeasonID, is, job.At); err != nil || told {
			return nil, err
		}
	}
	return o.toEntrants(door, change)
}

// inCalendar reports whether an edition of the calendar notifies the entrants of a change of an event, because the event was in the
// calendar before. An edition that was first to have the event, and was released since the change, notifies nobody of it.
func inCalendar(door tenantdb.Door, season league.SeasonID, is facts.CalendarLine, changed time.Time) (bool, error) {
	for number := 0; ; {
		var edition *facts.CalendarEdition
		b := &tenantdb.Batch{}
		leaguedb.LoadCalendarEdition(b, &edition, season, number)
		if err := door.Send(b); err != nil || edition == nil {
			return false, err
		}
		i := slices.IndexFunc(edition.Lines, func(l facts.CalendarLine) bool { return l.Event == is.Event })
		if i < 0 {
			return false, nil
		}
		_, differs := movedFrom(edition.Lines[i], is)
		if differs || changed.IsZero() || !edition.ReleasedAt.After(changed) {
			return true, nil
		}
		if number = edition.Number - 1; number == 0 {
			return false, nil
		}
	}
}

// toEntrants notifies the entrants of an event of a change of it.
func (o Office) toEntrants(door tenantdb.Door, change planning.CalendarChange) (*notice, error) {
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) { leaguedb.LoadEntrantReaders(b, out, change.Event()) }
	return &notice{readers, same(o.movedLetter(publisher, change, ""))}, nil
}

// movedLetter describes where and when an event is, and was, or that it does not take place.
func (o Office) movedLetter(publisher leaguedb.Publisher, change planning.CalendarChange, note string) mail.EventMoved {
	content := mail.EventMoved{
		Federation: publisher.Name, Event: change.Before.Title, Note: note,
		Was: local(*change.Before), WasAt: change.Before.Venue + ", " + change.Before.City,
		CalledOff: change.After == nil, Link: tenantPage(o.PublicURL, publisher.Slug) + "/e/" + change.Before.Slug,
	}
	if change.After != nil {
		content.Event, content.Is, content.IsAt = change.After.Title, local(*change.After), change.After.Venue+", "+change.After.City
	}
	return content
}

// local returns the start of an event at its venue.
func local(l facts.CalendarLine) time.Time {
	return l.StartsAt.In(facts.Event{TimeZone: l.TimeZone}.Location())
}
