package authzapi

import (
	"context"
	"time"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/token"
	"referto/internal/tenant/tenantdb"
)

// Held is the session that a browser holds by a refresh token in a cookie.
type Held struct {
	Principal   authz.Principal
	Name, Email string // of the account
}

// Recognize finds the session of a refresh token without exchanging it: pages and their parts ask at the same time,
// and none of them may invalidate the token for the others. It returns [authzdb.ErrRefresh] if the session has ended.
// A token that was exchanged earlier than the grace period ends its session, because two parties hold it then.
func (a *API) Recognize(ctx context.Context, refresh string) (Held, error) {
	presented, err := token.ParseRefresh(refresh)
	if err != nil {
		return Held{}, authzdb.ErrRefresh
	}
	now, reused := a.Now(), false
	var found authzdb.Held
	err = tenantdb.Global(ctx, a.DB, nil, func(tx tenantdb.GlobalTx) error {
		if found, err = authzdb.HeldBy(tx, presented, now); err != nil {
			return err
		}
		if reused = found.UsedAt != nil && now.Sub(*found.UsedAt) > authzdb.Grace; reused {
			return authzdb.EndSession(tx, found.Session, authzdb.EndedByReuse, now)
		}
		return nil
	})
	if err == nil && reused {
		err = authzdb.ErrRefresh
	}
	if err != nil {
		return Held{}, err
	}
	return Held{Principal: authz.User(found.Account, found.Session), Name: found.Name, Email: found.Email}, nil
}

// Access returns an access token for the session, and its expiry: for calls that the server makes itself on behalf of
// the session's holder, and for scripts of its own pages, which exchange no refresh token.
func (a *API) Access(h Held) (string, time.Time, error) {
	access, claims, err := a.Tokens.Issue(h.Principal.Account, h.Principal.Session)
	return access, claims.ExpiresAt, err
}
