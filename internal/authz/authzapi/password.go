package authzapi

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// RequestPasswordReset has a mail sent to who has the address, if anybody does. A
// job is left in either case; an unknown address's finds nobody.
func (a *API) RequestPasswordReset(ctx context.Context, r openapi.RequestPasswordResetRequestObject) (openapi.RequestPasswordResetResponseObject, error) {
	call := gate.From(ctx)
	address, err := email.Parse(r.Body.Email)
	if err != nil {
		return nil, err
	}
	if err := a.TakeMail(ctx, call, "reset", address.Key); err != nil {
		return nil, err
	}
	found, err := authzdb.AccountOf(call.Global(), address.Key)
	if err != nil {
		return nil, err
	}
	job := letters.ResetPassword{Account: newID(), Next: r.Body.Next}
	if found != nil {
		job.Account = found.ID
	}
	return openapi.RequestPasswordReset202Response{}, a.Outbox.Insert(call.Global(), job)
}

// ResetPassword sets a new password for who has the link, and ends all sessions. The
// hash is made before the link is looked at: no connection waits for it.
func (a *API) ResetPassword(ctx context.Context, r openapi.ResetPasswordRequestObject) (openapi.ResetPasswordResponseObject, error) {
	call := gate.From(ctx)
	link, err := token.ParseLink(r.Body.Token)
	if err != nil {
		return nil, authzdb.ErrLink
	}
	if err := a.Guess(ctx, call, "link "+r.Body.Token); err != nil {
		return nil, err
	}
	prepared, err := password.Prepare(r.Body.Password)
	if err != nil {
		return nil, err
	}
	hash, err := a.Hasher.Hash(ctx, prepared)
	if err != nil {
		return nil, err
	}
	tx := call.Global()
	id, err := authzdb.UseLink(tx, link, authzdb.PurposeReset, call.Now)
	if err != nil {
		return nil, err
	}
	account, err := authzdb.LockedAccount(tx, id)
	if err != nil {
		return nil, err
	}
	if _, err := password.Prepare(r.Body.Password, account.Name, account.Email); err != nil {
		return nil, err // the link is not used up: nothing is committed
	}
	if err := authzdb.SetPassword(tx, id, hash, call.Now); err != nil {
		return nil, err
	}
	if err := authzdb.DropLinks(tx, id, call.Now, authzdb.PurposeReset, authzdb.PurposeSignIn); err != nil {
		return nil, err
	}
	if err := authzdb.EndSessions(tx, id, uuid.Nil, authzdb.EndedByPassword, call.Now); err != nil {
		return nil, err
	}
	return openapi.ResetPassword204Response{}, a.Outbox.Insert(tx, letters.PasswordChanged{Account: id, At: call.Now})
}

// ChangePassword sets a new password for who knows the current one, and ends all
// their other sessions.
func (a *API) ChangePassword(ctx context.Context, r openapi.ChangePasswordRequestObject) (openapi.ChangePasswordResponseObject, error) {
	call := gate.From(ctx)
	account, err := a.accountByID(ctx, call.Account())
	if err != nil {
		return nil, err
	}
	prepared, err := password.Prepare(r.Body.New, account.Name, account.Email)
	if err != nil {
		return nil, err
	}
	if err := a.confirm(ctx, call, account, r.Body.Current); err != nil {
		return nil, err
	}
	hash, err := a.Hasher.Hash(ctx, prepared)
	if err != nil {
		return nil, err
	}
	tx := call.Global() // begins here: session and permission are checked first
	err = authzdb.ReplacePassword(tx, account.ID, account.PasswordHash, hash)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return nil, ErrPassword
	}
	if err != nil {
		return nil, err
	}
	if err := authzdb.EndSessions(tx, account.ID, call.Principal.Session, authzdb.EndedByPassword, call.Now); err != nil {
		return nil, err
	}
	if err := authzdb.DropLinks(tx, account.ID, call.Now, authzdb.PurposeReset, authzdb.PurposeSignIn); err != nil {
		return nil, err
	}
	return openapi.ChangePassword204Response{}, a.Outbox.Insert(tx, letters.PasswordChanged{Account: account.ID, At: call.Now})
}

// Confirm asks who has signed in for their password once more, before the transaction of an act begins. The error is
// [ErrPassword], [quota.ExceededError] or a failure.
func (a *API) Confirm(ctx context.Context, call *gate.Call, typed string) error {
	account, err := a.accountByID(ctx, call.Account())
	if err != nil {
		return err
	}
	return a.confirm(ctx, call, account, typed)
}

// confirm asks who has signed in for their password once more. Guesses are counted for the account
// alone: nobody else can make them. The error is [ErrPassword], [quota.ExceededError] or a failure.
func (a *API) confirm(ctx context.Context, call *gate.Call, account authzdb.Account, typed string) error {
	guess := a.names.Bucket(guessesAtSecret, tooManyAttempts, "guess of owner", account.ID.String())
	if err := a.apart(ctx, func(b *tenantdb.Batch) { quotadb.Take(b, call.Now, guess) }); err != nil {
		return err
	}
	switch ok, _, err := a.Hasher.Verify(ctx, typed, account.PasswordHash); {
	case err != nil:
		return err
	case !ok:
		return ErrPassword
	}
	return a.giveBack(ctx, guess)
}

// accountByID reads an account before the call's own transaction begins.
func (a *API) accountByID(ctx context.Context, id uuid.UUID) (account authzdb.Account, err error) {
	err = tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		account, err = authzdb.AccountByID(tx, id)
		return err
	})
	return account, err
}

// rehash stores the password of an account at today's cost and returns the hash that
// stands: the old one if that does not succeed, which is no reason to refuse a
// sign-in.
func (a *API) rehash(ctx context.Context, account authzdb.Account, typed string) string {
	prepared, err := password.Prepare(typed)
	if err != nil { // chosen under milder rules
		return account.PasswordHash
	}
	hash, err := a.Hasher.Hash(ctx, prepared)
	if err != nil {
		return account.PasswordHash
	}
	err = tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		return authzdb.ReplacePassword(tx, account.ID, account.PasswordHash, hash)
	})
	if err != nil {
		return account.PasswordHash
	}
	return hash
}
