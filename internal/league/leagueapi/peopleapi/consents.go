package peopleapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListMyConsents returns the caller's consents.
func (a API) ListMyConsents(ctx context.Context, _ openapi.ListMyConsentsRequestObject) (openapi.ListMyConsentsResponseObject, error) {
	c := gate.From(ctx)
	mine, err := peopledesk.Mine(c.Door(), c.Account())
	if err != nil {
		return nil, err
	}
	found, err := peopledesk.ConsentsOf(c.Door(), mine.ID, c.Now)
	return openapi.ListMyConsents200JSONResponse(views.ConsentList(words.For(c.Language), found)), err
}

// GiveMyConsent records a consent of the caller.
func (a API) GiveMyConsent(ctx context.Context, r openapi.GiveMyConsentRequestObject) (openapi.GiveMyConsentResponseObject, error) {
	c := gate.From(ctx)
	given, err := leagueapi.NewConsent(*r.Body)
	if err != nil {
		return nil, err
	}
	done, err := peopledesk.At(a.Desk).GiveMyConsent(c.Tx(), leagueapi.Act(c), given)
	return openapi.GiveMyConsent201JSONResponse(views.ConsentList(words.For(c.Language), done)), err
}

// WithdrawMyConsent withdraws a consent of the caller.
func (a API) WithdrawMyConsent(ctx context.Context, r openapi.WithdrawMyConsentRequestObject) (openapi.WithdrawMyConsentResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).WithdrawMyConsent(c.Tx(), leagueapi.Act(c), r.Consent)
	return openapi.WithdrawMyConsent200JSONResponse(views.ConsentList(words.For(c.Language), done)), err
}

// GetPrivacy returns the country of the tenant and the age that follows from it.
func (a API) GetPrivacy(ctx context.Context, _ openapi.GetPrivacyRequestObject) (openapi.GetPrivacyResponseObject, error) {
	c := gate.From(ctx)
	found, err := peopledesk.Privacy(c.Door())
	c.ETag(gate.Version(found.Version))
	return openapi.GetPrivacy200JSONResponse(views.Privacy(found)), err
}

// SetPrivacy sets the country of the tenant.
func (a API) SetPrivacy(ctx context.Context, r openapi.SetPrivacyRequestObject) (openapi.SetPrivacyResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).SetCountry(c.Tx(), leagueapi.Act(c), leagueapi.From(r.Params.IfMatch), r.Body.Country)
	c.ETag(gate.Version(done.Version))
	return openapi.SetPrivacy200JSONResponse(views.Privacy(done)), err
}

// GetMyProfile returns the content of the caller's public page.
func (a API) GetMyProfile(ctx context.Context, _ openapi.GetMyProfileRequestObject) (openapi.GetMyProfileResponseObject, error) {
	c := gate.From(ctx)
	found, err := peopledesk.MyProfile(c.Door(), c.Account(), c.Now)
	c.ETag(gate.Version(found.Player.Version))
	return openapi.GetMyProfile200JSONResponse(views.Profile(found)), err
}

// SetMyProfile chooses which parts of the caller's public page are shown.
func (a API) SetMyProfile(ctx context.Context, r openapi.SetMyProfileRequestObject) (openapi.SetMyProfileResponseObject, error) {
	c := gate.From(ctx)
	blocks := openapi.Each(r.Body.Blocks, func(b openapi.ProfileBlock) facts.ProfileBlock { return facts.ProfileBlock(b) })
	done, err := peopledesk.At(a.Desk).SetMyProfile(c.Tx(), leagueapi.Act(c), leagueapi.From(r.Params.IfMatch), blocks)
	c.ETag(gate.Version(done.Player.Version))
	return openapi.SetMyProfile200JSONResponse(views.Profile(done)), err
}
