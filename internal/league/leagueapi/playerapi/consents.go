package playerapi

import (
	"context"
	"slices"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// contact is the permission for the private data of a player.
const contact = "player:contact"

// consentsOf makes the consents of a player, which are private data of theirs.
func (a API) consentsOf(ctx context.Context, c *gate.Call, of peopledesk.Consents) (openapi.ConsentList, error) {
	out := views.ConsentList(words.For(c.Language), of)
	if of.Player.AccountID != nil && *of.Player.AccountID == c.Account() {
		return out, nil
	}
	return out, a.Note(ctx, c, func(b *tenantdb.Batch) {
		leaguedb.AddDataAccess(b, leagueapi.Access(c, leaguedb.ConsentsRead), []league.PlayerID{of.Player.ID})
	})
}

// mayKeepConsents loads the consents of a player, and refuses a caller who neither reads the private data of the player nor organizes
// an event that the player has entered: there somebody is written down at the door and says to what they agree.
func mayKeepConsents(c *gate.Call, id league.PlayerID) (peopledesk.Consents, error) {
	found, err := peopledesk.ConsentsOf(c.Door(), id, c.Now)
	if err != nil {
		return found, err
	}
	reached, err := reachedBy(c, found.Player)
	if err != nil || reached(found.Player) {
		return found, err
	}
	var events []leaguedb.EventPlace
	b := &tenantdb.Batch{}
	leaguedb.LoadEventsOfPlayer(b, &events, id)
	if err := c.Door().Send(b); err != nil {
		return found, err
	}
	if slices.ContainsFunc(events, func(e leaguedb.EventPlace) bool { return c.Can(contact, leagueapi.Over(c, e)).Allowed }) {
		return found, nil
	}
	return found, c.Can(contact, authz.Target{Tenant: c.Tenant.ID}).Err()
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
	if _, err := mayKeepConsents(c, r.Player); err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).GiveConsent(c.Tx(), leagueapi.Act(c), r.Player, given)
	if err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, done)
	return openapi.RecordConsent201JSONResponse(out), err
}

// WithdrawConsent records that a player has withdrawn a consent.
func (a API) WithdrawConsent(ctx context.Context, r openapi.WithdrawConsentRequestObject) (openapi.WithdrawConsentResponseObject, error) {
	c := gate.From(ctx)
	if _, err := mayKeepConsents(c, r.Player); err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).WithdrawConsent(c.Tx(), leagueapi.Act(c), r.Player, r.Consent, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, done)
	return openapi.WithdrawConsent200JSONResponse(out), err
}
