package moneyapi

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/letters"
	"referto/internal/mail/matter"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Readdressed queues letters to the old address and to the person's account about the new address, and one to
// the new address with a link to confirm it. If the unconfirmed address is given once more, another link is
// sent.
func (a API) Readdressed(c *gate.Call, done playerdesk.Changed, given bool) error {
	if done.Address != nil {
		if err := a.Later.Insert(c.Tx(), letters.AddressChanged{Tenant: c.Tenant.ID, Change: done.Address.ID}); err != nil {
			return err
		}
	}
	if given && done.Player.AddressBefore != "" {
		c.ExpectMail(matter.PlayerAddress, done.Player.ID.UUID)
		if err := a.Later.Insert(c.Tx(), letters.AddressToConfirm{Tenant: c.Tenant.ID, Player: done.Player.ID, Version: done.Player.Version}); err != nil {
			return err
		}
	}
	return a.Release(c, done.Released)
}

// ConfirmPlayerAddress confirms an address by the link of a letter.
func (a API) ConfirmPlayerAddress(ctx context.Context, r openapi.ConfirmPlayerAddressRequestObject) (openapi.ConfirmPlayerAddressResponseObject, error) {
	p, err := a.confirm(gate.From(ctx), r.Body.Token)
	if err != nil {
		return nil, err
	}
	return openapi.ConfirmPlayerAddress200JSONResponse{Player: p.Name, Email: p.Email}, nil
}

// confirm confirms the address that the secret of a letter's link is about.
func (a API) confirm(c *gate.Call, secret string) (facts.Player, error) {
	hash, err := token.ParseLink(secret)
	if err != nil {
		return facts.Player{}, authzdb.ErrLink
	}
	var change *facts.AddressChange
	b := &tenantdb.Batch{}
	leaguedb.LoadLinkedAddress(b, &change, hash[:])
	if err := c.Tx().Send(b); err != nil {
		return facts.Player{}, err
	}
	if change == nil {
		return facts.Player{}, authzdb.ErrLink
	}
	by := leagueapi.Act(c)
	by.By = uuid.Nil // the holder of the letter, signed in or not
	done, err := moneydesk.At(a.Desk).ConfirmAddress(c.Tx(), by, *change)
	if errors.Is(err, moneydesk.ErrAddressLink) {
		return facts.Player{}, authzdb.ErrLink
	} else if err != nil {
		return facts.Player{}, err
	}
	return done.Player, a.Release(c, done)
}

// Release sends the letters that have waited for an address.
func (a API) Release(c *gate.Call, done moneydesk.Released) error {
	for _, held := range done.Letters {
		job, err := letters.HeldJob(held, done.By)
		if err != nil {
			return err
		}
		if err := a.Later.Insert(c.Tx(), job); err != nil {
			return err
		}
	}
	for _, call := range done.Calls {
		letter := letters.ConvocationLetter{Tenant: c.Tenant.ID, Season: call.SeasonID, Convocation: call.ID, After: done.By}
		if err := a.Later.Insert(c.Tx(), letter); err != nil {
			return err
		}
		c.ExpectMail(matter.Convocation, call.ID)
	}
	return nil
}
