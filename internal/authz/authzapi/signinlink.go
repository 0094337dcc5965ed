package authzapi

import (
	"context"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/authz/token"
	"referto/openapi"
)

// RequestSignInLink has a mail with a link sent to who has the address, if anybody does. A
// job is left in either case; an unknown address's finds nobody.
func (a *API) RequestSignInLink(ctx context.Context, r openapi.RequestSignInLinkRequestObject) (openapi.RequestSignInLinkResponseObject, error) {
	call := gate.From(ctx)
	address, err := email.Parse(r.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := a.TakeMail(ctx, call, "sign-in", address.Key); err != nil {
		return nil, err
	}
	found, err := authzdb.AccountOf(call.Global(), address.Key)
	if err != nil {
		return nil, err
	}
	job := letters.SignIn{Account: newID(), Next: r.Body.Next}
	if found != nil {
		job.Account = found.ID
	}
	return openapi.RequestSignInLink202Response{}, a.Outbox.Insert(call.Global(), job)
}

// SignInByLink begins a session for who has the link of a mail. The other links to sign in
// die with it.
func (a *API) SignInByLink(ctx context.Context, r openapi.SignInByLinkRequestObject) (openapi.SignInByLinkResponseObject, error) {
	call := gate.From(ctx)
	link, err := token.ParseLink(r.Body.Token)
	if err != nil {
		return nil, authzdb.ErrLink
	}
	if err := a.Guess(ctx, call, "link "+r.Body.Token); err != nil {
		return nil, err
	}
	tx := call.Global()
	id, err := authzdb.UseLink(tx, link, authzdb.PurposeSignIn, call.Now)
	if err != nil {
		return nil, err
	}
	account, err := authzdb.LockedAccount(tx, id)
	if err != nil {
		return nil, err
	}
	if account.Suspended() {
		return nil, ErrSuspended
	}
	if err := authzdb.DropLinks(tx, id, call.Now, authzdb.PurposeSignIn); err != nil {
		return nil, err
	}
	tokens, err := a.begin(call, account.ID, account.PasswordHash, false)
	tokens.Device = a.devices.Issue(account.EmailKey, call.Now)
	return openapi.SignInByLink201JSONResponse(tokens), err
}
