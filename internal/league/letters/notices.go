package letters

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/outbox"
	"referto/internal/quota"
	"referto/internal/tenant/tenantdb"
)

// Office writes letters. All fields are required.
type Office struct {
	DB   *tenantdb.DB
	Desk *desk.Desk
	Mail mail.Sender
	Now  func() time.Time
	// Later takes the jobs that follow from others.
	Later *outbox.Outbox
	// Postage is the bucket from which the letters of a tenant are taken.
	Postage func(tenant uuid.UUID) quota.Bucket
	// PublicURL is the address people use, without a slash at the end.
	PublicURL string
}

// Register makes the office the worker of all letters, and makes it look for due reminders at fixed intervals.
func Register(h *outbox.Handlers, o Office) {
	announce(h, o, o.eventMoved)
	announce(h, o, o.eventCalledOff)
	announce(h, o, o.eventRescheduled)
	announce(h, o, o.entryPromoted)
	announce(h, o, o.hostingStep)
	announce(h, o, o.seasonChanged)
	announce(h, o, o.structureAgreed)
	announce(h, o, o.refundStep)
	outbox.Handle(h, func(ctx context.Context, _ string, _ Round) error { return o.round(ctx) })
	outbox.Handle(h, func(ctx context.Context, _ string, job Look) error { return o.NoteDue(ctx, job.Tenant) })
	outbox.Handle(h, o.remind)
	outbox.Handle(h, o.ban)
	outbox.Handle(h, o.leaving)
	addressOffice{o}.register(h)
	recordOffice{o}.register(h)
	convocationOffice{o}.register(h)
	formOffice{o}.register(h)
	o.Later.Every(roundEvery, Round{})
}

// EventMoved notifies the entrants and the organizers of an event that an edition of the calendar moved it or
// called it off.
type EventMoved struct {
	Tenant  uuid.UUID       `json:"tenant"`
	Season  league.SeasonID `json:"season"`
	Edition int             `json:"edition"`
	Event   league.EventID  `json:"event"`
}

// Kind names the job.
func (EventMoved) Kind() string { return "notice.event-moved" }

func (n EventMoved) tenant() uuid.UUID { return n.Tenant }

func (o Office) eventMoved(door tenantdb.Door, job EventMoved) (*notice, error) {
	edition, changes, err := seasondesk.At(o.Desk).CalendarEdition(door, job.Season, job.Edition)
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	for _, change := range changes {
		if change.Event() == job.Event && change.Affects() {
			return o.moved(door, edition, change)
		}
	}
	return nil, nil
}

func (o Office) moved(door tenantdb.Door, edition facts.CalendarEdition, change planning.CalendarChange) (*notice, error) {
	publisher, err := publisherOf(door)
	if err != nil {
		return nil, err
	}
	s, err := o.Desk.View(door, change.Event())
	if err != nil {
		return nil, fmt.Errorf("letters: %w", err)
	}
	readers := func(b *tenantdb.Batch, out *[]leaguedb.Reader) {
		if s.Event.State == facts.Cancelled { // its entrants have been written to (EventCalledOff)
			leaguedb.LoadRunners(b, out, change.Event(), change.Before.Region, o.Now())
			return
		}
		leaguedb.LoadReaders(b, out, change.Event(), change.Before.Region, o.Now())
	}
	return &notice{readers, same(o.movedLetter(publisher, change, edition.Note))}, nil
}

func (o Office) send(ctx context.Context, id string, of uuid.UUID, to leaguedb.Reader, content mail.Content) error {
	err := maildb.Deliver(ctx, o.DB, o.Mail, o.Now, maildb.Letter{
		ID: id, Account: to.ID, Language: to.Language, To: mail.Address{Name: to.Name, Mail: to.Email}, Content: content, Postage: o.Postage(of),
	})
	if err != nil {
		return fmt.Errorf("letters: %w", err)
	}
	return nil
}
