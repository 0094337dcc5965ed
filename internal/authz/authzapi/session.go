package authzapi

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/authzdb"
	"referto/internal/authz/email"
	"referto/internal/authz/gate"
	"referto/internal/authz/token"
	"referto/internal/quota/quotadb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// SignIn begins a session. Only a caller with the right password learns that an account is unconfirmed or suspended.
func (a *API) SignIn(ctx context.Context, r openapi.SignInRequestObject) (openapi.SignInResponseObject, error) {
	call := gate.From(ctx)
	if err := a.signIns.Enter(ctx); err != nil {
		return nil, err
	}
	defer a.signIns.Leave()
	account, hash, err := a.authenticate(ctx, call, *r.Body)
	switch {
	case err != nil:
		return nil, err
	case account.Suspended():
		return nil, ErrSuspended
	case !account.Verified():
		return nil, ErrNotConfirmed
	}
	tokens, err := a.begin(call, account.ID, hash, true)
	if _, known := a.devices.Recognize(r.Body.Device, account.EmailKey, call.Now); !known {
		tokens.Device = a.devices.Issue(account.EmailKey, call.Now)
	}
	if errors.Is(err, tenantdb.ErrNotFound) { // the password was changed a moment ago
		return nil, ErrCredentials
	}
	return openapi.SignIn201JSONResponse(tokens), err
}

// begin begins a session of an account as long as it has the password of a hash and is not suspended:
// the error is [tenantdb.ErrNotFound] else.
func (a *API) begin(call *gate.Call, account uuid.UUID, hash string, byPassword bool) (openapi.Tokens, error) {
	refresh := token.NewRefresh()
	session := authzdb.Session{ID: newID(), Account: account, CreatedAt: call.Now, Refresh: refresh.Hash, ByPassword: byPassword}
	if err := authzdb.AddSession(call.Global(), session, hash); err != nil {
		return openapi.Tokens{}, err
	}
	return a.issue(account, session.ID, refresh.Text)
}

// authenticate finds the account with the address and password, and returns the hash that the password was compared
// with. The work is the same for every address; no connection is held during it. It returns [ErrCredentials], a
// [quota.ExceededError] or a failure.
func (a *API) authenticate(ctx context.Context, call *gate.Call, typed openapi.Credentials) (account authzdb.Account, hash string, err error) {
	key := typed.Email // guesses at invalid addresses count too
	if address, err := email.Parse(typed.Email); err == nil {
		key = address.Key
	}
	guesses := a.attempts(call, key, typed.Device)
	found, err := a.accountOf(ctx, key, func(b *tenantdb.Batch) { quotadb.Take(b, call.Now, guesses...) })
	if err != nil {
		return account, "", err
	}
	if found == nil {
		if err := a.Hasher.VerifyNobody(ctx, typed.Password); err != nil {
			return account, "", err
		}
		return account, "", ErrCredentials
	}
	call.Concerns(found.ID)
	ok, rehash, err := a.Hasher.Verify(ctx, typed.Password, found.PasswordHash)
	switch {
	case err != nil:
		return account, "", err
	case !ok:
		return account, "", ErrCredentials
	}
	if err := a.giveBack(ctx, guesses...); err != nil {
		return account, "", err
	}
	if rehash {
		return *found, a.rehash(ctx, *found, typed.Password), nil
	}
	return *found, found.PasswordHash, nil
}

// accountOf looks up an account before the call's own transaction begins, in the same round trip as the counting of
// the attempt.
func (a *API) accountOf(ctx context.Context, key string, counted func(*tenantdb.Batch)) (found *authzdb.Account, err error) {
	err = tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		tx.Lead(counted)
		found, err = authzdb.AccountOf(tx, key)
		return err
	})
	return found, err
}

// RefreshSession exchanges a refresh token. It has a transaction of its own, because the end of a session whose token
// was stolen is committed although the answer is a refusal.
func (a *API) RefreshSession(ctx context.Context, r openapi.RefreshSessionRequestObject) (openapi.RefreshSessionResponseObject, error) {
	call := gate.From(ctx)
	presented, err := token.ParseRefresh(r.Body.RefreshToken)
	if err != nil {
		return nil, authzdb.ErrRefresh
	}
	next := map[token.Hash]string{}
	var successors []token.Hash
	for _, secret := range append([][]byte{a.Secret}, a.Further...) {
		text := successor(secret, r.Body.RefreshToken)
		hash, err := token.ParseRefresh(text)
		if err != nil {
			return nil, err
		}
		next[hash], successors = text, append(successors, hash)
	}
	var rotation authzdb.Rotation
	var reused bool
	err = tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		rotation, reused, err = authzdb.Rotate(tx, presented, successors, call.Now)
		return err
	})
	if err == nil && reused {
		err = authzdb.ErrRefresh
	}
	if err != nil {
		return nil, err
	}
	tokens, err := a.issue(rotation.Account, rotation.Session, next[rotation.Successor])
	return openapi.RefreshSession200JSONResponse(tokens), err
}

// successor is the refresh token that follows one: a function of it under a
// secret of the server, so that a client which asks twice gets the same answer twice and
// only hashes have to be stored.
func successor(secret []byte, refresh string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("refresh token after " + refresh))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// issue signs an access token and puts it beside the refresh token.
func (a *API) issue(account, session uuid.UUID, refresh string) (openapi.Tokens, error) {
	access, claims, err := a.Tokens.Issue(account, session)
	return openapi.Tokens{
		AccessToken: access, TokenType: openapi.TokensTokenTypeBearer,
		ExpiresIn:    int(claims.ExpiresAt.Sub(claims.IssuedAt).Seconds()),
		RefreshToken: refresh,
	}, err
}

// SignOut ends the session of the request.
func (a *API) SignOut(ctx context.Context, _ openapi.SignOutRequestObject) (openapi.SignOutResponseObject, error) {
	call := gate.From(ctx)
	err := authzdb.EndSession(call.Global(), call.Principal.Session, authzdb.EndedBySignOut, call.Now)
	return openapi.SignOut204Response{}, err
}

// SignOutEverywhere ends all sessions of the account.
func (a *API) SignOutEverywhere(ctx context.Context, _ openapi.SignOutEverywhereRequestObject) (openapi.SignOutEverywhereResponseObject, error) {
	call := gate.From(ctx)
	err := authzdb.EndSessions(call.Global(), call.Account(), uuid.Nil, authzdb.EndedEverywhere, call.Now)
	return openapi.SignOutEverywhere204Response{}, err
}
