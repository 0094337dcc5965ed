package notices

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/tenant/tenantdb"
)

// HostingStep tells the other side of a step on a club's request to hold an event.
type HostingStep struct {
	Federation uuid.UUID `json:"federation"`
	Hosting    uuid.UUID `json:"hosting"`
	Number     int       `json:"number"` // of the step
}

// Kind names the job.
func (HostingStep) Kind() string { return "notice.hosting-step" }

// Where the reference of the API describes what is to be done about a request, which
// has no page of its own.
const (
	decisionPage = "/docs/#post-/tenants/-tenant-/hosting-requests/-hosting-/approval"
	requestPage  = "/docs/#get-/tenants/-tenant-/hostings/-hosting-"
)

func (o Office) hostingStep(ctx context.Context, id string, job HostingStep) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Federation, nil)
	if err != nil {
		return err
	}
	h, err := o.Desk.ViewHosting(door, job.Hosting, uuid.Nil)
	if err != nil {
		return err
	}
	if job.Number > len(h.Steps) {
		return nil
	}
	step := h.Steps[job.Number-1]
	var readers []leaguedb.Reader
	var publisher leaguedb.Publisher
	b := &tenantdb.Batch{}
	page := requestPage
	if step.Kind.OfClub() {
		page = decisionPage
		leaguedb.LoadHostingDeciders(b, &readers, h.RegionID, o.Now())
	} else {
		leaguedb.LoadHostingAskers(b, &readers, h.ID)
	}
	leaguedb.LoadPublisher(b, &publisher)
	if err := door.Send(b); err != nil {
		return err
	}
	return o.sendAll(ctx, id, readers, mail.Hosting{
		Club: h.ClubName, Federation: publisher.Name, Event: h.Title, Step: string(step.Kind), Text: step.Text,
		When: h.StartsAt.In(leaguedb.Event{TimeZone: h.TimeZone}.Location()), Link: o.PublicURL + page,
	})
}
