package authzdb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz/token"
	"referto/internal/tenant/tenantdb"
)

// SessionLifetime limits how long a session lasts from its sign-in, however often it is
// refreshed.
const SessionLifetime = 30 * 24 * time.Hour

// Ending is the reason for which a session ended before its time.
type Ending string

// The endings.
const (
	EndedBySignOut    Ending = "sign-out"
	EndedEverywhere   Ending = "everywhere"
	EndedByPassword   Ending = "password" // the password was changed or set anew
	EndedByReuse      Ending = "reuse"    // an old refresh token came back
	EndedBySuspension Ending = "suspended"
	EndedByDeletion   Ending = "deleted" // the account was
)

// Session is one sign-in.
type Session struct {
	ID        uuid.UUID
	Account   uuid.UUID
	CreatedAt time.Time
	Refresh   token.Hash // of its first refresh token
	// ByPassword: the session begins by the password and not by a link.
	ByPassword bool
}

// AddSession stores a session after the password of the given hash was verified. It returns [tenantdb.ErrNotFound] if
// the password was changed or the account suspended meanwhile, because a change of password ends every session, those
// about to begin too.
func AddSession(tx tenantdb.GlobalTx, s Session, passwordHash string) error {
	expires := s.CreatedAt.Add(SessionLifetime)
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.sessions (id, account_id, created_at, expires_at, password_at)
		select $1, a.id, $3, $4, case when $6 then $3::timestamptz end from platform.accounts a
		where a.id = $2 and a.password_hash = $5 and a.suspended_at is null for share of a`,
		s.ID, s.Account, s.CreatedAt, expires, passwordHash, s.ByPassword)
	queueRefreshToken(b, s.Refresh, s.ID, s.CreatedAt, expires)
	return tx.Send(b)
}

// EndSession ends one session. A session that has ended is left unchanged.
func EndSession(tx tenantdb.GlobalTx, session uuid.UUID, how Ending, now time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update platform.sessions set revoked_at = $2, revoked_by = $3 where id = $1 and revoked_at is null`,
		session, now, string(how))
	return tx.Send(b)
}

// EndSessions ends all sessions of an account but one (uuid.Nil: all).
func EndSessions(tx tenantdb.GlobalTx, account, but uuid.UUID, how Ending, now time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update platform.sessions set revoked_at = $3, revoked_by = $4 where account_id = $1 and id <> $2 and revoked_at is null`,
		account, but, now, string(how))
	return tx.Send(b)
}

// Held is a session found by one of its refresh tokens, with its account.
type Held struct {
	Account, Session uuid.UUID
	Name, Email      string // of the account
	// UsedAt is when the token was exchanged for the next; nil: it is the current one.
	UsedAt *time.Time
}

// HeldBy returns the session of a refresh token without exchanging the token: for a browser that
// keeps it where no script can read it. The error is [ErrRefresh] if there is none of that token,
// or it has ended.
func HeldBy(tx tenantdb.GlobalTx, presented token.Hash, now time.Time) (h Held, err error) {
	b := &pgx.Batch{}
	b.Queue(`select s.account_id, s.id, a.name, a.email, r.used_at
		from platform.refresh_tokens r
			join platform.sessions s on s.id = r.session_id
			join platform.accounts a on a.id = s.account_id
		where r.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and a.suspended_at is null`, presented[:], now).
		QueryRow(func(row pgx.Row) error { return row.Scan(&h.Account, &h.Session, &h.Name, &h.Email, &h.UsedAt) })
	err = tx.Send(b)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return h, ErrRefresh
	}
	return h, err
}
