package authzapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/outbox"
)

// sendLink creates the job of a letter with a link to the account with an address. The job is created for an unknown
// address too; it finds no account and sends nothing. Kind is the kind of the letter, see [API.TakeMail].
func (a *API) sendLink(ctx context.Context, kind, to string, letter func(account uuid.UUID) outbox.Job) error {
	call := gate.From(ctx)
	address, err := email.Parse(to)
	if err != nil {
		return err
	}
	if err := a.TakeMail(ctx, call, kind, address.Key); err != nil {
		return err
	}
	found, err := authzdb.AccountOf(call.Global(), address.Key)
	if err != nil {
		return err
	}
	account := newID()
	if found != nil {
		account = found.ID
	}
	return a.Outbox.Insert(call.Global(), letter(account))
}

// linkOf reads the secret of a link, and counts it as a guess. It returns [authzdb.ErrLink] where it cannot be one.
func (a *API) linkOf(ctx context.Context, secret string) (token.Hash, error) {
	link, err := token.ParseLink(secret)
	if err != nil {
		return link, authzdb.ErrLink
	}
	return link, a.Guess(ctx, gate.From(ctx), "link "+secret)
}
