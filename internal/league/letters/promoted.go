package letters

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// EntryPromoted notifies somebody on the waiting list of an event that a seat has
// become free and is now theirs.
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
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) { leaguedb.LoadEntrant(b, out, s.Event.ID, job.Entry) }
	return &notice{readers, same(mail.EntryPromoted{
		Tenant: publisher.Name, Event: s.Event.Title, When: s.Event.StartsAt.In(s.Event.Location()),
		Where: s.Event.VenueName + ", " + s.Event.VenueCity, Link: eventPage(o.PublicURL, publisher.Slug, s.Event),
	})}, nil
}
