package leagueapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/league"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/mail/matter"
	"referto/internal/outbox"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// readdressed writes to the old address and to the person's account that there is
// another, and to that one to have it confirmed. Who gives the unconfirmed address once
// more has another link sent.
func (a *API) readdressed(c *gate.Call, done playerdesk.Changed, given bool) error {
	if done.Address != nil {
		if err := a.later.Insert(c.Tx(), AddressChanged{Tenant: c.Tenant.ID, Change: done.Address.ID}); err != nil {
			return err
		}
	}
	if given && done.Player.AddressBefore != "" {
		c.ExpectMail(matter.PlayerAddress, done.Player.ID.UUID)
		if err := a.later.Insert(c.Tx(), AddressToConfirm{Tenant: c.Tenant.ID, Player: done.Player.ID.UUID, Version: done.Player.Version}); err != nil {
			return err
		}
	}
	return a.released(c, done.Released)
}

// ConfirmPlayerAddress confirms an address by the link of a letter.
func (a *API) ConfirmPlayerAddress(ctx context.Context, r openapi.ConfirmPlayerAddressRequestObject) (openapi.ConfirmPlayerAddressResponseObject, error) {
	p, err := a.confirm(gate.From(ctx), r.Body.Token)
	if err != nil {
		return nil, err
	}
	return openapi.ConfirmPlayerAddress200JSONResponse{Player: p.Name, Email: p.Email}, nil
}

// confirm confirms the address that the secret of a letter's link is about.
func (a *API) confirm(c *gate.Call, secret string) (facts.Player, error) {
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
	by := act(c)
	by.By = uuid.Nil // whoever has the letter, signed in or not
	done, err := moneydesk.At(a.desk).ConfirmAddress(c.Tx(), by, *change)
	if errors.Is(err, moneydesk.ErrAddressLink) {
		return facts.Player{}, authzdb.ErrLink
	} else if err != nil {
		return facts.Player{}, err
	}
	return done.Player, a.released(c, done)
}

// released sends the letters that have waited for an address.
func (a *API) released(c *gate.Call, done moneydesk.Released) error {
	for _, held := range done.Letters {
		job, err := heldJob(held, done.By)
		if err != nil {
			return err
		}
		if err := a.later.Insert(c.Tx(), job); err != nil {
			return err
		}
	}
	for _, call := range done.Calls {
		letter := ConvocationLetter{Tenant: c.Tenant.ID, Season: call.SeasonID.UUID, Convocation: call.ID, After: done.By}
		if err := a.later.Insert(c.Tx(), letter); err != nil {
			return err
		}
		c.ExpectMail(matter.Convocation, call.ID)
	}
	return nil
}

// heldJob is the job of a letter that has waited. It names the change that it has waited
// for, so that it is another than the one that was held.
func heldJob(held leaguedb.HeldLetter, after uuid.UUID) (outbox.Job, error) {
	switch held.Kind {
	case BanLetter{}.Kind():
		var job BanLetter
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	case LeavingLetter{}.Kind():
		var job LeavingLetter
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	case ConvocationTurn{}.Kind():
		var job ConvocationTurn
		err := json.Unmarshal(held.Job, &job)
		job.After = after
		return job, err
	}
	return nil, fmt.Errorf("letters of kind %q are not held", held.Kind)
}

// hold lets a letter wait until its reader has confirmed his address; nil is one of which
// nothing has to be kept. Where he has by now, the job has another turn at once.
func (a *API) hold(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, player league.PlayerID, job outbox.Job, now time.Time) error {
	letter := leaguedb.HeldLetter{HeldAt: now.UTC()}
	if job != nil {
		text, err := json.Marshal(job)
		if err != nil {
			return outbox.Giveup(fmt.Errorf("hold a letter: %w", err))
		}
		letter.Kind, letter.Job = job.Kind(), text
	}
	var waits bool
	err := tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) (err error) {
		waits, err = moneydesk.At(a.desk).Hold(tx, player, letter)
		return err
	})
	if err == nil && !waits {
		return outbox.NotBefore(time.Second)
	}
	return err
}
