package notices

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// Office is where notices are written. All fields are required.
type Office struct {
	DB   *tenantdb.DB
	Desk *desk.Desk
	Mail mail.Sender
	Now  func() time.Time
	// Later takes the jobs that follow from others.
	Later *outbox.Outbox
	// PublicURL is the address people use, without a slash at the end.
	PublicURL string
}

// Register makes the office the worker of all notices, and has it look now and then for
// what people are to be reminded of.
func Register(h *outbox.Handlers, o Office) {
	outbox.Handle(h, o.eventMoved)
	outbox.Handle(h, o.hostingStep)
	outbox.Handle(h, o.seasonChanged)
	outbox.Handle(h, o.structureAgreed)
	outbox.Handle(h, o.refundStep)
	outbox.Handle(h, func(ctx context.Context, _ string, _ Round) error { return o.round(ctx) })
	outbox.Handle(h, func(ctx context.Context, _ string, job Look) error { return o.NoteDue(ctx, job.Tenant) })
	outbox.Handle(h, o.remind)
	o.Later.Every(roundEvery, Round{})
}

// EventMoved tells those who come to an event or run it that an edition of the
// calendar moved it or called it off.
type EventMoved struct {
	Tenant  uuid.UUID `json:"tenant"`
	Season  uuid.UUID `json:"season"`
	Edition int       `json:"edition"`
	Event   uuid.UUID `json:"event"`
}

// Kind names the job.
func (EventMoved) Kind() string { return "notice.event-moved" }

func (o Office) eventMoved(ctx context.Context, id string, job EventMoved) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	edition, changes, err := o.Desk.CalendarEdition(door, league.SeasonID{UUID: job.Season}, job.Edition)
	if err != nil {
		return fmt.Errorf("notices: %w", err)
	}
	for _, change := range changes {
		if change.Event().UUID == job.Event && change.Affects() {
			return o.tellReaders(ctx, door, id, edition, change)
		}
	}
	return nil
}

func (o Office) tellReaders(ctx context.Context, door tenantdb.Door, id string, edition leaguedb.CalendarEdition, change desk.CalendarChange) error {
	var readers []leaguedb.Reader
	var publisher leaguedb.Publisher
	b := &tenantdb.Batch{}
	leaguedb.LoadReaders(b, &readers, change.Event(), change.Before.Region, o.Now())
	leaguedb.LoadPublisher(b, &publisher)
	if err := door.Send(b); err != nil {
		return err
	}
	content := mail.EventMoved{
		Federation: publisher.Name, Event: change.Before.Title, Note: edition.Note,
		Was: local(*change.Before), WasAt: change.Before.Venue + ", " + change.Before.City,
		CalledOff: change.After == nil, Link: o.PublicURL + "/t/" + publisher.Slug + "/e/" + change.Before.Slug,
	}
	if change.After != nil {
		content.Event, content.Is, content.IsAt = change.After.Title, local(*change.After), change.After.Venue+", "+change.After.City
	}
	return o.sendAll(ctx, id, readers, content)
}

// local is when an event starts, at its venue.
func local(l leaguedb.CalendarLine) time.Time {
	return l.StartsAt.In(leaguedb.Event{TimeZone: l.TimeZone}.Location())
}

// sendAll writes the same to each reader; see [Office.sendEach].
func (o Office) sendAll(ctx context.Context, id string, readers []leaguedb.Reader, content mail.Content) error {
	return o.sendEach(ctx, id, readers, func(*words.Words) mail.Content { return content })
}

// sendEach writes to each reader in his language, under an id of his own. If one cannot
// be reached now all are tried again, under the same ids.
func (o Office) sendEach(ctx context.Context, id string, readers []leaguedb.Reader, content func(*words.Words) mail.Content) error {
	var again, never []error
	for _, reader := range readers {
		err := o.send(ctx, id+"-"+reader.ID.String(), reader, content(words.For(reader.Language)))
		if outbox.GivenUp(err) {
			never = append(never, err)
		} else {
			again = append(again, err)
		}
	}
	if err := errors.Join(again...); err != nil {
		return err
	}
	return errors.Join(never...)
}

func (o Office) send(ctx context.Context, id string, to leaguedb.Reader, content mail.Content) error {
	message, err := mail.Render(to.Language, mail.Address{Name: to.Name, Mail: to.Email}, content)
	if err != nil {
		return outbox.Giveup(fmt.Errorf("notices: %w", err))
	}
	message.ID = id
	err = o.Mail.Send(ctx, message)
	if errors.Is(err, mail.ErrRefused) || errors.Is(err, mail.ErrMessage) {
		return outbox.Giveup(fmt.Errorf("notices: %w", err))
	}
	return err
}
