package letters

import (
	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// EntryPromoted notifies a player on the waiting list of an event that a seat has become free, and that it is
// theirs or has to be confirmed.
type EntryPromoted struct {
	Tenant uuid.UUID      `json:"tenant"`
	Event  league.EventID `json:"event"`
	Entry  int            `json:"entry"`
}

// Kind names the job.
func (EntryPromoted) Kind() string { return "notice.entry-promoted" }

func (n EntryPromoted) tenant() uuid.UUID { return n.Tenant }

func (o Office) entryPromoted(door tenantdb.Door, job EntryPromoted) (*notice, error) {
	s, err := o.Desk.View(door, job.Event)
	if err != nil {
		return nil, err
	}
	e := s.Entry(league.Entry(job.Entry))
	if e == nil || e.State != facts.Entered || s.Event.Started() { // taken back meanwhile, or they are there
		return nil, nil
	}
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	link := eventPage(o.PublicURL, publisher.Slug, s.Event)
	if e.ConfirmBy != nil {
		link += pages.EnterPath
	}
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) { leaguedb.LoadEntrant(b, out, s.Event.ID, job.Entry) }
	return &notice{readers, same(seatLetter(publisher, s.Event, *e, link))}, nil
}

// seatLetter notifies a player who has moved up of their seat, and of the time by which they have to confirm
// it.
func seatLetter(publisher leaguedb.Publisher, event facts.Event, e facts.Entry, link string) mail.EntryPromoted {
	zone := event.Location()
	out := mail.EntryPromoted{Tenant: publisher.Name, Event: event.Title, When: event.StartsAt.In(zone), Where: event.VenueName + ", " + event.VenueCity, Link: link}
	if e.ConfirmBy != nil {
		out.Until = e.ConfirmBy.In(zone)
	}
	return out
}
