package authzapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/outbox"
	"referto/openapi"
)

// RequestSignInLink sends a mail with a link to the account with the address. The job is created for an unknown
// address too; it finds no account and sends nothing.
func (a *API) RequestSignInLink(ctx context.Context, r openapi.RequestSignInLinkRequestObject) (openapi.RequestSignInLinkResponseObject, error) {
	return openapi.RequestSignInLink202Response{}, a.sendLink(ctx, "sign-in", r.Body.Email, func(account uuid.UUID) outbox.Job {
		return letters.SignIn{Account: account, Next: r.Body.Next}
	})
}

// SignInByLink begins a session for the holder of a mailed link. The other sign-in links of the account become
// invalid.
func (a *API) SignInByLink(ctx context.Context, r openapi.SignInByLinkRequestObject) (openapi.SignInByLinkResponseObject, error) {
	call := gate.From(ctx)
	link, err := a.linkOf(ctx, r.Body.Token)
	if err != nil {
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
