package playerapi

import (
	"context"

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

// mayReadPrivate refuses a player whose private data the caller's office does not reach.
func mayReadPrivate(c *gate.Call, id league.PlayerID) (peopledesk.Consents, error) {
	found, err := peopledesk.ConsentsOf(c.Door(), id, c.Now)
	if err != nil {
		return found, err
	}
	reached, err := reachedBy(c, found.Player)
	if err == nil && !reached(found.Player) {
		err = c.Can("player:contact", authz.Target{Tenant: c.Tenant.ID}).Err()
	}
	return found, err
}

// ListConsents returns the consents of a player.
func (a API) ListConsents(ctx context.Context, r openapi.ListConsentsRequestObject) (openapi.ListConsentsResponseObject, error) {
	c := gate.From(ctx)
	found, err := mayReadPrivate(c, r.Player)
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
	if _, err := mayReadPrivate(c, r.Player); err != nil {
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
	if _, err := mayReadPrivate(c, r.Player); err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).WithdrawConsent(c.Tx(), leagueapi.Act(c), r.Player, r.Consent, r.Body.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.consentsOf(ctx, c, done)
	return openapi.WithdrawConsent200JSONResponse(out), err
}
