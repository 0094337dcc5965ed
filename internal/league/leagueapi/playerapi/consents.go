package playerapi

import (
	"context"
	"slices"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// contact is the permission for the private data of a player.
const contact = "player:contact"

// kept are the consents of a player, for a caller who may keep them.
type kept struct {
	peopledesk.Consents
	// atEvent reports that the caller does so only as the organizer of an event that the player has entered. They neither read nor do
	// all that those do who reach the private data of the player.
	atEvent bool
}

// consentsOf writes the consents of a player after an act, as far as the caller sees them.
func (a API) consentsOf(ctx context.Context, c *gate.Call, of kept) (out openapi.ConsentList, err error) {
	if w := words.For(c.Language); of.atEvent {
		out = views.ConsentsAtEvent(w, of.Consents, c.Account())
	} else {
		out = views.ConsentList(w, of.Consents)
	}
	if of.Player.AccountID != nil && *of.Player.AccountID == c.Account() {
		return out, nil
	}
	return out, a.Note(ctx, c, func(b *tenantdb.Batch) {
		leaguedb.AddDataAccess(b, leagueapi.Access(c, leaguedb.ConsentsRead), []league.PlayerID{of.Player.ID})
	})
}

// mayKeepConsents loads the consents of a player, and refuses a caller who neither reads the private data of the player nor organizes
// an event that the player has entered: there somebody is written down at the door and says to what they agree. An entry that was
// cancelled gives no right.
func mayKeepConsents(c *gate.Call, id league.PlayerID) (out kept, err error) {
	if out.Consents, err = peopledesk.ConsentsOf(c.Door(), id, c.Now); err != nil {
		return out, err
	}
	reached, err := reachedBy(c, out.Player)
	if err != nil || reached(out.Player) {
		return out, err
	}
	var events []leaguedb.EventPlace
	b := &tenantdb.Batch{}
	leaguedb.LoadEventsEntered(b, &events, id)
	if err := c.Door().Send(b); err != nil {
		return out, err
	}
	out.atEvent = slices.ContainsFunc(events, func(e leaguedb.EventPlace) bool { return c.Can(contact, leagueapi.Over(c, e)).Allowed })
	if !out.atEvent {
		return out, c.Can(contact, authz.Target{Tenant: c.Tenant.ID}).Err()
	}
	return out, nil
}

// ListConsents returns the consents of a player.
func (a API) ListConsents(ctx context.Context, r openapi.ListConsentsRequestObject) (openapi.ListConsentsResponseObject, error) {
	c := gate.From(ctx)
	found, err := mayKeepConsents(c, r.Player)
	if err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, found)
	return openapi.ListConsents200JSONResponse(out), err
}

// RecordConsent records a consent of a player.
func (a API) RecordConsent(ctx context.Context, r openapi.RecordConsentRequestObject) (openapi.RecordConsentResponseObject, error) {
	c := gate.From(ctx)
	given, err := leagueapi.NewConsent(*r.Body)
	if err != nil {
		return nil, err
	}
	found, err := mayKeepConsents(c, r.Player)
	if err == nil && found.atEvent {
		err = people.MayRecordAtEvent(given.Purpose)
	}
	if err != nil {
		return nil, err
	}
	if found.Consents, err = peopledesk.At(a.Desk).GiveConsent(c.Tx(), leagueapi.Act(c), r.Player, given); err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, found)
	return openapi.RecordConsent201JSONResponse(out), err
}

// WithdrawConsent records that a player has withdrawn a consent.
func (a API) WithdrawConsent(ctx context.Context, r openapi.WithdrawConsentRequestObject) (openapi.WithdrawConsentResponseObject, error) {
	c := gate.From(ctx)
	found, err := mayKeepConsents(c, r.Player)
	if err != nil {
		return nil, err
	}
	if n := slices.IndexFunc(found.Items, func(one facts.Consent) bool { return one.ID == r.Consent }); n >= 0 && found.atEvent {
		if err := people.MayWithdrawAtEvent(found.Items[n], found.Player.AccountID); err != nil {
			return nil, err
		}
	}
	if found.Consents, err = peopledesk.At(a.Desk).WithdrawConsent(c.Tx(), leagueapi.Act(c), r.Player, r.Consent, r.Body.Reason); err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, found)
	return openapi.WithdrawConsent200JSONResponse(out), err
}
