package authzapi

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/authz/password"
	"referto/internal/outbox"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// RequestPasswordReset sends a mail to the account with the address. The job is created for an unknown address too;
// it finds no account and sends nothing.
func (a *API) RequestPasswordReset(ctx context.Context, r openapi.RequestPasswordResetRequestObject) (openapi.RequestPasswordResetResponseObject, error) {
	return openapi.RequestPasswordReset202Response{}, a.sendLink(ctx, "reset", r.Body.Email, func(account uuid.UUID) outbox.Job {
		return letters.ResetPassword{Account: account, Next: r.Body.Next}
	})
}

// ResetPassword sets a new password for the holder of the link, and ends all sessions. The hash is made before the
// link is looked up, so that no connection is held meanwhile.
func (a *API) ResetPassword(ctx context.Context, r openapi.ResetPasswordRequestObject) (openapi.ResetPasswordResponseObject, error) {
	call := gate.From(ctx)
	link, err := a.linkOf(ctx, r.Body.Token)
	if err != nil {
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

// ChangePassword sets a new password if the caller gives the current one, and ends all their other sessions.
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

// Confirm checks the password that the signed-in person has typed once more, before the transaction of an act begins.
// It returns [ErrPassword], a [quota.ExceededError] or a failure.
func (a *API) Confirm(ctx context.Context, call *gate.Call, typed string) error {
	account, err := a.accountByID(ctx, call.Account())
	if err != nil {
		return err
	}
	return a.confirm(ctx, call, account, typed)
}

// confirm checks the password that the signed-in person has typed once more. Guesses are counted by account alone,
// because a stranger cannot make them. It returns [ErrPassword], a [quota.ExceededError] or a failure.
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
