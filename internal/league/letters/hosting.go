package letters

import (
	"github.com/google/uuid"

	"referto/internal/league/desk/hostingdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// HostingStep notifies the other side of a step on a club's request to hold an
// event.
type HostingStep struct {
	Federation uuid.UUID `json:"federation"`
	Hosting    uuid.UUID `json:"hosting"`
	Number     int       `json:"number"` // of the step
}

// Kind names the job.
func (HostingStep) Kind() string { return "notice.hosting-step" }

func (n HostingStep) tenant() uuid.UUID { return n.Federation }

func (o Office) hostingStep(door tenantdb.Door, job HostingStep) (*notice, error) {
	h, err := hostingdesk.At(o.Desk).ViewHosting(door, job.Hosting, uuid.Nil)
	if err != nil || job.Number > len(h.Steps) {
		return nil, err
	}
	step := h.Steps[job.Number-1]
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	link := screen(o.PublicURL, h.ClubSlug, "hostings")
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) { leaguedb.LoadHostingAskers(b, out, h.ID) }
	if step.Kind.OfClub() {
		link = screen(o.PublicURL, publisher.Slug, "hosting")
		readers = func(b *tenantdb.Batch, out *[]leaguedb.Reader) {
			leaguedb.LoadHostingDeciders(b, out, h.RegionID, o.Now())
		}
	}
	return &notice{readers, same(mail.Hosting{
		Club: h.ClubName, Federation: publisher.Name, Event: h.Title, Step: string(step.Kind), Text: step.Text,
		When: h.StartsAt.In(facts.Event{TimeZone: h.TimeZone}.Location()), Link: link,
	})}, nil
}
