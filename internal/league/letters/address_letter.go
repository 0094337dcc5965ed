package letters

import (
	"context"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail"
	"referto/internal/mail/maildb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
)

// AddressChanged notifies a person, at their old address and at their account's, that the register has a new
// address.
type AddressChanged struct {
	Tenant uuid.UUID `json:"tenant"`
	Change uuid.UUID `json:"change"`
	// To names its destination; "" is everywhere, by a job for each place.
	To leaguedb.AddressPlace `json:"to,omitempty"`
}

// Kind names the job.
func (AddressChanged) Kind() string { return "letter.address-changed" }

// AddressToConfirm asks the reader of a new address to confirm it.
type AddressToConfirm struct {
	Tenant uuid.UUID       `json:"tenant"`
	Player league.PlayerID `json:"player"`
	// Version is the player's version when the letter was requested, so that a letter on its way does not prevent
	// another request.
	Version int `json:"version"`
}

// Kind names the job.
func (AddressToConfirm) Kind() string { return "letter.address-to-confirm" }

// addressOffice writes about the mail addresses of people in the register.
type addressOffice struct{ Office }

func (o addressOffice) register(h *outbox.Handlers) {
	outbox.Handle(h, o.notify)
	outbox.Handle(h, o.ask)
}

// notify writes that an address has changed. Each reader has a job of their own, so that a mailbox that is gone
// keeps the letter from no other reader.
func (o addressOffice) notify(ctx context.Context, id string, job AddressChanged) error {
	door, err := tenantdb.Read(ctx, o.DB, job.Tenant, nil)
	if err != nil {
		return err
	}
	var to []leaguedb.Notified
	var change *facts.AddressChange
	b := &tenantdb.Batch{}
	leaguedb.LoadNotified(b, &to, job.Change)
	leaguedb.LoadAddressChange(b, &change, job.Change)
	if err := door.Send(b); err != nil || change == nil {
		return err
	}
	if job.To == "" {
		return tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
			for _, reader := range to {
				if err := o.Later.Insert(tx, AddressChanged{Tenant: job.Tenant, Change: job.Change, To: reader.Place}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	at := slices.IndexFunc(to, func(n leaguedb.Notified) bool { return n.Place == job.To })
	if at < 0 { // their account was suspended since
		return nil
	}
	reader := to[at]
	// A refusal of this letter is expected, because the address may have been changed because it is dead. It is a
	// warning that holds up no other letters.
	return maildb.Deliver(ctx, o.DB, o.Mail, o.Now, maildb.Letter{
		ID: id, Tenant: job.Tenant, Language: reader.Language, To: mail.Address{Name: reader.Name, Mail: reader.Email},
		Content: mail.AddressChanged{Tenant: reader.Tenant, At: change.ChangedAt, Account: reader.Account, Link: o.PublicURL + "/t/" + reader.Slug},
	})
}

// ask writes to a new address with a link of its own, as long as the address is not confirmed.
func (o addressOffice) ask(ctx context.Context, id string, job AddressToConfirm) error {
	var change *facts.AddressChange
	var p *facts.Player
	var to *leaguedb.Addressee
	link := token.NewLink()
	player := job.Player
	err := tenantdb.In(ctx, o.DB, job.Tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.HoldAddress(b, &p, player)
		leaguedb.LoadLatestAddressChange(b, &change, player)
		leaguedb.LoadAddressee(b, &to, player)
		if err := tx.Send(b); err != nil || p == nil || p.AddressBefore == "" || change == nil || to == nil {
			p = nil
			return err
		}
		b = &tenantdb.Batch{}
		leaguedb.AddAddressLink(b, link.Hash[:], change.ID, o.Now().UTC())
		return tx.Send(b)
	})
	about := matter.Matter{Kind: matter.PlayerAddress, ID: job.Player.UUID}
	if err != nil {
		return err
	}
	if p == nil {
		return o.forgo(ctx, job.Tenant, about)
	}
	at := o.PublicURL + "/t/" + to.Slug + pages.PlayerAddressPath + "?lang=" + url.QueryEscape(to.Language) + "&token=" + url.QueryEscape(link.Text)
	return o.deliver(ctx, maildb.Letter{
		ID: id, Tenant: job.Tenant, About: about, Language: to.Language, To: mail.Address{Name: p.Name, Mail: p.Email},
		Content: mail.AddressToConfirm{Tenant: to.Tenant, Link: at},
	}, player, nil)
}
