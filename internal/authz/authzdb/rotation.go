package authzdb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz/token"
	"referto/internal/tenant/tenantdb"
)

// Grace is the time for which the token before the current one still gets the same answer: for a client whose answer
// was lost, or that asked twice at once.
const Grace = 10 * time.Second

// ErrRefresh means that a refresh token is wrong, or its session has ended.
var ErrRefresh = errors.New("authzdb: the refresh token does not work")

// Rotation is a refresh token exchanged for the next.
type Rotation struct {
	Account, Session uuid.UUID
	Successor        token.Hash // the next: one of those that were given
}

// Rotate exchanges a refresh token for the first of its successors. A successor is a function of the presented token,
// so that a client that asks twice gets the same one, without the token being stored in readable form. There are
// several while the secret is replaced; a client that asks again gets the same one as before.
//
// Any older token that comes back ends the session, because then two parties hold it and one of them stole it. Rotate
// returns [ErrRefresh]; if reused is true, the transaction has ended the session and must be committed all the same.
func Rotate(tx tenantdb.GlobalTx, presented token.Hash, successors []token.Hash, now time.Time) (r Rotation, reused bool, err error) {
	f, err := lockedFamily(tx, presented, successors)
	if err != nil {
		return r, false, err
	}
	switch f.verdict(now) {
	case rotates:
		b := &pgx.Batch{}
		tenantdb.Exec(b, `update platform.refresh_tokens set used_at = $2 where token_hash = $1 and used_at is null`, presented[:], now)
		f.Successor = successors[0]
		queueRefreshToken(b, f.Successor, f.Session, now, f.ExpiresAt)
		err = tx.Send(b)
	case repeats:
	case reveals:
		return r, true, EndSession(tx, f.Session, EndedByReuse, now)
	default:
		return r, false, ErrRefresh
	}
	return Rotation{Account: f.Account, Session: f.Session, Successor: f.Successor}, false, err
}

func queueRefreshToken(b *pgx.Batch, hash token.Hash, session uuid.UUID, now, expires time.Time) {
	b.Queue(`insert into platform.refresh_tokens (token_hash, session_id, created_at, expires_at) values ($1, $2, $3, $4)`,
		hash[:], session, now, expires)
}

// family is a session with the two of its tokens that matter.
type family struct {
	Session   uuid.UUID
	Account   uuid.UUID
	Ended     bool // signed out, or the account suspended
	ExpiresAt time.Time

	UsedAt        *time.Time // when the presented token was exchanged; nil: it is the current one
	SuccessorUsed *bool      // whether its successor was exchanged too; nil: there is none
	Successor     token.Hash // that one
}

// lockedFamily reads the family of a token. The session is locked first and the tokens are read by a later statement,
// so that of two refreshes at once the second sees the changes of the first.
func lockedFamily(tx tenantdb.GlobalTx, presented token.Hash, successors []token.Hash) (family, error) {
	var f family
	var next [][]byte
	for i := range successors {
		next = append(next, successors[i][:])
	}
	b := &pgx.Batch{}
	b.Queue(`select s.id, s.account_id, s.revoked_at is not null or a.suspended_at is not null, s.expires_at
		from platform.sessions s join platform.accounts a on a.id = s.account_id
		where s.id = (select r.session_id from platform.refresh_tokens r where r.token_hash = $1) for update of s`, presented[:]).
		QueryRow(func(row pgx.Row) error { return row.Scan(&f.Session, &f.Account, &f.Ended, &f.ExpiresAt) })
	b.Queue(`select p.used_at, n.used_at is not null and n.token_hash is not null, n.token_hash
		from platform.refresh_tokens p
		left join platform.refresh_tokens n on n.token_hash = any($2) and n.session_id = p.session_id
		where p.token_hash = $1`, presented[:], next).
		QueryRow(func(row pgx.Row) error {
			var used bool
			var successor []byte
			if err := row.Scan(&f.UsedAt, &used, &successor); err != nil {
				return err
			}
			if successor != nil {
				f.SuccessorUsed = &used
				copy(f.Successor[:], successor)
			}
			return nil
		})
	err := tx.Send(b)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return f, ErrRefresh
	}
	return f, err
}

// verdict is the decision about a presented token.
type verdict int

const (
	refuses verdict = iota // the session has ended or expired
	rotates                // the current token: exchange it
	repeats                // the one before, a moment ago: the same answer again
	reveals                // an old one: the token was stolen
)

func (f family) verdict(now time.Time) verdict {
	switch {
	case f.Ended || !now.Before(f.ExpiresAt):
		return refuses
	case f.UsedAt == nil:
		return rotates
	case now.Sub(*f.UsedAt) <= Grace && f.SuccessorUsed != nil && !*f.SuccessorUsed:
		return repeats
	default:
		return reveals
	}
}
