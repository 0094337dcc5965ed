package letters

import (
	"context"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// FormLetter sends the link of a form to the person who has sent it.
type FormLetter struct {
	Tenant uuid.UUID `json:"tenant"`
	Form   uuid.UUID `json:"form"`
	// Number counts the letters of the form, so that one on its way does not prevent another request.
	Number int `json:"number"`
	// Promoted reports that the entry has moved up from the waiting list.
	Promoted bool `json:"promoted,omitempty"`
}

// Kind names the job.
func (FormLetter) Kind() string { return "letter.form" }

// formOffice writes to people who enter events without an account.
type formOffice struct{ Office }

func (o formOffice) register(h *outbox.Handlers) { outbox.Handle(h, o.write) }

// write writes a letter with a link of its own, as long as there is something to confirm or to see.
func (o formOffice) write(ctx context.Context, id string, job FormLetter) error {
	var form *facts.FormEntry
	link := token.NewLink()
	err := tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) (err error) {
		form, err = entrydesk.At(o.Desk).WriteForm(tx, desk.Act{Now: o.Now().UTC()}, job.Form, link.Hash[:])
		return err
	})
	if err != nil || form == nil {
		return err
	}
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	to, err := o.writer(door, *form)
	if err != nil || to.Mail == "" {
		return err
	}
	s, err := o.Desk.View(door, form.EventID)
	if err != nil {
		return err
	}
	publisher, err := publisherOf(door)
	if err != nil {
		return err
	}
	address := tenantPage(o.PublicURL, publisher.Slug) + pages.FormPath + "?lang=" + url.QueryEscape(form.Language) + "&token=" + url.QueryEscape(link.Text)
	content, ok := formContent(publisher, s, *form, job.Promoted, address)
	if !ok {
		return nil
	}
	letter := maildb.Letter{ID: id, Tenant: job.Tenant, Language: form.Language, To: to, Content: content}
	if job.Promoted { // the others were counted when they were asked for
		letter.Postage = o.Postage(job.Tenant)
	}
	return maildb.Deliver(ctx, o.DB, o.Mail, o.Now, letter)
}

// formContent makes the content of the letter; ok is false if a player who had moved up has no seat any more.
func formContent(publisher leaguedb.Publisher, s *officiating.Situation, form facts.FormEntry, promoted bool, link string) (content mail.Content, ok bool) {
	if promoted {
		e := s.Entry(league.Entry(*form.Entry))
		return seatLetter(publisher, s.Event, *e, link), e.State == facts.Entered && !s.Event.Started()
	}
	zone := s.Event.Location()
	return mail.FormReceived{
		Tenant: publisher.Name, Event: s.Event.Title, When: s.Event.StartsAt.In(zone), Where: s.Event.VenueName + ", " + s.Event.VenueCity,
		Seat: form.HoldsSeat, Confirmed: form.State == facts.FormConfirmed, Until: form.ConfirmBy.In(zone), Link: link,
	}, true
}

// writer returns the address from which a form was sent; for a confirmed form it is in the register. The letter
// greets nobody by an unconfirmed name: it could be any text, sent to a person who has sent no form.
func (o formOffice) writer(door tenantdb.Door, form facts.FormEntry) (mail.Address, error) {
	if form.State == facts.FormSent {
		return mail.Address{Mail: form.Email}, nil
	}
	var readers []leaguedb.Reader
	b := &tenantdb.Batch{}
	leaguedb.LoadEntrant(b, &readers, form.EventID, *form.Entry)
	if err := door.Send(b); err != nil || len(readers) == 0 {
		return mail.Address{}, err
	}
	return mail.Address{Name: readers[0].Name, Mail: readers[0].Email}, nil
}
